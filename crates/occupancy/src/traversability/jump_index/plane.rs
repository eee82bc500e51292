//! One flag of all cells of a chunk, of which only the bricks that are not all zero are stored.

use super::bricks::{Words, brick_in_line};
use crate::coordinates::Axis;

/// Groups of a chunk, and bricks of a group.
const GROUP: usize = 64;

/// The bricks of a chunk in which one flag is set somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::traversability) struct Plane {
    /// The stored bricks of each group, a bit a brick.
    stored: [u64; GROUP],
    /// The number of bricks stored before those of each group.
    before: [u16; GROUP],
    /// The stored bricks in the order of their numbers.
    bricks: Box<[u64]>,
}

impl Plane {
    /// Returns the plane of these bricks, which are those that each group says, in their order.
    pub(in crate::traversability) fn new(stored: &[u64; GROUP], bricks: Box<[u64]>) -> Self {
        let mut count = 0;
        let before = stored.map(|stored| {
            let before = count;
            count += stored.count_ones() as u16;
            before
        });
        Self {
            stored: *stored,
            before,
            bricks,
        }
    }

    /// Returns the stored bricks of each group, a bit a brick.
    pub(in crate::traversability) fn groups(&self) -> &[u64; GROUP] {
        &self.stored
    }

    /// Returns the bricks that are stored, in the order of their numbers.
    pub(in crate::traversability) fn bricks(&self) -> &[u64] {
        &self.bricks
    }

    /// Returns whether any brick of a group is stored.
    #[inline]
    pub(super) fn has_group(&self, group: usize) -> bool {
        self.stored[group % GROUP] != 0
    }

    /// Returns the bits of a brick.
    #[inline]
    pub(super) fn brick(&self, brick: usize) -> u64 {
        let group = brick / GROUP % GROUP;
        let (stored, bit) = (self.stored[group], 1 << (brick % GROUP));
        if stored & bit == 0 {
            return 0;
        }
        let place = usize::from(self.before[group]) + (stored & (bit - 1)).count_ones() as usize;
        self.bricks[place]
    }

    /// Returns whether the flag is set nowhere.
    pub(super) fn is_empty(&self) -> bool {
        self.bricks.is_empty()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.bricks)
    }

    /// Returns the stored bricks of a group.
    fn group(&self, group: usize) -> &[u64] {
        let first = usize::from(self.before[group]);
        &self.bricks[first..][..self.stored[group].count_ones() as usize]
    }
}

/// A plane while it is written. Only the groups that are written are unpacked.
#[derive(Debug)]
pub(super) struct Draft {
    /// The words by the numbers of bricks; meaningful in the unpacked groups.
    words: Box<[u64; GROUP * GROUP]>,
    unpacked: u64,
    differs: bool,
}

impl Draft {
    pub(super) fn new() -> Self {
        Self {
            words: Box::new([0; GROUP * GROUP]),
            unpacked: 0,
            differs: false,
        }
    }

    /// Writes the bricks of a line.
    pub(super) fn write(&mut self, before: Option<&Plane>, axis: Axis, line: usize, words: &Words) {
        for (along, &word) in words.iter().enumerate() {
            let brick = brick_in_line(axis, line, along);
            let group = brick / GROUP;
            if self.unpacked >> group & 1 == 0 {
                self.unpack(before, group);
            }
            self.differs |= self.words[brick] != word;
            self.words[brick] = word;
        }
    }

    fn unpack(&mut self, before: Option<&Plane>, group: usize) {
        let words = &mut self.words[group * GROUP..][..GROUP];
        words.fill(0);
        if let Some(plane) = before {
            for (brick, &word) in bits(plane.stored[group]).zip(plane.group(group)) {
                words[brick] = word;
            }
        }
        self.unpacked |= 1 << group;
    }

    /// Returns the plane that is `before` with what was written, if that made a difference. The draft
    /// is empty again.
    pub(super) fn finish(&mut self, before: Option<&Plane>) -> Option<Plane> {
        let unpacked = std::mem::take(&mut self.unpacked);
        if !std::mem::take(&mut self.differs) {
            return None;
        }
        let mut plane = Plane {
            stored: before.map_or([0; GROUP], |plane| plane.stored),
            before: [0; GROUP],
            bricks: Box::default(),
        };
        let mut bricks = Vec::new();
        for group in 0..GROUP {
            plane.before[group] = bricks.len() as u16;
            if unpacked >> group & 1 == 0 {
                bricks.extend_from_slice(before.map_or(&[], |plane| plane.group(group)));
                continue;
            }
            let words = &self.words[group * GROUP..][..GROUP];
            plane.stored[group] = 0;
            for (brick, &word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
                plane.stored[group] |= 1 << brick;
                bricks.push(word);
            }
        }
        plane.bricks = bricks.into_boxed_slice();
        Some(plane)
    }
}

/// Returns the numbers of the set bits, in ascending order.
pub(super) fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            bit
        })
    })
}

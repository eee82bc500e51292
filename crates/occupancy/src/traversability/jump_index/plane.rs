//! One flag of all cells of a chunk, of which only the bricks that are not all zero are stored.

use super::bricks::{Words, brick_in_line};
use crate::coordinates::{Axis, bits};
use crate::traversability::bytes::{Bytes, DerivedFlaw, put_sparse_word};

/// Groups of a chunk, and bricks of a group.
const GROUP: usize = 64;

/// The bricks of a chunk in which one flag is set somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plane {
    /// The stored bricks of each group, a bit a brick.
    stored: [u64; GROUP],
    /// The number of bricks stored before those of each group.
    before: [u16; GROUP],
    /// The stored bricks in the order of their numbers.
    bricks: Box<[u64]>,
}

impl Plane {
    /// Returns the plane of these bricks, which are those that each group says, in their order.
    fn new(stored: &[u64; GROUP], bricks: Vec<u64>) -> Self {
        let mut count = 0;
        let before = stored.map(|stored| {
            let before = count;
            count += stored.count_ones() as u16;
            before
        });
        Self {
            stored: *stored,
            before,
            bricks: bricks.into(),
        }
    }

    /// Writes the plane: the groups that have bricks, their bricks, and each brick by what differs from the one before.
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        let has = |which, group| which | u64::from(self.has_group(group)) << group;
        out.extend((0..GROUP).fold(0, has).to_le_bytes());
        for stored in self.stored.iter().filter(|stored| **stored != 0) {
            out.extend(stored.to_le_bytes());
        }
        let mut before = 0;
        for &brick in &self.bricks {
            put_sparse_word(out, brick ^ before);
            before = brick;
        }
    }

    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Self, DerivedFlaw> {
        let which = bytes.word()?;
        let mut stored = [0; GROUP];
        for group in bits(which) {
            stored[group as usize] = bytes.word()?;
        }
        let count: u32 = stored.iter().map(|stored| stored.count_ones()).sum();
        let (mut bricks, mut before) = (Vec::with_capacity(count as usize), 0);
        for _ in 0..count {
            before ^= bytes.sparse_word()?;
            if before == 0 {
                return Err(DerivedFlaw::EmptyBrick);
            }
            bricks.push(before);
        }
        Ok(Self::new(&stored, bricks))
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
                words[brick as usize] = word;
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
        let mut stored = before.map_or([0; GROUP], |plane| plane.stored);
        let mut bricks = Vec::new();
        for (group, stored) in stored.iter_mut().enumerate() {
            if unpacked >> group & 1 == 0 {
                bricks.extend_from_slice(before.map_or(&[], |plane| plane.group(group)));
                continue;
            }
            let words = &self.words[group * GROUP..][..GROUP];
            *stored = 0;
            for (brick, &word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
                *stored |= 1 << brick;
                bricks.push(word);
            }
        }
        Some(Plane::new(&stored, bricks))
    }
}

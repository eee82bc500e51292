//! Bricks of 4^3 cells, a bit each in a word, and rows of bits as bricks.
//!
//! A *line* is what rows become bricks by: 4 x 4 rows along one axis of a chunk, side by side, which are the 16 bricks
//! along it. With `(u, v)` as for rows, line `v / 4 * 16 + u / 4` has the row `(u, v)` as number `v % 4 * 4 + u % 4`. The
//! bit of a cell in its brick is that number times four, and the last two digits of its place along the axis.

use glam::IVec3;

use crate::coordinates::{Axis, bits};

/// The words of a line: its rows, or its bricks.
pub(super) type Words = [u64; 16];

/// One flag of all cells of a chunk, in bricks along one axis, of which only those that are not all zero are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plane {
    /// The stored bricks of each line, a bit a brick.
    stored: [u16; 256],
    /// The number of bricks stored before those of each line.
    before: [u16; 256],
    /// The stored bricks of 4 x 4 lines side by side, put together.
    sheaves: [u16; 16],
    /// The stored bricks, line by line.
    bricks: Vec<u64>,
}

impl Plane {
    pub(super) const EMPTY: Self = Self {
        stored: [0; 256],
        before: [0; 256],
        sheaves: [0; 16],
        bricks: Vec::new(),
    };

    /// Returns whether the flag is set nowhere.
    pub(super) fn is_empty(&self) -> bool {
        self.bricks.is_empty()
    }

    /// Returns the bricks that are not all zero.
    pub(super) fn bricks(&self) -> &[u64] {
        &self.bricks
    }

    /// Returns whether the flag is set in the aligned cube of 16^3 cells around a cell.
    #[inline]
    pub(super) fn has_group(&self, axis: Axis, local: IVec3) -> bool {
        let [u, v] = axis.others().map(|other| other.of(local) >> 4 & 3);
        let bricks = self.sheaves[(v << 2 | u) as usize];
        let group = axis.of(local) >> 4 & 3;
        bricks >> (4 * group) & 15 != 0
    }

    /// Returns the brick of a cell.
    #[inline]
    pub(super) fn brick(&self, axis: Axis, local: IVec3) -> u64 {
        let [u, v] = axis.others().map(|other| other.of(local) >> 2 & 15);
        let (line, bit) = ((v << 4 | u) as usize, 1 << (axis.of(local) >> 2 & 15));
        let stored = self.stored[line];
        if stored & bit == 0 {
            return 0;
        }
        self.bricks[usize::from(self.before[line]) + (stored & (bit - 1)).count_ones() as usize]
    }

    /// Returns the bricks of a line.
    pub(super) fn line(&self, line: usize) -> Words {
        let mut words = [0; 16];
        let stored = bits(self.stored[line].into());
        for (along, &brick) in stored.zip(&self.bricks[usize::from(self.before[line])..]) {
            words[along as usize] = brick;
        }
        words
    }

    /// Writes the bricks of a line.
    pub(super) fn write(&mut self, line: usize, words: &Words) {
        let (first, count) = (
            usize::from(self.before[line]),
            self.stored[line].count_ones(),
        );
        let stored = (0..16).filter(|&along| words[along] != 0);
        let is_stored = stored.clone().fold(0, |bits, along| bits | 1 << along);
        let bricks = stored.map(|along| words[along]);
        drop(self.bricks.splice(first..first + count as usize, bricks));
        self.stored[line] = is_stored;
        let (u, v) = (line >> 2 & 3, line >> 6);
        let lines = (0..16).map(|at| self.stored[(v << 2 | at >> 2) << 4 | u << 2 | at & 3]);
        self.sheaves[v << 2 | u] = lines.fold(0, |all, stored| all | stored);
        let more = (is_stored.count_ones() as u16).wrapping_sub(count as u16);
        for before in &mut self.before[line + 1..] {
            *before = before.wrapping_add(more);
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Self>() + self.bricks.capacity() * size_of::<u64>()
    }
}

/// Returns the number of a cell's bit in bricks along an axis.
#[inline]
pub(super) fn bit_of(axis: Axis, local: IVec3) -> u32 {
    let [u, v] = axis.others().map(|other| other.of(local) & 3);
    (v << 4 | u << 2 | axis.of(local) & 3) as u32
}

/// Returns the bricks of a line from its rows, or its rows from its bricks: the transpose of a 16 x 16 matrix of nibbles,
/// by blocks (Warren, "Hacker's Delight", section 7-3).
#[inline]
pub(super) fn transposed(mut words: Words) -> Words {
    let (mut width, mut mask) = (8, 0x0000_0000_ffff_ffff_u64);
    while width != 0 {
        let shift = 4 * width;
        let mut first = 0;
        while first < 16 {
            let swap = (words[first] >> shift ^ words[first + width]) & mask;
            words[first] ^= swap << shift;
            words[first + width] ^= swap;
            first = (first + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << (4 * width);
    }
    words
}

//! Deriving flags, of a whole world or of what an edit concerns, by one mechanism.
//!
//! The flags of a line in a chunk follow from the rows around it, and from the first flags of the line in the next
//! chunk. After an edit only the lines through the cells around each change are derived; from there a line is followed
//! against the heading for as long as what it hands on is not what it was, which ends in front of blocked cells or at the
//! first jump points.

use std::sync::Arc;

use ahash::AHashMap;

use super::bricks::{Plane, Words, transposed};
use super::line::Surroundings;
use super::stale::{ALL, Lines, numbers};
use super::{JumpIndex, NEAR};
use crate::coordinates::{Axis, ChunkCoord, Heading, Sign};
use crate::traversability::grid::Grid;

/// Returns all lines of all chunks.
fn all_of(grid: &Grid) -> Vec<(ChunkCoord, &'static Lines)> {
    grid.bounds.chunks().map(|chunk| (chunk, ALL)).collect()
}

/// Returns the number of bits in all words, of which those at one address are counted once.
fn total<'w>(words: impl Iterator<Item = (usize, &'w [u64])>) -> u64 {
    let mut known = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
    let counts = words.map(|(address, words)| {
        let count = || -> u64 { words.iter().map(|word| u64::from(word.count_ones())).sum() };
        *known.entry(address).or_insert_with(count)
    });
    counts.sum()
}

impl JumpIndex {
    /// Returns the index of a world; `None` where its chunks are not all listed.
    pub(super) fn of(grid: &Grid) -> Option<Self> {
        let mut index = Self::blank(grid)?;
        index.derive(grid, &all_of(grid));
        Some(index)
    }

    /// Returns the index of a world; `None` where it would be of no use.
    pub(super) fn worthwhile(grid: &Grid) -> Option<Self> {
        let (mut index, all) = (Self::blank(grid)?, all_of(grid));
        index.derive_flags(grid, None, all.iter());
        let chunks = grid.entries.iter().map(|entry| &entry.bits);
        let cells = total(chunks.map(|bits| (bits.address(), bits.along(Axis::X).as_slice())));
        let near = index.chunks.iter().filter_map(|chunk| chunk[NEAR].as_ref());
        let near = total(near.map(|near| (Arc::as_ptr(near).addr(), near.bricks())));
        if near * 2 > cells {
            return None;
        }
        index.derive_runs(grid, &all);
        Some(index)
    }

    /// Brings some lines of some chunks up to date, which are given in ascending order along each axis.
    pub(super) fn derive(&mut self, grid: &Grid, stale: &[(ChunkCoord, &Lines)]) {
        self.derive_flags(grid, None, stale.iter());
        self.derive_runs(grid, stale);
    }

    fn derive_runs(&mut self, grid: &Grid, stale: &[(ChunkCoord, &Lines)]) {
        for heading in Heading::ALL {
            // From where runs lead to where they come from.
            match heading.sign {
                Sign::Positive => self.derive_flags(grid, Some(heading), stale.iter().rev()),
                Sign::Negative => self.derive_flags(grid, Some(heading), stale.iter()),
            }
        }
    }

    /// Derives the flags of a heading, or those of cells near obstacles.
    fn derive_flags<'s>(
        &mut self,
        grid: &Grid,
        heading: Option<Heading>,
        stale: impl Iterator<Item = &'s (ChunkCoord, &'s Lines)>,
    ) {
        let number = heading.map_or(NEAR, Heading::index);
        let axis = heading.map_or(Axis::X, |heading| heading.axis);
        // Of chunks alike, with all around them, one is derived: a large and almost empty world has many.
        let mut alike = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        for &(chunk, lines) in stale {
            let entry = grid.entry_index(chunk);
            let next = heading.and_then(|heading| self.next(chunk, heading));
            let are_all = std::ptr::eq(lines, ALL);
            let kind = (are_all && next.is_none()).then(|| grid.storage_around(chunk));
            if let Some(flags) = kind.and_then(|kind| alike.get(&kind)) {
                if let (Some(_), Some(flags_of)) = (flags, self.chunks.get_mut(entry)) {
                    flags_of[number].clone_from(flags);
                }
                continue;
            }
            let around = Surroundings::of(grid, chunk, axis);
            for line in numbers(lines[axis.index()]) {
                let Some(heading) = heading else {
                    self.write(entry, NEAR, line, &around.near(line));
                    continue;
                };
                let (mut chunk, mut differs) =
                    (chunk, self.derive_line(&around, chunk, heading, line));
                while differs && !are_all {
                    chunk.0 -= heading.step();
                    let around = Surroundings::of(grid, chunk, axis);
                    differs = self.derive_line(&around, chunk, heading, line);
                }
            }
            if let Some(kind) = kind {
                alike.insert(kind, self.chunks[entry][number].clone());
            }
        }
    }

    /// Derives a line of a chunk, and returns whether it hands on something else than before.
    fn derive_line(
        &mut self,
        around: &Surroundings<'_>,
        chunk: ChunkCoord,
        heading: Heading,
        line: usize,
    ) -> bool {
        let sign = heading.sign;
        // The brick that runs enter first, and the bits of the first cells of its rows.
        let (first, cells) = match sign {
            Sign::Positive => (0, 0x1111_1111_1111_1111),
            Sign::Negative => (15, 0x8888_8888_8888_8888),
        };
        let next = self.next(chunk, heading);
        let beyond = next.map_or(0, |flags| flags.line(line)[first] & cells);
        let runs = around.runs(line, sign, beyond);
        let entry = self.directory.entry(chunk) as usize;
        self.write(entry, heading.index(), line, &runs)[first] & cells != 0
    }

    /// Returns the flags of the chunk into which runs lead.
    fn next(&self, chunk: ChunkCoord, heading: Heading) -> Option<&Plane> {
        let next = self.directory.entry(ChunkCoord(chunk.0 + heading.step()));
        self.plane(next as usize, heading.index())
    }

    /// Writes the rows of a line, and returns in which bits its bricks were others.
    fn write(&mut self, entry: usize, number: usize, line: usize, rows: &Words) -> Words {
        let bricks = transposed(*rows);
        let before = self.plane(entry, number);
        let mut differs = before.map_or([0; 16], |before| before.line(line));
        for (differs, brick) in differs.iter_mut().zip(bricks) {
            *differs ^= brick;
        }
        if differs != [0; 16]
            && let Some(chunk) = self.chunks.get_mut(entry)
        {
            let plane = &mut chunk[number];
            let written = Arc::make_mut(plane.get_or_insert_with(|| Arc::new(Plane::EMPTY)));
            written.write(line, &bricks);
            if written.is_empty() {
                *plane = None;
            }
        }
        differs
    }
}

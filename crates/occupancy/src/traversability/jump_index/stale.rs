//! The lines that an edit concerns: those through the cells around each cell that changed.

use std::collections::BTreeMap;

use glam::IVec3;

use crate::coordinates::{Axis, CellBox, ChunkCoord, bits, box_around, row_index};
use crate::traversability::rows::ChunkBits;

/// Lines of a chunk along each axis, a bit each.
pub(super) type Lines = [[u64; 4]; 3];

/// All lines of a chunk.
pub(super) const ALL: &Lines = &[[u64::MAX; 4]; 3];

/// The lines to be derived, by chunk: x first, then y, then z.
#[derive(Clone, Debug, Default)]
pub(in crate::traversability) struct Stale(BTreeMap<[i32; 3], Lines>);

impl Stale {
    /// Adds the lines that see a cell of a chunk that changed, within the bounds.
    pub(super) fn note_change(
        &mut self,
        chunk: ChunkCoord,
        [before, after]: [&ChunkBits; 2],
        bounds: &CellBox,
    ) {
        let layers = before.layers_apart(after);
        let [before, after] = [before, after].map(|bits| bits.along(Axis::X));
        // One box for 4 x 4 rows, which edits of any shape fill well enough.
        for line in (0..256).filter(|line| layers >> (line / 16 * 4) & 15 != 0) {
            let rows = (0..16).map(|row| {
                let (y, z) = (line % 16 * 4 + row % 4, line / 16 * 4 + row / 4);
                let index = row_index(y, z);
                (before[index] ^ after[index], y, z)
            });
            let cells = box_around(rows);
            if !cells.is_empty() {
                let seen = chunk.global(&cells).grown(IVec3::ONE);
                self.add(&seen.intersection(bounds));
            }
        }
    }

    /// Adds the lines through a box of cells.
    fn add(&mut self, cells: &CellBox) {
        for chunk in cells.chunks() {
            let part = chunk.local(cells);
            let lines = self.0.entry(chunk.0.to_array()).or_default();
            for axis in Axis::ALL {
                let [us, vs] = axis
                    .others()
                    .map(|other| other.of(part.min) / 4..=(other.of(part.max) - 1) / 4);
                for line in vs.flat_map(|v| us.clone().map(move |u| (v * 16 + u) as usize)) {
                    lines[axis.index()][line / 64] |= 1 << (line % 64);
                }
            }
        }
    }

    /// Returns the chunks with stale lines.
    pub(super) fn chunks(&self) -> impl Iterator<Item = (ChunkCoord, &Lines)> {
        let chunks = self.0.iter();
        chunks.map(|(chunk, lines)| (ChunkCoord(IVec3::from_array(*chunk)), lines))
    }
}

/// Returns the numbers of some lines, in ascending order.
pub(super) fn numbers(lines: [u64; 4]) -> impl Iterator<Item = usize> {
    let words = (0..).zip(lines);
    words.flat_map(|(word, lines)| bits(lines).map(move |bit| word * 64 + bit as usize))
}

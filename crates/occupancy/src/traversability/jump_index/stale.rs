//! The lines that an edit concerns: those through the 27 cells around each cell that changed.

use std::collections::BTreeMap;

use glam::IVec3;

use crate::coordinates::{Axis, CellBox, ChunkCoord, bits, box_around, row_index};
use crate::traversability::rows::ChunkBits;

/// Lines of one axis of a chunk, a bit each.
pub(super) type Lines = [u64; 4];

pub(super) const NO_LINES: Lines = [0; 4];
pub(super) const ALL_LINES: Lines = [u64::MAX; 4];

/// The lines to be derived anew, by chunk and axis.
#[derive(Clone, Debug, Default)]
pub(super) struct StaleLines(BTreeMap<ChunkCoord, [Lines; 3]>);

impl StaleLines {
    /// Returns all lines of some chunks.
    pub(super) fn all(chunks: impl Iterator<Item = ChunkCoord>) -> Self {
        Self(chunks.map(|chunk| (chunk, [ALL_LINES; 3])).collect())
    }

    /// Adds the lines that see a cell of a chunk that changed, within the bounds.
    pub(super) fn note_change(
        &mut self,
        chunk: ChunkCoord,
        [before, after]: [&ChunkBits; 2],
        bounds: &CellBox,
    ) {
        let [before, after] = [before, after].map(|bits| bits.along(Axis::X));
        // Cell by cell within 4 x 4 rows, which edits of any shape fill well enough.
        for line in 0..256 {
            let corner = IVec3::new(0, line % 16 * 4, line / 16 * 4);
            let rows = (0..16).map(|row| {
                let (y, z) = (corner.y + row % 4, corner.z + row / 4);
                let index = row_index(y, z);
                (before[index] ^ after[index], y, z)
            });
            let hull = box_around(rows);
            if !hull.is_empty() {
                let seen = chunk.global(&hull).grown(IVec3::ONE);
                self.note_box(&seen.intersection(bounds));
            }
        }
    }

    /// Adds the lines through a box of cells.
    fn note_box(&mut self, cells: &CellBox) {
        for chunk in cells.chunks() {
            let part = chunk.local(cells);
            let lines = self.0.entry(chunk).or_default();
            for axis in Axis::ALL {
                let [us, vs] = axis
                    .others()
                    .map(|other| other.of(part.min) / 4..=(other.of(part.max) - 1) / 4);
                for v in vs {
                    for u in us.clone() {
                        let line = (v * 16 + u) as usize;
                        lines[axis.index()][line / 64] |= 1 << (line % 64);
                    }
                }
            }
        }
    }

    /// Returns the stale lines of one axis of a chunk.
    pub(super) fn lines(&self, chunk: ChunkCoord, axis: Axis) -> Lines {
        self.0.get(&chunk).map_or(NO_LINES, |it| it[axis.index()])
    }

    /// Returns the chunks with any stale line.
    pub(super) fn chunks(&self) -> impl Iterator<Item = ChunkCoord> + '_ {
        self.0.keys().copied()
    }
}

/// Returns the numbers of some lines, in ascending order.
pub(super) fn numbers(lines: Lines) -> impl Iterator<Item = usize> {
    lines
        .into_iter()
        .enumerate()
        .flat_map(|(word, lines)| bits(lines).map(move |bit| word * 64 + bit as usize))
}

//! Snapshots put together from chunks that other snapshots hold, too.

use std::sync::{Arc, OnceLock};

use super::{BitsMaker, Grid};
use crate::agent::{Footprint, UnknownPolicy};
use crate::coordinates::{Axis, CellBox, ChunkCoord, Rows, row_index};
use crate::occupancy::chunk_cells::ChunkCells;
use crate::occupancy::snapshot::StoredChunk;
use crate::occupancy::{CellState, Occupancy};
use crate::traversability::dilation::Dilation;
use crate::traversability::directory::{DenseDirectory, Directory};
use crate::traversability::rows::ChunkBits;
use crate::traversability::{Snapshot, Traversability};

/// The cells of a chunk, free or occupied, as an occupancy and as a traversability hold them.
#[derive(Clone, Debug)]
pub(crate) struct SharedChunk {
    stored: StoredChunk,
    bits: ChunkBits,
}

impl SharedChunk {
    /// Returns whether exactly the cells of some rows along x are free.
    pub(crate) fn has_free(&self, rows: &Rows) -> bool {
        self.bits.along(Axis::X) == rows
    }

    /// Returns the bytes of a chunk with free and with other cells.
    pub(crate) const BYTES: usize = size_of::<[Rows; 4]>();
}

/// The bits of chunks that are free and occupied as a whole, which snapshots that share chunks have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uniform(Arc<OnceLock<[ChunkBits; 2]>>);

impl Uniform {
    fn bits(&self) -> &[ChunkBits; 2] {
        self.0.get_or_init(|| [u64::MAX, 0].map(ChunkBits::uniform))
    }

    /// Returns a chunk of which the cells of some rows along x are free, all of them in the local box `inside`, which
    /// holds those within the bounds of its world. Layers that are as in `before` are known to be.
    pub(crate) fn chunk(
        &self,
        inside: &CellBox,
        free: &Rows,
        before: Option<&SharedChunk>,
    ) -> SharedChunk {
        let [open, blocked] = self.bits();
        let bits = if free.iter().all(|&row| row == 0) {
            blocked.clone()
        } else if free.iter().all(|&row| row == u64::MAX) {
            open.clone()
        } else {
            ChunkBits::from_x_rows(free, before.map(|before| &before.bits))
        };
        let mut cells = ChunkCells::Uniform(CellState::Free);
        let occupied = |y, z, _| !free[row_index(y, z)];
        cells.write_rows(inside, inside, occupied, |_, _, _| 0);
        cells.normalize(inside);
        let version = u64::from(cells != ChunkCells::Uniform(CellState::Free));
        let stored = StoredChunk::plain(cells, version);
        SharedChunk { stored, bits }
    }

    /// Returns the snapshot, for an agent of one cell, of a world of chunks, of which `bounds` holds all cells or those
    /// within the bounds that the chunks were made for. Of so many chunks that not all can be listed, the bits are derived
    /// again.
    pub(crate) fn put_together(
        &self,
        bounds: CellBox,
        chunks: &[(ChunkCoord, SharedChunk)],
    ) -> Traversability {
        let stored = chunks.iter().map(|(at, it)| (*at, it.stored.clone()));
        let occupancy = Occupancy::of_chunks(bounds, stored);
        let count = occupancy.world.chunks.len();
        let Some(directory) = DenseDirectory::over(bounds.chunk_box(), count) else {
            return Traversability::new(&occupancy, UnknownPolicy::Blocked);
        };
        let dilation = Dilation::new(&occupancy, Footprint::ONE, UnknownPolicy::Blocked);
        let maker = BitsMaker::with_uniform(&dilation, self.bits().clone());
        let blocked = super::ChunkEntry::blocked(&maker);
        let listed = directory.chunks().count();
        let mut grid = Grid {
            bounds,
            dilation,
            maker,
            entries: std::iter::repeat_n(blocked, listed + 1).collect(),
            directory: Directory::Dense(directory),
        };
        for (chunk, it) in chunks {
            let index = grid.entry_index(*chunk);
            if let Some(entry) = grid.entries.get_mut(index) {
                entry.bits = it.bits.clone();
            }
        }
        for (chunk, _) in chunks {
            let (index, open_blocks) = (grid.entry_index(*chunk), grid.open_blocks(*chunk));
            grid.set_open_blocks(index, open_blocks);
        }
        Traversability::from(Snapshot::new(grid, None, None))
    }
}

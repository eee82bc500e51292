//! Filling dead ends until none is left.

use std::sync::Arc;

use glam::IVec3;

use super::cells::Surroundings;
use crate::coordinates::{Axis, ChunkCoord, Heading};
use crate::traversability::grid::Grid;
use crate::traversability::rows::{ChunkBits, Rows};
use crate::traversability::{Snapshot, Traversability};

/// The cells that were filled, and for each the first move on the way out.
#[derive(Debug)]
pub(super) struct DeadEnds {
    /// By the entry of the chunk; four bits a cell, x fastest, then y, then z: 0 for a cell that was
    /// not filled or has no way out, otherwise 1 + the place of the heading in [`Heading::ALL`].
    ways: Vec<Option<Box<[u8]>>>,
    count: u64,
}

/// Bytes for the ways out of a chunk's cells.
const WAY_BYTES: usize = 1 << 17;

impl DeadEnds {
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    #[inline]
    pub(super) fn way_out(&self, grid: &Grid, cell: IVec3) -> Option<Heading> {
        let ways = self.ways[grid.entry_index(ChunkCoord::of(cell))].as_ref()?;
        let (byte, shift) = place_of_way(cell);
        let way = ways[byte] >> shift & 15;
        Heading::ALL.get(usize::from(way).checked_sub(1)?).copied()
    }

    fn note(&mut self, index: usize, cell: IVec3, way: usize) {
        let ways = self.ways[index].get_or_insert_with(|| vec![0; WAY_BYTES].into());
        let (byte, shift) = place_of_way(cell);
        ways[byte] |= (way as u8 + 1) << shift;
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.ways.capacity() * size_of::<Option<Box<[u8]>>>()
            + self.ways.iter().flatten().count() * WAY_BYTES
    }
}

fn place_of_way(cell: IVec3) -> (usize, u32) {
    let local = cell & 63;
    let index = local.z << 12 | local.y << 6 | local.x;
    ((index >> 1) as usize, (index as u32 & 1) * 4)
}

/// A world that is losing its dead ends.
pub(super) struct Peeling {
    /// The rows along x of each entry that has lost cells.
    rows: Vec<Option<Box<Rows>>>,
    dead_ends: DeadEnds,
}

impl Peeling {
    pub(super) fn of(grid: &Grid) -> Self {
        let entries = grid.entries().count();
        Self {
            rows: vec![None; entries],
            dead_ends: DeadEnds {
                ways: vec![None; entries],
                count: 0,
            },
        }
    }

    /// Fills every dead end of the listed chunks.
    pub(super) fn run(&mut self, world: &Traversability, chunks: &[ChunkCoord]) {
        for &chunk in chunks.iter().filter(|chunk| world.is_mixed(**chunk)) {
            for index in 0..4096 {
                let (y, z) = (index & 63, index >> 6);
                let Some(around) = Surroundings::of(world, chunk, y, z) else {
                    continue;
                };
                let [mut ends, _] = around.with_few_neighbours();
                while ends != 0 {
                    let local = IVec3::new(ends.trailing_zeros() as i32, y, z);
                    ends &= ends - 1;
                    self.fill_from(&world.0.grid, chunk.origin() + local);
                }
            }
        }
    }

    /// Fills `cell` and on from there for as long as that makes dead ends.
    fn fill_from(&mut self, grid: &Grid, mut cell: IVec3) {
        while self.is_traversable(grid, cell) {
            let mut ways = (0..6).filter(|&way| {
                let step = Heading::ALL[way].step();
                self.is_traversable(grid, cell + step)
            });
            let (way, another) = (ways.next(), ways.next());
            if another.is_some() {
                return;
            }
            drop(ways);
            self.fill(grid, cell);
            let Some(way) = way else {
                return;
            };
            let index = grid.entry_index(ChunkCoord::of(cell));
            self.dead_ends.note(index, cell, way);
            cell += Heading::ALL[way].step();
        }
    }

    fn is_traversable(&self, grid: &Grid, cell: IVec3) -> bool {
        let index = grid.entry_index(ChunkCoord::of(cell));
        let rows = match &self.rows[index] {
            Some(rows) => rows,
            None => grid.entry_at(index).bits.along(Axis::X),
        };
        rows[row_of(cell)] >> (cell.x & 63) & 1 != 0
    }

    fn fill(&mut self, grid: &Grid, cell: IVec3) {
        let index = grid.entry_index(ChunkCoord::of(cell));
        let before = grid.entry_at(index).bits.along(Axis::X);
        let rows = self.rows[index].get_or_insert_with(|| Box::new(*before));
        rows[row_of(cell)] &= !(1 << (cell.x & 63));
        self.dead_ends.count += 1;
    }

    /// The world that is left, and what was filled.
    ///
    /// INVARIANT: open blocks are as before, because no cell in or beside one has ever been a dead
    /// end.
    pub(super) fn finish(self, grid: &Grid) -> (Traversability, DeadEnds) {
        let mut entries = grid.entries.clone();
        for (entry, rows) in entries.iter_mut().zip(&self.rows) {
            if let Some(rows) = rows {
                entry.bits = ChunkBits::from_x_rows(rows);
            }
        }
        let core = Grid {
            bounds: grid.bounds,
            dilation: grid.dilation.clone(),
            maker: grid.maker.clone(),
            directory: grid.directory.clone(),
            entries,
        };
        let core = Snapshot::new(core, None);
        (Traversability(Arc::new(core)), self.dead_ends)
    }
}

fn row_of(cell: IVec3) -> usize {
    ((cell.z & 63) << 6 | cell.y & 63) as usize
}

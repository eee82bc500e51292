//! Filling dead ends until none is left.

use glam::IVec3;

use super::cells::Surroundings;
use super::core_of;
use crate::coordinates::{Axis, ChunkCoord, Heading};
use crate::traversability::Traversability;
use crate::traversability::grid::Grid;
use crate::traversability::rows::Rows;

/// The cells that were filled, and for each the first move on the way out.
#[derive(Debug)]
pub(super) struct DeadEnds {
    /// The ways out by the entry of the chunk.
    ways: Vec<Option<Box<ChunkWays>>>,
    count: u64,
}

/// The ways out of the filled cells of a chunk, by blocks of 8^3 cells: memory goes with the blocks
/// that have any.
#[derive(Clone, Debug)]
struct ChunkWays {
    /// The places of blocks, x fastest, then y, then z: 0 for a block without filled cells,
    /// otherwise 1 + its place in `blocks`.
    places: [u16; 512],
    /// Four bits a cell, x fastest, then y, then z: 0 for a cell that was not filled, otherwise 1 +
    /// the place of the heading in [`Heading::ALL`], or [`NO_WAY`].
    blocks: Vec<[u8; 256]>,
}

/// The value of a filled cell without a way out: the last one of a component that has no core.
const NO_WAY: u8 = 7;

impl ChunkWays {
    fn at(&self, cell: IVec3) -> u8 {
        let (block, byte, shift) = place_of_way(cell);
        let place = usize::from(self.places[block]);
        let block = place.checked_sub(1).and_then(|it| self.blocks.get(it));
        block.map_or(0, |block| block[byte] >> shift & 15)
    }

    /// Returns the rows along x of a chunk without its filled cells.
    fn left_of(&self, rows: &Rows) -> Rows {
        let mut left = *rows;
        for (block, place) in self.places.iter().enumerate() {
            let place = usize::from(*place);
            let Some(ways) = place.checked_sub(1).and_then(|it| self.blocks.get(it)) else {
                continue;
            };
            for index in 0..512 {
                if ways[index >> 1] >> ((index & 1) * 4) & 15 != 0 {
                    let row = (block >> 6 << 3 | index >> 6) << 6
                        | (block >> 3 & 7) << 3
                        | index >> 3 & 7;
                    left[row] &= !(1 << ((block & 7) << 3 | index & 7));
                }
            }
        }
        left
    }

    fn note(&mut self, cell: IVec3, way: u8) {
        let (block, byte, shift) = place_of_way(cell);
        let place = &mut self.places[block];
        if *place == 0 {
            self.blocks.push([0; 256]);
            // At most 512.
            *place = self.blocks.len() as u16;
        }
        if let Some(block) = self.blocks.get_mut(usize::from(*place) - 1) {
            block[byte] |= way << shift;
        }
    }
}

/// Returns the block of a cell, and its byte there with the shift in it.
fn place_of_way(cell: IVec3) -> (usize, usize, u32) {
    let (block, local): (IVec3, IVec3) = ((cell & 63) >> 3, cell & 7);
    let index = local.z << 6 | local.y << 3 | local.x;
    (
        (block.z << 6 | block.y << 3 | block.x) as usize,
        (index >> 1) as usize,
        (index as u32 & 1) * 4,
    )
}

impl DeadEnds {
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    #[inline]
    pub(super) fn way_out(&self, grid: &Grid, cell: IVec3) -> Option<Heading> {
        let ways = self.ways[grid.entry_index(ChunkCoord::of(cell))].as_ref()?;
        let way = usize::from(ways.at(cell));
        Heading::ALL.get(way.checked_sub(1)?).copied()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let ways = self.ways.iter().flatten();
        let bytes = ways.map(|ways| size_of::<ChunkWays>() + ways.blocks.capacity() * 256);
        self.ways.capacity() * size_of::<Option<Box<ChunkWays>>>() + bytes.sum::<usize>()
    }
}

/// A world that is losing its dead ends.
pub(super) struct Peeling {
    dead_ends: DeadEnds,
}

impl Peeling {
    pub(super) fn of(grid: &Grid) -> Self {
        Self {
            dead_ends: DeadEnds {
                ways: vec![None; grid.entries().count()],
                count: 0,
            },
        }
    }

    /// Fills every dead end of the listed chunks.
    pub(super) fn run(&mut self, world: &Traversability, chunks: &[ChunkCoord]) {
        world.search_mixed(chunks, |chunk| {
            let mut is_found = false;
            for index in 0..4096 {
                let (y, z) = (index & 63, index >> 6);
                let Some(around) = Surroundings::of(world, chunk, y, z) else {
                    continue;
                };
                let [mut ends, _] = around.with_few_neighbors();
                is_found |= ends != 0;
                while ends != 0 {
                    let local = IVec3::new(ends.trailing_zeros() as i32, y, z);
                    ends &= ends - 1;
                    self.fill_from(&world.snapshot.grid, chunk.origin() + local);
                }
            }
            is_found
        });
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
            self.fill(grid, cell, way.map_or(NO_WAY, |way| way as u8 + 1));
            let Some(way) = way else {
                return;
            };
            cell += Heading::ALL[way].step();
        }
    }

    fn is_traversable(&self, grid: &Grid, cell: IVec3) -> bool {
        let index = grid.entry_index(ChunkCoord::of(cell));
        let local = cell & 63;
        let ways = self.dead_ends.ways[index].as_ref();
        grid.entry_at(index).x_row(local.y, local.z) >> local.x & 1 != 0
            && ways.is_none_or(|ways| ways.at(cell) == 0)
    }

    fn fill(&mut self, grid: &Grid, cell: IVec3, way: u8) {
        let ways = &mut self.dead_ends.ways[grid.entry_index(ChunkCoord::of(cell))];
        let none = || {
            Box::new(ChunkWays {
                places: [0; 512],
                blocks: Vec::new(),
            })
        };
        ways.get_or_insert_with(none).note(cell, way);
        self.dead_ends.count += 1;
    }

    /// Returns the world that is left, and what was filled.
    ///
    /// INVARIANT: open blocks are as before, because no cell in or beside one has ever been a dead
    /// end.
    pub(super) fn finish(self, grid: &Grid) -> (Traversability, DeadEnds) {
        let left = |index: usize| {
            let ways = self.dead_ends.ways[index].as_ref()?;
            Some(ways.left_of(grid.entry_at(index).bits.along(Axis::X)))
        };
        (core_of(grid, left), self.dead_ends)
    }
}

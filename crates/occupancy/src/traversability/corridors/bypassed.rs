//! Cells that no path between two others needs, where moves may cut corners.
//!
//! There a bend is passed by, so that its corner is on no shortest path but its own; and the stump of
//! a side passage can be entered from three cells, which reach each other without it. Neither has one
//! way out, as a dead end has under strict corners. What they have in common: **for every two neighbors
//! of the cell, a way around it costs no more than the way through it.** Take such a cell out, and what
//! it costs from any cell that is left to any other stays as it was; then do the same with what is left
//! (this is the contraction of Geisberger et al., "Contraction Hierarchies: Faster and Simpler
//! Hierarchical Routing in Road Networks", WEA 2008, without a shortcut ever added). Ways around are
//! looked for among the 26 cells around the cell alone.
//!
//! INVARIANT: every cell that was taken out knows its neighbors at that moment, which stay longer than
//! it does. So it is with shortest paths: among those between two cells there is one that leads from
//! each end over cells that stay longer and longer to the core. (Where it comes down and goes up again,
//! the cell between is the first to go, and its neighbors have a way around it.) What a search needs
//! besides the core are the cells to which the two ends lead in this way.

use glam::IVec3;

use super::cells::Surroundings;
use super::{CENTER, FACES, bits, core_of, offset_at};
use crate::coordinates::{Axis, ChunkCoord};
use crate::traversability::Traversability;
use crate::traversability::grid::Grid;
use crate::traversability::rows::Rows;

/// The cells that were taken out, and where each leads.
#[derive(Debug)]
pub(super) struct Bypassed {
    /// The cells by the entry of the chunk and by their place in it, in ascending order, each with
    /// the neighbors that stayed longer, as neighborhood bits.
    cells: Vec<Vec<(u32, u32)>>,
    count: u64,
}

impl Bypassed {
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the neighbors of `cell` that stayed longer than it did; `None` if it was not taken
    /// out.
    #[inline]
    pub(super) fn onward(&self, grid: &Grid, cell: IVec3) -> Option<u32> {
        let cells = &self.cells[grid.entry_index(ChunkCoord::of(cell))];
        let place = place(cell);
        let found = cells.binary_search_by_key(&place, |&(place, _)| place);
        found.ok().map(|index| cells[index].1)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let cells = self.cells.iter().map(Vec::capacity).sum::<usize>();
        self.cells.capacity() * size_of::<Vec<(u32, u32)>>() + cells * size_of::<(u32, u32)>()
    }
}

/// Returns the place of a cell in its chunk.
fn place(cell: IVec3) -> u32 {
    let local = cell & 63;
    (local.z << 12 | local.y << 6 | local.x) as u32
}

/// A world that is losing the cells that no path needs.
pub(super) struct Thinning<'w> {
    grid: &'w Grid,
    /// The rows along x that are left, by the entry of the chunk; `None` where all are.
    left: Vec<Option<Box<Rows>>>,
    bypassed: Bypassed,
}

impl<'w> Thinning<'w> {
    pub(super) fn of(grid: &'w Grid) -> Self {
        let entries = grid.entries().count();
        Self {
            grid,
            left: vec![None; entries],
            bypassed: Bypassed {
                cells: vec![vec![]; entries],
                count: 0,
            },
        }
    }

    /// Takes cells out of the listed chunks until all are needed that have few neighbors.
    pub(super) fn run(&mut self, world: &Traversability, chunks: &[ChunkCoord]) {
        let mut suspects = Vec::new();
        world.search_mixed(chunks, |chunk| {
            let mut is_found = false;
            for index in 0..4096 {
                let (y, z) = (index & 63, index >> 6);
                let Some(around) = Surroundings::of(world, chunk, y, z) else {
                    continue;
                };
                let [few, two] = around.with_few_neighbors();
                let mut cells = few | two;
                is_found |= cells != 0;
                while cells != 0 {
                    let local = IVec3::new(cells.trailing_zeros() as i32, y, z);
                    cells &= cells - 1;
                    suspects.push(chunk.origin() + local);
                    self.settle(&mut suspects);
                }
            }
            is_found
        });
    }

    /// Takes out those of the cells that are not needed, and others for which that holds then.
    fn settle(&mut self, suspects: &mut Vec<IVec3>) {
        while let Some(cell) = suspects.pop() {
            let around = self.neighborhood(cell);
            if is_needless(around) {
                let neighbors = around & !CENTER;
                self.take_out(cell, neighbors);
                suspects.extend(bits(neighbors).map(|bit| cell + offset_at(bit)));
            }
        }
    }

    fn take_out(&mut self, cell: IVec3, neighbors: u32) {
        let index = self.grid.entry_index(ChunkCoord::of(cell));
        let rows = || Box::new(*self.grid.entry_at(index).bits.along(Axis::X));
        let local = cell & 63;
        self.left[index].get_or_insert_with(rows)[(local.z << 6 | local.y) as usize] &=
            !(1 << local.x);
        self.bypassed.cells[index].push((place(cell), neighbors));
        self.bypassed.count += 1;
    }

    /// Returns the cells around one that are left, as neighborhood bits.
    fn neighborhood(&self, cell: IVec3) -> u32 {
        let mut around = 0;
        for index in 0..9 {
            let middle = cell + IVec3::new(0, index % 3 - 1, index / 3 - 1);
            let three = match middle.x & 63 {
                0 | 63 => (0..3).fold(0, |three, x| {
                    let at = middle + IVec3::X * (x - 1);
                    three | (self.row(at) >> (at.x & 63) & 1) << x
                }),
                x => self.row(middle) >> (x - 1) & 7,
            };
            around |= (three as u32) << (3 * index);
        }
        around
    }

    /// Returns the row along x in which a cell lies.
    fn row(&self, cell: IVec3) -> u64 {
        let index = self.grid.entry_index(ChunkCoord::of(cell));
        let local = cell & 63;
        match &self.left[index] {
            Some(rows) => rows[(local.z << 6 | local.y) as usize],
            None => self.grid.entry_at(index).x_row(local.y, local.z),
        }
    }

    /// Returns the world that is left, and what was taken out.
    ///
    /// INVARIANT: open blocks are as before: the cells in and beside one have three neighbors across
    /// faces there, and all of these stay as long as they all do.
    pub(super) fn finish(self) -> (Traversability, Bypassed) {
        let Self {
            grid,
            left,
            mut bypassed,
        } = self;
        for cells in &mut bypassed.cells {
            cells.sort_unstable();
            cells.shrink_to_fit();
        }
        let core = core_of(grid, |index| left[index].as_deref().copied());
        (core, bypassed)
    }
}

/// Returns whether a cell has few neighbors and none that need it.
///
/// The corner of a room is not needed, either, nor is then the cell beside it; in the end all of the
/// room would be gone and its cells have many ways out. So only those go that have two neighbors at
/// most, or one across a face: bends, stumps, bumps, and tips of whatever kind.
fn is_needless(neighborhood: u32) -> bool {
    let neighbors = neighborhood & !CENTER;
    let is_thin = neighbors.count_ones() <= 2 || (neighbors & FACES).count_ones() <= 1;
    let is_left = neighborhood & CENTER != 0 && neighbors != 0;
    is_left && is_thin && bits(neighbors).all(|from| is_passed_by(neighbors, from))
}

/// Returns whether ways around the center lead from one neighbor to all others and cost no more than
/// over the center.
fn is_passed_by(neighbors: u32, from: u32) -> bool {
    let apart = neighbors & !BESIDE[from as usize] & !(1 << from);
    bits(apart).all(|to| {
        let over_center = LENGTHS[kind(from, CENTER_BIT)] + LENGTHS[kind(CENTER_BIT, to)];
        let mut others = bits(neighbors & BESIDE[from as usize] & BESIDE[to as usize]);
        others.any(|by| LENGTHS[kind(from, by)] + LENGTHS[kind(by, to)] <= over_center)
    })
}

const CENTER_BIT: u32 = 13;

/// Thousandths of a cell, by how many axes a move leads along: two sums of two are equal or in the same
/// order as those of the roots. The longest is shorter than any two: neighbors that are beside each
/// other never need a cell between them.
const LENGTHS: [u32; 4] = [0, 1000, 1414, 1732];

/// Returns the number of axes along which two cells of a neighborhood differ.
const fn kind(a: u32, b: u32) -> usize {
    (a % 3 != b % 3) as usize + (a / 3 % 3 != b / 3 % 3) as usize + (a / 9 != b / 9) as usize
}

/// The cells of a neighborhood to which one move leads from another, by the bit of that other.
const BESIDE: [u32; 27] = {
    let mut beside = [0; 27];
    let mut pair = 0_u32;
    while pair < 27 * 27 {
        let (a, b) = (pair / 27, pair % 27);
        let is_near = (a % 3).abs_diff(b % 3) < 2
            && (a / 3 % 3).abs_diff(b / 3 % 3) < 2
            && (a / 9).abs_diff(b / 9) < 2;
        beside[a as usize] |= ((a != b && is_near) as u32) << b;
        pair += 1;
    }
    beside
};

//! Estimated distances, for goals whose tables together would take too much memory.
//!
//! A *region* is a cube of blocks, or in a plane a square; a *piece* is a connected part of a region. Goals in one piece
//! share the way from all cells to the piece (`coarse.rs`), and each has the distances within it. An agent goes to the
//! piece, then to its goal.
//!
//! INVARIANT: from every cell but the goal some move leads nearer: toward the piece outside of it, toward the goal
//! inside. So no agent stops where it should not.

use std::collections::BTreeMap;

use voxnav::glam::IVec3;

use super::coarse::{Hops, Parts};
use super::distances::{Codes, Nearness, nearness_of_codes};
use super::{Cell, Roadmap};

/// The logarithm of the blocks along each axis of a region.
const BLOCKS: i32 = 2;
/// The most blocks of a region.
const MOST_BLOCKS: usize = 1 << (3 * BLOCKS);

/// The distances from one goal within its piece.
#[derive(Debug)]
pub(crate) struct Near {
    region: IVec3,
    /// The codes of the cells, as in [`Distances`](super::distances::Distances), for each block of the region.
    codes: Box<[Codes; MOST_BLOCKS]>,
}

impl Near {
    pub(crate) const BYTES: u64 = (MOST_BLOCKS * 16 + 24) as u64;

    fn new(roadmap: &Roadmap, goal: Cell) -> Self {
        let (region, block) = place_in_region(roadmap, goal >> 6);
        let mut near = Self {
            region,
            codes: Box::new([Codes::default(); MOST_BLOCKS]),
        };
        near.codes[block].set(1 << (goal & 63), 0);
        let mut frontier = vec![(goal >> 6, 1_u64 << (goal & 63))];
        let mut next: Vec<(u32, u64)> = Vec::new();
        for level in 1_u32.. {
            for &(block, cells) in &frontier {
                roadmap.spread(block, cells, |block, cells| {
                    let (of, place) = place_in_region(roadmap, block);
                    if of == region {
                        let new = cells & !near.codes[place].known();
                        near.codes[place].set(new, level);
                        if new != 0 {
                            next.push((block, new));
                        }
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut frontier, &mut next);
            next.clear();
        }
        near
    }

    /// Returns the distance of a cell modulo three, plus one; zero outside of the piece.
    fn code(&self, roadmap: &Roadmap, cell: Cell) -> u32 {
        let (region, block) = place_in_region(roadmap, cell >> 6);
        if region != self.region {
            return 0;
        }
        self.codes[block].of(cell)
    }

    /// Returns how near a neighbor of a cell is; `None` if both are outside of the piece.
    pub(crate) fn nearness(&self, roadmap: &Roadmap, from: Cell, to: Cell) -> Option<Nearness> {
        match [from, to].map(|cell| self.code(roadmap, cell)) {
            [0, 0] => None,
            [0, _] => Some(Nearness::Nearer),
            [_, 0] => Some(Nearness::Farther),
            [from, to] => Some(nearness_of_codes(from, to)),
        }
    }

    /// Returns the cells of the piece, by the numbers of their blocks.
    fn cells<'a>(&'a self, roadmap: &'a Roadmap) -> impl Iterator<Item = (u32, u64)> + 'a {
        let inner = |index: usize| {
            let axes = [0, 1, 2]
                .map(|axis| (index >> (axis * BLOCKS as usize)) as i32 & ((1 << BLOCKS) - 1));
            (self.region << BLOCKS) + IVec3::from_array(axes)
        };
        let words = self.codes.iter().enumerate();
        words.filter_map(move |(index, codes)| {
            let cells = codes.known();
            let block = if cells == 0 {
                None
            } else {
                roadmap.block(inner(index))
            };
            block.map(|block| (block, cells))
        })
    }
}

/// Returns the region of a block, and its place there.
fn place_in_region(roadmap: &Roadmap, block: u32) -> (IVec3, usize) {
    let block = roadmap.block_place(block);
    let inner = block & ((1 << BLOCKS) - 1);
    let place = inner.x | inner.y << BLOCKS | inner.z << (2 * BLOCKS);
    (block >> BLOCKS, place as usize)
}

/// The pieces that have goals.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    /// The pieces that are known in each region, each by a cell of it.
    in_region: BTreeMap<[i32; 3], Vec<(Cell, u32)>>,
    /// The parts of all blocks, once there is a piece, and the way to each piece.
    parts: Option<Box<Parts>>,
    hops: Vec<Hops>,
}

impl Pieces {
    /// Returns the distances of a goal: within its piece, and the number of the piece.
    pub(crate) fn of_goal(&mut self, roadmap: &Roadmap, goal: Cell) -> (Near, u32) {
        let near = Near::new(roadmap, goal);
        let known = self.in_region.entry(near.region.to_array()).or_default();
        let there = |(cell, _): &&(Cell, u32)| near.code(roadmap, *cell) != 0;
        let piece = if let Some((_, piece)) = known.iter().find(there) {
            *piece
        } else {
            let number = self.hops.len() as u32;
            known.push((goal, number));
            let parts = self.parts.get_or_insert_with(|| Parts::new(roadmap).into());
            let cells = near.cells(roadmap);
            let set = cells.flat_map(|(block, cells)| parts.within(block, cells));
            self.hops.push(Hops::new(parts, set));
            number
        };
        (near, piece)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.hops.is_empty()
    }

    pub(crate) fn bytes(&self) -> u64 {
        let Some(parts) = &self.parts else {
            return 0;
        };
        parts.bytes() + self.hops.len() as u64 * Hops::bytes(parts)
    }

    /// Returns about how far a cell is from the piece of a goal, if there is a way.
    pub(crate) fn distance(
        &self,
        roadmap: &Roadmap,
        (near, piece): (&Near, u32),
        cell: Cell,
    ) -> Option<u32> {
        let is_within = near.code(roadmap, cell) != 0;
        let parts = self.parts.as_ref()?;
        self.hops[piece as usize].distance(parts, is_within, cell)
    }

    /// Returns how near to a goal a neighbor of a cell is.
    pub(crate) fn nearness(
        &mut self,
        roadmap: &Roadmap,
        (near, piece): (&Near, u32),
        [from, to]: [Cell; 2],
    ) -> Nearness {
        match (near.nearness(roadmap, from, to), &mut self.parts) {
            (Some(nearness), _) => nearness,
            (None, Some(parts)) => self.hops[piece as usize].nearness(parts, roadmap, from, to),
            (None, None) => Nearness::Equal,
        }
    }
}

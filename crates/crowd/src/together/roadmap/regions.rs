//! Estimated distances, for goals whose tables together would take too much memory.
//!
//! A *region* is a cube of blocks, or in a plane a square; a *piece* is a connected part of a region. Goals in one piece
//! share the distances of all cells from the piece, and each has the distances within it. An agent goes to the piece,
//! then to its goal.
//!
//! INVARIANT: from every cell but the goal some move leads nearer: toward the piece outside of it, toward the goal
//! inside. So no agent comes to rest where it should not.

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;

use super::distances::{Distances, Nearness, nearness_of_codes};
use super::{Cell, Roadmap};

/// The logarithm of the blocks along each axis of a region.
const BLOCKS: i32 = 2;
/// The most blocks of a region.
const MOST_BLOCKS: usize = 1 << (3 * BLOCKS);

/// The distances from one goal within its piece.
#[derive(Debug)]
pub(crate) struct Near {
    region: IVec3,
    /// The codes of the cells, as in [`Distances`], for each block of the region.
    codes: Box<[[u64; 2]; MOST_BLOCKS]>,
}

impl Near {
    pub(crate) const BYTES: u64 = (MOST_BLOCKS * 16 + 24) as u64;

    fn new(roadmap: &Roadmap, goal: Cell) -> Self {
        let (region, block) = place_in_region(roadmap, goal >> 6);
        let mut near = Self {
            region,
            codes: Box::new([[0; 2]; MOST_BLOCKS]),
        };
        near.codes[block][0] = 1 << (goal & 63);
        let mut frontier = vec![(goal >> 6, 1_u64 << (goal & 63))];
        let mut next: Vec<(u32, u64)> = Vec::new();
        for level in 1_u32.. {
            for &(block, cells) in &frontier {
                roadmap.spread(block, cells, |block, cells| {
                    let (of, place) = place_in_region(roadmap, block);
                    if of == region {
                        let [low, high] = &mut near.codes[place];
                        let new = cells & !(*low | *high);
                        let code = level % 3 + 1;
                        *low |= if code & 1 == 0 { 0 } else { new };
                        *high |= if code & 2 == 0 { 0 } else { new };
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
        let [low, high] = self.codes[block];
        let bit = cell & 63;
        (low >> bit & 1) as u32 | ((high >> bit & 1) as u32) << 1
    }

    /// Returns how near a cell beside another one is; nothing where both are outside of the piece.
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
        words.filter_map(move |(index, [low, high])| {
            let cells = low | high;
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
#[derive(Debug)]
pub(crate) struct Pieces {
    /// The pieces that are known in each region, each by a cell of it.
    in_region: AHashMap<IVec3, Vec<(Cell, u32)>>,
    pub(crate) distances: Vec<Distances>,
}

impl Pieces {
    pub(crate) fn new() -> Self {
        let in_region = AHashMap::with_hasher(RandomState::with_seeds(13, 14, 15, 16));
        Self {
            in_region,
            distances: Vec::new(),
        }
    }

    /// Returns the distances of a goal: within its piece, and the number of the piece.
    pub(crate) fn of_goal(&mut self, roadmap: &Roadmap, goal: Cell) -> (Near, u32) {
        let near = Near::new(roadmap, goal);
        let known = self.in_region.entry(near.region).or_default();
        let there = |(cell, _): &&(Cell, u32)| near.code(roadmap, *cell) != 0;
        let piece = if let Some((_, piece)) = known.iter().find(there) {
            *piece
        } else {
            let number = self.distances.len() as u32;
            let distances = Distances::new(roadmap, near.cells(roadmap));
            self.distances.push(distances);
            known.push((goal, number));
            number
        };
        (near, piece)
    }
}

//! The moves that an index is made for.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::cost::Cost;
use crate::expansion::Pruning;
use crate::movement::{CellShape, CornerRule, Direction, MoveSet};

/// The legal moves of a move set under a corner rule, and their costs over cubes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LegalMoves {
    pruning: &'static Pruning,
    pub(crate) set: MoveSet,
    /// The cost of the move to each cell of a neighborhood; zero to its center.
    costs: [Cost; 27],
}

/// The number of the bit in the middle of a neighborhood.
pub(super) const CENTER: u32 = 13;

impl LegalMoves {
    pub(super) fn new(set: MoveSet, corners: CornerRule) -> Self {
        let mut costs = [Cost::ZERO; 27];
        for direction in Direction::all() {
            costs[direction.place()] = direction.cost();
        }
        Self {
            pruning: Pruning::of(set, corners, CellShape::CUBIC),
            set,
            costs,
        }
    }

    /// Returns the legal moves out of a cell, as bits of the cells in its neighborhood to which they lead.
    #[inline]
    pub(crate) fn out_of(&self, world: &Traversability, cell: IVec3) -> u32 {
        let legal = self.pruning.legal(self.pruning.neighborhood(world, cell));
        legal
            .iter()
            .fold(0, |set, direction| set | 1 << direction.place())
    }

    /// Returns the cost of a move, by its bit.
    #[inline]
    pub(crate) fn cost(&self, bit: u32) -> Cost {
        self.costs[bit as usize]
    }
}

/// Returns the set bits of a neighborhood, by number.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

/// Returns the offset of a cell in a neighborhood.
pub(super) fn offset_at(bit: u32) -> IVec3 {
    let bit = bit as i32;
    IVec3::new(bit % 3, bit / 3 % 3, bit / 9) - 1
}

/// Picks from cells given in the neighborhood of the cell before those in the neighborhood of the cell that
/// a move leads to, as bits there.
///
/// The way over two sides of a triangle is never cheaper than the third: a search that came from the cell before need not
/// go on to its neighbors. Of 26 neighbors, 7 to 19 are left.
#[inline]
pub(crate) fn shared(before: u32, bit: u32) -> u32 {
    const SHARED: [u32; 27] = {
        let mut shared = [0; 27];
        let mut pair = 0;
        while pair < 27 * 27 {
            let (step, at) = (pair / 27, pair % 27);
            let is_shared = is_near(step % 3, at % 3)
                && is_near(step / 3 % 3, at / 3 % 3)
                && is_near(step / 9, at / 9);
            shared[step] |= (is_shared as u32) << at;
            pair += 1;
        }
        shared
    };
    // Bit b of the cell after is bit b + step - center of the cell before.
    let moved = (u64::from(before) << CENTER >> bit) as u32;
    moved & SHARED[bit as usize]
}

/// Returns whether the sum of two steps, each from 0 for -1 to 2 for 1, is a step again.
const fn is_near(step: usize, at: usize) -> bool {
    let sum = step + at;
    1 <= sum && sum <= 3
}

//! Moves that count twice: by their cost and, below that, by whether they lead into unknown cells.
//!
//! # Why pruning stays exact
//!
//! A detour that prunes a successor stays within the 27 cells around the cell. If all of these are
//! known, or none, a detour that costs the same has the same moves in another order, because the
//! costs of the three kinds of moves are no multiples of each other; so it leads into as many unknown
//! cells. Elsewhere nothing is pruned, and nowhere over cells that are no cubes: a move along a side of 5 costs as much
//! as one along sides of 3 and 4.

use std::cell::Cell;

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::{Directions, Expansion, Stride, Successor, Ties};
use crate::cost::Cost;
use crate::heuristic::{Estimate, offset_magnitude};
use crate::movement::{CornerRule, Direction};

/// A packing of a cost and a count of moves into unknown cells into one number, which orders by
/// cost and then by count: the count is in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedCost {
    bits: u32,
}

impl PackedCost {
    /// The lane of a single bit.
    pub(crate) const NARROW: Self = Self { bits: 1 };

    /// Returns the lane for paths that cost no more than `most`, with room for `count` if there is
    /// any; else for as much as there is room for. `None` if that is nothing.
    ///
    /// A count that outgrows its room makes a path look more expensive than one with a smaller count, so all
    /// that is lost is the order among larger counts.
    pub(crate) fn for_costs(most: Cost, count: u64) -> Option<Self> {
        let needed = u64::BITS - count.leading_zeros();
        // One bit is left for what a search adds to costs on its way.
        let room = most.raw().leading_zeros().checked_sub(1)?;
        let bits = needed.min(room);
        (bits > 0).then_some(Self { bits })
    }

    /// Packs both into one number, which saturates.
    #[inline]
    pub(crate) fn join(self, cost: Cost, count: u64) -> Cost {
        let cost = match cost.raw() >> (u64::BITS - self.bits) {
            0 => Cost::from_raw(cost.raw() << self.bits),
            _ => Cost::MAX,
        };
        cost + Cost::from_raw(count)
    }

    /// Returns the cost alone.
    pub(crate) fn cost(self, joined: Cost) -> Cost {
        Cost::from_raw(joined.raw() >> self.bits)
    }

    /// Returns the smallest count that has no room.
    pub(crate) fn limit(self) -> u64 {
        1 << self.bits
    }
}

/// The moves of another policy, at costs in a [`PackedCost`].
pub(crate) struct KnownFirst<'w, X> {
    world: &'w Traversability,
    corners: CornerRule,
    lane: PackedCost,
    moves: X,
    /// The cell that was looked at last, and which of the 27 around it are unknown.
    around: Cell<(IVec3, u32)>,
}

const ALL: u32 = (1 << 27) - 1;

impl<'w, X> KnownFirst<'w, X> {
    pub(crate) fn new(
        world: &'w Traversability,
        corners: CornerRule,
        lane: PackedCost,
        moves: X,
    ) -> Self {
        let nowhere = IVec3::MAX;
        Self {
            world,
            corners,
            lane,
            moves,
            around: Cell::new((nowhere, 0)),
        }
    }

    #[inline]
    fn unknown_around(&self, cell: IVec3) -> u32 {
        let (looked_at, around) = self.around.get();
        if looked_at == cell {
            return around;
        }
        let around = self.world.unknown_around(cell);
        self.around.set((cell, around));
        around
    }
}

impl<X: Expansion> Expansion for KnownFirst<'_, X> {
    const TIES: Ties = X::TIES;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>, stride: Stride) -> Directions {
        let is_even = matches!(self.unknown_around(cell), 0 | ALL);
        self.moves
            .directions(cell, arrival.filter(|_| is_even), stride)
    }

    #[inline]
    fn minds_arrival(&self, cell: IVec3) -> bool {
        matches!(self.unknown_around(cell), 0 | ALL) && self.moves.minds_arrival(cell)
    }

    #[inline]
    fn cost(&self, direction: Direction) -> Cost {
        self.moves.cost(direction)
    }

    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        let Successor { cell: to, cost } = self.moves.step(cell, direction);
        let unknown = self.unknown_around(cell);
        let is_unknown = match self.corners {
            CornerRule::OneSide => {
                let known = self.world.neighborhood(cell) & !unknown;
                !direction.is_legal(known, self.corners)
            }
            _ => unknown & direction.required(self.corners) != 0,
        };
        Successor {
            cell: to,
            cost: self.lane.join(cost, is_unknown.into()),
        }
    }
}

/// Another estimate, in a [`PackedCost`].
///
/// Where nothing but unknown cells is near the goal, the last moves to it are counted, too: each of
/// them gets nearer by one at most, so the estimate is as consistent as the other one.
pub(crate) struct InLane<E> {
    estimate: E,
    lane: PackedCost,
    goal: IVec3,
    last_moves: u64,
}

impl<E> InLane<E> {
    /// Returns the estimate toward a goal of one cell, to which at least so many moves lead into
    /// unknown cells; any cell will do if that number is zero.
    pub(crate) fn toward(goal: IVec3, last_moves: u64, estimate: E, lane: PackedCost) -> Self {
        Self {
            estimate,
            lane,
            goal,
            last_moves,
        }
    }

    pub(crate) fn lane(&self) -> PackedCost {
        self.lane
    }
}

impl<E: Estimate> Estimate for InLane<E> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        let apart = offset_magnitude(cell, self.goal);
        let moves = u64::from(apart[0].max(apart[1]).max(apart[2]));
        let count = moves.min(self.last_moves);
        self.lane.join(self.estimate.h(cell), count)
    }
}

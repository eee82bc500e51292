//! Every legal move, and every legal move taken backwards.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::pruning::Pruning;
use super::{Directions, Expansion, Stride, Successor, Ties};
use crate::cost::Cost;
use crate::movement::{Direction, MoveCosts, TerrainReader};

/// Every legal move, at the cost of the terrain.
pub(crate) struct EveryMove<'w> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) costs: &'static MoveCosts,
    pub(crate) terrain: Option<TerrainReader<'w>>,
    pub(crate) known: KnownMoves,
}

/// The treatment of moves from a cell that lead to neighbors of the cell before.
///
/// When a cell `x` is expanded at a cost that came from `p`, all legal moves from `p` have been looked at:
/// a neighbor of both that is one legal move from `p` is known at a cost that the way over `x` does not
/// beat. If `p` left the move out in turn, the same holds one cell further back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownMoves {
    /// Look at them all the same: where a move over `p` may cost more than two over `x`, or costs
    /// came from elsewhere.
    LookedAt,
    /// Count them and leave them out. For uniform terrain.
    LeftOut,
}

impl Expansion for EveryMove<'_> {
    const TIES: Ties = Ties::Ignore;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>, _: Stride) -> Directions {
        let neighborhood = self.pruning.neighborhood(self.world, cell);
        match arrival.filter(|_| self.known == KnownMoves::LeftOut) {
            Some(arrival) => self.pruning.news(arrival, neighborhood),
            None => Directions::moves(self.pruning.legal(neighborhood)),
        }
    }

    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        let to = cell + direction.offset();
        Successor {
            cell: to,
            cost: cost_of_move(direction, self.costs, self.terrain.as_ref(), [cell, to]),
        }
    }

    #[inline]
    fn cost(&self, direction: Direction) -> Cost {
        self.costs.of(direction)
    }

    #[inline]
    fn is_even(&self) -> bool {
        self.terrain.is_none()
    }
}

/// The policy of every legal move taken in the opposite direction. The agent moves into the
/// cell that the search comes from.
pub(crate) struct Backwards<'w>(pub(crate) EveryMove<'w>);

impl Expansion for Backwards<'_> {
    const TIES: Ties = Ties::Ignore;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>, stride: Stride) -> Directions {
        self.0.directions(cell, arrival, stride)
    }

    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        let from = cell + direction.offset();
        Successor {
            cell: from,
            cost: cost_of_move(
                direction,
                self.0.costs,
                self.0.terrain.as_ref(),
                [from, cell],
            ),
        }
    }

    #[inline]
    fn cost(&self, direction: Direction) -> Cost {
        self.0.cost(direction)
    }

    #[inline]
    fn is_even(&self) -> bool {
        self.0.is_even()
    }
}

/// Returns the cost of a move from one cell to the next, along a direction or against it.
#[inline]
pub(super) fn cost_of_move(
    direction: Direction,
    costs: &MoveCosts,
    terrain: Option<&TerrainReader<'_>>,
    [from, to]: [IVec3; 2],
) -> Cost {
    match terrain {
        None => costs.of(direction),
        Some(terrain) => terrain.cost_of_move(direction, from, to),
    }
}

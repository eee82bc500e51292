//! Expansion policies: the choice of successors that the loop gets to see.

mod by_successors;
mod canonical;
mod every_move;
mod jump;
mod jump_in_plane;
mod jump_policy;
mod known_first;
mod lazy_theta;
mod pruning;

pub(crate) use by_successors::{BySuccessors, legs_to};
pub(crate) use canonical::Canonical;
pub(crate) use every_move::{Backwards, EveryMove, KnownMoves};
pub(crate) use jump::Jump;
pub(crate) use jump_in_plane::JumpInPlane;
pub(crate) use jump_policy::{RunTally, Stride};
pub(crate) use known_first::{InLane, KnownFirst, PackedCost};
pub(crate) use lazy_theta::{LazyTheta, write_path};
pub(crate) use pruning::{OPEN_NEIGHBORHOOD, Pruning};

use glam::IVec3;
use voxnav_occupancy::Axis;

use crate::cost::Cost;
use crate::memory::{CellKey, Records};
use crate::movement::{Direction, DirectionSet};
use crate::outcome::Statistics;
use crate::path::Path;

/// The treatment of a cell that is reached again at the same cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Ignore the tie: the successors of the cell do not depend on how it was reached.
    Ignore,
    /// Expand it for the new direction too, because other successors may survive.
    Merge,
}

/// The reliability of the cost at which a cell is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Costs {
    /// A way of that cost is known.
    #[default]
    Known,
    /// A path of that cost may or may not exist: the search finds out when it serves the cell,
    /// goals included.
    Presumed,
}

/// The end of a move or of a run of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    pub(crate) cell: IVec3,
    /// The cost of getting there.
    pub(crate) cost: Cost,
}

/// The result of following a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    pub(crate) reached: RunTarget,
    /// The number of cells passed that need not be expanded.
    pub(crate) skipped: u32,
}

/// The cell to which a run leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RunTarget {
    /// The next cell of interest.
    Successor(Successor),
    /// A cell of no interest, from which the run goes on.
    Midway(Successor),
    /// No cell.
    Nothing,
}

/// The directions of the successors of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directions {
    /// Single moves.
    pub(crate) steps: DirectionSet,
    /// Runs of straight moves. Finding the end of a run takes work, so the loop puts it off until
    /// the first move of the run is the most promising one, or the policy follows it at once.
    pub(crate) runs: DirectionSet,
    /// The number of moves left out because they lead to cells that are known to be reached as
    /// cheaply.
    pub(crate) known: u32,
}

impl Directions {
    /// Returns directions for single moves only.
    #[inline]
    pub(crate) fn moves(steps: DirectionSet) -> Self {
        Self {
            steps,
            runs: DirectionSet::default(),
            known: 0,
        }
    }
}

/// Produces the successors of cells.
pub(crate) trait Expansion {
    /// The need of the policy in case of ties.
    const TIES: Ties;

    /// The reliability of the costs of the policy.
    const COSTS: Costs = Costs::Known;

    /// Returns the directions in which `cell`, reached by `arrival`, has successors, with those to
    /// be followed in runs set apart if the policy has runs and `stride` asks for them.
    fn directions(&self, cell: IVec3, arrival: Option<Direction>, stride: Stride) -> Directions;

    /// Returns whether the directions out of `cell` depend on how it was reached. For
    /// [`Ties::Merge`].
    #[inline]
    fn minds_arrival(&self, cell: IVec3) -> bool {
        let _ = cell;
        true
    }

    /// Returns the cost of a move in a direction over a cell of weight one.
    fn cost(&self, direction: Direction) -> Cost;

    /// Returns the neighbor in one of the directions of single moves.
    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        Successor {
            cell: cell + direction.offset(),
            cost: self.cost(direction),
        }
    }

    /// Returns whether single moves are known to cost what their directions do.
    #[inline]
    fn is_even(&self) -> bool {
        false
    }

    /// Follows the run in one of the directions of runs.
    fn run(&self, cell: IVec3, direction: Direction) -> Followed {
        Followed {
            reached: RunTarget::Successor(self.step(cell, direction)),
            skipped: 0,
        }
    }

    /// Follows such a run before its first move is due, if that takes less than to put it off.
    #[inline]
    fn run_at_once(&self, cell: IVec3, direction: Direction) -> Option<Followed> {
        let _ = (cell, direction);
        None
    }

    /// Returns the axis across the plane in which all successors lie, if they do.
    #[inline]
    fn fixed_axis(&self) -> Option<Axis> {
        None
    }

    /// Returns the stride of the search, by the results of runs so far.
    #[inline]
    fn stride(runs: &RunTally, statistics: &Statistics) -> Stride {
        runs.stride(statistics)
    }

    /// Lists successors of `cell`, reached by `arrival`, that lie in no direction, and returns how many
    /// there are.
    #[inline]
    fn list(&mut self, key: CellKey, cell: IVec3, arrival: Option<Direction>) -> usize {
        let _ = (key, cell, arrival);
        0
    }

    /// Returns one of the successors that were listed last, and the direction that stands for its
    /// arrival.
    #[inline]
    fn listed(&self, number: usize) -> (Successor, Direction) {
        let _ = number;
        let successor = Successor {
            cell: IVec3::ZERO,
            cost: Cost::MAX,
        };
        (successor, Direction::from_index(0))
    }

    /// Returns the cost at which a successor of the cell being served, itself reached at `g`, is
    /// reached.
    #[inline]
    fn reach(&mut self, records: &Records, g: Cost, successor: Successor) -> Cost {
        let _ = records;
        g + successor.cost
    }

    /// Notes that the path just asked for is cheaper than any other to the cell of `key` so far.
    #[inline]
    fn note(&mut self, key: CellKey) {
        let _ = key;
    }

    /// Returns the true cost of a cell that is about to be expanded at cost `g`, and the direction
    /// of arrival. For [`Costs::Presumed`].
    fn confirm(
        &mut self,
        records: &Records,
        key: CellKey,
        arrival: Option<Direction>,
        g: Cost,
    ) -> (Cost, Option<Direction>) {
        let _ = (records, key);
        (g, arrival)
    }

    /// Writes the path to a reached cell to `path`, where the policy knows it better than the
    /// records do.
    fn way_to(&self, records: &Records, cell: IVec3, path: &mut Path) -> Option<()> {
        let _ = (records, cell, path);
        None
    }
}

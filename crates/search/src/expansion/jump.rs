//! The moves that survive pruning, with straight runs followed to their jump points, and face diagonals
//! walked where an index tells at which cells nothing begins.

use glam::IVec3;
use voxnav_occupancy::indexes::JumpIndex;
use voxnav_occupancy::runs::{JumpScan, ScanEnd};
use voxnav_occupancy::{Heading, Traversability};

use super::pruning::{OPEN_NEIGHBORHOOD, Pruning};
use super::{Directions, Expansion, Followed, RunTarget, Stride, Successor, Ties};
use crate::cost::Cost;
use crate::goal::GoalTest;
use crate::movement::{Direction, DirectionSet, MoveCosts};

/// The policy of the moves that survive pruning, with straight ones followed to the end of their
/// run. For uniform terrain.
pub(crate) struct Jump<'w, A> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) costs: &'static MoveCosts,
    /// The test that ends runs at goal cells, so that a goal is generated even where no neighbor is
    /// forced.
    pub(crate) goal_test: A,
    /// The index of the runs that lead to a jump point, where that is known.
    pub(crate) index: Option<&'w JumpIndex>,
}

/// The most moves of one walk; a longer walk counts as another expansion.
const MOST_WALKED: u32 = 1 << 10;

impl<A: GoalTest> Expansion for Jump<'_, A> {
    const TIES: Ties = Ties::Merge;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>, stride: Stride) -> Directions {
        let neighborhood = self.pruning.neighborhood(self.world, cell);
        let all = self.pruning.successors(arrival, neighborhood);
        if stride == Stride::Move {
            return Directions::moves(all);
        }
        let runs = self.pruning.long_runs(all, neighborhood);
        let steps = DirectionSet(all.0 & !runs.0);
        let walks = match neighborhood {
            OPEN_NEIGHBORHOOD if self.index.is_some() => steps.0 & self.pruning.walk_directions().0,
            _ => 0,
        };
        let leading = match self.index {
            Some(index) => self.leading(index, cell, runs),
            None => runs,
        };
        Directions {
            runs: DirectionSet(leading.0 | walks),
            ..Directions::moves(DirectionSet(steps.0 & !walks))
        }
    }

    #[inline]
    fn cost(&self, direction: Direction) -> Cost {
        self.costs.of(direction)
    }

    #[inline]
    fn run(&self, cell: IVec3, direction: Direction) -> Followed {
        let Some((heading, watch)) = self.pruning.run(direction) else {
            return self.walk(cell, direction);
        };
        let run = self.world.run(cell, *heading, watch);
        followed((cell, *heading), self.cost(direction), run, self.goal_test)
    }
}

/// Returns the result of following a run, given the cost of each move and the scan of its row.
#[inline]
pub(super) fn followed(
    (cell, heading): (IVec3, Heading),
    each: Cost,
    run: JumpScan,
    goal_test: impl GoalTest,
) -> Followed {
    let after = |moves: u32| Successor {
        cell: cell + heading.step() * moves.cast_signed(),
        cost: each * moves,
    };
    let interest = |moves: u32| Followed {
        reached: RunTarget::Successor(after(moves)),
        skipped: moves.saturating_sub(1),
    };
    if let Some(moves) = goal_test.ahead(cell, heading, run.length) {
        return interest(moves);
    }
    let reached = match run.end {
        ScanEnd::JumpPoint => return interest(run.length),
        ScanEnd::Unfinished => RunTarget::Midway(after(run.length)),
        ScanEnd::Blocked => RunTarget::Nothing,
    };
    Followed {
        reached,
        skipped: run.length,
    }
}

impl<A: GoalTest> Jump<'_, A> {
    /// Returns the runs, out of some, that may lead to a jump point or a goal.
    #[inline]
    fn leading(&self, index: &JumpIndex, cell: IVec3, runs: DirectionSet) -> DirectionSet {
        let mut leading = 0;
        for direction in runs.iter() {
            let leads = self.pruning.run(direction).is_none_or(|(heading, _)| {
                index.meets_jump_point(cell, *heading)
                    || self.goal_test.ahead(cell, *heading, u32::MAX).is_some()
            });
            leading |= if leads { direction.bit() } else { 0 };
        }
        DirectionSet(leading)
    }

    /// Follows a face diagonal, amid traversable cells, to the first cell at which something begins.
    fn walk(&self, cell: IVec3, direction: Direction) -> Followed {
        let (Some(headings), Some(index)) = (self.pruning.walk(direction), self.index) else {
            return Followed {
                reached: RunTarget::Nothing,
                skipped: 0,
            };
        };
        let goal = self.goal_test.beside_walk(cell, headings, MOST_WALKED);
        let most = goal.unwrap_or(MOST_WALKED);
        let (moves, begins) = index.walk(cell, headings, most);
        let begins = begins || goal == Some(moves);
        walked((cell, direction), self.cost(direction), moves, begins)
    }
}

/// Returns the result of a walk of so many moves, given the cost of each and whether something begins at its end.
pub(super) fn walked(
    (cell, direction): (IVec3, Direction),
    each: Cost,
    moves: u32,
    begins: bool,
) -> Followed {
    let end = Successor {
        cell: cell + direction.offset() * moves.cast_signed(),
        cost: each * moves,
    };
    if begins {
        Followed {
            reached: RunTarget::Successor(end),
            skipped: moves - 1,
        }
    } else {
        Followed {
            reached: RunTarget::Midway(end),
            skipped: moves,
        }
    }
}

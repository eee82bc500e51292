//! Problems: queries made ready for an engine, which is put together from the policies of the loop.
//!
//! A problem can be run in slices. Between two slices a [`ProblemState`] keeps the progress and the
//! decisions made once, and the workspace keeps the memory of the search; the rest are references,
//! which cost nothing to put together again.
//!
//! [`ProblemState`]: super::ProblemState

use std::sync::atomic::AtomicBool;

use glam::IVec3;
use voxnav_occupancy::{Axis, Traversability};

use super::greedy_walk::GreedyWalk;
use super::runner::Runner;
use super::state::ProblemState;
use crate::cost::Cost;
use crate::expansion::{Canonical, EveryMove, Jump, JumpInPlane, KnownMoves, Pruning};
use crate::goal::{GoalTest, Region};
use crate::heuristic::Estimator;
use crate::memory::OutOfKeys;
use crate::movement::{MoveCosts, Terrain, TerrainReader};
use crate::outcome::Solution;
use crate::path::Path;
use crate::query::{Guarantee, SearchSettings};
use crate::workspace::Workspace;

/// A query whose start is traversable, or at least where the agent is.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub(crate) world: &'a Traversability,
    pub(crate) start: IVec3,
    pub(crate) target: Target<'a>,
    pub(crate) settings: SearchSettings,
    pub(crate) terrain: Option<&'a Terrain>,
    /// The estimator of the caller, which counts instead of the heuristic toward one cell.
    pub(crate) estimator: Option<&'a dyn Estimator>,
    pub(crate) cancel: Option<&'a AtomicBool>,
    pub(crate) guarantee: Guarantee,
    /// The cost of a known path: only cheaper ones are looked for.
    pub(crate) below: Cost,
    pub(crate) coverage: Coverage,
}

/// The cells that must have records in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// The cells needed to find the path.
    Needed,
    /// Every goal that costs as little as the cheapest one, if the search is exact, with searches from there.
    CheapestGoals(From),
    /// Every cell that can be reached, if there is no path.
    EveryCell,
}

/// The ends from which a goal of several cells is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    /// The start, and all cells of the goal at once, where the algorithm has searches from both ends.
    BothEnds,
    Start,
}

/// The most goals that rank by cell order in searches from both ends.
pub(crate) const MOST_RANKED: usize = 64;

/// The smallest cost of which a search from both ends does not tell whether another path costs the same: the smallest two
/// that differ by less than [`MOST_RANKED`] units are 3793 straight moves and 8 units apart.
///
/// Costs of flights are a + b sqrt 2 + c sqrt 3, of whole numbers that weights of terrain only make larger.
pub(crate) const FAR: Cost = Cost::from_raw(3793 << Cost::BITS);

/// The target of a search.
#[derive(Clone, Copy)]
pub(crate) enum Target<'a> {
    /// One traversable cell other than the start.
    Cell(IVec3),
    /// Any of many cells, the start not among them.
    Region(Region<'a>),
}

/// The budget of one call, and the progress, the memory and the observer that it works with.
pub(super) struct Slice<'s, O> {
    pub(super) budget: u64,
    pub(super) state: &'s mut ProblemState,
    pub(super) workspace: &'s mut Workspace,
    pub(super) observer: &'s mut O,
}

/// The solution, if a slice has come to one.
pub(super) type Answer = Result<Option<Solution>, OutOfKeys>;

impl<'a> Problem<'a> {
    /// Returns the policy of every legal move, at the cost of the terrain.
    pub(crate) fn every_move(&self) -> EveryMove<'_> {
        EveryMove {
            world: self.world,
            pruning: self.pruning(),
            costs: self.costs(),
            terrain: self.terrain_reader(),
            known: match self.terrain {
                None => KnownMoves::LeftOut,
                Some(_) => KnownMoves::LookedAt,
            },
        }
    }

    pub(super) fn canonical(&self) -> Canonical<'a> {
        Canonical {
            world: self.world,
            pruning: self.pruning(),
            costs: self.costs(),
            terrain: self.terrain_reader(),
        }
    }

    fn terrain_reader(&self) -> Option<TerrainReader<'a>> {
        let costs = self.costs();
        self.terrain
            .map(|terrain| TerrainReader::new(terrain, costs))
    }

    /// Returns the policy of jumps in space.
    pub(super) fn jump<A: GoalTest>(&self, goal_test: A) -> Jump<'a, A> {
        let pruning = self.pruning();
        Jump {
            world: self.world,
            pruning,
            costs: self.costs(),
            index: pruning.index(self.world),
            goal_test,
        }
    }

    /// Returns the policy of jumps in a plane across an axis.
    pub(super) fn jump_in_plane<A: GoalTest>(
        &self,
        fixed: Axis,
        goal_test: A,
    ) -> JumpInPlane<'a, A> {
        let table = self.pruning().plane(fixed);
        JumpInPlane::new(self.world, table, self.costs(), goal_test)
    }

    /// Returns whether a path of octile length leads from the start to a cell, as far as a walk finds one: none to cells
    /// that are no nearer costs less.
    pub(crate) fn leads_straight_to(&self, cell: IVec3) -> bool {
        let is_uniform = self.terrain.is_none_or(Terrain::is_uniform);
        let walk = self.greedy_walk(cell);
        is_uniform && walk.walk(self.start, &mut Path::default()).is_some()
    }

    /// Returns whether costs are limited, by the query or by a known path.
    pub(super) fn is_limited(&self) -> bool {
        self.settings.limits.cost.is_some() || self.below != Cost::MAX
    }

    /// Returns whether a search can begin at all cells of the goal.
    pub(super) fn may_begin_at_goal(&self) -> bool {
        matches!(self.target, Target::Cell(_))
            || self.coverage == Coverage::CheapestGoals(From::BothEnds)
    }

    pub(super) fn greedy_walk(&self, goal: IVec3) -> GreedyWalk<'a> {
        GreedyWalk {
            world: self.world,
            pruning: self.pruning(),
            costs: self.costs(),
            moves: self.settings.moves,
            goal,
        }
    }

    pub(crate) fn pruning(&self) -> &'static Pruning {
        let moves = self.settings.moves.in_bounds(self.world.bounds());
        Pruning::of(moves, self.settings.corners, self.settings.shape)
    }

    /// Returns the costs of moves over cells of weight one.
    pub(crate) fn costs(&self) -> &'static MoveCosts {
        self.settings.shape.costs()
    }

    pub(super) fn runner(&self) -> Runner<'a> {
        Runner {
            limits: self.settings.limits,
            cancel: self.cancel,
            guarantee: self.guarantee,
            below: self.below,
            within: self.settings.effective_within(),
            ranks: if self.is_limited() && self.ranks_from_both_ends() {
                Cost::from_raw(MOST_RANKED as u64)
            } else {
                Cost::ZERO
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Costs are a + b sqrt 2 + c sqrt 3 in units, with a, b and c of at least zero, and so is what two of them have apart
    /// on either side of the difference.
    #[test]
    fn costs_that_are_not_far_differ_by_more_than_ranks_or_not_at_all() {
        let units = [
            Cost::STRAIGHT,
            Cost::FACE_DIAGONAL,
            Cost::BODY_DIAGONAL,
            FAR,
        ];
        let [straight, face, body, far] = units.map(|cost| cost.raw().cast_signed());
        let (most_faces, most_bodies) = (far / face + 1, far / body + 1);
        let mut closest = u64::MAX;
        for bodies in 0..=most_bodies {
            for faces in -most_faces..=most_faces {
                let others = bodies * body + faces * face;
                let least = others.div_euclid(straight);
                for straights in [-least, -least - 1] {
                    let parts = [straights * straight, faces * face, bodies * body];
                    let one: i64 = parts.iter().map(|&part| part.max(0)).sum();
                    let other: i64 = parts.iter().map(|&part| (-part).max(0)).sum();
                    if one != other && one.max(other) < far {
                        closest = closest.min(one.abs_diff(other));
                    }
                }
            }
        }
        assert!(closest >= MOST_RANKED as u64, "{closest}");
    }
}

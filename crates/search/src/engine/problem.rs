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
use super::runner::{Equals, Runner};
use super::state::ProblemState;
use crate::cost::Cost;
use crate::expansion::{Canonical, EveryMove, Jump, JumpInPlane, KnownMoves, Pruning};
use crate::goal::{GoalTest, Region};
use crate::heuristic::Estimator;
use crate::memory::OutOfKeys;
use crate::movement::Terrain;
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
    /// The estimator of the caller, which counts in place of the heuristic toward one cell.
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
    /// Every goal that costs as little as the cheapest one, if the search is exact.
    CheapestGoals,
    /// Every cell that can be reached, if there is no path.
    EveryCell,
}

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
            terrain: self.terrain,
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
            terrain: self.terrain,
        }
    }

    /// Returns the policy of jumps in space.
    pub(super) fn jump<A: GoalTest>(&self, goal_test: A) -> Jump<'a, A> {
        let pruning = self.pruning();
        Jump {
            world: self.world,
            pruning,
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
        JumpInPlane::new(self.world, self.pruning().plane(fixed), goal_test)
    }

    /// Returns whether a path of octile length leads from the start to a cell, as far as a walk finds one: none to cells
    /// that are no nearer costs less.
    pub(crate) fn leads_straight_to(&self, cell: IVec3) -> bool {
        let is_uniform = self.terrain.is_none_or(Terrain::is_uniform);
        let walk = self.greedy_walk(cell);
        is_uniform && walk.walk(self.start, &mut Path::default()).is_some()
    }

    /// Returns the goals of equal cost that a search is to tell apart.
    fn equals(&self) -> Option<Equals<'a>> {
        match self.target {
            Target::Region(goals) if self.is_beyond_equals() => Some(Equals {
                goals,
                start: self.start,
                moves: self.settings.moves,
            }),
            _ => None,
        }
    }

    pub(super) fn greedy_walk(&self, goal: IVec3) -> GreedyWalk<'a> {
        GreedyWalk {
            world: self.world,
            pruning: self.pruning(),
            moves: self.settings.moves,
            goal,
        }
    }

    pub(crate) fn pruning(&self) -> &'static Pruning {
        let moves = self.settings.moves.in_bounds(self.world.bounds());
        Pruning::of(moves, self.settings.corners)
    }

    pub(super) fn runner(&self) -> Runner<'a> {
        Runner {
            limits: self.settings.limits,
            cancel: self.cancel,
            guarantee: self.guarantee,
            below: self.below,
            within: self.settings.effective_within(),
            equals: self.equals(),
        }
    }
}

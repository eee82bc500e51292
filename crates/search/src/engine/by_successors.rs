//! A search over moves that the caller supplies.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::runner::Runner;
use super::single::beside_parents;
use crate::cost::Cost;
use crate::expansion::BySuccessors;
use crate::goal::{GoalTest, Nowhere, Region};
use crate::heuristic::{Estimate, Estimator, Weighed, Weighing};
use crate::kernel::{BestFirst, Origin, Policies, Reopening, Resumable, SearchState};
use crate::memory::{Layout, OutOfKeys};
use crate::movement::Successors;
use crate::outcome::{Limit, Observer, Outcome, Solution, Statistics};
use crate::path::Path;
use crate::query::TieBreaking;
use crate::workspace::{SearchMemory, SparePaths, Workspace};

/// A search over successors of the caller: the ends, the estimate and the order of expansion.
pub(crate) struct SuccessorProblem<'q, S, A> {
    pub(crate) successors: &'q S,
    pub(crate) start: IVec3,
    pub(crate) goal_test: A,
    pub(crate) aim: Aim<'q>,
    /// The cells for which moves may be pruned, if they may.
    pub(crate) pruned_for: Option<CellBox>,
    /// The cells of which it is asked now and then whether they are cut off, if it is.
    pub(crate) asked_for: Option<CellBox>,
    pub(crate) weighing: Weighing,
    pub(crate) reopening: Reopening,
    pub(crate) ties: TieBreaking,
    pub(crate) runner: Runner<'q>,
}

/// The target of estimates, and their author.
#[derive(Clone, Copy)]
pub(crate) enum Aim<'q> {
    /// No target: estimates are zero.
    Nothing,
    /// One cell, by the moves.
    Cell(CellBox),
    /// Many cells: by the moves toward the box around them, or by the goal itself.
    Region(Region<'q>),
    /// One cell, by an estimator of the query.
    Guided(&'q dyn Estimator, IVec3),
}

/// The number of expansions before the first check of whether the goal is cut off; each further
/// check comes after four times as many.
const FIRST_LOOK: u64 = 1 << 5;
/// The largest number of such checks.
const FACTORS: u32 = 12;
/// The number of cells that a check may look at for each expansion so far, up to `LOOKED_MUCH`
/// expansions, and one for each further one. A check thus costs a small part of a long search: a
/// region that is cut off is small more often than not.
const LOOKS: u64 = 8;
const LOOKED_MUCH: u64 = 1 << 9;

/// Estimates toward an aim.
struct SuccessorEstimate<'q, S> {
    successors: &'q S,
    aim: Aim<'q>,
}

impl<S: Successors> Estimate for SuccessorEstimate<'_, S> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        match &self.aim {
            Aim::Nothing => Cost::ZERO,
            Aim::Cell(goal) => self.successors.estimate(cell, goal),
            Aim::Region(region) => {
                let own = region.estimate_of_caller(cell);
                own.unwrap_or_else(|| self.successors.estimate(cell, region.hull()))
            }
            Aim::Guided(estimator, goal) => estimator.estimate(cell, *goal),
        }
    }
}

impl<'q, S: Successors, A: GoalTest> SuccessorProblem<'q, S, A> {
    /// Returns the search of all cells that cost no more than is allowed, by all moves.
    pub(crate) fn of_all_cells(self) -> SuccessorProblem<'q, S, Nowhere> {
        SuccessorProblem {
            successors: self.successors,
            start: self.start,
            goal_test: Nowhere,
            aim: self.aim,
            pruned_for: None,
            asked_for: None,
            weighing: self.weighing,
            reopening: Reopening::Allowed,
            ties: self.ties,
            runner: self.runner,
        }
    }

    /// Continues for `budget` expansions; returns the answer if they are enough. `state` and the
    /// workspace must be as the last call left them.
    pub(crate) fn advance(
        &self,
        state: &mut Option<SearchState>,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        self.run(state, budget, workspace, observer)
            .unwrap_or_else(|OutOfKeys| {
                let (limit, path) = (Limit::Memory, Path::at(self.start));
                let outcome = Outcome::LimitReached { limit, path };
                Some(Solution::new(outcome, Statistics::default()))
            })
    }

    /// Returns the number of expansions at the next check of whether the goal is cut off.
    fn next_look(&self, expanded: u64) -> u64 {
        let may_ask = self.asked_for.is_some() && self.runner.limits.cost.is_none();
        let mut looks = (0..FACTORS).map(|factor| FIRST_LOOK << (2 * factor));
        let next = looks.find(|look| expanded < *look);
        next.filter(|_| may_ask).unwrap_or(u64::MAX)
    }

    /// Returns whether no path leads to the goal, as far as a check pays after so many expansions.
    fn is_cut_off(&self, expanded: u64) -> bool {
        let goal = self.asked_for.as_ref();
        let pruned = goal.and_then(|goal| Some((self.successors.pruned()?, goal)));
        let looks = expanded.min(LOOKED_MUCH) * LOOKS + expanded.saturating_sub(LOOKED_MUCH);
        pruned.is_some_and(|(pruned, goal)| pruned.is_cut_off(self.start, goal, looks))
    }

    fn run(
        &self,
        state: &mut Option<SearchState>,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let SearchMemory {
            heap,
            records,
            parents,
            ..
        } = &mut workspace.forward;
        let runner = Runner {
            limits: beside_parents(self.runner.limits),
            ..self.runner
        };
        let moves = BySuccessors::new(self.successors, self.pruned_for, parents);
        let estimate = Weighed {
            estimate: SuccessorEstimate {
                successors: self.successors,
                aim: self.aim,
            },
            weighing: self.weighing,
        };
        let policies = Policies::new(moves, estimate, self.goal_test);
        let mut search = if let Some(state) = &mut *state {
            BestFirst::resumed(policies, (heap, records), state)
        } else {
            heap.break_ties_by(self.ties);
            records.begin(self.successors.bounds(), Layout::InBricks);
            if let Some(most) = runner.limits.memory {
                records.allow_bytes(most);
            }
            let origin = Origin::start(self.start);
            BestFirst::new(policies, (heap, records), state, origin, self.reopening)?
        };
        let end = search.expanded().saturating_add(budget);
        let solution = loop {
            let look = self.next_look(search.expanded());
            let until = end.min(look);
            let slice = until.saturating_sub(search.expanded());
            let spare = &mut SparePaths::default();
            if let Some(solution) = runner.alone(&mut search, slice, spare, observer) {
                break solution;
            }
            let expanded = search.expanded();
            if expanded >= look && self.is_cut_off(expanded) {
                break Solution::new(Outcome::Unreachable, search.state().statistics);
            }
            if expanded < look || expanded >= end {
                return Ok(None);
            }
        };
        let outcome = match solution.outcome {
            // Cells before the goal may have been reached on a cheaper way since, which its legs take.
            Outcome::LimitReached {
                limit: Limit::Cost,
                path,
            } if self.is_within_limit(&path) => Outcome::Found(path),
            outcome => outcome,
        };
        Ok(Some(Solution::new(outcome, solution.statistics)))
    }

    /// Returns whether a path ends at the goal and costs no more than is allowed.
    fn is_within_limit(&self, path: &Path) -> bool {
        let most = self.runner.limits.cost;
        self.goal_test.is_met(path.goal()) && most.is_some_and(|most| path.cost() <= most)
    }
}

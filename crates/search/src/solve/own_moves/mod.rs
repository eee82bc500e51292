//! Queries over moves that the caller supplies, at once and in slices (`search.rs`), and for agents that stop
//! before unknown cells (`known_space.rs`).

mod known_space;
mod search;

pub use search::LegSearch;

use known_space::{LegState, confined, cut};

use glam::IVec3;
use voxnav_occupancy::{CellBox, Heading};

use super::preconditions::MOST_CANDIDATES;
use super::snap::distance;
use crate::engine::{Aim, Reached, Runner, SuccessorProblem};
use crate::goal::{GoalTest, Region};
use crate::heuristic::{Bound, Weighing, Weight};
use crate::kernel::Reopening;
use crate::movement::Successors;
use crate::outcome::{
    EndFault, Observer, Outcome, PartialReason, Snapped, Solution, Statistics, Watcher,
};
use crate::path::Path;
use crate::query::{Algorithm, Guarantee, Partial, Query, SnapPolicy};
use crate::workspace::Workspace;

impl Query<'_> {
    /// Finds a path over moves of the caller's own, such as those of an agent on the
    /// [ground](crate::Ground).
    ///
    /// Start, goal, limits, cancellation, ties and partial paths count as ever, and of the
    /// algorithms Dijkstra, weighted A* and greedy best-first; all others are A*. `successors`
    /// decides which moves there are and their costs, so the query's moves, corners, heuristic,
    /// terrain and landmarks do not count here, and [`Successors::nearest`] decides where blocked
    /// ends may be moved to: agents on the ground settle where they come to rest below, or
    /// else go to the nearest cell where they can rest. Estimates are those of `successors`, or of the
    /// [estimator](Query::guided_by) of the query if it has one and the goal is one cell.
    ///
    /// # Guarantees
    ///
    /// With an estimate that never overestimates, the path of an exact algorithm costs the least, and a
    /// weighted one no more than its weight times that. Partial paths lead to the reached cell of the
    /// smallest estimate, of equals to the one reached first.
    #[must_use]
    pub fn solve_with<S: Successors>(
        &self,
        successors: &S,
        workspace: &mut Workspace,
    ) -> Solution<S::Action> {
        self.solve_with_watcher(successors, workspace, Watcher(None))
    }

    /// Answers as [`Query::solve_with`] does, and tells `observer` of every step.
    #[must_use]
    pub fn solve_with_observed<S: Successors>(
        &self,
        successors: &S,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Solution<S::Action> {
        self.solve_with_watcher(successors, workspace, Watcher(Some(observer)))
    }

    fn solve_with_watcher<S: Successors>(
        &self,
        successors: &S,
        workspace: &mut Workspace,
        mut watcher: Watcher<'_>,
    ) -> Solution<S::Action> {
        let (placed, snapped) = self.placed_with(successors);
        let mut state = LegState::new();
        loop {
            let answer =
                placed.advance_with(successors, &mut state, u64::MAX, workspace, &mut watcher);
            if let Some(solution) = answer {
                return Solution {
                    snapped,
                    ..solution
                };
            }
        }
    }

    /// Returns the query with its ends where the agent can be, as far as it allows that, and the
    /// distances by which they were moved.
    pub(super) fn placed_with<S: Successors>(self, successors: &S) -> (Self, Snapped) {
        let bounds = successors.bounds();
        let placed = |cell: IVec3, policy| match policy {
            SnapPolicy::Nearest { radius }
                if !bounds.contains(cell) || !successors.can_be_at(cell) =>
            {
                successors.nearest(cell, radius).unwrap_or(cell)
            }
            _ => cell,
        };
        let start = placed(self.start, self.snap_start);
        let goal = match self.region {
            Some(_) => self.goal,
            None => placed(self.goal, self.snap_goal),
        };
        let snapped = Snapped {
            start: distance(self.start, start),
            goal: distance(self.goal, goal),
        };
        (
            Self {
                start,
                goal,
                ..self
            },
            snapped,
        )
    }

    /// Continues for `budget` expansions; returns the solution if they are enough. `state` and the
    /// workspace must be as the last call left them.
    fn advance_with<S: Successors>(
        &self,
        successors: &S,
        state: &mut LegState<S::Action>,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution<S::Action>> {
        if let Some(plan) = &state.plan {
            let search = &mut state.search;
            return self.advance_known(successors, plan, search, budget, workspace, observer);
        }
        let region = self
            .region
            .map(|goal| Region::new(goal, successors.bounds()));
        let search = &mut state.search;
        if search.is_none()
            && let Some(outcome) = self.answer_with_at_once(successors, region)
        {
            let statistics = Statistics::default();
            let outcome = confined(successors, outcome);
            return Some(Solution::new(outcome, statistics));
        }
        let reached = if let Some(region) = region {
            let problem = self.problem_with(successors, region, Aim::Region(region));
            problem.advance(search, budget, workspace, observer)?
        } else {
            let aim = Aim::Cell(CellBox::of_cell(self.goal));
            let problem = self.problem_with(successors, self.goal, aim);
            problem.advance(search, budget, workspace, observer)?
        };
        let solution = self.answer(reached, successors);
        if self.may_be_known(&solution, successors) {
            *state = LegState {
                search: None,
                plan: Some(solution),
            };
            return None;
        }
        Some(Solution {
            outcome: confined(successors, solution.outcome),
            ..solution
        })
    }

    /// Returns the path known so far of a search that was set aside.
    fn best_so_far_with<S: Successors>(
        &self,
        successors: &S,
        state: &LegState<S::Action>,
        workspace: &Workspace,
    ) -> Path<S::Action> {
        let planned = state.plan.as_ref().and_then(|plan| plan.outcome.any_path());
        let path = match (planned, &state.search) {
            (Some(path), _) => path.clone(),
            (None, None) => return Path::at(self.start),
            (None, Some(search)) => {
                let pruned_for = self.pruned_for(successors);
                SuccessorProblem::<S, IVec3>::best_so_far(successors, pruned_for, search, workspace)
            }
        };
        match successors.confined() {
            Some(confined) => cut(confined, &path).0,
            None => path,
        }
    }

    /// Returns the cells for which moves may be pruned: where the cheapest path is looked for by
    /// estimates that never exceed it. Partial paths end at the reached cell of the smallest
    /// estimate, which a run may pass.
    fn pruned_for<S: Successors>(&self, successors: &S) -> Option<CellBox> {
        let is_exact = !matches!(
            self.settings.algorithm,
            Algorithm::WeightedAStar(_) | Algorithm::GreedyBestFirst
        );
        let is_guided = self.estimator.is_some() && self.settings.algorithm != Algorithm::Dijkstra;
        (is_exact && !is_guided && self.partial == Partial::Refused).then(|| match self.region {
            Some(goal) => *Region::new(goal, successors.bounds()).hull(),
            None => CellBox::of_cell(self.goal),
        })
    }

    /// Returns the outcome if it needs no search.
    fn answer_with_at_once<S: Successors>(
        &self,
        successors: &S,
        region: Option<Region<'_>>,
    ) -> Option<Outcome<Path<S::Action>>> {
        let bounds = successors.bounds();
        let is_outside = match region {
            Some(region) => region.is_outside(bounds),
            None => !bounds.contains(self.goal),
        };
        let is_there = match region {
            Some(region) => region.contains(self.start),
            None => self.start == self.goal,
        };
        if !bounds.contains(self.start) {
            Some(Outcome::InvalidEnd(EndFault::StartOutside))
        } else if is_outside {
            Some(Outcome::InvalidEnd(EndFault::GoalOutside))
        } else if !successors.can_be_at(self.start) {
            Some(Outcome::InvalidEnd(EndFault::StartBlocked))
        } else if is_there {
            Some(Outcome::Found(Path::at(self.start)))
        } else if self.partial == Partial::Refused && self.is_goal_blocked(successors, region) {
            Some(Outcome::InvalidEnd(EndFault::GoalBlocked))
        } else {
            None
        }
    }

    /// Returns whether no path can end at the goal. Looks at the cells of a goal of several if they
    /// are few.
    fn is_goal_blocked<S: Successors>(&self, successors: &S, region: Option<Region<'_>>) -> bool {
        let may_end_at = |cell: IVec3| successors.can_be_at(cell);
        match region {
            None => !may_end_at(self.goal),
            Some(region) => {
                let cells = region.candidates(MOST_CANDIDATES);
                cells.is_some_and(|mut cells| !cells.any(may_end_at))
            }
        }
    }

    fn problem_with<'a, S: Successors, R: GoalTest>(
        &'a self,
        successors: &'a S,
        region: R,
        aim: Aim<'a>,
    ) -> SuccessorProblem<'a, S, Accepted<'a, S, R>> {
        let algorithm = self.settings.algorithm;
        let (weighing, reopening) = match algorithm {
            Algorithm::WeightedAStar(weight) => (Weighing::Sum(weight), Reopening::Allowed),
            Algorithm::GreedyBestFirst => (Weighing::EstimateOnly, Reopening::Never),
            _ => (Weighing::Sum(Weight::ONE), Reopening::Allowed),
        };
        let aim = match (algorithm, self.estimator) {
            (Algorithm::Dijkstra, _) => Aim::Nothing,
            (_, Some(estimator)) if self.region.is_none() => Aim::Guided(&**estimator, self.goal),
            _ => aim,
        };
        SuccessorProblem {
            successors,
            start: self.start,
            goal_test: Accepted { successors, region },
            aim,
            pruned_for: self.pruned_for(successors),
            weighing,
            reopening,
            ties: self.settings.ties,
            runner: Runner {
                limits: self.settings.limits,
                cancel: self.cancel,
                guarantee: self.guarantee_with_legs(),
                below: self.below,
                // Exact, which is within any factor.
                within: Weight::ONE,
            },
        }
    }

    fn guarantee_with_legs(&self) -> Guarantee {
        let algorithm = self.settings.algorithm;
        let exact = match algorithm {
            Algorithm::LazyTheta => Algorithm::AStar,
            other => other,
        };
        let bound = match (algorithm, self.estimator) {
            (Algorithm::Dijkstra, _) => Bound::Admissible,
            (_, Some(estimator)) if self.region.is_none() => estimator.law().bound(),
            _ => Bound::Admissible,
        };
        Guarantee::of(exact, bound)
    }

    /// Returns the answer, as part of a path where the query allows that.
    fn answer<S: Successors>(
        &self,
        reached: Reached<S::Action>,
        successors: &S,
    ) -> Solution<S::Action> {
        let Reached {
            outcome,
            nearest,
            statistics,
        } = reached;
        let outcome = match (self.partial, outcome) {
            (Partial::Allowed, Outcome::Unreachable) => {
                let bounds = successors.bounds();
                let region = self.region.map(|goal| Region::new(goal, bounds));
                Outcome::Partial {
                    path: nearest,
                    reason: if self.is_goal_blocked(successors, region) {
                        PartialReason::InvalidEnd(EndFault::GoalBlocked)
                    } else {
                        PartialReason::Unreachable
                    },
                }
            }
            (_, outcome) => self.allowed_part(outcome),
        };
        Solution::new(outcome, statistics)
    }

    /// Returns the outcome of a search that was ended, as part of a path where the query allows
    /// that.
    fn allowed_part<P>(&self, outcome: Outcome<P>) -> Outcome<P> {
        match (self.partial, outcome) {
            (Partial::Allowed, Outcome::LimitReached { limit, path }) => Outcome::Partial {
                path,
                reason: PartialReason::Limit(limit),
            },
            (Partial::Allowed, Outcome::Cancelled { path }) => Outcome::Partial {
                path,
                reason: PartialReason::Cancelled,
            },
            (_, outcome) => outcome,
        }
    }
}

/// The cells of a goal at which a path may end.
struct Accepted<'q, S, R> {
    successors: &'q S,
    region: R,
}

impl<S, R: Copy> Copy for Accepted<'_, S, R> {}

impl<S, R: Copy> Clone for Accepted<'_, S, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Successors, R: GoalTest> GoalTest for Accepted<'_, S, R> {
    #[inline]
    fn is_met(self, cell: IVec3) -> bool {
        self.region.is_met(cell) && self.successors.can_be_at(cell)
    }

    fn ahead(self, cell: IVec3, heading: Heading, most: u32) -> Option<u32> {
        self.region.ahead(cell, heading, most)
    }

    fn beside_walk(self, cell: IVec3, headings: [Heading; 2], most: u32) -> Option<u32> {
        self.region.beside_walk(cell, headings, most)
    }
}

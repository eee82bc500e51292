//! A query from stage to stage: moving its ends, the answers that need no search, the search, and, where
//! part of a way is better than none, the search for the cell nearest to the goal.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::boundary_ties::Plan;
use super::preconditions::Labels;
use super::snap::distance;
use crate::cost::Cost;
use crate::engine::ProblemState;
use crate::outcome::{Outcome, PartialReason, Snapped, Solution, Statistics, Watcher};
use crate::path::Path;
use crate::query::Query;
use crate::workspace::Workspace;

/// The progress of a query. The rest of its state is in the workspace.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolveState {
    /// The start and the goal as moved; `None` before the first look at them.
    ends: Option<[IVec3; 2]>,
    labels: Labels,
    stage: Stage,
}

#[derive(Clone, Debug, Default)]
pub(super) enum Stage {
    /// The state before the first look.
    #[default]
    New,
    /// The search for the goal.
    Whole(ProblemState),
    /// The search for the cell nearest to the goal.
    Part {
        problem: ProblemState,
        reason: PartialReason,
        /// The nearest cell, if that is known before the search.
        nearest: Option<IVec3>,
        /// The effort before.
        before: Statistics,
    },
    /// The search for a path that costs the same and leads into fewer unknown cells.
    Better { problem: ProblemState, plan: Plan },
}

impl SolveState {
    /// Returns the effort so far.
    pub(crate) fn statistics(&self) -> Statistics {
        match &self.stage {
            Stage::New => Statistics::default(),
            Stage::Whole(problem) => problem.statistics(),
            Stage::Part {
                problem, before, ..
            } => {
                let mut sum = problem.statistics();
                sum.add(before);
                sum
            }
            Stage::Better { problem, plan } => {
                let mut sum = problem.statistics();
                sum.add(&plan.solution.statistics);
                sum
            }
        }
    }

    /// Returns whether a path to the goal is known.
    pub(crate) fn knows_path(&self) -> bool {
        match &self.stage {
            Stage::New | Stage::Part { .. } => false,
            Stage::Whole(problem) => problem.incumbent() != Cost::MAX,
            Stage::Better { plan, .. } => plan.solution.outcome.path().is_some(),
        }
    }

    /// Returns the number of cells expanded so far.
    #[inline]
    pub(crate) fn expanded(&self) -> u64 {
        match &self.stage {
            Stage::New => 0,
            Stage::Whole(problem) => problem.expanded(),
            Stage::Part {
                problem, before, ..
            } => problem.expanded() + before.expanded,
            Stage::Better { problem, plan } => {
                problem.expanded() + plan.solution.statistics.expanded
            }
        }
    }
}

impl Query<'_> {
    /// Continues for `budget` expansions; returns the solution, as if all unknown cells that the
    /// agent's policy lets through were free, if they are enough.
    pub(crate) fn advance(
        &self,
        state: &mut SolveState,
        budget: u64,
        world: &Traversability,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let ends = *state.ends.get_or_insert_with(|| self.placed_ends(world));
        let moved;
        let query = if ends == [self.start, self.goal] {
            self
        } else {
            moved = self.between(ends);
            &moved
        };
        let end = state.expanded().saturating_add(budget);
        let mut solution = loop {
            let left = end.saturating_sub(state.expanded());
            match &mut state.stage {
                Stage::New => match query.answer_at_once(world, workspace, state.labels) {
                    None => state.stage = Stage::Whole(query.problem(world).decide()),
                    Some(outcome) => match query.partial_reason(&outcome) {
                        Some(reason) => {
                            state.stage = query.part(reason, Statistics::default(), world);
                        }
                        None => break Solution::new(outcome, Statistics::default()),
                    },
                },
                Stage::Whole(problem) => {
                    let labels = &mut state.labels;
                    let solution =
                        query.advance_whole(problem, labels, left, world, workspace, observer)?;
                    match query.partial_reason(&solution.outcome) {
                        Some(PartialReason::Unreachable) => {
                            let before = solution.statistics;
                            state.stage = query.part(PartialReason::Unreachable, before, world);
                        }
                        Some(reason) => break solution.cut_short(reason),
                        None => match query.bar(&solution, world) {
                            Some(bar) => state.stage = query.better(solution, bar, world),
                            None => break solution,
                        },
                    }
                }
                Stage::Part {
                    reason,
                    nearest: Some(nearest),
                    before,
                    ..
                } if *nearest == query.start => {
                    let (reason, statistics) = (*reason, *before);
                    let mut path = workspace.take_path();
                    path.restart(query.start);
                    break Solution::new(Outcome::Partial { path, reason }, statistics);
                }
                Stage::Part {
                    problem,
                    reason,
                    nearest,
                    before,
                } => {
                    let partial = query.partial_problem(*nearest, before, world);
                    let solution = partial.advance(problem, left, workspace, observer)?;
                    let mut solution = query.ended_part(*reason, solution, world, workspace);
                    solution.statistics.add(before);
                    match query.bar(&solution, world) {
                        Some(bar) => state.stage = query.better(solution, bar, world),
                        None => break solution,
                    }
                }
                Stage::Better { problem, plan } => {
                    break query.advance_better(problem, plan, left, world, workspace, observer)?;
                }
            }
        };
        solution.snapped = Snapped {
            start: distance(self.start, query.start),
            goal: distance(self.goal, query.goal),
        };
        Some(solution)
    }

    /// Continues the search for the goal, and asks for labels where it has gone on for long.
    fn advance_whole(
        &self,
        state: &mut ProblemState,
        labels: &mut Labels,
        mut left: u64,
        world: &Traversability,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        loop {
            let expanded = state.expanded();
            let patience = labels.patience(world).saturating_sub(expanded);
            if patience == 0 {
                *labels = Labels::All;
                if let Some(outcome) = self.answer_at_once(world, workspace, *labels) {
                    return Some(Solution::new(outcome, state.statistics()));
                }
                continue;
            }
            let most = left.min(patience);
            let problem = self.problem(world);
            let solution = problem.advance(state, most, workspace, observer);
            if solution.is_some() || most == left {
                return solution;
            }
            left = left.saturating_sub(state.expanded() - expanded);
        }
    }

    /// Writes the best path known so far.
    pub(crate) fn best_so_far(
        &self,
        state: &SolveState,
        world: &Traversability,
        workspace: &Workspace,
        path: &mut Path,
    ) {
        let query = self.between(state.ends.unwrap_or([self.start, self.goal]));
        match &state.stage {
            Stage::New => path.restart(query.start),
            Stage::Whole(problem) => query.problem(world).best_so_far(problem, workspace, path),
            Stage::Part {
                problem,
                nearest,
                before,
                ..
            } => {
                let partial = query.partial_problem(*nearest, before, world);
                partial.best_so_far(problem, workspace, path);
            }
            Stage::Better { plan, .. } => match plan.solution.outcome.any_path() {
                Some(plan) => path.clone_from(plan),
                None => path.restart(query.start),
            },
        }
    }

    /// Returns the lower bound on the cost of every path to the goal, as far as known so far.
    pub(crate) fn bound_so_far(&self, state: &SolveState, world: &Traversability) -> Cost {
        let query = self.between(state.ends.unwrap_or([self.start, self.goal]));
        match &state.stage {
            Stage::Whole(problem) => query.problem(world).bound_so_far(problem),
            Stage::Better { plan, .. } => plan.solution.statistics.lower_bound,
            Stage::New | Stage::Part { .. } => Cost::ZERO,
        }
    }

    fn between(&self, [start, goal]: [IVec3; 2]) -> Self {
        Self {
            start,
            goal,
            ..*self
        }
    }
}

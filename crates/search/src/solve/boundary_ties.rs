//! Ties at the boundary of known space: where a best path leads into unknown cells, the search goes
//! on for one that costs the same and leads into fewer.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::state::Stage;
use crate::engine::{Bar, Problem, ProblemState, Target};
use crate::outcome::{Limit, Outcome, PartialReason, Solution, Watcher};
use crate::query::{Guarantee, Query};
use crate::workspace::Workspace;

/// A solution whose path leads into unknown cells, and the bar for a better one.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) solution: Solution,
    pub(super) bar: Bar,
}

impl<'q> Query<'q> {
    /// Returns the bar that a path must stay below to be better than that of the solution; `None`
    /// if the solution stands as it is.
    pub(super) fn bar(&self, solution: &Solution, world: &Traversability) -> Option<Bar> {
        let boundary = self.boundary(world);
        if !boundary.cuts() {
            return None;
        }
        // Agents that stop at unknown cells get paths over the cells, whatever the algorithm.
        let optimal = [Guarantee::Optimal, Guarantee::AnyAngle(1.0)];
        let path = match &solution.outcome {
            Outcome::Partial {
                reason: PartialReason::Limit(_) | PartialReason::Cancelled,
                ..
            } => return None,
            Outcome::Found(path) | Outcome::Partial { path, .. } => path,
            _ => return None,
        };
        if !optimal.contains(&self.guarantee()) || !world.is_known(path.start()) {
            return None;
        }
        let unknown_moves = boundary.unknown_moves(path);
        let is_one_cell = self.region.is_none() || solution.outcome.path().is_none();
        let most = u32::try_from(unknown_moves).unwrap_or(u32::MAX);
        let radius = is_one_cell.then(|| world.unknown_radius(path.goal(), most));
        let last_moves = radius.flatten().map_or(0, |radius| u64::from(radius) + 1);
        Bar::set_by(path.cost(), unknown_moves, last_moves)
    }

    /// Returns the search for a path that is better than that of the solution, not begun.
    pub(super) fn better(&self, solution: Solution, bar: Bar, world: &Traversability) -> Stage {
        let plan = Plan { solution, bar };
        Stage::Better {
            problem: self.better_problem(&plan, world).decide_known_first(),
            plan,
        }
    }

    fn better_problem<'w>(&self, plan: &Plan, world: &'w Traversability) -> Problem<'w>
    where
        'q: 'w,
    {
        let mut problem = self.problem(world);
        if let Some(end) = plan.partial_end() {
            problem.target = Target::Cell(end);
        }
        let limits = &mut problem.settings.limits;
        *limits = limits.after(plan.solution.statistics.expanded);
        problem
    }

    /// Continues the search for a better path for `budget` expansions.
    pub(super) fn advance_better(
        &self,
        state: &mut ProblemState,
        plan: &mut Plan,
        budget: u64,
        world: &Traversability,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let problem = self.better_problem(plan, world);
        let end = problem.advance_known_first(plan.bar, state, budget, workspace, observer)?;
        let solution = plan.decided(end, workspace);
        Some(match self.partial_reason(&solution.outcome) {
            Some(reason) => solution.cut_short(reason),
            None => solution,
        })
    }
}

impl Plan {
    /// Returns the cell where the path ends if it leads to no goal.
    fn partial_end(&self) -> Option<IVec3> {
        match &self.solution.outcome {
            Outcome::Partial { path, .. } => Some(path.goal()),
            _ => None,
        }
    }

    /// Returns the solution, given how the search for a better path ended.
    pub(super) fn decided(&mut self, end: Solution, workspace: &mut Workspace) -> Solution {
        let known = std::mem::replace(&mut self.solution.outcome, Outcome::Unreachable);
        let mut statistics = end.statistics;
        statistics.add(&self.solution.statistics);
        let stop = stop(&end.outcome);
        let outcome = match end.outcome {
            Outcome::Found(better) => known.map_path(|path| {
                workspace.recycle(path);
                better
            }),
            other => {
                if let Some(path) = other.into_any_path() {
                    workspace.recycle(path);
                }
                match stop {
                    Some(stop) => undecided(known, stop),
                    None => known,
                }
            }
        };
        Solution {
            outcome,
            statistics,
            snapped: self.solution.snapped,
        }
    }
}

/// Returns the reason for which a search for a better path ended before it was known whether there
/// is one.
pub(super) fn stop<P>(end: &Outcome<P>) -> Option<PartialReason> {
    match end {
        Outcome::LimitReached { limit, .. } if *limit != Limit::Cost => {
            Some(PartialReason::Limit(*limit))
        }
        Outcome::Cancelled { .. } => Some(PartialReason::Cancelled),
        _ => None,
    }
}

/// Returns the outcome of a search that was ended before it was known whether there is a better
/// path.
pub(super) fn undecided<P>(outcome: Outcome<P>, stop: PartialReason) -> Outcome<P> {
    match (outcome, stop) {
        (Outcome::Found(path), PartialReason::Limit(limit)) => {
            Outcome::LimitReached { limit, path }
        }
        (Outcome::Found(path), _) => Outcome::Cancelled { path },
        (Outcome::Partial { path, .. }, reason) => Outcome::Partial { path, reason },
        (outcome, _) => outcome,
    }
}

//! A query from stage to stage: moving its ends, the answers that need no search, the search for the goal and, where
//! part of a way is better than none, for the cell nearest to it, and the search for a path that stays in known space.

use glam::IVec3;

use super::engines::{Engines, confined};
use super::flying::Labels;
use crate::cost::Cost;
use crate::engine::{CostCutoff, ProblemState};
use crate::goal::Goal;
use crate::outcome::{
    EndFault, Limit, Outcome, PartialReason, Snapped, Solution, Statistics, Watcher,
};
use crate::path::Path;
use crate::query::{Guarantee, Partial, Query};
use crate::workspace::Workspace;

/// The progress of a query. The rest of its state is in the workspace.
#[derive(Clone, Debug)]
pub(crate) struct SolveState {
    /// The start and the goal as moved; `None` before the first look at them.
    ends: Option<[IVec3; 2]>,
    labels: Labels,
    /// The search for the task; `None` before the first look.
    problem: Option<ProblemState>,
    task: Task,
}

/// The task of a search.
#[derive(Clone, Debug)]
pub enum Task {
    /// A path to the goal.
    Goal,
    /// A path to the cell nearest to the goal.
    Nearest(Part),
    /// A path that costs the same and leads into fewer unknown cells, or turns less often.
    Better(Plan),
}

/// The search for the cell nearest to the goal.
#[derive(Clone, Debug)]
pub struct Part {
    pub(super) reason: PartialReason,
    pub(super) nearest: NearestCells,
    /// The effort before.
    pub(super) before: Statistics,
}

/// The cells nearest to the goal, as far as they are known before a search.
#[derive(Clone, Debug)]
pub enum NearestCells {
    /// Cells of which nothing is known.
    Unknown,
    /// The one cell to which the path is to lead.
    One(IVec3),
    /// Several cells that are as near: the path is to lead to the cheapest, of equals to the first in cell order.
    Equal(Goal),
    /// The same, where costs are so high, or the cells so many, that only a search from the start tells which is the
    /// cheapest.
    EqualAndFar(Goal),
}

/// A solution, and what makes another one better whose path costs the same.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) solution: Solution,
    pub(super) better: Better,
}

/// The reason why a path is better than another one that costs the same.
#[derive(Clone, Copy, Debug)]
pub(super) enum Better {
    /// The bar of moves into unknown cells below which it stays.
    Known(CostCutoff),
    /// The smaller number of its turns.
    FewerTurns,
}

impl Default for SolveState {
    fn default() -> Self {
        Self {
            ends: None,
            labels: Labels::default(),
            problem: None,
            task: Task::Goal,
        }
    }
}

impl SolveState {
    /// Returns the bytes that are not in the workspace.
    pub(super) fn memory_bytes(&self) -> usize {
        let problem = self.problem.as_ref();
        problem.map_or(0, ProblemState::memory_bytes)
    }

    /// Returns the effort so far.
    pub(crate) fn statistics(&self) -> Statistics {
        let problem = self.problem.as_ref();
        let mut sum = problem.map_or_else(Statistics::default, ProblemState::statistics);
        match &self.task {
            Task::Goal => {}
            Task::Nearest(part) => sum.add(&part.before),
            Task::Better(plan) => sum.add(&plan.solution.statistics),
        }
        sum
    }

    /// Returns whether a path to the goal is known.
    pub(crate) fn knows_path(&self) -> bool {
        match (&self.task, &self.problem) {
            (Task::Goal, Some(problem)) => problem.incumbent() != Cost::MAX,
            (Task::Better(plan), _) => plan.solution.outcome.path().is_some(),
            _ => false,
        }
    }

    /// Returns the number of cells expanded so far.
    #[inline]
    pub(crate) fn expanded(&self) -> u64 {
        let now = self.problem.as_ref().map_or(0, ProblemState::expanded);
        now + match &self.task {
            Task::Goal => 0,
            Task::Nearest(part) => part.before.expanded,
            Task::Better(plan) => plan.solution.statistics.expanded,
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
        engines: &dyn Engines,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let ends = *state.ends.get_or_insert_with(|| engines.placed_ends(self));
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
            let Some(problem) = &mut state.problem else {
                if let Some(answer) = query.begin(state, engines, workspace) {
                    break answer;
                }
                continue;
            };
            let solution = match &mut state.task {
                Task::Goal => {
                    let labels = &mut state.labels;
                    let solution =
                        query.advance_whole(problem, labels, left, engines, workspace, observer)?;
                    match query.partial_reason(&solution.outcome) {
                        Some(PartialReason::Unreachable) if engines.searches_nearest() => {
                            let reason = PartialReason::Unreachable;
                            state.task = query.nearest_task(reason, solution.statistics, engines);
                            state.problem = None;
                            continue;
                        }
                        Some(reason) => break solution.cut_short(reason),
                        None => solution,
                    }
                }
                task @ Task::Nearest(_) => {
                    let ended = engines.advance(query, task, problem, left, workspace, observer)?;
                    if engines.goes_on(query, task, &ended) {
                        if let Some(path) = ended.outcome.into_any_path() {
                            workspace.recycle(path);
                        }
                        state.problem = None;
                        continue;
                    }
                    ended
                }
                task @ Task::Better(_) => {
                    let ended = engines.advance(query, task, problem, left, workspace, observer)?;
                    let Task::Better(plan) = std::mem::replace(task, Task::Goal) else {
                        continue;
                    };
                    let was = plan.better;
                    let solution = plan.decided(ended, workspace);
                    if let Some(reason) = query.partial_reason(&solution.outcome) {
                        break solution.cut_short(reason);
                    }
                    match was {
                        Better::Known(_) if query.may_turn_less(&solution, engines) => {
                            state.task = Task::Better(Plan {
                                solution,
                                better: Better::FewerTurns,
                            });
                            state.problem = None;
                            continue;
                        }
                        Better::Known(_) | Better::FewerTurns => break solution,
                    }
                }
            };
            match query.better(&solution, engines) {
                Some(better) => {
                    state.task = Task::Better(Plan { solution, better });
                    state.problem = None;
                }
                None => break solution,
            }
        };
        solution.snapped = Snapped {
            start: self.settings.shape.distance(self.start, query.start),
            goal: self.settings.shape.distance(self.goal, query.goal),
        };
        Some(solution)
    }

    /// Returns what makes a path better that costs as much as that of a solution; `None` if the solution stands as it is.
    fn better(&self, solution: &Solution, engines: &dyn Engines) -> Option<Better> {
        if let Some(bar) = engines.bar(self, solution) {
            return Some(Better::Known(bar));
        }
        let may_turn_less = self.may_turn_less(solution, engines);
        may_turn_less.then_some(Better::FewerTurns)
    }

    /// Returns whether a path in known space that costs as much as that of a solution may turn less often, if that counts.
    fn may_turn_less(&self, solution: &Solution, engines: &dyn Engines) -> bool {
        let asked = self.settings.fewest_turns && engines.guarantee(self) == Guarantee::Optimal;
        let path = solution.outcome.path().filter(|_| asked);
        path.is_some_and(|path| {
            engines.turns(path) > engines.fewest_turns(self, path)
                && engines.cut(self, &mut path.clone()).is_none()
        })
    }

    /// Begins the search for the task; returns the solution if it needs none.
    fn begin(
        &self,
        state: &mut SolveState,
        engines: &dyn Engines,
        workspace: &mut Workspace,
    ) -> Option<Solution> {
        let nothing = Statistics::default();
        if let Task::Goal = state.task
            && let Some(outcome) = engines.answer_at_once(self, workspace, state.labels)
        {
            let Some(reason) = self.partial_reason(&outcome) else {
                return Some(Solution::new(outcome, nothing));
            };
            state.task = self.nearest_task(reason, nothing, engines);
        }
        if let Task::Nearest(part) = &state.task
            && matches!(part.nearest, NearestCells::One(cell) if cell == self.start)
        {
            let mut path = workspace.take_path();
            path.restart(self.start);
            let reason = part.reason;
            return Some(Solution::new(
                Outcome::Partial { path, reason },
                part.before,
            ));
        }
        state.problem = Some(engines.begin(self, &state.task));
        None
    }

    /// Returns the reason why the outcome leads no further, if it is to be replaced by part of a
    /// path.
    fn partial_reason<P>(&self, outcome: &Outcome<P>) -> Option<PartialReason> {
        if self.partial == Partial::Refused {
            return None;
        }
        match outcome {
            Outcome::Unreachable => Some(PartialReason::Unreachable),
            Outcome::LimitReached { limit, .. } => Some(PartialReason::Limit(*limit)),
            Outcome::Cancelled { .. } => Some(PartialReason::Cancelled),
            Outcome::Found(_)
            | Outcome::Partial { .. }
            | Outcome::StoppedAtUnknown { .. }
            | Outcome::InvalidEnd(EndFault::StartOutside) => None,
            Outcome::InvalidEnd(fault) => Some(PartialReason::InvalidEnd(*fault)),
        }
    }

    fn nearest_task(
        &self,
        reason: PartialReason,
        before: Statistics,
        engines: &dyn Engines,
    ) -> Task {
        Task::Nearest(Part {
            reason,
            nearest: engines.nearest(self),
            before,
        })
    }

    /// Continues the search for the goal, and asks for labels where it has gone on for long.
    fn advance_whole(
        &self,
        problem: &mut ProblemState,
        labels: &mut Labels,
        mut left: u64,
        engines: &dyn Engines,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        loop {
            let expanded = problem.expanded();
            let patience = engines.patience(*labels).saturating_sub(expanded);
            if patience == 0 {
                *labels = Labels::All;
                if let Some(outcome) = engines.answer_at_once(self, workspace, *labels) {
                    return Some(Solution::new(outcome, problem.statistics()));
                }
                continue;
            }
            let most = left.min(patience);
            let task = &Task::Goal;
            let solution = engines.advance(self, task, problem, most, workspace, observer);
            if solution.is_some() || most == left {
                return solution;
            }
            left = left.saturating_sub(problem.expanded() - expanded);
        }
    }

    /// Writes the best path known so far.
    pub(crate) fn best_so_far(
        &self,
        state: &SolveState,
        engines: &dyn Engines,
        workspace: &Workspace,
        path: &mut Path,
    ) {
        let query = self.between(state.ends.unwrap_or([self.start, self.goal]));
        let plan = match &state.task {
            Task::Better(plan) => plan.solution.outcome.any_path(),
            _ => None,
        };
        match (plan, &state.problem) {
            (Some(plan), _) => path.clone_from(plan),
            (None, Some(problem)) => {
                engines.write_best(&query, &state.task, problem, workspace, path);
            }
            (None, None) => path.restart(query.start),
        }
    }

    /// Returns the lower bound on the cost of every path to the goal, as far as known so far.
    pub(crate) fn bound_so_far(&self, state: &SolveState, engines: &dyn Engines) -> Cost {
        let query = self.between(state.ends.unwrap_or([self.start, self.goal]));
        match (&state.task, &state.problem) {
            (Task::Goal, Some(problem)) => engines.bound_so_far(&query, problem),
            (Task::Better(plan), _) => plan.solution.statistics.lower_bound,
            _ => Cost::ZERO,
        }
    }

    /// Returns the outcome with its path confined to the cells where the agent may go.
    pub(crate) fn confined(&self, solution: Solution, engines: &dyn Engines) -> Solution {
        Solution {
            outcome: confined(solution.outcome, |path| engines.cut(self, path)),
            ..solution
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

impl Plan {
    /// Returns the solution, given how the search for a better path ended.
    fn decided(self, ended: Solution, workspace: &mut Workspace) -> Solution {
        let mut statistics = ended.statistics;
        statistics.add(&self.solution.statistics);
        let known = self.solution.outcome;
        let stop = stop(&ended.outcome);
        let outcome = match (ended.outcome, stop) {
            (Outcome::Found(better), _) => known.map_path(|path| {
                workspace.recycle(path);
                better
            }),
            (other, stop) => {
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
fn stop<P>(end: &Outcome<P>) -> Option<PartialReason> {
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
fn undecided<P>(outcome: Outcome<P>, stop: PartialReason) -> Outcome<P> {
    match (outcome, stop) {
        (Outcome::Found(path), PartialReason::Limit(limit)) => {
            Outcome::LimitReached { limit, path }
        }
        (Outcome::Found(path), _) => Outcome::Cancelled { path },
        (Outcome::Partial { path, .. }, reason) => Outcome::Partial { path, reason },
        (outcome, _) => outcome,
    }
}

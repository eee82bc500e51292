//! The stages of queries over moves that are supplied: those of ground agents, and a caller's own.
//!
//! An agent that stops before unknown cells plans by moves that are possible if unknown cells turn out well.
//! INVARIANT: a query returns of such a plan only moves in known space.

mod raced;

use glam::IVec3;
use voxnav_occupancy::{CellBox, Heading};

use super::engines::{Engines, planned};
use super::flying::{Labels, MOST_CANDIDATES};
use super::state::{Better, Plan, Task};
use crate::cost::Cost;
use crate::engine::{Aim, CostCutoff, ProblemState, Runner, SuccessorProblem, weighing};
use crate::expansion::legs_to;
use crate::goal::{GoalTest, Region};
use crate::heuristic::{HeuristicBound, Weight};
use crate::kernel::{Reopening, SearchState};
use crate::movement::Successors;
use crate::outcome::{EndFault, Outcome, PartialReason, Side, Solution, Watcher};
use crate::path::Path;
use crate::query::{Algorithm, Guarantee, Partial, Query, SnapPolicy};
use crate::workspace::Workspace;

/// The factor of [`Algorithm::Hierarchical`] over moves that are supplied: weighted A*, whose effort falls with it. Over moves
/// that prune it races against the exact search (`supplied/raced.rs`).
const FIRST_WEIGHT: Weight = Weight::of_quarters(8);

impl<S: Successors> Engines for S {
    /// The search for the goal has looked at every cell by then.
    fn searches_nearest(&self) -> bool {
        false
    }

    /// Returns the moves of the windows: few at first, since windows are expensive on hills.
    fn windows(&self, _: &Query<'_>) -> &'static [u32] {
        &[12, 24, 64]
    }

    fn placed_ends(&self, query: &Query<'_>) -> [IVec3; 2] {
        let bounds = self.bounds();
        let placed = |cell: IVec3, policy| match policy {
            SnapPolicy::Nearest { radius } if !bounds.contains(cell) || !self.can_be_at(cell) => {
                self.nearest(cell, radius).unwrap_or(cell)
            }
            _ => cell,
        };
        let goal = match query.region {
            Some(_) => query.goal,
            None => placed(query.goal, query.snap_goal),
        };
        [placed(query.start, query.snap_start), goal]
    }

    fn cells(&self) -> CellBox {
        self.bounds()
    }

    fn may_begin_at(&self, cell: IVec3) -> bool {
        self.can_be_at(cell)
    }

    fn goal_at_once(&self, query: &Query<'_>, _: Labels) -> Option<Outcome<Path>> {
        is_goal_blocked(query, self).then_some(Outcome::InvalidEnd(EndFault::GoalBlocked))
    }

    fn begin(&self, _: &Query<'_>, _: &Task) -> ProblemState {
        ProblemState::of_supplied()
    }

    fn advance(
        &self,
        query: &Query<'_>,
        task: &Task,
        problem: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        if let Task::Better(plan) = task {
            if let Better::FewerTurns = plan.better {
                return query
                    .advance_fewest_turns(self, plan, problem, budget, workspace, observer);
            }
            let known = self.confined()?.known_space();
            let query = query.in_known_space(plan)?;
            let mut ended = query.advance_supplied(&known, problem, budget, workspace, observer)?;
            // What holds in known space says nothing of paths through cells that may turn out free.
            ended.statistics.lower_bound = Cost::ZERO;
            return Some(ended);
        }
        let solution = query.advance_supplied(self, problem, budget, workspace, observer)?;
        Some(match task {
            Task::Nearest(part) => query.ended_near(part.reason, solution, self, workspace),
            _ if query.partial == Partial::Allowed && solution.outcome == Outcome::Unreachable => {
                query.ended_near(PartialReason::Unreachable, solution, self, workspace)
            }
            _ => solution,
        })
    }

    /// Returns a bar if the path of a solution leaves known space, and another that costs the same may not.
    fn bar(&self, query: &Query<'_>, solution: &Solution) -> Option<CostCutoff> {
        let confined = self.confined()?;
        let path = planned(&solution.outcome)?;
        let known = confined.known_space();
        let has_one_end = query.region.is_none() || solution.outcome.path().is_none();
        let may_be_known = Engines::guarantee(self, query) == Guarantee::Optimal
            && known.can_be_at(path.start())
            && (!has_one_end || known.can_be_at(path.goal()));
        let leaves = may_be_known && self.cut(query, &mut path.clone()).is_some();
        leaves.then_some(CostCutoff::KNOWN_SPACE)
    }

    fn turns(&self, path: &Path) -> usize {
        let directions = || path.runs().iter().map(|run| self.direction_of(run.step));
        let next = directions().skip(1);
        directions()
            .zip(next)
            .filter(|(one, next)| one != next)
            .count()
    }

    fn write_best(
        &self,
        query: &Query<'_>,
        _: &Task,
        problem: &ProblemState,
        workspace: &Workspace,
        path: &mut Path,
    ) {
        *path = match problem.only_search() {
            Some(search) => query.path_to_reached(self, workspace, search.best_cell()),
            None => Path::at(query.start),
        };
    }

    fn bound_so_far(&self, query: &Query<'_>, problem: &ProblemState) -> Cost {
        let Some(search) = problem.only_search() else {
            return Cost::ZERO;
        };
        let bound = search.lower_bound.min(search.incumbent);
        let proved = query.runner_over(self).proved_so_far(bound);
        proved.max(query.estimated_bound(self))
    }

    fn guarantee(&self, query: &Query<'_>) -> Guarantee {
        let algorithm = query.supplied_algorithm();
        let bound = match (algorithm, query.estimator) {
            (Algorithm::Dijkstra, _) => HeuristicBound::Admissible,
            (_, Some(estimator)) if query.region.is_none() => estimator.law().bound(),
            _ => HeuristicBound::Admissible,
        };
        Guarantee::of(algorithm, bound)
    }

    fn cut(&self, _: &Query<'_>, path: &mut Path) -> Option<IVec3> {
        let confined = self.confined()?;
        let mut from = path.start();
        let mut known = Path::at(from);
        let mut unknown = confined.unknown_at(from);
        for to in path.cells().skip(1) {
            if unknown.is_some() {
                break;
            }
            match confined.known_move(from, to) {
                Ok(made) => known.go(from, made),
                Err(cell) => unknown = Some(cell),
            }
            from = to;
        }
        *path = known;
        unknown
    }
}

/// Returns whether no path can end at the goal. Looks at the cells of a goal of several if they
/// are few.
fn is_goal_blocked<S: Successors>(query: &Query<'_>, successors: &S) -> bool {
    match query.region {
        None => !successors.can_be_at(query.goal),
        Some(goal) => {
            let region = Region::new(goal, successors.bounds());
            let cells = region.candidates(MOST_CANDIDATES);
            cells.is_some_and(|mut cells| !cells.any(|cell| successors.can_be_at(cell)))
        }
    }
}

impl<'q> Query<'q> {
    /// Returns the query for a path in known space that costs as much as a plan, and ends as well.
    fn in_known_space(&self, plan: &Plan) -> Option<Self> {
        let path = plan.solution.outcome.any_path()?;
        let mut query = *self;
        query.below = path.cost() + Cost::from_raw(1);
        let limits = &mut query.settings.limits;
        *limits = limits.after(plan.solution.statistics.expanded);
        if plan.solution.outcome.path().is_none() {
            query.region = None;
        }
        if query.region.is_none() && self.goal != path.goal() {
            // Part of a way: estimators are asked about the goal alone.
            (query.goal, query.estimator) = (path.goal(), None);
        }
        Some(query)
    }

    /// Continues a search for the goal for `budget` expansions.
    fn advance_supplied<S: Successors>(
        &self,
        successors: &S,
        problem: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        if let Some(exact) = self.rival(successors) {
            return self.advance_raced(&exact, successors, problem, budget, workspace, observer);
        }
        let search = problem.only_search_mut();
        self.advance_alone(successors, search, budget, workspace, observer)
    }

    /// Continues one search for the goal for `budget` expansions.
    fn advance_alone<S: Successors>(
        &self,
        successors: &S,
        search: &mut Option<SearchState>,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let mut solution = if let Some(goal) = self.region {
            let region = Region::new(goal, successors.bounds());
            let searched = self.supplied(successors, region, Aim::Region(region));
            searched.advance(search, budget, workspace, observer)
        } else {
            let aim = Aim::Cell(CellBox::of_cell(self.goal));
            let searched = self.supplied(successors, self.goal, aim);
            searched.advance(search, budget, workspace, observer)
        }?;
        let bound = &mut solution.statistics.lower_bound;
        *bound = self.estimated_bound(successors).max(*bound);
        Some(solution)
    }

    /// Returns the algorithm that answers the query.
    fn supplied_algorithm(&self) -> Algorithm {
        match self.settings.algorithm {
            Algorithm::Hierarchical => Algorithm::WeightedAStar(FIRST_WEIGHT),
            Algorithm::LazyTheta => Algorithm::AStar,
            other => other,
        }
    }

    /// Returns the estimate of the whole way by the moves, which no path costs less than, where the search proves less.
    fn estimated_bound<S: Successors>(&self, successors: &S) -> Cost {
        if Engines::guarantee(successors, self) == Guarantee::Optimal {
            return Cost::ZERO;
        }
        successors.estimate(self.start, &self.hull(successors))
    }

    /// Returns the path to a cell that a search from the start has reached.
    pub(super) fn path_to_reached<S: Successors>(
        &self,
        successors: &S,
        workspace: &Workspace,
        cell: IVec3,
    ) -> Path {
        let pruned_for = self.pruned_for(successors);
        let known = (&workspace.forward.records, &workspace.forward.parents);
        legs_to(successors, pruned_for, known, cell, Side::Start)
    }

    /// Returns the box around the cells of the goal.
    pub(super) fn hull<S: Successors>(&self, successors: &S) -> CellBox {
        match self.region {
            Some(goal) => *Region::new(goal, successors.bounds()).hull(),
            None => CellBox::of_cell(self.goal),
        }
    }

    pub(super) fn supplied<'a, S: Successors, R: GoalTest>(
        &'a self,
        successors: &'a S,
        region: R,
        aim: Aim<'a>,
    ) -> SuccessorProblem<'a, S, Accepted<'a, S, R>> {
        let algorithm = self.supplied_algorithm();
        let (weighing, allowed) = weighing(algorithm, Weight::ONE);
        let is_first = self.settings.algorithm == Algorithm::Hierarchical;
        let is_by_moves = self.region.is_none() && self.estimator.is_none();
        let reopening = if is_first && is_by_moves && successors.is_consistent() {
            Reopening::OfQueued
        } else {
            allowed
        };
        let pruned_for = self.pruned_for(successors);
        let is_asked = is_first && self.partial == Partial::Refused;
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
            pruned_for,
            asked_for: pruned_for.or_else(|| is_asked.then(|| self.hull(successors))),
            weighing,
            reopening,
            ties: self.settings.ties,
            runner: self.runner_over(successors),
        }
    }

    fn runner_over<S: Successors>(&self, successors: &S) -> Runner<'q> {
        Runner {
            limits: self.settings.limits,
            cancel: self.cancel,
            guarantee: Engines::guarantee(successors, self),
            below: self.below,
            // Exact, which is within any factor.
            within: Weight::ONE,
            ranks: Cost::ZERO,
        }
    }

    /// Returns the cells for which moves may be pruned: where the cheapest path is looked for by
    /// estimates that never exceed it. Partial paths end at the reached cell of the smallest
    /// estimate, which a run may pass.
    fn pruned_for<S: Successors>(&self, successors: &S) -> Option<CellBox> {
        let is_exact = !matches!(
            self.supplied_algorithm(),
            Algorithm::WeightedAStar(_) | Algorithm::GreedyBestFirst
        );
        let is_guided = self.estimator.is_some() && self.settings.algorithm != Algorithm::Dijkstra;
        let may_prune = is_exact && !is_guided && self.partial == Partial::Refused;
        may_prune.then(|| self.hull(successors))
    }
}

/// The cells of a goal at which a path may end.
pub(super) struct Accepted<'q, S, R> {
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

//! The path with the fewest turns, over moves that are supplied.

use voxnav_occupancy::CellBox;

use super::state::Plan;
use crate::engine::{Aim, ProblemState};
use crate::movement::{Confined, Successors};
use crate::outcome::{Side, Solution, Watcher};
use crate::query::Query;
use crate::workspace::Workspace;

impl Query<'_> {
    /// Continues the search for the path with the fewest turns among those that cost as much as the path of a plan, in
    /// known space where the agent stops at its end.
    pub(super) fn advance_fewest_turns<S: Successors>(
        &self,
        successors: &S,
        plan: &Plan,
        problem: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let known = successors.confined().map(Confined::known_space);
        let moves: &dyn Successors = known.unwrap_or(successors);
        let path = plan.solution.outcome.any_path()?;
        let mut query = *self;
        let limits = &mut query.settings.limits;
        *limits = limits.after(plan.solution.statistics.expanded);
        limits.cost = Some(path.cost());
        if self.region.is_some() || self.goal != path.goal() {
            (query.region, query.goal, query.estimator) = (None, path.goal(), None);
        }
        let aim = Aim::Cell(CellBox::of_cell(query.goal));
        let searched = query.supplied(&moves, query.goal, aim).of_all_cells();
        if let Some((turns, first_pass)) = problem.second_pass() {
            let records = &workspace.forward.records;
            let runner = &searched.runner;
            return turns.advance(&moves, records, runner, &first_pass, budget);
        }
        let search = problem.only_search_mut();
        let solution = searched.advance(search, budget, workspace, observer)?;
        let side = match moves.backwards() {
            Some(_) => Side::Goal,
            None => Side::Start,
        };
        problem.after_first_pass(solution, [self.start, query.goal], side, workspace)
    }
}

//! Agents that fly, or go wherever cells are free: routes of an [`AgentView`].

use std::ops::Range;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice};
use voxnav_search::{Cost, Limit, Limits, Outcome, Partial, Path, SnapPolicy, Workspace};

use super::changes::Changes;
use super::kinds::{Answer, Course, Difference, Reach, Slices, Trail, View};
use super::way::Way;
use crate::routes::{
    AgentView, Destination, Route, RouteEnd, RouteError, RouteOptions, RouteSearch,
};

impl View for AgentView {
    type Trail = Path;
    type Course = Way;
    type Changes = Changes;
    type Route = Route;
    type Search = RouteSearch;

    const FINISHES_MOVES: bool = false;

    fn lattice(&self) -> &Lattice {
        self.lattice()
    }

    fn options(&self) -> &RouteOptions {
        self.options()
    }

    fn bounds(&self) -> CellBox {
        self.world().bounds()
    }

    fn up_to(&self, limit: Option<Cost>) -> Self {
        self.up_to(limit)
    }

    fn changes_since(&self, before: &Self) -> Changes {
        Changes::between(before.world(), self.world())
    }

    fn costs_as(&self, before: &Self) -> bool {
        before.terrain().is_shared_with(self.terrain())
    }

    fn in_cells(&self, position: DVec3) -> Result<DVec3, RouteError> {
        Ok(self.lattice().coordinates_of(position)?)
    }

    fn spot(&self, cell: IVec3) -> DVec3 {
        self.lattice().center(cell)
    }

    fn end(&self, route: &Route) -> Option<DVec3> {
        self.in_cells(*route.waypoints.last()?).ok()
    }

    fn rest(&self, position: DVec3) -> Result<Option<IVec3>, RouteError> {
        Ok(Some(self.lattice().cell_at(position)?))
    }

    fn reaches(&self, position: DVec3, _: Option<IVec3>, cell: IVec3) -> bool {
        self.is_joined(position, cell)
    }

    fn goal_cell(&self, at: DVec3, to: &Destination) -> Result<Option<IVec3>, RouteError> {
        let [_, goal] = self.joined_cells(at, to)?;
        Ok(goal)
    }

    fn leads_to(
        &self,
        route: Option<&Route>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError> {
        let was_met = route.is_some_and(|route| route.goal == RouteEnd::Joined);
        Ok(match to {
            Destination::Position(goal) if was_met => self.is_joined(*goal, cell),
            _ => true,
        })
    }

    fn allows(&self, trail: &Path) -> bool {
        let settings = &self.options().settings;
        let checked = trail.verify(self.world(), settings.moves, settings.corners, None);
        checked.is_ok()
    }

    fn short_path(
        &self,
        [from, to]: [IVec3; 2],
        limits: Limits,
        workspace: &mut Workspace,
    ) -> (Option<Path>, u64) {
        let query = self.options().query(self.lattice(), from, to);
        let query = query
            .limits(limits)
            .snap_start(SnapPolicy::Exact)
            .snap_goal(SnapPolicy::Exact)
            .partial(Partial::Refused);
        let terrain = self.terrain();
        let query = if terrain.is_uniform() {
            query
        } else {
            query.terrain(terrain)
        };
        let solution = query.solve(self.world(), workspace);
        let path = match solution.outcome {
            Outcome::Found(path) => Some(path),
            _ => None,
        };
        (path, solution.statistics.expanded)
    }

    fn search_in(
        &self,
        from: DVec3,
        to: &Destination,
        workspace: Workspace,
    ) -> Result<RouteSearch, RouteError> {
        self.search_in(from, to, workspace)
    }

    fn route_along(
        &self,
        trail: Path,
        reach: Reach,
        at: DVec3,
        to: &Destination,
    ) -> Result<Route, RouteError> {
        let outcome = match reach {
            Reach::Goal => Outcome::Found(trail),
            Reach::Part => Outcome::Cancelled { path: trail },
        };
        self.route_along(outcome, at, to)
    }
}

impl Slices<AgentView> for RouteSearch {
    fn view(&self) -> &AgentView {
        self.view()
    }

    fn expanded(&self) -> u64 {
        self.expanded()
    }

    fn step(&mut self, most: u64) -> Result<bool, RouteError> {
        Ok(self.step(most)?.is_some())
    }

    fn finish(self) -> (Option<Answer<AgentView>>, Workspace) {
        let (route, workspace) = self.finish();
        let answer = route.map(|route| {
            let is_there = route.is_found() && !matches!(route.goal, RouteEnd::Snapped { .. });
            let reach = if is_there { Reach::Goal } else { Reach::Part };
            Answer {
                trail: route.path().cloned().map(|path| (path, reach)),
                least: route.statistics.lower_bound,
                is_beyond_limit: matches!(&route.outcome, Outcome::LimitReached { limit, .. } if *limit == Limit::Cost),
                route,
            }
        });
        (answer, workspace)
    }
}

impl Trail<AgentView> for Path {
    fn cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        self.cells()
    }

    fn start(&self) -> IVec3 {
        self.start()
    }

    fn goal(&self) -> IVec3 {
        self.goal()
    }

    fn move_count(&self) -> u64 {
        self.move_count()
    }

    fn cost(&self) -> Cost {
        self.cost()
    }

    fn room(&self, _: u64, _: &AgentView) -> Option<[DVec3; 2]> {
        None
    }

    fn part(&self, moves: Range<u64>, view: &AgentView) -> Option<Self> {
        self.part(moves, Some(view.terrain()))
    }

    fn joined(self, rest: &Self) -> Option<Self> {
        self.joined(rest)
    }

    fn reversed(&self, view: &AgentView) -> Option<Self> {
        self.reversed(Some(view.terrain()))
    }
}

impl Course<AgentView> for Way {
    fn of(trail: Path, goal: CellBox, view: &AgentView) -> Self {
        let mut way = Self::new(trail, &view.options().settings, view.world());
        way.ends[1] = goal;
        way
    }

    fn trail(&self) -> &Path {
        &self.path
    }

    fn passed(&self) -> u64 {
        self.passed
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn blocked(&self) -> Option<u64> {
        self.blocked
    }

    fn pass(&mut self, moves: u64, view: &AgentView) {
        self.pass(moves, Some(view.terrain()), view.world());
    }

    fn look_at(&mut self, changes: &Changes, view: &AgentView) {
        self.look_at(changes, view.world());
    }

    fn weigh(&mut self, view: &AgentView) {
        if let Some(rest) = self.rest(Some(view.terrain())) {
            self.cost = rest.cost();
        }
    }

    fn least(&self, from: IVec3, _: &AgentView) -> Cost {
        self.rules.between([CellBox::of_cell(from), self.ends[1]])
    }

    fn least_through(
        &self,
        from: IVec3,
        changes: &Changes,
        below: Cost,
        _: &AgentView,
    ) -> Option<Cost> {
        let ends = [CellBox::of_cell(from), self.ends[1]];
        changes.least_through(ends, &self.rules, below)
    }
}

impl Difference for Changes {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn frees_any(&self) -> bool {
        self.frees_any()
    }
}

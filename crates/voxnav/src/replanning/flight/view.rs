//! Agents that fly, or go wherever cells are free: routes of an [`AgentView`].

use glam::{DVec3, IVec3};
use voxnav_occupancy::Lattice;
use voxnav_search::{Cost, Flight, Limit, Limits, Outcome, Partial, Path, SnapPolicy, Workspace};

use crate::replanning::kinds::{Answer, Reach, Slices, View};
use crate::routes::{
    AgentView, Destination, Route, RouteEnd, RouteError, RouteOptions, RouteSearch,
};

impl View for AgentView {
    type Moves = Flight;
    type Route = Route;
    type Search = RouteSearch;

    fn lattice(&self) -> &Lattice {
        self.lattice()
    }

    fn options(&self) -> &RouteOptions {
        self.options()
    }

    fn moves(&self) -> &Flight {
        self.flight()
    }

    fn up_to(&self, limit: Option<Cost>) -> Self {
        self.up_to(limit)
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
        path: Path,
        reach: Reach,
        at: DVec3,
        to: &Destination,
    ) -> Result<Route, RouteError> {
        let outcome = match reach {
            Reach::Goal => Outcome::Found(path),
            Reach::Part => Outcome::Cancelled { path },
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
                path: route.path().cloned().map(|path| (path, reach)),
                least: route.statistics.lower_bound,
                is_beyond_limit: matches!(&route.outcome, Outcome::LimitReached { limit, .. } if *limit == Limit::Cost),
                route,
            }
        });
        (answer, workspace)
    }
}

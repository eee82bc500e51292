//! Agents on the ground: routes of a [`GroundView`].

use glam::{DVec3, IVec3};
use voxnav_occupancy::Lattice;
use voxnav_search::{
    Action, Cost, Ground, Limit, Limits, Outcome, Partial, Path, Query, Statistics, Workspace,
};

use crate::ground::{GroundRoute, GroundSearch, GroundView};
use crate::replanning::kinds::{Answer, Reach, Slices, View};
use crate::routes::{Destination, RouteError, RouteOptions};

impl View for GroundView {
    type Moves = Ground;
    type Route = GroundRoute;
    type Search = GroundSearch;

    fn lattice(&self) -> &Lattice {
        self.lattice()
    }

    fn options(&self) -> &RouteOptions {
        self.options()
    }

    fn moves(&self) -> &Ground {
        self.ground()
    }

    fn up_to(&self, limit: Option<Cost>) -> Self {
        self.up_to(limit)
    }

    fn in_cells(&self, position: DVec3) -> Result<DVec3, RouteError> {
        Ok(self.in_cells(position)?)
    }

    fn spot(&self, cell: IVec3) -> DVec3 {
        self.feet_at(cell)
    }

    fn end(&self, route: &GroundRoute) -> Option<DVec3> {
        self.in_cells(route.waypoints.last()?.position).ok()
    }

    fn rest(&self, position: DVec3) -> Result<Option<IVec3>, RouteError> {
        Ok(self
            .question(position, &Destination::Position(position))?
            .start())
    }

    fn reaches(&self, _: DVec3, rest: Option<IVec3>, cell: IVec3) -> bool {
        rest == Some(cell)
    }

    fn goal_cell(&self, at: DVec3, to: &Destination) -> Result<Option<IVec3>, RouteError> {
        Ok(self.question(at, to)?.goal())
    }

    fn leads_to(
        &self,
        _: Option<&GroundRoute>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError> {
        let anywhere = self.lattice().origin();
        Ok(self.question(anywhere, to)?.leads_to(cell))
    }

    fn short_path(
        &self,
        [from, to]: [IVec3; 2],
        limits: Limits,
        workspace: &mut Workspace,
    ) -> (Option<Path<Action>>, u64) {
        let query = Query::new(from, to)
            .settings(self.options().settings)
            .limits(limits)
            .partial(Partial::Refused);
        let solution = query.solve(&self.ground().moves(), workspace);
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
    ) -> Result<GroundSearch, RouteError> {
        self.search_in(from, to.clone(), workspace)
    }

    fn route_along(
        &self,
        path: Path<Action>,
        reach: Reach,
        at: DVec3,
        to: &Destination,
    ) -> Result<GroundRoute, RouteError> {
        let outcome = match reach {
            Reach::Goal => Outcome::Found(path),
            Reach::Part => Outcome::Cancelled { path },
        };
        Ok(self
            .question(at, to)?
            .answered(outcome, Statistics::default()))
    }
}

impl Slices<GroundView> for GroundSearch {
    fn view(&self) -> &GroundView {
        self.view()
    }

    fn expanded(&self) -> u64 {
        self.expanded()
    }

    fn step(&mut self, most: u64) -> Result<bool, RouteError> {
        Ok(self.step(most)?.is_some())
    }

    fn finish(self) -> (Option<Answer<GroundView>>, Workspace) {
        let (route, workspace) = self.finish();
        let answer = route.map(|route| {
            let reach = if route.is_found() {
                Reach::Goal
            } else {
                Reach::Part
            };
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

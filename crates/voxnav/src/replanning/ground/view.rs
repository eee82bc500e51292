//! Agents on the ground: routes of a [`GroundView`].

use std::ops::Range;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice};
use voxnav_search::{
    Action, Cost, Limit, Limits, Outcome, Partial, Query, Statistics, Successors, Workspace,
};

use super::changes::GroundChanges;
use super::way::{GroundTrail, GroundWay};
use crate::ground::{GroundRoute, GroundSearch, GroundView};
use crate::replanning::kinds::{Answer, Course, Difference, Reach, Slices, Trail, View};
use crate::routes::{Destination, RouteError, RouteOptions};

impl View for GroundView {
    type Trail = GroundTrail;
    type Course = GroundWay;
    type Changes = GroundChanges;
    type Route = GroundRoute;
    type Search = GroundSearch;

    const FINISHES_MOVES: bool = true;

    fn lattice(&self) -> &Lattice {
        self.lattice()
    }

    fn options(&self) -> &RouteOptions {
        self.options()
    }

    fn bounds(&self) -> CellBox {
        self.ground().stances().occupancy().bounds()
    }

    fn up_to(&self, limit: Option<Cost>) -> Self {
        self.up_to(limit)
    }

    fn changes_since(&self, before: &Self) -> GroundChanges {
        GroundChanges::between(before.ground(), self.ground())
    }

    fn costs_as(&self, _: &Self) -> bool {
        // Changes tell of materials, too.
        true
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

    fn allows(&self, trail: &GroundTrail) -> bool {
        let goal = CellBox::of_cell(trail.goal());
        let way = GroundWay::along(trail.clone(), goal, self.ground());
        way.blocked.is_none()
    }

    fn short_path(
        &self,
        [from, to]: [IVec3; 2],
        limits: Limits,
        workspace: &mut Workspace,
    ) -> (Option<GroundTrail>, u64) {
        let query = Query::new(from, to)
            .settings(self.options().settings)
            .limits(limits)
            .partial(Partial::Refused);
        let solution = query.solve_with(&self.ground().moves(), workspace);
        let path = solution.outcome.path();
        let trail = path.map(|path| GroundTrail::of(path, self.ground()));
        (trail, solution.statistics.expanded)
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
        trail: GroundTrail,
        reach: Reach,
        at: DVec3,
        to: &Destination,
    ) -> Result<GroundRoute, RouteError> {
        let path = trail.path();
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
        let view = self.view().clone();
        let (route, workspace) = self.finish();
        let answer = route.map(|route| {
            let reach = if route.is_found() {
                Reach::Goal
            } else {
                Reach::Part
            };
            let trail = route.path().map(|path| GroundTrail::of(path, view.ground()));
            Answer {
                trail: trail.map(|trail| (trail, reach)),
                least: route.statistics.lower_bound,
                is_beyond_limit: matches!(&route.outcome, Outcome::LimitReached { limit, .. } if *limit == Limit::Cost),
                route,
            }
        });
        (answer, workspace)
    }
}

/// Numbers of moves are no more than there are cells in memory.
fn number(moves: u64) -> usize {
    usize::try_from(moves).unwrap_or(usize::MAX)
}

impl Trail<GroundView> for GroundTrail {
    fn cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        std::iter::once(self.start).chain(self.moves.iter().map(|it| it.to))
    }

    fn start(&self) -> IVec3 {
        self.start
    }

    fn goal(&self) -> IVec3 {
        self.cell(usize::MAX)
    }

    fn move_count(&self) -> u64 {
        self.moves.len() as u64
    }

    fn cost(&self) -> Cost {
        self.cost()
    }

    /// Up first or over first, or in an arc.
    fn room(&self, number: u64, view: &GroundView) -> Option<[DVec3; 2]> {
        let number = usize::try_from(number).ok()?;
        let to = self.moves.get(number)?;
        if !matches!(to.action, Action::StepUp | Action::Drop | Action::Jump) {
            return None;
        }
        let up = view.ground().locomotion().up.step();
        let corners = [self.cell(number), to.to].map(|end| [end, end + up]);
        let corners = corners.as_flattened();
        let low = corners.iter().fold(to.to, |low, &it| low.min(it));
        let high = corners.iter().fold(to.to, |high, &it| high.max(it));
        Some([low, high].map(IVec3::as_dvec3))
    }

    fn part(&self, moves: Range<u64>, _: &GroundView) -> Option<Self> {
        self.part(number(moves.start)..number(moves.end))
    }

    fn joined(self, rest: &Self) -> Option<Self> {
        self.joined(rest)
    }

    fn reversed(&self, _: &GroundView) -> Option<Self> {
        // Nobody drops upward.
        self.moves.is_empty().then(|| self.clone())
    }
}

impl Course<GroundView> for GroundWay {
    fn of(trail: GroundTrail, goal: CellBox, view: &GroundView) -> Self {
        Self::along(trail, goal, view.ground())
    }

    fn trail(&self) -> &GroundTrail {
        &self.trail
    }

    fn passed(&self) -> u64 {
        self.passed as u64
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn blocked(&self) -> Option<u64> {
        self.blocked.map(|moves| moves as u64)
    }

    fn pass(&mut self, moves: u64, view: &GroundView) {
        self.pass(number(moves), view.ground());
    }

    fn look_at(&mut self, changes: &GroundChanges, view: &GroundView) {
        self.look_at(changes, view.ground());
    }

    fn weigh(&mut self, _: &GroundView) {}

    fn least(&self, from: IVec3, view: &GroundView) -> Cost {
        view.ground().moves().estimate(from, &self.goal)
    }

    fn least_through(
        &self,
        from: IVec3,
        changes: &GroundChanges,
        below: Cost,
        view: &GroundView,
    ) -> Option<Cost> {
        let moves = view.ground().moves();
        changes.least_through(&moves, from, &self.goal, below)
    }
}

impl Difference for GroundChanges {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn frees_any(&self) -> bool {
        // A wall that is put up is ground to walk on, too.
        !self.is_empty()
    }
}

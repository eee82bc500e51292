//! The ends of routes of flying agents.
//!
//! The start is joined to the nearest cell that a straight clear way leads to, and so is the goal. Only
//! where these two turn out to be apart are others tried that are connected. One pair of cells is asked for
//! after the other, at once or in slices ([`RouteSearch`](crate::routes::answers::search::RouteSearch)).

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellFilter, UnknownPolicy};
use voxnav_search::{
    AgentMoves, EndFault, Outcome, Partial, PartialReason, SnapPolicy, Solution, Statistics,
};

use crate::following::Anchor;
use crate::routes::answers::route::Route;
use crate::routes::error::RouteError;
use crate::routes::questions::destination::Destination;
use crate::routes::questions::ends::RouteEnd;
use crate::routes::questions::ends::{End, Sweeps};
use crate::routes::questions::question::{Pair, Question, Target};
use crate::routes::questions::setting_out;
use crate::routes::questions::stand::{PairAnswer, PositionedMoves};
use crate::routes::views::flight_view::FlightView;
use crate::routes::views::surroundings::Surroundings;

/// The most other pairs of cells that are tried where the nearest two are apart.
const TRIES: usize = 4;

/// Returns whether the goal stands clear and is joined to no cell, its own included.
fn is_goal_cut_off(view: FlightView<'_>, target: &Target, last: Option<IVec3>) -> bool {
    let Target::Position(goal) = target else {
        return false;
    };
    let is_exact = view.held.options.goal == SnapPolicy::Exact;
    last.is_none() && is_exact && view.sweeps().is_cut_off(goal)
}

/// Returns the end that a route to a cell, if one was found, leads to, and how it meets it.
fn goal_met<'q>(
    sweeps: Sweeps<'_>,
    target: &'q Target,
    found: Option<IVec3>,
    last: Option<IVec3>,
) -> Option<(&'q End, RouteEnd)> {
    match target {
        Target::Cells(_) => None,
        Target::Position(goal) => {
            let how = match last {
                Some(cell) if found == Some(cell) => RouteEnd::Joined,
                Some(_) if found.is_none() => RouteEnd::Unreached,
                _ => sweeps.unjoined(goal, found),
            };
            Some((goal, how))
        }
        Target::AnyOf(ends, _) => {
            let found = found?;
            let there = ends.iter().filter(|end| end.searched() == found);
            // Those that are joined to the cell before the one that is snapped to it.
            let order = |end: &End| (end.cell.is_none(), sweeps.distance(end, found));
            let goal = there.min_by(|a, b| {
                let [a, b] = [order(a), order(b)];
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
            })?;
            Some(match goal.cell {
                Some(_) => (goal, RouteEnd::Joined),
                None => (goal, sweeps.unjoined(goal, Some(found))),
            })
        }
    }
}

impl PositionedMoves for FlightView<'_> {
    fn end(&self, position: DVec3, _: SnapPolicy<f64>) -> Result<End, RouteError> {
        Ok(self.sweeps().end(position)?)
    }

    fn is_cut_off(&self, end: &End) -> bool {
        self.sweeps().is_cut_off(end)
    }

    fn others(&self, Question { start, target }: &Question) -> Vec<Pair> {
        let sweeps = self.sweeps();
        if start.cell.is_none() {
            return Vec::new();
        }
        let starts = sweeps.joined(start.position, start.own);
        let Target::Position(goal) = target else {
            let starts = starts.skip(1).take(TRIES);
            return starts.map(|start| [Some(start), None]).collect();
        };
        if goal.cell.is_none() {
            return Vec::new();
        }
        let goals: Vec<IVec3> = sweeps.joined(goal.position, goal.own).collect();
        let pairs = starts.flat_map(|s| goals.iter().map(move |&g| [s, g]));
        let are_connected = |&[s, g]: &[IVec3; 2]| sweeps.world.is_connected(s, g) == Ok(true);
        let connected = pairs.skip(1).filter(are_connected);
        connected.take(TRIES).map(|pair| pair.map(Some)).collect()
    }

    fn query<'q>(&'q self, question: &'q Question, pair: Pair) -> PairAnswer<'q> {
        let Question { start, target } = question;
        let (options, lattice) = (&self.held.options, &self.held.lattice);
        let [first, last] = pair;
        let refused = |fault| {
            let route = Route::without_path(Outcome::InvalidEnd(fault), Statistics::default());
            PairAnswer::Answered(self.with_ends(question, route, [start.cell, last]))
        };
        let is_exact = options.start == SnapPolicy::Exact;
        if first.is_none() && is_exact && self.sweeps().is_cut_off(start) {
            return refused(EndFault::StartBlocked);
        }
        if is_goal_cut_off(*self, target, last) && options.partial != Partial::Allowed {
            return refused(EndFault::GoalBlocked);
        }
        let from = first.unwrap_or(start.own);
        let query = match target {
            Target::Position(goal) => options.query(lattice, from, last.unwrap_or(goal.own)),
            Target::Cells(goal) | Target::AnyOf(_, goal) => {
                options.query(lattice, from, from).to(goal)
            }
        };
        PairAnswer::Query(match &self.held.guide {
            None => query,
            Some(guide) => query.guided_by(guide),
        })
    }

    fn answered(
        &self,
        question: &Question,
        pair: Pair,
        mut solution: Solution,
    ) -> Result<Route, RouteError> {
        if is_goal_cut_off(*self, &question.target, pair[1])
            && let Outcome::Found(path) = solution.outcome
        {
            let reason = PartialReason::InvalidEnd(EndFault::GoalBlocked);
            solution.outcome = Outcome::Partial { path, reason };
        }
        let route = Route::from_solution(solution, &self.held.lattice)?;
        Ok(self.with_ends(question, route, pair))
    }

    fn with_ends(
        &self,
        Question { start, target }: &Question,
        mut route: Route,
        [first, last]: Pair,
    ) -> Route {
        let sweeps = self.sweeps();
        let ends = route.path().map(|path| [path.start(), path.goal()]);
        let is_one_cell = ends.is_some_and(|[first, last]| first == last);
        let is_found = route.is_found();
        route.start = match first {
            Some(cell) if ends.is_none_or(|[used, _]| used == cell) => RouteEnd::Joined,
            _ => sweeps.unjoined(start, ends.map(|[used, _]| used)),
        };
        if route.start == RouteEnd::Joined {
            route.prepend(start.position);
        }
        let used = ends.map(|[_, used]| used);
        let Some((goal, how)) = goal_met(sweeps, target, used.filter(|_| is_found), last) else {
            return route;
        };
        route.goal = how;
        if route.goal == RouteEnd::Joined {
            route.append(goal.position);
        }
        let is_straight = || sweeps.are_clear(start.position, goal.position);
        let ends_are_joined = [route.start, route.goal] == [RouteEnd::Joined; 2];
        if is_one_cell && ends_are_joined && route.waypoints.len() == 3 && is_straight() {
            route.go_straight();
        }
        route
    }

    fn set_out(&self, question: &Question, route: Route) -> Result<Route, RouteError> {
        Ok(setting_out::set_out(*self, question.start.position, route))
    }

    fn anchor(&self) -> Anchor {
        Anchor::CENTER
    }

    fn is_snapshot_of(&self, other: &AgentMoves) -> bool {
        let other = other.flight();
        other.is_some_and(|other| self.flight.world.is_same_snapshot(&other.world))
    }

    fn is_same(&self, other: &AgentMoves) -> bool {
        let terrain = other.flight().map(|other| &other.terrain);
        self.is_snapshot_of(other)
            && terrain.is_some_and(|terrain| self.flight.terrain.is_shared_with(terrain))
    }

    fn stops_at_unknown(&self) -> bool {
        self.flight.world.unknown_policy() == UnknownPolicy::StopAtBoundary
    }

    fn rest(&self, position: DVec3) -> Result<(Option<IVec3>, DVec3), RouteError> {
        Ok((Some(self.held.lattice.cell_at(position)?), position))
    }

    fn place_near(&self, position: DVec3, radius: f64) -> Result<Option<DVec3>, RouteError> {
        let is_inside = self
            .flight
            .world
            .bounds()
            .contains(self.held.lattice.cell_at(position)?);
        if is_inside && self.is_clear(position, position) {
            return Ok(Some(position));
        }
        let lattice = &self.held.lattice;
        let among = CellFilter::Traversable;
        let nearest = (self.flight.world).nearest_position(lattice, position, radius, among);
        // Position and radius were checked, and all components are looked through.
        let nearest = nearest.ok().flatten();
        Ok(nearest.map(|nearest| self.position_at(nearest.cell)))
    }

    fn settled(&self, cell: IVec3) -> Option<IVec3> {
        self.flight.world.is_traversable(cell).then_some(cell)
    }

    fn reaches(&self, position: DVec3, _: Option<IVec3>, cell: IVec3) -> bool {
        self.is_joined(position, cell)
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

    fn ends_well(&self, route: &Route) -> bool {
        route.is_found() && !matches!(route.goal, RouteEnd::Snapped { .. })
    }

    fn explained(&self, mut route: Route, question: &Question) -> Result<Route, RouteError> {
        if let Some(Surroundings { scene, agent }) = &self.held.surroundings {
            route.enclosure = scene.enclosure(&route, question, agent, &self.held.options)?;
        }
        Ok(route)
    }
}

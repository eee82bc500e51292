//! One question for a route, from the positions asked for to its answer in world space.
//!
//! The start is joined to the nearest cell that a straight clear way leads to, and so is the goal. Only
//! where these two turn out to be apart are others tried that are connected.

use glam::{DVec3, IVec3};
use voxnav_occupancy::Traversability;
use voxnav_search::{
    Goal, Outcome, Partial, PartialReason, Query, SnapPolicy, Solution, Statistics, Terrain,
    Workspace,
};

use super::ends::End;
use super::{NavigatorError, Route, RouteEnd, RouteOptions};
use crate::smoothing::Colliders;

/// How many other pairs of cells are tried at most where the nearest two are apart.
const TRIES: usize = 4;

/// What routes are searched in, and how.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) world: &'a Traversability,
    pub(super) colliders: Colliders<'a>,
    pub(super) options: &'a RouteOptions,
    pub(super) terrain: &'a Terrain,
}

/// Where a route is to lead.
enum Target<'a> {
    Position(End<'a>),
    Cells(&'a Goal),
}

impl<'a> Question<'a> {
    /// The best route from one position to another.
    pub(super) fn between(
        &self,
        [from, to]: [DVec3; 2],
        workspace: &mut Workspace,
    ) -> Result<Route, NavigatorError> {
        let (start, goal) = (self.end(from)?, self.end(to)?);
        let mut starts = start.joined();
        let target = Target::Position(goal);
        let mut goals = target.joined();
        let first = [starts.next(), goals.next()];
        let route = self.solved(&start, &target, first, workspace);
        let [Some(s), Some(g)] = first else {
            return Ok(route);
        };
        if !leads_nowhere(&route) {
            return Ok(route);
        }
        let starts: Vec<_> = std::iter::once(s).chain(starts).collect();
        let goals: Vec<_> = std::iter::once(g).chain(goals).collect();
        let pairs = starts
            .iter()
            .flat_map(|&s| goals.iter().map(move |&g| [s, g]));
        let connected = pairs
            .skip(1)
            .filter(|&[s, g]| self.world.is_connected(s, g) == Ok(true));
        for pair in connected.take(TRIES) {
            let other = self.solved(&start, &target, pair.map(Some), workspace);
            if !leads_nowhere(&other) {
                return Ok(other);
            }
        }
        Ok(route)
    }

    /// The best route from a position to a goal of any kind.
    pub(super) fn toward(
        &self,
        from: DVec3,
        goal: &Goal,
        workspace: &mut Workspace,
    ) -> Result<Route, NavigatorError> {
        let (start, target) = (self.end(from)?, Target::Cells(goal));
        let mut starts = start.joined();
        let first = starts.next();
        let route = self.solved(&start, &target, [first, None], workspace);
        if first.is_none() || !leads_nowhere(&route) {
            return Ok(route);
        }
        for s in starts.take(TRIES) {
            let other = self.solved(&start, &target, [Some(s), None], workspace);
            if !leads_nowhere(&other) {
                return Ok(other);
            }
        }
        Ok(route)
    }

    /// The cell that a search from a position starts from, with how far it is; `None` if the agent
    /// cannot be there.
    pub(super) fn start_cell(&self, from: DVec3) -> Result<Option<(IVec3, f64)>, NavigatorError> {
        let start = self.end(from)?;
        let joined = start.joined().next();
        if let Some(cell) = joined {
            return Ok(Some((cell, start.distance_to(cell))));
        }
        Ok((!start.is_cut_off_from_its_cell()).then_some((start.own, 0.0)))
    }

    fn end(&self, position: DVec3) -> Result<End<'a>, NavigatorError> {
        let layer = self.options.moves.fixed_axis();
        Ok(End::new(position, self.world, self.colliders, layer)?)
    }

    /// The route between two cells, or what the options make of ends that are joined to none.
    fn solved(
        &self,
        start: &End<'_>,
        target: &Target<'_>,
        [first, last]: [Option<IVec3>; 2],
        workspace: &mut Workspace,
    ) -> Route {
        let (options, lattice) = (self.options, self.colliders.lattice);
        if first.is_none() && options.start == SnapPolicy::Exact && start.is_cut_off_from_its_cell()
        {
            return self.refused(start, target, last, Outcome::StartBlocked);
        }
        let from = first.unwrap_or(start.own);
        let mut query = options.query(lattice, from, from);
        let mut is_cut_off = false;
        match target {
            Target::Cells(goal) => query = query.to(goal),
            Target::Position(goal) => {
                query = options.query(lattice, from, last.unwrap_or(goal.own));
                is_cut_off = last.is_none()
                    && options.goal == SnapPolicy::Exact
                    && goal.is_cut_off_from_its_cell();
            }
        }
        if is_cut_off && options.partial != Partial::Allowed {
            return self.refused(start, target, last, Outcome::GoalBlocked);
        }
        let mut solution = self.solution(query, workspace);
        if let Outcome::Found(path) = solution.outcome {
            let shortfall = PartialReason::GoalBlocked;
            solution.outcome = if is_cut_off {
                Outcome::Partial { path, shortfall }
            } else {
                Outcome::Found(path)
            };
        }
        let route = Route::from_solution(solution, lattice);
        self.with_ends(route, start, target, [first, last])
    }

    fn solution(&self, query: Query<'_>, workspace: &mut Workspace) -> Solution {
        if self.terrain.is_uniform() {
            query.solve(self.world, workspace)
        } else {
            query.terrain(self.terrain).solve(self.world, workspace)
        }
    }

    /// No route, for want of a clear way from or to a cell.
    fn refused(
        &self,
        start: &End<'_>,
        target: &Target<'_>,
        last: Option<IVec3>,
        outcome: Outcome,
    ) -> Route {
        let route = Route::without_path(outcome, Statistics::default());
        let first = start.joined().next();
        self.with_ends(route, start, target, [first, last])
    }

    /// The route with the ways to its cells at both ends.
    fn with_ends(
        &self,
        mut route: Route,
        start: &End<'_>,
        target: &Target<'_>,
        [first, last]: [Option<IVec3>; 2],
    ) -> Route {
        let ends = route.path().map(|path| [path.start(), path.goal()]);
        let is_one_cell = ends.is_some_and(|[first, last]| first == last);
        let is_found = route.is_found();
        route.start = match first {
            Some(cell) if ends.is_none_or(|[used, _]| used == cell) => RouteEnd::Joined,
            _ => start.unjoined(ends.is_some()),
        };
        if let Some([used, _]) = ends {
            if route.start == RouteEnd::Joined {
                route.prepend(start.position);
            } else {
                route.start_moved = start.distance_to(used);
            }
        }
        let Target::Position(goal) = target else {
            return route;
        };
        route.goal = match last {
            Some(cell) if ends.is_some_and(|[_, used]| used == cell) && is_found => {
                RouteEnd::Joined
            }
            Some(_) if !is_found => RouteEnd::Unreached,
            _ => goal.unjoined(is_found),
        };
        if let Some([_, used]) = ends {
            match route.goal {
                RouteEnd::Joined => route.append(goal.position),
                RouteEnd::Snapped => route.goal_moved = goal.distance_to(used),
                _ => {}
            }
        }
        let is_straight = || {
            let colliders = &self.colliders;
            colliders.are_clear_in_world(start.position, goal.position)
        };
        let ends_are_joined = [route.start, route.goal] == [RouteEnd::Joined; 2];
        if is_one_cell && ends_are_joined && route.waypoints.len() == 3 && is_straight() {
            route.go_straight();
        }
        route
    }
}

impl Target<'_> {
    fn joined(&self) -> Box<dyn Iterator<Item = IVec3> + '_> {
        match self {
            Self::Position(end) => Box::new(end.joined()),
            Self::Cells(_) => Box::new(std::iter::empty()),
        }
    }
}

/// Whether other cells at the ends may do better.
fn leads_nowhere(route: &Route) -> bool {
    let is_proved = matches!(
        route.outcome,
        Outcome::Unreachable
            | Outcome::Partial {
                shortfall: PartialReason::Unreachable,
                ..
            }
    );
    is_proved || route.goal == RouteEnd::Snapped
}

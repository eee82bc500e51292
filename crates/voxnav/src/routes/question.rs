//! One question for a route, from what was asked for to its answer in world space.
//!
//! The start is joined to the nearest cell that a straight clear way leads to, and so is the goal. Only
//! where these two turn out to be apart are others tried that are connected. One pair of cells is asked for
//! after the other, at once ([`solved`](super::stand::solved)) or in slices ([`RouteSearch`](super::RouteSearch)).

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, UnknownPolicy};
use voxnav_search::{
    EndFault, Flight, Goal, Outcome, Partial, PartialReason, SnapPolicy, Solution, Statistics,
};

use super::destination::{goal_inside, goal_within};
use super::ends::{End, Sweeps};
use super::stand::{Asked, Asks, Pair, Stand};
use super::{AgentView, Destination, Route, RouteEnd, RouteError, RouteOptions};
use crate::following::Anchor;

/// The most other pairs of cells that are tried where the nearest two are apart.
const TRIES: usize = 4;

/// A start and a goal among the cells of an agent's world.
pub(crate) struct Question<'a> {
    sweeps: Sweeps<'a>,
    options: &'a RouteOptions,
    start: End<'a>,
    target: Target<'a>,
}

/// The destination of a route, in cells.
enum Target<'a> {
    Position(End<'a>),
    Cells(Goal),
    /// Positions, whether they are joined to a cell, and that cell, or else their own.
    AnyOf(Vec<(End<'a>, bool, IVec3)>, Goal),
}

impl<'a> Question<'a> {
    pub(super) fn new(
        sweeps: Sweeps<'a>,
        options: &'a RouteOptions,
        from: DVec3,
        to: &Destination,
    ) -> Result<Self, RouteError> {
        let layer = options.settings.moves.fixed_axis();
        let end = |position: DVec3| End::new(position, sweeps, layer);
        let start = end(from)?;
        let target = match to {
            Destination::Position(position) => Target::Position(end(*position)?),
            Destination::Within { center, radius } => {
                Target::Cells(goal_within(sweeps.lattice, *center, *radius)?)
            }
            Destination::Inside { min, max } => {
                Target::Cells(goal_inside(sweeps.lattice, [*min, *max])?)
            }
            Destination::Cells(goal) => Target::Cells(goal.clone()),
            Destination::AnyOf(positions) => {
                let mut ends = Vec::with_capacity(positions.len());
                for &position in positions {
                    let end = end(position)?;
                    let joined = end.joined().next();
                    if joined.is_none() && end.is_cut_off_from_its_cell() {
                        continue;
                    }
                    let is_joined = joined.is_some();
                    let cell = joined.unwrap_or(end.own);
                    ends.push((end, is_joined, cell));
                }
                let goal = Goal::any_of(ends.iter().map(|&(_, _, cell)| cell));
                Target::AnyOf(ends, goal)
            }
        };
        Ok(Self {
            sweeps,
            options,
            start,
            target,
        })
    }

    /// Returns whether the goal stands clear and is joined to no cell, its own included.
    fn is_cut_off(&self, last: Option<IVec3>) -> bool {
        let Target::Position(goal) = &self.target else {
            return false;
        };
        let is_exact = self.options.goal == SnapPolicy::Exact;
        last.is_none() && is_exact && goal.is_cut_off_from_its_cell()
    }

    /// Returns the answer without a route, for want of a clear way from or to a cell.
    fn refused(&self, [_, last]: Pair, outcome: Outcome) -> Asked<'_, ()> {
        let route = Route::without_path(outcome, Statistics::default());
        let first = self.start.joined().next();
        Asked::Answered(self.with_ends(route, [first, last]))
    }

    /// Returns the position that a route to a cell, if one was found, leads to, and how it meets it.
    fn goal_met(&self, found: Option<IVec3>, last: Option<IVec3>) -> Option<(&End<'a>, RouteEnd)> {
        match &self.target {
            Target::Cells(_) => None,
            Target::Position(goal) => {
                let how = match last {
                    Some(cell) if found == Some(cell) => RouteEnd::Joined,
                    Some(_) if found.is_none() => RouteEnd::Unreached,
                    _ => goal.unjoined(found),
                };
                Some((goal, how))
            }
            Target::AnyOf(ends, _) => {
                let found = found?;
                let there = ends.iter().filter(|&&(_, _, cell)| cell == found);
                let distance = |end: &End<'_>| end.distance_to(found);
                // Those that are joined to the cell before the one that is snapped to it.
                let nearest = there.min_by(|(a, joins_a, _), (b, joins_b, _)| {
                    let by_joints = joins_b.cmp(joins_a);
                    by_joints.then(distance(a).total_cmp(&distance(b)))
                });
                nearest.map(|(end, is_joined, _)| {
                    let snapped = || end.unjoined(Some(found));
                    (
                        end,
                        is_joined
                            .then_some(RouteEnd::Joined)
                            .unwrap_or_else(snapped),
                    )
                })
            }
        }
    }

    /// Returns the cell that a search from the start begins at, with how far it is; `None` if the agent
    /// cannot be there.
    pub(super) fn start_cell(&self) -> Option<(IVec3, f64)> {
        let start = &self.start;
        if let Some(cell) = start.joined().next() {
            return Some((cell, start.distance_to(cell)));
        }
        (!start.is_cut_off_from_its_cell()).then_some((start.own, 0.0))
    }

    /// Returns the cell of the start, and those of the goal if it is no single position.
    #[cfg(feature = "colliders")]
    pub(super) fn cells(&self) -> (IVec3, Result<IVec3, &Goal>) {
        let goal = match &self.target {
            Target::Position(goal) => Ok(goal.own),
            Target::Cells(goal) | Target::AnyOf(_, goal) => Err(goal),
        };
        (self.start.own, goal)
    }
}

impl Asks<()> for Question<'_> {
    fn first(&self) -> Pair {
        let last = match &self.target {
            Target::Position(goal) => goal.joined().next(),
            Target::Cells(_) | Target::AnyOf(..) => None,
        };
        [self.start.joined().next(), last]
    }

    fn others(&self, first: Pair) -> Vec<Pair> {
        if first[0].is_none() {
            return Vec::new();
        }
        let starts = self.start.joined();
        let Target::Position(goal) = &self.target else {
            return starts
                .skip(1)
                .take(TRIES)
                .map(|s| [Some(s), None])
                .collect();
        };
        if first[1].is_none() {
            return Vec::new();
        }
        let goals: Vec<IVec3> = goal.joined().collect();
        let pairs = starts.flat_map(|s| goals.iter().map(move |&g| [s, g]));
        let are_connected = |&[s, g]: &[IVec3; 2]| self.sweeps.world.is_connected(s, g) == Ok(true);
        let connected = pairs.skip(1).filter(are_connected);
        connected.take(TRIES).map(|pair| pair.map(Some)).collect()
    }

    fn asked(&self, pair: Pair) -> Asked<'_, ()> {
        let (options, lattice) = (self.options, self.sweeps.lattice);
        let [first, last] = pair;
        let is_exact = options.start == SnapPolicy::Exact;
        if first.is_none() && is_exact && self.start.is_cut_off_from_its_cell() {
            return self.refused(pair, Outcome::InvalidEnd(EndFault::StartBlocked));
        }
        if self.is_cut_off(last) && options.partial != Partial::Allowed {
            return self.refused(pair, Outcome::InvalidEnd(EndFault::GoalBlocked));
        }
        let from = first.unwrap_or(self.start.own);
        let query = match &self.target {
            Target::Position(goal) => options.query(lattice, from, last.unwrap_or(goal.own)),
            Target::Cells(goal) | Target::AnyOf(_, goal) => {
                options.query(lattice, from, from).to(goal)
            }
        };
        Asked::Query(query)
    }

    fn answered(&self, pair: Pair, mut solution: Solution) -> Result<Route, RouteError> {
        if self.is_cut_off(pair[1])
            && let Outcome::Found(path) = solution.outcome
        {
            let reason = PartialReason::InvalidEnd(EndFault::GoalBlocked);
            solution.outcome = Outcome::Partial { path, reason };
        }
        let route = Route::from_solution(solution, self.sweeps.lattice)?;
        Ok(self.with_ends(route, pair))
    }

    fn with_ends(&self, mut route: Route, [first, last]: Pair) -> Route {
        let start = &self.start;
        let ends = route.path().map(|path| [path.start(), path.goal()]);
        let is_one_cell = ends.is_some_and(|[first, last]| first == last);
        let is_found = route.is_found();
        route.start = match first {
            Some(cell) if ends.is_none_or(|[used, _]| used == cell) => RouteEnd::Joined,
            _ => start.unjoined(ends.map(|[used, _]| used)),
        };
        if route.start == RouteEnd::Joined {
            route.prepend(start.position);
        }
        let used = ends.map(|[_, used]| used);
        let Some((goal, how)) = self.goal_met(used.filter(|_| is_found), last) else {
            return route;
        };
        route.goal = how;
        if route.goal == RouteEnd::Joined {
            route.append(goal.position);
        }
        let is_straight = || self.sweeps.are_clear(start.position, goal.position);
        let ends_are_joined = [route.start, route.goal] == [RouteEnd::Joined; 2];
        if is_one_cell && ends_are_joined && route.waypoints.len() == 3 && is_straight() {
            route.go_straight();
        }
        route
    }
}

impl Stand for Flight {
    type Question<'a> = Question<'a>;

    fn question<'a>(
        view: &'a AgentView,
        from: DVec3,
        to: &Destination,
    ) -> Result<Question<'a>, RouteError> {
        Question::new(view.sweeps(), &view.options, from, to)
    }

    fn anchor(&self, _: &Lattice) -> Anchor {
        Anchor::CENTER
    }

    fn stops_at_unknown(&self) -> bool {
        self.world.unknown_policy() == UnknownPolicy::StopAtBoundary
    }

    fn rest(view: &AgentView, position: DVec3) -> Result<Option<IVec3>, RouteError> {
        Ok(Some(view.lattice.cell_at(position)?))
    }

    fn reaches(view: &AgentView, position: DVec3, _: Option<IVec3>, cell: IVec3) -> bool {
        view.is_joined(position, cell)
    }

    fn leads_to(
        view: &AgentView,
        route: Option<&Route>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError> {
        let was_met = route.is_some_and(|route| route.goal == RouteEnd::Joined);
        Ok(match to {
            Destination::Position(goal) if was_met => view.is_joined(*goal, cell),
            _ => true,
        })
    }

    fn ends_well(route: &Route) -> bool {
        route.is_found() && !matches!(route.goal, RouteEnd::Snapped { .. })
    }

    #[cfg(feature = "colliders")]
    fn explained(
        view: &AgentView,
        mut route: Route,
        question: &Question<'_>,
    ) -> Result<Route, RouteError> {
        if let Some(surroundings) = &view.surroundings {
            let sources = surroundings.sources(&view.lattice);
            route.enclosure =
                sources.enclosure(&route, question, &surroundings.agent, &view.options)?;
        }
        Ok(route)
    }
}

/// Returns whether other cells at the ends may do better.
pub(super) fn leads_nowhere<A: Copy + PartialEq>(route: &Route<A>) -> bool {
    let is_proved = matches!(
        route.outcome,
        Outcome::Unreachable
            | Outcome::Partial {
                reason: PartialReason::Unreachable,
                ..
            }
    );
    is_proved || matches!(route.goal, RouteEnd::Snapped { .. })
}

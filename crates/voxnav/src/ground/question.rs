//! One question for a route over the ground: positions become cells where the agent rests.
//!
//! A position is where the feet are: it belongs to the cell whose lower face is the nearest, so that
//! rounding never puts a position on the floor into the floor. From there the agent settles on the
//! ground below; only where it cannot may the options move the end elsewhere.

use glam::{DVec3, IVec3};
use voxnav_occupancy::Lattice;
use voxnav_search::{
    Action, EndFault, Goal, Locomotion, Outcome, PartialReason, Path, Query, SnapPolicy, Solution,
};

use super::{GroundRoute, GroundView};
use crate::following::Anchor;
use crate::routes::{
    Asked, Asks, Destination, Pair, RouteEnd, RouteError, goal_inside, goal_within,
};

/// Returns the place of the body that positions mean: the feet, the middle of the lower face of the lowest cell.
pub(super) fn feet_of(agent: &Locomotion, lattice: &Lattice) -> Anchor {
    let (axis, up) = (agent.up.axis, agent.up.step());
    let offsets = agent.body.offsets();
    let below = if axis.of(up) > 0 {
        -axis.of(offsets.min)
    } else {
        axis.of(offsets.max) - 1
    };
    let lift = up.as_dvec3() * (f64::from(below) + 0.5) * lattice.size();
    Anchor::at(-lift)
}

/// A position that was asked for, and the cell where the agent rests for it, if there is one.
struct End {
    position: DVec3,
    /// The cell of the position.
    own: IVec3,
    rest: Option<IVec3>,
}

/// The cells where a route is to lead.
enum Target {
    Position(End),
    Cells(Goal),
    AnyOf(Vec<End>, Goal),
}

/// A start and a goal in the world of an agent.
pub(crate) struct Question<'a> {
    view: &'a GroundView,
    start: End,
    target: Target,
}

impl<'a> Question<'a> {
    pub(super) fn new(
        view: &'a GroundView,
        from: DVec3,
        to: &Destination,
    ) -> Result<Self, RouteError> {
        let (ground, lattice, options) = (&view.moves, &view.lattice, &view.options);
        let offset = view.anchor().offset();
        let end = |position: DVec3, snapping| -> Result<End, RouteError> {
            let own = lattice.cell_at(position - offset)?;
            let settled = ground.settled(own, u32::MAX);
            let radius = match snapping {
                SnapPolicy::Nearest { radius } => Some(radius),
                _ => None,
            };
            let at = view.in_cells(position)?;
            let near = || ground.nearest(at, radius? / lattice.size());
            Ok(End {
                position,
                own,
                rest: settled.or_else(near),
            })
        };
        let start = end(from, options.start)?;
        let target = match to {
            Destination::Position(position) => Target::Position(end(*position, options.goal)?),
            Destination::Within { center, radius } => {
                Target::Cells(goal_within(lattice, *center, *radius)?)
            }
            Destination::Inside { min, max } => Target::Cells(goal_inside(lattice, [*min, *max])?),
            Destination::Cells(goal) => Target::Cells(goal.clone()),
            Destination::AnyOf(positions) => {
                let ends = positions
                    .iter()
                    .map(|&position| end(position, options.goal));
                let ends: Vec<End> = ends.collect::<Result<_, _>>()?;
                let goal = Goal::any_of(ends.iter().map(|end| end.rest.unwrap_or(end.own)));
                Target::AnyOf(ends, goal)
            }
        };
        Ok(Self {
            view,
            start,
            target,
        })
    }

    /// Returns the cell where the agent rests at the start.
    pub(crate) fn start(&self) -> Option<IVec3> {
        self.start.rest
    }

    /// Returns whether a path that ends at a cell leads to the destination; one inside a box or a ball
    /// always does.
    pub(crate) fn leads_to(&self, cell: IVec3) -> bool {
        match &self.target {
            Target::Position(end) => end.rest == Some(cell),
            Target::AnyOf(ends, _) => ends.iter().any(|end| end.rest == Some(cell)),
            Target::Cells(_) => true,
        }
    }

    /// Returns the query in cells.
    pub(super) fn query(&self) -> Query<'_> {
        let start = self.start.rest.unwrap_or(self.start.own);
        let query = match &self.target {
            Target::Position(end) => Query::new(start, end.rest.unwrap_or(end.own)),
            Target::Cells(goal) | Target::AnyOf(_, goal) => Query::toward(start, goal),
        };
        let options = &self.view.options;
        query.settings(options.settings).partial(options.partial)
    }

    /// Returns how a route that begins or ends at a cell meets a position.
    fn met(&self, end: &End, cell: IVec3) -> RouteEnd {
        if end.own == cell {
            return RouteEnd::Joined;
        }
        let distance = end.position.distance(self.view.position_at(cell));
        RouteEnd::Snapped { distance }
    }
}

impl Asks<Action> for Question<'_> {
    /// Returns the cells where the agent rests.
    fn first(&self) -> Pair {
        let goal = match &self.target {
            Target::Position(end) => end.rest,
            _ => None,
        };
        [self.start.rest, goal]
    }

    fn others(&self, _: Pair) -> Vec<Pair> {
        Vec::new()
    }

    fn asked(&self, _: Pair) -> Asked<'_, Action> {
        Asked::Query(self.query())
    }

    fn answered(&self, pair: Pair, solution: Solution<Action>) -> Result<GroundRoute, RouteError> {
        let route = self.view.route_of(solution.outcome, solution.statistics)?;
        Ok(self.with_ends(route, pair))
    }

    fn with_ends(&self, mut route: GroundRoute, _: Pair) -> GroundRoute {
        let found = route.outcome.path().map(Path::goal);
        let faults = match &route.outcome {
            Outcome::InvalidEnd(fault)
            | Outcome::Partial {
                reason: PartialReason::InvalidEnd(fault),
                ..
            } => Some(*fault),
            _ => None,
        };
        let has_path = route.path().is_some();
        route.start = match self.start.rest {
            Some(cell) if has_path => self.met(&self.start, cell),
            Some(_) => RouteEnd::Unreached,
            None => RouteEnd::Blocked,
        };
        let is_blocked = matches!(faults, Some(EndFault::GoalBlocked | EndFault::GoalOutside));
        route.goal = match (found, &self.target) {
            (Some(found), Target::Position(end)) => self.met(end, found),
            (Some(_), Target::Cells(_)) => RouteEnd::Joined,
            (Some(found), Target::AnyOf(ends, _)) => {
                let there = ends.iter().filter(|end| end.rest == Some(found));
                let distance = |end: &&End| end.position.distance(self.view.position_at(found));
                let nearest = there.min_by(|a, b| distance(a).total_cmp(&distance(b)));
                nearest.map_or(RouteEnd::Joined, |end| self.met(end, found))
            }
            (None, _) if is_blocked => RouteEnd::Blocked,
            (None, _) => RouteEnd::Unreached,
        };
        route
    }
}

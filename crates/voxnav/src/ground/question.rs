//! One question for a route over the ground: positions become cells where the agent rests.
//!
//! A position is where the feet are: it belongs to the cell whose lower face is the nearest, so that
//! rounding never puts a position on the floor into the floor. From there the agent settles on the
//! ground below; only where it cannot may the options move the end elsewhere.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, LatticeError};
use voxnav_search::{
    Action, EndFault, Goal, Ground, Locomotion, Outcome, PartialReason, Path, Query, SnapPolicy,
    Statistics,
};

use super::route::GroundRoute;
use crate::following::Anchor;
use crate::routes::{Destination, RouteEnd, RouteError, RouteOptions, goal_inside, goal_within};

/// The relation between the positions of a body's feet and the cells of the body.
#[derive(Clone, Copy)]
pub(crate) struct Feet<'a> {
    lattice: &'a Lattice,
    /// The offset from the feet to the center of the cell where the body is, in world units.
    lift: DVec3,
}

impl<'a> Feet<'a> {
    pub(crate) fn of(lattice: &'a Lattice, agent: &Locomotion) -> Self {
        let (axis, up) = (agent.up.axis, agent.up.step());
        let offsets = agent.body.offsets();
        let below = if axis.of(up) > 0 {
            -axis.of(offsets.min)
        } else {
            axis.of(offsets.max) - 1
        };
        let lift = up.as_dvec3() * (f64::from(below) + 0.5) * lattice.size();
        Self { lattice, lift }
    }

    /// Returns the cell where the body is if its feet are at a position.
    pub(crate) fn cell_at(&self, position: DVec3) -> Result<IVec3, LatticeError> {
        self.lattice.cell_at(position + self.lift)
    }

    /// Returns the position of the body in cells if its feet are at a position.
    pub(crate) fn in_cells(&self, position: DVec3) -> DVec3 {
        (position + self.lift - self.lattice.origin()) / self.lattice.size()
    }

    /// Returns the place of the body that positions mean.
    pub(crate) fn anchor(&self) -> Anchor {
        Anchor::at(-self.lift)
    }

    /// Returns the position of the feet if the body is at a cell.
    pub(crate) fn position_at(&self, cell: IVec3) -> DVec3 {
        self.lattice.center(cell) - self.lift
    }
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
    options: &'a RouteOptions,
    feet: Feet<'a>,
    start: End,
    target: Target,
}

impl<'a> Question<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        lattice: &'a Lattice,
        options: &'a RouteOptions,
        from: DVec3,
        to: &Destination,
    ) -> Result<Self, RouteError> {
        let feet = Feet::of(lattice, ground.locomotion());
        let end = |position: DVec3, snapping| -> Result<End, RouteError> {
            let own = feet.cell_at(position)?;
            let settled = ground.settled(own, u32::MAX);
            let radius = match snapping {
                SnapPolicy::Nearest { radius } => Some(radius),
                _ => None,
            };
            let near = || {
                let size = lattice.size();
                ground.nearest(feet.in_cells(position), radius? / size)
            };
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
            options,
            feet,
            start,
            target,
        })
    }

    /// Returns the cell where the agent rests at the start.
    pub(crate) fn start(&self) -> Option<IVec3> {
        self.start.rest
    }

    /// Returns the cell where the agent rests at the goal, if that is a single position.
    pub(crate) fn goal(&self) -> Option<IVec3> {
        match &self.target {
            Target::Position(end) => end.rest,
            _ => None,
        }
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
        let settings = self.options.settings;
        query.settings(settings).partial(self.options.partial)
    }

    /// Returns the answer in world units.
    pub(crate) fn answered(
        &self,
        outcome: Outcome<Path<Action>>,
        statistics: Statistics,
    ) -> GroundRoute {
        let found = outcome.path().map(Path::goal);
        let faults = match &outcome {
            Outcome::InvalidEnd(fault)
            | Outcome::Partial {
                reason: PartialReason::InvalidEnd(fault),
                ..
            } => Some(*fault),
            _ => None,
        };
        let has_path = outcome.any_path().is_some();
        let mut route = GroundRoute::of(outcome, statistics, &self.feet);
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
                let distance = |end: &&End| end.position.distance(self.feet.position_at(found));
                let nearest = there.min_by(|a, b| distance(a).total_cmp(&distance(b)));
                nearest.map_or(RouteEnd::Joined, |end| self.met(end, found))
            }
            (None, _) if is_blocked => RouteEnd::Blocked,
            (None, _) => RouteEnd::Unreached,
        };
        route
    }

    /// Returns how a route that begins or ends at a cell meets a position.
    fn met(&self, end: &End, cell: IVec3) -> RouteEnd {
        if end.own == cell {
            return RouteEnd::Joined;
        }
        let distance = end.position.distance(self.feet.position_at(cell));
        RouteEnd::Snapped { distance }
    }
}

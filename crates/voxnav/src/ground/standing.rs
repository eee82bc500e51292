//! The ends of routes over the ground: positions become cells where the agent rests.
//!
//! A position is where the feet are: it belongs to the cell whose lower face is the nearest, so that
//! rounding never puts a position on the floor into the floor. From there the agent settles on the
//! ground below; only where it cannot may the options move the end elsewhere.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, UnknownPolicy};
use voxnav_search::{
    Action, EndFault, Ground, Locomotion, Outcome, PartialReason, Path, Query, SnapPolicy,
};

use super::{GroundRoute, GroundView, setting_out};
use crate::following::Anchor;
use crate::routes::{Asked, Destination, End, Pair, Question, RouteEnd, RouteError, Stand, Target};

/// Returns the place of the body that positions mean: the feet, the middle of the lower face of the lowest cell.
pub(crate) fn feet_of(agent: &Locomotion, lattice: &Lattice) -> Anchor {
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

/// Returns the query in cells.
pub(super) fn query_of<'q>(view: &GroundView, question: &'q Question) -> Query<'q> {
    let start = question.start.searched();
    let query = match &question.target {
        Target::Position(end) => Query::new(start, end.searched()),
        Target::Cells(goal) | Target::AnyOf(_, goal) => Query::toward(start, goal),
    };
    query
        .settings(view.held.options.settings)
        .partial(view.held.options.partial)
}

/// Returns how a route that begins or ends at a cell meets an end.
fn met(view: &GroundView, end: &End, cell: IVec3) -> RouteEnd {
    if end.own == cell {
        return RouteEnd::Joined;
    }
    let distance = end.position.distance(view.position_at(cell));
    RouteEnd::Snapped { distance }
}

impl Stand for Ground {
    fn end(
        view: &GroundView,
        position: DVec3,
        snapping: SnapPolicy<f64>,
    ) -> Result<End, RouteError> {
        let (ground, lattice) = (&view.held.moves, &view.held.lattice);
        let own = lattice.cell_at(position - view.anchor().offset())?;
        let at = view.in_cells(position)?;
        let near = || match snapping {
            SnapPolicy::Nearest { radius } => ground.nearest(at, radius / lattice.size()),
            _ => None,
        };
        Ok(End {
            position,
            own,
            cell: ground.settled(own, u32::MAX).or_else(near),
        })
    }

    fn query<'q>(view: &'q GroundView, question: &'q Question, _: Pair) -> Asked<'q, Action> {
        Asked::Query(query_of(view, question))
    }

    fn with_ends(
        view: &GroundView,
        Question { start, target }: &Question,
        mut route: GroundRoute,
        _: Pair,
    ) -> GroundRoute {
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
        route.start = match start.cell {
            Some(cell) if has_path => met(view, start, cell),
            Some(_) => RouteEnd::Unreached,
            None => RouteEnd::Blocked,
        };
        let is_blocked = matches!(faults, Some(EndFault::GoalBlocked | EndFault::GoalOutside));
        route.goal = match (found, target) {
            (Some(found), Target::Position(end)) => met(view, end, found),
            (Some(_), Target::Cells(_)) => RouteEnd::Joined,
            (Some(found), Target::AnyOf(ends, _)) => {
                let there = ends.iter().filter(|end| end.cell == Some(found));
                let distance = |end: &&End| end.position.distance(view.position_at(found));
                let nearest = there.min_by(|a, b| distance(a).total_cmp(&distance(b)));
                nearest.map_or(RouteEnd::Joined, |end| met(view, end, found))
            }
            (None, _) if is_blocked => RouteEnd::Blocked,
            (None, _) => RouteEnd::Unreached,
        };
        route
    }

    fn set_out(
        view: &GroundView,
        question: &Question,
        route: GroundRoute,
    ) -> Result<GroundRoute, RouteError> {
        setting_out::set_out(view, question, route)
    }

    fn anchor(&self, lattice: &Lattice) -> Anchor {
        feet_of(self.locomotion(), lattice)
    }

    fn is_snapshot_of(&self, other: &Self) -> bool {
        self.is_same_snapshot(other)
    }

    fn stops_at_unknown(&self) -> bool {
        self.locomotion().unknown == UnknownPolicy::StopAtBoundary
    }

    fn rest(view: &GroundView, position: DVec3) -> Result<Option<IVec3>, RouteError> {
        Ok(Self::end(view, position, view.held.options.start)?.cell)
    }

    fn place_near(
        view: &GroundView,
        position: DVec3,
        radius: f64,
    ) -> Result<Option<DVec3>, RouteError> {
        let end = Self::end(view, position, SnapPolicy::Nearest { radius })?;
        Ok(end.cell.map(|cell| view.position_at(cell)))
    }

    fn settled(view: &GroundView, cell: IVec3) -> Option<IVec3> {
        view.held.moves.settled(cell, u32::MAX)
    }

    fn reaches(_: &GroundView, _: DVec3, rest: Option<IVec3>, cell: IVec3) -> bool {
        rest == Some(cell)
    }

    fn leads_to(
        view: &GroundView,
        _: Option<&GroundRoute>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError> {
        // The start matters no more.
        let anywhere = view.held.lattice.origin();
        Ok(match Question::new(view, anywhere, to)?.target {
            Target::Position(end) => end.cell == Some(cell),
            Target::AnyOf(ends, _) => ends.iter().any(|end| end.cell == Some(cell)),
            // A cell inside a box or a ball always does.
            Target::Cells(_) => true,
        })
    }
}

//! The ends of routes over the ground: positions become cells where the agent rests.
//!
//! A position is where the feet are. One rule, in [`stance_of`], says at which cell a walker is for its position, and
//! everything that follows, replans, avoids and asks for routes uses it; only where it finds none may the options move an
//! end elsewhere.
//!
//! *A walker is at the cell where it settles, falling from the first layer at which it fits: that whose lower face
//! is the nearest to its feet, the one above, the one below. If it settles nowhere in the column that it is nearest
//! to, the other columns that it touches are tried, nearest first, for cells within one layer of its feet.* No tolerance
//! decides. A ramp rises by several layers of low cells over one column: where the walker fits at none of the three, it
//! stands at the first above at which it does, within a step.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Heading, Lattice, LatticeError, Stance, UnknownPolicy};
use voxnav_search::{
    AgentMoves, EndFault, Ground, Locomotion, Outcome, Partial, PartialReason, Path, Query,
    SnapPolicy, Solution,
};

use super::{GroundView, setting_out};
use crate::following::Anchor;
use crate::routes::{
    Destination, End, Pair, PairAnswer, PositionedMoves, Question, Route, RouteEnd, RouteError,
    Target,
};

/// Returns the height of a cell, in world units.
pub(crate) fn height_of(lattice: &Lattice, up: Heading) -> f64 {
    lattice.sizes()[up.axis.index()]
}

/// Returns the place of the body that positions mean: the feet, the middle of the lower face of the lowest cell.
pub(crate) fn feet_of(agent: &Locomotion, lattice: &Lattice) -> Anchor {
    let (axis, up) = (agent.up.axis, agent.up.step());
    let offsets = agent.body.offsets();
    let below = if axis.of(up) > 0 {
        -axis.of(offsets.min)
    } else {
        axis.of(offsets.max) - 1
    };
    let lift = up.as_dvec3() * (f64::from(below) + 0.5) * lattice.sizes();
    Anchor::at(-lift)
}

/// The cell at which a walker is for a position.
///
/// ```
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::{Lattice, RouteOptions, View};
///
/// let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 8)))?;
/// world.set_box(CellBox::from_size(IVec3::new(20, 20, 1)), CellState::Occupied)?;
/// let ground = Ground::new(&world.commit(), &Locomotion::walker())?;
/// let view = View::on_ground(Lattice::new(DVec3::ZERO, 0.5)?, ground, &RouteOptions::default())?;
/// // A floor whose top is at 0.25, and feet a little below and above it.
/// for height in [0.2, 0.3, 0.6] {
///     let place = view.ground().ok_or("it walks")?.stance_at([2.0, 2.0, height])?.ok_or("no ground")?;
///     assert_eq!(place.cell, IVec3::new(4, 4, 1));
///     assert!((place.above - (height - 0.25)).abs() < 1e-12);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RestingPlace {
    /// The cell: a stance of the agent, where it stands, swims or climbs (or flies, if it can).
    pub cell: IVec3,
    /// The height of the feet above the lower face of that cell, in world units; negative below it, as it is on a floor
    /// whose top lies inside of a cell.
    pub above: f64,
    /// The cell of the feet, from which the agent falls there: the same cell for feet near the ground.
    pub(crate) own: IVec3,
}

/// Returns the cell at which a walker is for a position: the rule at the head of this file.
pub(crate) fn stance_of(
    ground: &Ground,
    lattice: &Lattice,
    position: DVec3,
) -> Result<Option<RestingPlace>, LatticeError> {
    let feet = position - feet_of(ground.locomotion(), lattice).offset();
    let nearest = lattice.cell_at(feet)?;
    let at = lattice.coordinates_of(feet)?;
    let others = std::iter::once_with(|| touched(ground, nearest, at)).flatten();
    let columns = std::iter::once(nearest).chain(others);
    let found = ground.stance_near(columns, depth_of(ground, lattice));
    Ok(found.map(|[falls_from, cell]| {
        let up = ground.locomotion().up;
        let across = IVec3::ONE - up.axis.unit();
        let is_in_nearest = (cell - nearest) * across == IVec3::ZERO;
        RestingPlace {
            cell,
            above: (at - cell.as_dvec3()).dot(up.step().as_dvec3()) * height_of(lattice, up),
            own: if is_in_nearest { falls_from } else { nearest },
        }
    }))
}

/// Returns how many layers below the ground of a cell feet may be that are there: 1 among cubes. Over a column of cells that are
/// lower than wide a ramp rises by as many layers as a step.
pub(crate) fn depth_of(ground: &Ground, lattice: &Lattice) -> i32 {
    if lattice.cubic_size().is_some() {
        return 1;
    }
    i32::from(ground.locomotion().step_up).max(1)
}

/// Returns the other columns that a body at a place in cells touches, by their cells in the layer of the nearest: the
/// nearest first, then in cell order.
fn touched(ground: &Ground, nearest: IVec3, at: DVec3) -> impl Iterator<Item = IVec3> {
    let up = ground.locomotion().up.axis;
    let mut columns = Vec::new();
    for number in 1..4 {
        let mut cell = nearest;
        for (bit, axis) in up.others().into_iter().enumerate() {
            let off = at[axis.index()] - f64::from(nearest[axis.index()]);
            if number >> bit & 1 == 1 && off != 0.0 {
                cell[axis.index()] += if off > 0.0 { 1 } else { -1 };
            }
        }
        columns.push(cell);
    }
    let across = |cell: &IVec3| {
        let way = (cell.as_dvec3() - at) * (DVec3::ONE - up.unit().as_dvec3());
        way.length_squared()
    };
    let order = |cell: &IVec3| [cell.z, cell.y, cell.x];
    columns.sort_by(|a, b| {
        let by_distance = across(a).total_cmp(&across(b));
        by_distance.then_with(|| order(a).cmp(&order(b)))
    });
    columns.dedup();
    columns.into_iter().filter(move |cell| *cell != nearest)
}

/// Returns a position at the height of the ground on which a walker stands: the position itself where the walker swims,
/// climbs, flies, is a cell or more above the ground, or is nowhere.
pub(crate) fn grounded(
    ground: &Ground,
    lattice: &Lattice,
    position: DVec3,
) -> Result<DVec3, LatticeError> {
    let place = stance_of(ground, lattice, position)?;
    Ok(place.map_or(position, |place| {
        on_ground_at(&place, ground, lattice, position)
    }))
}

/// Returns a position that settles at a place, at the height of the ground there: by the rule of [`grounded`].
fn on_ground_at(
    place: &RestingPlace,
    ground: &Ground,
    lattice: &Lattice,
    position: DVec3,
) -> DVec3 {
    let is_standing = ground.stances().at(place.cell).has(Stance::STANDING);
    if !is_standing || place.above >= height_of(lattice, ground.locomotion().up) {
        return position;
    }
    let axis = ground.locomotion().up.axis.index();
    let mut feet = position;
    let center = lattice.center(place.cell) + feet_of(ground.locomotion(), lattice).offset();
    feet[axis] = center[axis];
    feet
}

/// Returns the query in cells.
pub(super) fn query_of<'q>(view: GroundView<'_>, question: &'q Question) -> Query<'q> {
    let start = question.start.searched();
    let query = match &question.target {
        Target::Position(end) => Query::new(start, end.searched()),
        Target::Cells(goal) | Target::AnyOf(_, goal) => Query::toward(start, goal),
    };
    // No move begins where the agent cannot be: there is no part of a route to follow.
    let partial = match question.start.cell {
        Some(_) => view.held.options.partial,
        None => Partial::Refused,
    };
    query.settings(view.held.options.settings).partial(partial)
}

/// Returns how a route that begins or ends at a cell meets an end.
fn met(view: GroundView<'_>, end: &End, cell: IVec3) -> RouteEnd {
    if end.own == cell {
        return RouteEnd::Joined;
    }
    let distance = end.position.distance(view.position_at(cell));
    RouteEnd::Snapped { distance }
}

impl PositionedMoves for GroundView<'_> {
    fn end(&self, position: DVec3, snapping: SnapPolicy<f64>) -> Result<End, RouteError> {
        let (ground, lattice) = (self.ground, self.lattice());
        if let Some(place) = stance_of(ground, lattice, position)? {
            return Ok(End {
                position,
                own: place.own,
                cell: Some(place.cell),
            });
        }
        let at = self.in_cells(position)?;
        Ok(End {
            position,
            own: self.cell_of(position)?,
            cell: match snapping {
                SnapPolicy::Nearest { radius } => {
                    let unit = lattice.longest_side();
                    ground.nearest_among(at, radius / unit, lattice.sizes() / unit)
                }
                _ => None,
            },
        })
    }

    fn query<'q>(&'q self, question: &'q Question, _: Pair) -> PairAnswer<'q> {
        PairAnswer::Query(query_of(*self, question))
    }

    fn with_ends(&self, Question { start, target }: &Question, mut route: Route, _: Pair) -> Route {
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
            Some(cell) if has_path => met(*self, start, cell),
            Some(_) => RouteEnd::Unreached,
            None => RouteEnd::Blocked,
        };
        let is_blocked = matches!(faults, Some(EndFault::GoalBlocked | EndFault::GoalOutside));
        route.goal = match (found, target) {
            (Some(found), Target::Position(end)) => met(*self, end, found),
            (Some(_), Target::Cells(_)) => RouteEnd::Joined,
            (Some(found), Target::AnyOf(ends, _)) => {
                let there = ends.iter().filter(|end| end.cell == Some(found));
                let distance = |end: &&End| end.position.distance(self.position_at(found));
                let nearest = there.min_by(|a, b| distance(a).total_cmp(&distance(b)));
                nearest.map_or(RouteEnd::Joined, |end| met(*self, end, found))
            }
            (None, _) if is_blocked => RouteEnd::Blocked,
            (None, _) => RouteEnd::Unreached,
        };
        route
    }

    fn set_out(&self, question: &Question, route: Route) -> Result<Route, RouteError> {
        setting_out::set_out(*self, question, route)
    }

    fn answered(
        &self,
        question: &Question,
        pair: Pair,
        solution: Solution,
    ) -> Result<Route, RouteError> {
        let route = self.route_of(solution.outcome, solution.statistics)?;
        Ok(self.with_ends(question, route, pair))
    }

    fn anchor(&self) -> Anchor {
        feet_of(self.ground.locomotion(), self.lattice())
    }

    fn is_snapshot_of(&self, other: &AgentMoves) -> bool {
        let other = other.ground();
        other.is_some_and(|other| self.ground.is_same_snapshot(other))
    }

    fn stops_at_unknown(&self) -> bool {
        self.ground.locomotion().unknown == UnknownPolicy::StopAtBoundary
    }

    fn rest(&self, position: DVec3) -> Result<(Option<IVec3>, DVec3), RouteError> {
        let (ground, lattice) = (self.ground, self.lattice());
        if let Some(place) = stance_of(ground, lattice, position)? {
            let feet = on_ground_at(&place, ground, lattice, position);
            return Ok((Some(place.cell), feet));
        }
        let end = self.end(position, self.held.options.start)?;
        Ok((end.cell, position))
    }

    fn place_near(&self, position: DVec3, radius: f64) -> Result<Option<DVec3>, RouteError> {
        let end = self.end(position, SnapPolicy::Nearest { radius })?;
        Ok(end.cell.map(|cell| self.position_at(cell)))
    }

    fn settled(&self, cell: IVec3) -> Option<IVec3> {
        self.ground.settled(cell, u32::MAX)
    }

    fn reaches(&self, _: DVec3, rest: Option<IVec3>, cell: IVec3) -> bool {
        rest == Some(cell)
    }

    fn leads_to(
        &self,
        _: Option<&Route>,
        cell: IVec3,
        to: &Destination,
    ) -> Result<bool, RouteError> {
        // The start matters no more.
        let anywhere = self.held.lattice.origin();
        Ok(match Question::new(self.view, anywhere, to)?.target {
            Target::Position(end) => end.cell == Some(cell),
            Target::AnyOf(ends, _) => ends.iter().any(|end| end.cell == Some(cell)),
            // A cell inside a box or a ball always does.
            Target::Cells(_) => true,
        })
    }
}

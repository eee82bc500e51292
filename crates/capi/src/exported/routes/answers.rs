//! Routes as answers: outcome, waypoints, actions, legs.

use voxnav::ground::{Action, Leg};
use voxnav::search::EndFault;
use voxnav::{Outcome, Path, Route, RouteEnd};

use crate::border::reading;
use crate::code::{Code, numbered};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{Handle, change, insert};
use crate::ids::VoxnavRoute;
use crate::memory::{Out, Plain};
use crate::objects::{FoundRoute, Kind};
use crate::values::{VoxnavCell, VoxnavPoint};

/// The relation of a route to an end that was asked for.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavEnd {
    /// The route begins or ends at the position itself.
    Joined = 0,
    /// The route begins or ends at a place nearby, at the distance stated.
    Snapped = 1,
    /// The route does not get there.
    Unreached = 2,
    /// The agent cannot be there.
    Blocked = 3,
    /// The agent can be there, and has no clear way from there to any cell.
    CutOff = 4,
}

/// The action of a move, or of a leg of moves.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavAction {
    /// Walking over even ground.
    Walk = 0,
    /// A step up.
    StepUp = 1,
    /// A drop.
    Drop = 2,
    /// A jump over a gap or onto a ledge.
    Jump = 3,
    /// Climbing.
    Climb = 4,
    /// Swimming.
    Swim = 5,
    /// Flying: all moves of flying agents.
    Fly = 6,
    /// A move that opens a door.
    Door = 7,
    /// A link, whose label is stated.
    Link = 8,
}

numbered! { VoxnavEnd, VoxnavAction }

/// The facts about a route, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavRouteInfo {
    /// The size of the struct: `sizeof(VoxnavRouteInfo)`.
    pub size: usize,
    /// The outcome of the search.
    pub outcome: VoxnavStatus,
    /// 1 if the waypoints lead all the way.
    pub is_found: u32,
    /// The length along the waypoints, in world units, whatever terrain adds to the cost.
    pub length: f64,
    /// The factor of the optimum that the route costs at most, by what is proved; 0 where nothing is.
    pub proved_factor: f64,
    /// The number of waypoints.
    pub waypoints: usize,
    /// The number of legs.
    pub legs: usize,
    /// The number of cells expanded.
    pub expanded: u64,
    /// The relation to the start that was asked for.
    pub start: Code<VoxnavEnd>,
    /// The relation to the goal that was asked for.
    pub goal: Code<VoxnavEnd>,
    /// The distance from the start that was asked for, in world units, of a route that is snapped.
    pub start_distance: f64,
    /// The distance from the goal that was asked for, in world units, of a route that is snapped.
    pub goal_distance: f64,
    /// 1 for a route of a ground agent, 0 for one of a flying agent.
    pub is_on_ground: u32,
    /// The number of turns: changes of direction from one move of the path to the next, of a ground agent as seen
    /// from above; 0 without a path.
    pub turns: u32,
}

/// A part of a route that is done by one action.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavLeg {
    /// The action.
    pub action: Code<VoxnavAction>,
    /// The label of the link that is used, else 0.
    pub label: u32,
    /// The cell where the leg begins.
    pub start: VoxnavCell,
    /// The cell where it ends, from which the next begins.
    pub goal: VoxnavCell,
    /// The number of its moves.
    pub moves: u64,
    /// The cost of its moves, in straight moves over one cell.
    pub cost: f64,
}

/// Puts a route under the handle that a caller has already, or a new one, and returns its outcome.
pub(crate) fn answer(found: FoundRoute, route: Out<VoxnavRoute>) -> Result<VoxnavStatus, Refusal> {
    let outcome = outcome(&found.route.outcome);
    keep(found, route)?;
    Ok(outcome)
}

/// Puts an object in the place of that of a handle, or under a new one where the handle is null.
pub(crate) fn keep<H: Handle + Plain>(object: H::Object, handle: Out<H>) -> Result<(), Refusal> {
    let known = handle.value("handle")?;
    if known.id() == 0 {
        return handle.put(insert(object)?, "handle");
    }
    change(known, |before| {
        *before = object;
        Ok(())
    })
}

/// Returns an outcome as a status.
pub(crate) fn outcome(outcome: &Outcome<Path>) -> VoxnavStatus {
    match outcome {
        Outcome::Found(_) => VoxnavStatus::Found,
        Outcome::Unreachable => VoxnavStatus::Unreachable,
        Outcome::LimitReached { .. } => VoxnavStatus::LimitReached,
        Outcome::Cancelled { .. } => VoxnavStatus::Cancelled,
        Outcome::StoppedAtUnknown { .. } => VoxnavStatus::StoppedAtUnknown,
        Outcome::Partial { .. } => VoxnavStatus::Partial,
        Outcome::InvalidEnd(fault) => match fault {
            EndFault::StartOutside => VoxnavStatus::StartOutside,
            EndFault::GoalOutside => VoxnavStatus::GoalOutside,
            EndFault::StartBlocked => VoxnavStatus::StartBlocked,
            EndFault::GoalBlocked => VoxnavStatus::GoalBlocked,
        },
        _ => VoxnavStatus::Nothing,
    }
}

/// Returns the relation to an end, and the distance from it.
fn end(end: RouteEnd) -> (Code<VoxnavEnd>, f64) {
    let (relation, distance) = match end {
        RouteEnd::Joined => (VoxnavEnd::Joined, 0.0),
        RouteEnd::Snapped { distance } => (VoxnavEnd::Snapped, distance),
        RouteEnd::Blocked => (VoxnavEnd::Blocked, 0.0),
        RouteEnd::CutOff => (VoxnavEnd::CutOff, 0.0),
        _ => (VoxnavEnd::Unreached, 0.0),
    };
    (relation.into(), distance)
}

/// Returns the number of an action, and the label of its link.
pub(crate) fn acted(action: Action) -> (VoxnavAction, u32) {
    let number = match action {
        Action::Walk => VoxnavAction::Walk,
        Action::StepUp => VoxnavAction::StepUp,
        Action::Drop => VoxnavAction::Drop,
        Action::Jump => VoxnavAction::Jump,
        Action::Climb => VoxnavAction::Climb,
        Action::Swim => VoxnavAction::Swim,
        Action::Door => VoxnavAction::Door,
        Action::Link(label) => return (VoxnavAction::Link, label),
        _ => VoxnavAction::Fly,
    };
    (number, 0)
}

/// Returns the numbers of the actions of a route.
fn actions(route: &Route) -> impl Iterator<Item = i32> + '_ {
    route.actions().map(|action| acted(action).0 as i32)
}

impl VoxnavLeg {
    fn of(leg: &Leg<'_>) -> Self {
        let (action, label) = acted(leg.action);
        Self {
            action: action.into(),
            label,
            start: leg.start.into(),
            goal: leg.goal().into(),
            moves: leg.runs.iter().map(|run| u64::from(run.moves)).sum(),
            cost: leg.cost().length(),
        }
    }
}

impl VoxnavRouteInfo {
    fn of(found: &FoundRoute) -> Self {
        let route = &found.route;
        let ((start, start_distance), (goal, goal_distance)) = (end(route.start), end(route.goal));
        Self {
            size: 0,
            outcome: outcome(&route.outcome),
            is_found: u32::from(route.is_found()),
            length: route.length,
            proved_factor: route.proved_factor().unwrap_or_default(),
            waypoints: route.waypoints.len(),
            legs: route.legs().len(),
            expanded: route.statistics.expanded,
            start,
            goal,
            start_distance,
            goal_distance,
            is_on_ground: u32::from(found.kind == Kind::Ground),
            turns: (route.turns()).map_or(0, |turns| u32::try_from(turns).unwrap_or(u32::MAX)),
        }
    }
}

/// Writes the facts about a route, and returns its outcome.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_info(
    route: VoxnavRoute,
    info: Out<VoxnavRouteInfo>,
) -> VoxnavStatus {
    reading(route, |found| {
        let facts = VoxnavRouteInfo::of(found);
        info.put_record(facts, "info")?;
        Ok(facts.outcome)
    })
}

/// Writes the length of a route along its waypoints, in world units, whatever terrain adds to its cost.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_length(route: VoxnavRoute, length: Out<f64>) -> VoxnavStatus {
    reading(route, |found| length.put(found.route.length, "length"))
}

/// Writes the cost of a route's path: its length in cells if every cell has the smallest cost, 1 unless costs were set.
/// Times `unit` of `voxnav_cost_scale`, it is the cost in the unit in which costs were given. What lies between the ends
/// that were asked for and their cells costs nothing. `VOXNAV_STATUS_NOTHING` of a route without a path.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_cost(route: VoxnavRoute, cost: Out<f64>) -> VoxnavStatus {
    reading(route, |found| {
        let path = found.route.path();
        cost.put_found(path.map(|path| path.cost().length()), "cost")
    })
}

/// Writes the waypoints of a route, from one straight to the next: at most `capacity`, and into `count` how many there
/// are. On the ground they are where the feet are. From a joined start the second one can be reached straight, in one
/// move: an agent that goes toward it, and asks for another route in every frame, arrives.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_waypoints(
    route: VoxnavRoute,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(route, |found| {
        let waypoints = &found.route.waypoints;
        buffer.fill(capacity, count, waypoints.iter().map(|&at| at.into()))
    })
}

/// Writes the action that leads to each waypoint after the first, as numbers of `VoxnavAction`: at most `capacity`,
/// and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_actions(
    route: VoxnavRoute,
    buffer: Out<i32>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(route, |found| {
        buffer.fill(capacity, count, actions(&found.route))
    })
}

/// Writes the legs of a route: at most `capacity`, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_legs(
    route: VoxnavRoute,
    buffer: Out<VoxnavLeg>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(route, |found| {
        let legs = found.route.legs();
        buffer.fill(capacity, count, legs.iter().map(VoxnavLeg::of))
    })
}

/// Writes the cells of the path of a route: at most `capacity`, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_cells(
    route: VoxnavRoute,
    buffer: Out<VoxnavCell>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(route, |found| {
        let cells = found.route.path().into_iter().flat_map(Path::cells);
        buffer.fill(capacity, count, cells.map(VoxnavCell::from))
    })
}

/// Writes half of the size of the largest agent of the same shape that reaches the goal of a route, for a search with
/// `explain`; returns `VOXNAV_STATUS_NOTHING` where the goal was reached or not even a point reaches it.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_largest(
    route: VoxnavRoute,
    half_extents: Out<VoxnavPoint>,
) -> VoxnavStatus {
    reading(route, |found| {
        let largest = found
            .route
            .enclosure
            .and_then(|enclosure| enclosure.largest);
        let half = largest.map(|agent| agent.half_extents.as_dvec3().into());
        half_extents.put_found(half, "half_extents")
    })
}

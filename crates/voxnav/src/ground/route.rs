//! Answers in world units.

use glam::DVec3;
use voxnav_search::{Action, Leg, Outcome, Path, Statistics};

use super::question::Feet;
use crate::routes::RouteEnd;

/// The answer to a question for a route over the ground, in world units.
///
/// ```
/// use voxnav::ground::{Action, Locomotion};
/// use voxnav::grid::{CellBox, CellState};
/// use voxnav::{Agent, Navigator};
///
/// // A ledge one cell high, from x = 4.5 on.
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?;
/// navigator.set_cells(CellBox::new([5, 0, 0].into(), [10, 10, 1].into()), CellState::Occupied)?;
/// let walker = navigator.add_ground_agent(Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker())?;
/// let route = navigator.find_ground_route(walker, [3.0, 2.0, -0.5], [6.0, 2.0, 0.5])?;
/// let way: Vec<_> = route.waypoints.iter().map(|waypoint| (waypoint.position.x, waypoint.action)).collect();
/// let (walk, step) = (Some(Action::Walk), Some(Action::StepUp));
/// assert_eq!(way, [(3.0, None), (4.0, walk), (5.0, step), (6.0, walk)]);
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct GroundRoute {
    /// The outcome of the search, with the path in cells where there is one.
    pub outcome: Outcome<Path<Action>>,
    /// The way in world units: a waypoint for each cell of the path, where the feet are.
    pub waypoints: Vec<Waypoint>,
    /// The length along the waypoints in world units; what moves cost is in the path.
    pub length: f64,
    /// The statistics of the search.
    pub statistics: Statistics,
    /// The relation of the route to the start that was asked for: joined if the agent rests in the very cell
    /// of the position, snapped if it settles below or was moved.
    pub start: RouteEnd,
    /// The relation of the route to the goal; a goal of many cells has no position to be met.
    pub goal: RouteEnd,
}

/// The place of an agent's feet on its way, and the action that leads there.
///
/// ```
/// use voxnav::ground::Waypoint;
///
/// let jumps = |waypoint: &Waypoint| waypoint.action == Some(voxnav::ground::Action::Jump);
/// let start = Waypoint { position: [1.0, 2.0, 0.0].into(), action: None };
/// assert!(!jumps(&start));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waypoint {
    /// The center of the lower face of the cell where the agent is, or of its feet if those are lower.
    pub position: DVec3,
    /// The action that leads here from the waypoint before; `None` for the first.
    pub action: Option<Action>,
}

impl GroundRoute {
    /// Returns whether the waypoints lead all the way.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.outcome.path().is_some()
    }

    /// Returns the path that the waypoints show: to the goal, or to the best cell reached.
    #[must_use]
    pub fn path(&self) -> Option<&Path<Action>> {
        self.outcome.any_path()
    }

    /// Returns the legs of the path, none without one.
    #[must_use]
    pub fn legs(&self) -> Vec<Leg<'_, Action>> {
        self.path().map_or_else(Vec::new, Path::legs)
    }

    /// Makes an outcome in world units, with ends to be set.
    pub(super) fn of(
        outcome: Outcome<Path<Action>>,
        statistics: Statistics,
        feet: &Feet<'_>,
    ) -> Self {
        let mut waypoints = Vec::new();
        if let Some(path) = outcome.any_path() {
            let mut put = |cell, action| {
                let position = feet.position_at(cell);
                waypoints.push(Waypoint { position, action });
            };
            put(path.start(), None);
            for made in path.moves() {
                put(made.to, Some(made.action));
            }
        }
        let ways = waypoints.windows(2);
        let length = ways.map(|ends| ends[0].position.distance(ends[1].position));
        Self {
            length: length.sum(),
            waypoints,
            outcome,
            statistics,
            start: RouteEnd::Unreached,
            goal: RouteEnd::Unreached,
        }
    }
}

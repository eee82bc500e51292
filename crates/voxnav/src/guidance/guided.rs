//! The parts of following that each kind of agents has of its own.

use glam::DVec3;
use voxnav_occupancy::LatticeError;
use voxnav_search::Action;

use super::smooth_route::RouteLeg;
use crate::following::{SmoothPathError, Steering};
use crate::routes::{Route, Stand, View};
use crate::smoothing::Smoothing;

/// The beginning of a smooth route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Beginning {
    /// The agent is at a position from where it can go to the first cell.
    At(DVec3),
    /// The agent is somewhere on the first move, which it has to finish.
    OnFirstMove,
}

/// Moves of agents that follow smooth routes.
pub(crate) trait Guided: Stand {
    /// Divides a route into legs; none if it has no path.
    fn legs(
        view: &View<Self>,
        route: &Route,
        beginning: Beginning,
        smoothing: &Smoothing,
    ) -> Result<Vec<RouteLeg>, SmoothPathError>;

    /// Takes note of the world as it is now, and returns whether the legs are as free as when they were made, as far as
    /// that is not a question of single moves.
    fn refreshed(now: &View<Self>, before: &View<Self>, legs: &mut [RouteLeg]) -> bool;

    /// Returns the place of an agent at a position on a leg: on the ground below its feet, unless it is on its way over a
    /// move that leaves the ground.
    fn place_on(view: &View<Self>, leg: &RouteLeg, position: DVec3) -> Result<DVec3, LatticeError> {
        let _ = (view, leg);
        Ok(position)
    }

    /// Returns whether an agent at a position is at neither end of the move of its leg nor on its way between the two, so
    /// that the move is none for it.
    fn is_off_move(
        view: &View<Self>,
        leg: &RouteLeg,
        [position, place]: [DVec3; 2],
    ) -> Result<bool, LatticeError> {
        let _ = (view, leg, position, place);
        Ok(false)
    }

    /// Returns whether a walker is off the ground while it does something.
    fn leaves_ground(action: Action) -> bool {
        let _ = action;
        false
    }

    /// Returns where to go on a leg from a position, and the place there that the leg was last updated with.
    fn steer(
        view: &View<Self>,
        leg: &mut RouteLeg,
        at: [DVec3; 2],
        distance: f64,
    ) -> Result<Steering, LatticeError>;
}

//! The parts of following that each kind of agents has of its own.

use glam::DVec3;
use voxnav_occupancy::LatticeError;

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
        route: &Route<Self::Action>,
        beginning: Beginning,
        smoothing: &Smoothing,
    ) -> Result<Vec<RouteLeg<Self::Action>>, SmoothPathError>;

    /// Takes note of the world as it is now, and returns whether the legs are as free as when they were made, as far as
    /// that is not a question of single moves.
    fn refreshed(
        now: &View<Self>,
        before: &View<Self>,
        legs: &mut [RouteLeg<Self::Action>],
    ) -> bool;

    /// Returns where to go from a position on a leg.
    fn steer(
        view: &View<Self>,
        leg: &mut RouteLeg<Self::Action>,
        position: DVec3,
        distance: f64,
    ) -> Result<Steering, LatticeError>;
}

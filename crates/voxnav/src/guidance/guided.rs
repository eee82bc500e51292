//! The parts of following that each kind of agents has of its own.

use glam::DVec3;
use voxnav_occupancy::LatticeError;

use super::smooth_route::RouteLeg;
use crate::following::{Course, SmoothPathError, Steering};
use crate::routes::{Kind, Route, View};
use crate::smoothing::{Smoothing, Space};
use crate::trajectory::{TrajectoryError, Way};

/// The beginning of a smooth route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Beginning {
    /// The agent is at a position from where it can go to the first cell.
    At(DVec3),
    /// The agent is somewhere on the first move, which it has to finish.
    OnFirstMove,
}

/// The view of an agent of one kind that follows smooth routes.
pub(super) trait RouteMoves {
    /// Divides a route into legs; none if it has no path.
    fn legs(
        &self,
        route: &Route,
        beginning: Beginning,
        smoothing: &Smoothing,
    ) -> Result<Vec<RouteLeg>, SmoothPathError>;

    /// Takes note of the world as it is in this view, and returns whether the legs are as free as when they were made, as far as
    /// that is not a question of single moves.
    fn refreshed(&self, before: &View, legs: &mut [RouteLeg]) -> bool;

    /// Returns the place of an agent at a position on a leg: on the ground below its feet, unless it is on its way over a
    /// move that leaves the ground.
    fn place_on(&self, leg: &RouteLeg, position: DVec3) -> Result<DVec3, LatticeError> {
        let _ = leg;
        Ok(position)
    }

    /// Returns whether an agent at a position is at neither end of the move of its leg nor on its way between the two, so
    /// that the move is none for it.
    fn is_off_move(
        &self,
        leg: &RouteLeg,
        [position, place]: [DVec3; 2],
    ) -> Result<bool, LatticeError> {
        let _ = (leg, position, place);
        Ok(false)
    }

    /// Returns the space that a leg in the air or on a plane was smoothed in.
    fn space_of<'s>(&'s self, leg: &'s RouteLeg) -> Option<Space<'s>>;

    /// Adds the way along a leg, or what is left of it, to a way whose time is asked for.
    fn add_to(
        &self,
        way: &mut Way<'_>,
        leg: &RouteLeg,
        course: &Course,
    ) -> Result<(), TrajectoryError>;

    /// Returns where to go on a leg from a position, and the place there that the leg was last updated with.
    fn steer(
        &self,
        leg: &mut RouteLeg,
        at: [DVec3; 2],
        distance: f64,
    ) -> Result<Steering, LatticeError>;
}

/// Returns a view as one that guides an agent of its kind.
pub(super) fn guided<'k, 'v>(kind: &'k Kind<'v>) -> &'k (dyn RouteMoves + 'v) {
    match kind {
        Kind::Flying(view) => view,
        Kind::OnGround(view) => view,
    }
}

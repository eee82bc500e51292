//! Trajectories: where an agent is at each moment of its way, within what it is able to do.
//!
//! A [`SmoothPath`](crate::SmoothPath) reports where to go; a [`Trajectory`] says when, for limits of speed, acceleration, jerk
//! and turns ([`MotionLimits`]). Corners become arcs (`corners.rs`), falls and links have a time of their own (`way.rs`), each
//! other piece of the way has a greatest speed, and along these the time is least (`profile.rs`). A [`TimedFollower`] leads
//! an agent by the time, and one that is pushed off it back to it; one that is steered slows down in time (`braking.rs`).

mod braking;
mod clock;
mod corners;
mod follower;
mod limits;
mod piece;
mod profile;
mod ramp;
mod timed;
mod walls;
mod way;

pub(crate) use braking::Ahead;
pub use braking::Braking;
pub use follower::TimedFollower;
pub use limits::{MotionLimits, TrajectoryError};
pub use timed::{Excess, Motion, Trajectory};
pub(crate) use way::{Law, Way};

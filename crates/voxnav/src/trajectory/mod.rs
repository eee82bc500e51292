//! Trajectories: where an agent is at each moment of its way, within what it is able to do.
//!
//! A [`SmoothPath`](crate::SmoothPath) says where to go; a [`Trajectory`] says when, for limits of speed, acceleration, jerk
//! and turns ([`MotionLimits`]). Corners become arcs (`corners.rs`), each piece of the way has a greatest speed, and along
//! these the time is least (`profile.rs`).

mod corners;
mod limits;
mod piece;
mod profile;
mod ramp;
mod timed;

pub use limits::{MotionLimits, TrajectoryError};
pub use timed::{Excess, Motion, Trajectory};

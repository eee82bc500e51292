//! Routes as agents follow them, from where they are to the end: legs of few straight segments, and a follower that
//! goes over all of them.
//!
//! A [`SmoothRoute`] is made of a route and the position of the agent, for flying and for ground agents alike; a
//! [`Follower`](crate::Follower) reports where to go next, what is done on the way there, and whether the agent is at
//! rest, so that it may be given another route.
//!
//! A [`Trajectory`] reports where an agent is at each moment of its way, within what it is able to do ([`MotionLimits`]): along
//! a [`SmoothPath`](crate::SmoothPath) or a smooth route. A [`TimedFollower`] leads an agent by its time.

mod flight;
pub(crate) mod follower;
mod guided;
mod on_ground;
mod smooth_route;
mod timing;
mod without_view;

pub use crate::trajectory::{
    Braking, Excess, Motion, MotionLimits, TimedFollower, Trajectory, TrajectoryError,
};
pub(crate) use guided::Beginning;
pub use smooth_route::{RouteLeg, SmoothRoute};

//! Motion by the time of a route, within limits.

mod timed;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use voxnav::glam::DVec3;
use voxnav::guidance::MotionLimits;

pub(crate) use timed::TimedMotion;

/// Has an agent go along its route by a [`Trajectory`](voxnav::guidance::Trajectory): within limits of speed, acceleration,
/// jerk and turns, and at rest at the end. The state that it is to be in is its [`NavMotion`].
///
/// The plugin moves such an agent, or your physics with [`NavMovedBy::Others`](crate::NavMovedBy::Others). It does not make
/// way: what goes by the time, such as a train, a lift or a ship, is not held up. Others make way for it as for an agent
/// that physics move, but where it comes too fast or leaves them no room they touch ([`Overlaps`](crate::Overlaps)). For an
/// agent that makes way there is [`NavAgent::acceleration`](crate::NavAgent::acceleration).
///
/// - **Another route**, or a place off the trajectory by more than [`max_offset`](Self::max_offset): the agent gets a new
///   trajectory from where it is, as fast as it is along the new way. What it loses of its velocity across, it loses at once.
/// - **No way**: where the route is blocked and no other is known, where the agent is [paused](crate::NavPaused) or its
///   target is removed, it slows down within its limits and waits. It ends a jump, a drop or a step that it has begun. It
///   stops at once before an obstacle that is nearer than it can brake for.
/// - A route that has no trajectory, such as one around a corner narrower than the turning circle, is a
///   [`NavError`](crate::NavError), and the agent stays. So it does with
///   [`NavTarget::Velocity`](crate::NavTarget::Velocity) and in a formation, for which there is no route.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_voxnav::voxnav::guidance::MotionLimits;
/// use bevy_voxnav::{NavAgent, NavTarget, NavTrajectory};
///
/// let limits = MotionLimits::new(3.0).acceleration(2.0).braking(1.0).lateral(2.0);
/// let ferry = (
///     NavAgent::flying(Vec3::splat(0.4)),
///     NavTarget::from(Vec3::new(18.0, 2.0, 2.0)),
///     NavTrajectory::new(limits),
/// );
/// # let _ = ferry;
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[require(NavMotion)]
#[reflect(opaque)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavTrajectory {
    /// The limits. Up is y, and the speed at the start is that of the agent, whatever they say. They count instead of
    /// [`NavAgent::speed`](crate::NavAgent::speed).
    pub limits: MotionLimits,
    /// The distance that an agent which others move may be off its trajectory, in world units: less than the room around it.
    pub max_offset: f32,
}

impl NavTrajectory {
    /// Makes the motion of an agent within limits, up to 0.1 units off.
    #[must_use]
    pub const fn new(limits: MotionLimits) -> Self {
        let max_offset = 0.1;
        Self { limits, max_offset }
    }
}

/// The state that an agent with a [`NavTrajectory`] is to be in at the end of the tick, written by the plugin. Its
/// [`DesiredVelocity`](crate::DesiredVelocity) is the one by which it gets there.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavMotion {
    /// The global position of the place of the agent that its [`NavAnchor`](crate::NavAnchor) names.
    pub position: Vec3,
    /// The velocity, in world units a second.
    pub velocity: Vec3,
    /// The acceleration, in world units a second squared.
    pub acceleration: Vec3,
    /// The seconds until the agent is at rest at the end of its route, if nothing holds it; 0 without one.
    pub remaining: f32,
}

impl NavMotion {
    /// Returns the state of an agent, at a global position.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "world units as Bevy has them"
    )]
    pub(crate) fn of(timed: &TimedMotion, position: DVec3) -> Self {
        Self {
            position: position.as_vec3(),
            velocity: timed.motion.velocity.as_vec3(),
            acceleration: timed.motion.acceleration.as_vec3(),
            remaining: timed.remaining() as f32,
        }
    }
}

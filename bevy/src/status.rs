//! The state of agents as the plugin tells it.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use voxnav::search::EndFault;
use voxnav_crowd::crowd::NoPathReason;

/// The status of an agent, written by the plugin.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavStatus {
    /// The agent has no target.
    #[default]
    Idle,
    /// The agent has a target and no route yet: it waits for its turn, or for the search to end.
    Planning,
    /// The agent is on its way.
    Moving,
    /// The agent is on its way to a place short of its target.
    Partly(NavReason),
    /// The route is blocked ahead, and no other is known yet.
    Waiting,
    /// The agent is at its target.
    Arrived,
    /// The agent has no way to its target, and asks again from time to time.
    NoPath(NavReason),
    /// The agent is held by [`NavPaused`](crate::NavPaused).
    Paused,
    /// The plugin refuses the agent: its [`NavError`](crate::NavError) says why.
    Refused,
}

/// The reason why an agent has no way to its target.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum NavReason {
    /// The agent is outside the world.
    StartOutside,
    /// The agent is where its body does not fit.
    StartBlocked,
    /// The target is outside the world, or is not finite.
    TargetOutside,
    /// The body of the agent does not fit at the target: it is inside of a wall, for one.
    TargetBlocked,
    /// The world is divided between the two.
    Unreachable,
    /// The body of the agent does not fit at an end of a link by which it would get to its target.
    LinkEnd,
    /// A limit of the searches was reached.
    Limit,
    /// The way leads into unknown space.
    Unknown,
    /// The entity that was the target is gone, or none of several is left.
    Gone,
}

impl From<NoPathReason> for NavReason {
    fn from(why: NoPathReason) -> Self {
        match why {
            NoPathReason::End(EndFault::StartOutside) => Self::StartOutside,
            NoPathReason::End(EndFault::StartBlocked) => Self::StartBlocked,
            NoPathReason::End(EndFault::GoalBlocked) => Self::TargetBlocked,
            NoPathReason::End(EndFault::GoalOutside) | NoPathReason::OutOfRange => {
                Self::TargetOutside
            }
            NoPathReason::LinkEnd(_) => Self::LinkEnd,
            NoPathReason::Limit => Self::Limit,
            NoPathReason::Unknown => Self::Unknown,
            NoPathReason::LeaderRemoved => Self::Gone,
            _ => Self::Unreachable,
        }
    }
}

/// The velocity that an agent has in this tick, in world units a second, written by the plugin: for animations, and for
/// the physics of an agent that is [moved by others](crate::NavMovedBy::Others).
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct DesiredVelocity(pub Vec3);

/// The smooth route of an agent, written by the plugin whenever it is given another.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavPath {
    /// The waypoints in world space, from where the agent was when it was given the route to the end: of the place of
    /// the agent that its [`NavAnchor`](crate::NavAnchor) names. Empty without a route.
    pub points: Vec<Vec3>,
    /// The distance that the agent has still to go, in world units.
    pub remaining: f32,
}

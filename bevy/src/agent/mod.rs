//! Agents: entities that go to their targets.

mod enlist;
mod gait;
mod shape;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;

pub(crate) use enlist::enlist_agents;
pub use gait::{NavGait, NavHazards, NavJump, NavLocomotion, NavMovement};
pub(crate) use shape::{Shape, cost};

use crate::{DesiredVelocity, NavPath, NavStatus};

/// An agent that goes where its [`NavTarget`](crate::NavTarget) is. Its body is an upright box that does not turn.
///
/// The plugin moves its `Transform`, in [`NavSystems::Steer`](crate::NavSystems::Steer), and never turns it. Any other
/// change of the transform teleports the agent.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_voxnav::{NavAgent, NavAnchor};
///
/// let drone = NavAgent::flying(Vec3::splat(0.3)).speed(4.0);
/// let guard = NavAgent::walking(0.3, 1.8).speed(1.5);
/// assert_eq!((drone.anchor, guard.anchor), (NavAnchor::Center, NavAnchor::Feet));
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[require(Transform, NavStatus, NavPath, DesiredVelocity)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavAgent {
    /// Half of the size of the body, in world units. Scale is not applied to it.
    pub half_size: Vec3,
    /// The way of moving.
    pub movement: NavMovement,
    /// The largest speed, in world units a second.
    pub speed: f32,
    /// The greatest change of the velocity, in world units a second squared; `None` for an agent that starts and stops at
    /// once.
    pub acceleration: Option<f32>,
    /// The distance from its target at which the agent has arrived, in world units.
    pub stopping_distance: f32,
    /// The condition on which it has, at that distance.
    pub arrival: NavArrival,
    /// The place of the body that the transform is the position of.
    pub anchor: NavAnchor,
    /// The mover of the agent: the plugin, or others.
    pub moved_by: NavMovedBy,
    /// The treatment of unknown cells.
    pub unknown: NavUnknown,
    /// The priority: others make way for an agent of a higher one.
    pub priority: i32,
    /// The radius of the agent for others, in world units, a ball if it flies and an upright cylinder if it walks; `None`
    /// for half of its greatest width, of one that walks across.
    pub radius: Option<f32>,
    /// The room that a flying agent keeps from what blocks it; `None` for that of the [settings](crate::NavSettings::keep_away)
    /// of the world.
    pub keep_away: Option<NavKeepAway>,
}

/// The distance that a flying agent keeps from obstacles where there is room: moves next to them cost more. Routes are
/// at most [`weight`](Self::weight) times as long as the shortest. A walking agent with it has a
/// [fault](crate::NavError). See [`KeepAway`](voxnav::spatial::KeepAway).
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_voxnav::{NavAgent, NavKeepAway};
///
/// let drone = NavAgent::flying(Vec3::splat(0.3)).keep_away(NavKeepAway::new(2.0, 6));
/// assert_eq!(drone.keep_away, Some(NavKeepAway { distance: 2.0, weight: 6 }));
/// ```
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavKeepAway {
    /// The distance, in world units.
    pub distance: f32,
    /// The factor on the length of moves adjacent to obstacles, at least 1; it decreases up to the distance.
    pub weight: u16,
}

impl NavKeepAway {
    /// Keeps a distance in world units from obstacles; moves adjacent to them cost `weight` times their length.
    #[must_use]
    pub const fn new(distance: f32, weight: u16) -> Self {
        Self { distance, weight }
    }
}

impl From<NavKeepAway> for voxnav::spatial::KeepAway {
    fn from(keep_away: NavKeepAway) -> Self {
        Self::new(keep_away.distance.into(), keep_away.weight)
    }
}

/// The condition on which an agent has arrived, at a distance of [`NavAgent::stopping_distance`].
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavArrival {
    /// The agent is as near as that along its path, and straight.
    #[default]
    AlongPath,
    /// The agent is as near as that straight, whatever stands between; also to a position that no way leads to.
    Near,
    /// The agent is as near as that straight, and sees the end of its path: the rest of that is straight.
    Seen,
}

/// The place of a body that a transform is the position of.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavAnchor {
    /// The center of the body.
    #[default]
    Center,
    /// The middle of its lowest face.
    Feet,
}

/// The mover of an agent.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavMovedBy {
    /// The plugin.
    #[default]
    Plugin,
    /// Other code, such as a physics engine, from the [`DesiredVelocity`]; the plugin reads the transform.
    Others,
}

/// The treatment of unknown cells by an agent.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavUnknown {
    /// Unknown cells are blocked.
    #[default]
    Blocked,
    /// Unknown cells are as good as free ones.
    Free,
    /// The agent plans through unknown cells and stops before the first.
    StopAtBoundary,
}

/// Holds an agent where it is; others go around it. Without it the agent goes on.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavPaused;

impl NavAgent {
    /// Makes a flying agent, of half of its size in world units; its transform is its center.
    #[must_use]
    pub const fn flying(half_size: Vec3) -> Self {
        Self {
            half_size,
            movement: NavMovement::Flying,
            speed: 1.0,
            acceleration: None,
            stopping_distance: 0.1,
            arrival: NavArrival::AlongPath,
            anchor: NavAnchor::Center,
            moved_by: NavMovedBy::Plugin,
            unknown: NavUnknown::Blocked,
            priority: 0,
            radius: None,
            keep_away: None,
        }
    }

    /// Makes an agent that walks, of a radius and a height in world units, with the abilities of
    /// [`NavGait::default`]; its transform is at its feet.
    #[must_use]
    pub fn walking(radius: f32, height: f32) -> Self {
        Self {
            movement: NavMovement::Walking(NavGait::default()),
            anchor: NavAnchor::Feet,
            ..Self::flying(Vec3::new(radius, height / 2.0, radius))
        }
    }

    voxnav::setters! {
        /// Sets the way of moving.
        movement(movement: NavMovement) => movement = movement;

        /// Sets the speed, in world units a second.
        speed(speed: f32) => speed = speed;

        /// Sets the greatest change of the velocity, in world units a second squared.
        acceleration(most: f32) => acceleration = Some(most);

        /// Sets the distance from its target at which the agent has arrived, in world units.
        stopping_distance(distance: f32) => stopping_distance = distance;

        /// Sets the condition on which the agent has arrived, at that distance.
        arrival(arrival: NavArrival) => arrival = arrival;

        /// Sets the place of the body that the transform is the position of.
        anchor(anchor: NavAnchor) => anchor = anchor;

        /// Sets the mover of the agent.
        moved_by(by: NavMovedBy) => moved_by = by;

        /// Sets the treatment of unknown cells.
        unknown(unknown: NavUnknown) => unknown = unknown;

        /// Sets the priority: others make way for an agent of a higher one.
        priority(priority: i32) => priority = priority;

        /// Sets the radius of the agent for others, in world units.
        radius(radius: f32) => radius = Some(radius);

        /// Sets the room that the agent keeps from what blocks it.
        keep_away(room: NavKeepAway) => keep_away = Some(room);
    }
}

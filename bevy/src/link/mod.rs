//! Links: ways that are no moves, such as elevators, jump pads and teleporters.

mod join;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;

pub(crate) use join::join_links;

/// A way that is no move, for agents that walk: an elevator, a jump pad, a teleporter, an action of the game's own.
///
/// Its ends are where feet are, relative to the global transform of its entity. An agent that takes it goes straight from
/// one end to the other at its own speed. [`ActionStarted`](crate::ActionStarted) names the link when it begins: play an
/// animation, or set the transform of the agent for a teleport.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_voxnav::NavLink;
///
/// let elevator = NavLink::new(Vec3::ZERO, Vec3::new(0.0, 4.0, 0.0)).both_ways();
/// assert!(NavLink { is_open: false, ..elevator }.cost == 0.0);
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[require(Transform)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavLink {
    /// The position where the link begins.
    pub from: Vec3,
    /// The position where it ends.
    pub to: Vec3,
    /// The directions of the link.
    pub ways: NavLinkDirection,
    /// The cost of taking it, in cells walked.
    pub cost: f32,
    /// The groups of agents that may use it, a bit each.
    pub groups: u64,
    /// True if agents can use it now.
    pub is_open: bool,
}

/// The directions of a link.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavLinkDirection {
    /// One way: from the beginning of the link to its end.
    #[default]
    One,
    /// Two ways: from either end to the other.
    Both,
}

impl NavLink {
    /// Makes an open link of one way for all agents, without cost.
    #[must_use]
    pub const fn new(from: Vec3, to: Vec3) -> Self {
        Self {
            from,
            to,
            ways: NavLinkDirection::One,
            cost: 0.0,
            groups: u64::MAX,
            is_open: true,
        }
    }

    /// Lets agents take the link back, too.
    #[must_use]
    pub const fn both_ways(self) -> Self {
        Self {
            ways: NavLinkDirection::Both,
            ..self
        }
    }
}

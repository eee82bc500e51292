//! Ways of moving.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use voxnav::ground::Locomotion;

/// The way in which an agent moves.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavMovement {
    /// The agent flies.
    #[default]
    Flying,
    /// The agent walks, with y up.
    Walking(NavGait),
}

/// The abilities of an agent that walks. Heights and gaps are in world units and count whole cells; costs are in units of
/// the cost of walking as far, and make the agent prefer one way over another.
///
/// A [`NavLocomotion`] on the same entity takes the place of it, and has what this leaves out.
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavGait {
    /// The largest step up, in world units.
    pub step_up: f32,
    /// The cost of a step up for each cell of height, in cells walked, added to that of the walk.
    pub step_cost: f32,
    /// The largest drop, in world units.
    pub drop: f32,
    /// The cost of a drop for each cell of height, in cells walked, added to that of the walk.
    pub drop_cost: f32,
    /// Jumps, if the agent can jump.
    pub jump: Option<NavJump>,
    /// The steepest ground that the agent stands on, 0 to 89 degrees, but for curbs no higher than a step; `None` for any.
    pub slope: Option<u8>,
    /// The cost of climbing as far as one walks at cost 1, if the agent can climb ladders.
    pub climb: Option<f32>,
    /// The cost of swimming as far, if the agent can swim.
    pub swim: Option<f32>,
    /// The cost that opening a door adds, in cells walked, if the agent opens doors.
    pub open_door: Option<f32>,
    /// The rule for what hurts.
    pub hazards: NavHazards,
    /// The groups of the agent, a bit each: it uses links that are for one of them.
    pub groups: u64,
}

/// The rule for [`NavMatter::Hazard`](crate::NavMatter::Hazard).
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavHazards {
    /// The agent keeps out of it.
    #[default]
    Avoided,
    /// The agent walks through it as through what is free.
    Entered,
}

/// Jumps over gaps and onto ledges.
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavJump {
    /// The widest gap, in world units.
    pub gap: f32,
    /// The highest ledge, in world units.
    pub rise: f32,
    /// The cost of a jump, in cells walked, added to that of the walk.
    pub cost: f32,
}

impl Default for NavGait {
    /// Returns a person: steps of half a unit at half a cell's cost, drops of one and a half at a quarter; climbs and swims
    /// at twice the cost of a walk, neither jumps nor opens doors, and keeps out of hazards.
    fn default() -> Self {
        Self {
            step_up: 0.5,
            step_cost: 0.5,
            drop: 1.5,
            drop_cost: 0.25,
            jump: None,
            slope: None,
            climb: Some(2.0),
            swim: Some(2.0),
            open_door: None,
            hazards: NavHazards::Avoided,
            groups: u64::MAX,
        }
    }
}

/// A locomotion of the library for an agent that walks, instead of its [`NavGait`]: heights and gaps are in cells. Its
/// body, its direction of up and its treatment of unknown cells are those of the agent.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(opaque)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavLocomotion(pub Locomotion);

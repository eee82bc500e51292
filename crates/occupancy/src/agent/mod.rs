//! Agents: the boxes that move through a world.

mod footprint;
mod layers;
mod skin;
#[cfg(feature = "serde")]
mod stored;
mod unknown_policy;

use glam::Vec3;

pub use footprint::{AgentCells, AgentCellsError};
pub use layers::Layers;
pub use skin::{Skin, SkinError};
pub use unknown_policy::UnknownPolicy;

/// A box that moves through a world without turning, and what it minds.
///
/// The agent is at a cell when its box is centered at the cell's center.
///
/// ```
/// use voxnav_occupancy::{Agent, Layers, glam::Vec3};
/// const DOORS: Layers = Layers::bit(3);
/// let ghost = Agent::new(Vec3::new(0.4, 0.9, 0.4)).seeing(Layers::ALL & !DOORS);
/// assert!(!ghost.layers.meets(DOORS));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Agent {
    /// Half the sides of the box in world units; zero is allowed, negative and NaN are refused
    /// where the agent is used.
    pub half_extents: Vec3,
    /// The obstacles that block the agent: those that share a layer.
    pub layers: Layers,
    /// Whether the agent enters cells of unknown state.
    pub unknown: UnknownPolicy,
}

impl Agent {
    /// An agent that every obstacle blocks, and unknown cells too.
    #[must_use]
    pub const fn new(half_extents: Vec3) -> Self {
        Self {
            half_extents,
            layers: Layers::ALL,
            unknown: UnknownPolicy::Blocked,
        }
    }

    /// The same, blocked by the obstacles on these layers only.
    #[must_use]
    pub const fn seeing(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }

    /// The same with a box whose sides are so many times as long.
    #[must_use]
    pub fn scaled(self, factor: f32) -> Self {
        Self {
            half_extents: self.half_extents * factor,
            ..self
        }
    }

    /// The same with another policy towards unknown cells.
    #[must_use]
    pub const fn with_unknown(self, unknown: UnknownPolicy) -> Self {
        Self { unknown, ..self }
    }
}

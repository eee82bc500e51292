//! Agents: the boxes that move through a world.

mod error;
mod footprint;
mod layers;
mod skin;
#[cfg(feature = "serde")]
mod stored;
mod unknown_policy;

use glam::Vec3;

pub use error::{BakeError, BoxError, MAX_CHUNKS_PER_BAKE};
pub use footprint::{Footprint, FootprintError};
pub use layers::Layers;
pub use skin::{Skin, SkinError};
pub use unknown_policy::UnknownPolicy;

/// A box that moves through a world without turning, with what blocks it.
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
    #[cfg_attr(feature = "serde", serde(deserialize_with = "stored::half_extents"))]
    pub half_extents: Vec3,
    /// The obstacles that block the agent: those that share a layer.
    pub layers: Layers,
    /// The policy for cells of unknown state.
    pub unknown: UnknownPolicy,
    /// The places where a bake looks: the centers of cells, or also between them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub baking: Baking,
}

/// The places where a bake of obstacles looks: the centers of cells, or also between them.
///
/// It makes a difference to agents thinner than a cell along some axis: their boxes at the centers
/// of two neighboring cells leave a gap, and what stands in it meets neither.
///
#[cfg_attr(feature = "colliders", doc = "```")]
#[cfg_attr(not(feature = "colliders"), doc = "```ignore")]
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
/// use voxnav_occupancy::glam::{DVec3, IVec3, Vec3};
/// use voxnav_occupancy::parry3d::shape::SharedShape;
/// use voxnav_occupancy::{Agent, Baking, Lattice};
///
/// // A thin wall halfway between the cells 0 and 1, and an agent much smaller than a cell.
/// let mut obstacles = Obstacles::default();
/// let wall = SharedShape::cuboid(0.05, 9.0, 9.0);
/// obstacles.insert(Obstacle::new(wall).at(DVec3::X * 0.5))?;
/// let swept = Agent::new(Vec3::splat(0.1));
/// let at_centers = swept.baked(Baking::Centers);
/// let lattice = Lattice::default();
/// assert!(obstacles.blocks(&lattice, &swept, IVec3::ZERO)?, "no path leads through the wall");
/// assert!(!obstacles.blocks(&lattice, &at_centers, IVec3::ZERO)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Baking {
    /// The centers of cells and the ways between them: no move that cuts no corner, and no straight
    /// line that is clear among the cells, leads the agent through an obstacle.
    ///
    /// A bit for each cell cannot say that only the way between two is blocked. Where something
    /// stands between cells, the one with the smallest coordinates is given up. So a room that is
    /// one cell wide between walls that stand in gaps is lost, though the agent fits. Bakes take
    /// twice as long for each axis along which the agent is thinner than a cell.
    #[default]
    Swept,
    /// The centers of cells alone. Keeps all cells at whose centers the agent fits, but paths lead
    /// thin agents through what stands between cells. Of use where nothing is thinner than a cell,
    /// or where paths are checked with `Obstacles::sweep`.
    Centers,
}

impl Agent {
    /// Returns an agent that every obstacle blocks, and unknown cells too.
    #[must_use]
    pub const fn new(half_extents: Vec3) -> Self {
        Self {
            half_extents,
            layers: Layers::ALL,
            unknown: UnknownPolicy::Blocked,
            baking: Baking::Swept,
        }
    }

    /// Scales the sides of the box by a factor.
    #[must_use]
    pub fn scaled(self, factor: f32) -> Self {
        Self {
            half_extents: self.half_extents * factor,
            ..self
        }
    }

    crate::setters! {
        /// Lets only the obstacles on these layers block the agent.
        const seeing(layers: Layers) => layers = layers;

        /// Sets the policy for unknown cells.
        const with_unknown(unknown: UnknownPolicy) => unknown = unknown;

        /// Sets what bakes look at: centers of cells alone, or what stands between them, too.
        const baked(baking: Baking) => baking = baking;
    }
}

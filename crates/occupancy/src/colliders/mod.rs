//! Worlds made of colliders: parry3d shapes with placements, and what a box overlaps.
//!
//! [`Obstacles`] holds them under stable ids, in a tree over their parts. The one primitive
//! question is [`Obstacles::overlaps`]: does this box overlap any obstacle on these layers? The
//! touching rule is [`Skin`](crate::Skin)'s; which shapes are answered for, converted or refused stands in
//! `shapes/decompose`. [`Obstacles::bake`] asks it at every cell of a region, quickly, and
//! [`Obstacles::sweep`] at every position of a segment. Every insertion, removal and move returns an
//! [`Edit`] that reports which part of the world it concerned.
//!
//! parry3d holds the shapes and the trees. The box tests are this crate's, in double precision and
//! relative to the box, because parry3d's are single precision: `narrow_phase` has `separating_axes` for triangles and boxes,
//! `gjk` for everything smooth; `shapes/mesh_interior` tells what a closed mesh encloses.
//!
//! INVARIANT: an answer is a pure function of the box, the layers and the set of obstacles. It
//! depends neither on the order of edits nor on the tree's shape, which only proposes candidates.

mod bake;
mod error;
mod matter;
mod narrow_phase;
mod obstacle;
mod obstacle_materials;
mod placement;
mod query;
mod set;
mod shapes;
mod shrunk;
mod slopes;
#[cfg(feature = "serde")]
mod stored;
mod sweep;
mod world_box;

pub use error::ObstacleError;
pub use matter::{Matter, MatterError};
pub use obstacle::Obstacle;
pub use obstacle_materials::{ObstacleMaterials, ObstacleMaterialsError};
pub use placement::{Placement, PlacementError};
pub use set::{Edit, ObstacleId, Obstacles};
pub use shapes::decompose::Solidity;
pub use shapes::error::{MAX_SHAPE_COORDINATE, ShapeError};
pub use slopes::{SlopeError, SlopeLimit, Slopes};
pub use sweep::ObstacleHit;
pub use world_box::WorldBox;

pub use crate::agent::{BakeError, BoxError, MAX_CHUNKS_PER_BAKE};

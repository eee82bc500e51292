//! Worlds made of colliders: parry3d shapes with placements, and what a box overlaps.
//!
//! [`Obstacles`] holds them under stable ids, in a tree over their parts. The one primitive
//! question is [`Obstacles::overlaps`]: does this box overlap any obstacle on these layers? The
//! touching rule is [`Skin`]'s; which shapes are answered for, converted or refused stands in
//! `admit`. [`Obstacles::bake`] asks it at every cell of a region, quickly, and
//! [`Obstacles::sweep`] at every position of a segment. Every insertion, removal and move returns an
//! [`Edit`] that says which part of the world it concerned.
//!
//! parry3d holds the shapes and the trees. The box tests are this crate's, in double precision and
//! relative to the box, because parry3d's are single precision: `slabs` for triangles and boxes,
//! `gjk` for everything smooth, `interior` for what a closed mesh encloses.
//!
//! INVARIANT: an answer is a pure function of the box, the layers and the set of obstacles. It
//! depends neither on the order of edits nor on the tree's shape, which only proposes candidates.

mod admit;
mod arena;
mod bake;
mod convex;
mod error;
mod gjk;
mod interior;
mod layers;
mod part;
mod placement;
mod query;
mod registry;
mod skin;
mod slabs;
mod sweep;
mod world_box;

pub use arena::ObstacleId;
pub use bake::{BakeError, BlockedCells, MAX_CHUNKS_PER_BAKE};
pub use error::{BoxError, MAX_SHAPE_COORDINATE, ObstacleError, ShapeError};
pub use layers::Layers;
pub use placement::{MAX_WORLD_COORDINATE, Placement, PlacementError};
pub use registry::{Edit, Obstacle, Obstacles, Solidity};
pub use skin::{Skin, SkinError};
pub use sweep::ObstacleHit;
pub use world_box::WorldBox;

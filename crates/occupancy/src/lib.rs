//! Voxel occupancy for voxnav: lattice, sparse snapshots, traversability, colliders.
//!
//! - [`Lattice`] ties world space to index space; nothing else knows world units.
//! - [`CellBox`] and [`ChunkCoord`] name regions of index space.
//! - [`OccupancyBuilder`] takes edits; [`Occupancy`] is the immutable snapshot that it commits.
//! - [`Material`] describes what cells are made of, where that is set; a [`Palette`] has those of a
//!   world.
//! - [`Traversability`] reports where the center of an agent can be in a snapshot: what searches, rays,
//!   sweeps and questions for places read.
//! - [`StanceMap`] reports where a body stands, swims or climbs.
//! - [`ChebyshevClearance`], [`EuclideanClearance`] and [`WorldClearance`] tell how far the nearest blocked cell is.
//! - [`bits`], [`runs`], [`even`] and [`indexes`] are what engines of searches read: words of cells,
//!   straight runs, even ground, and what is derived from these.
//! - [`colliders`] holds worlds made of parry3d colliders and answers what a box overlaps.
//!
//! Cells and positions are x, y and z; no axis is up, and nothing depends on handedness. Boxes of cells
//! are half-open, and where cells come in an order, z is slowest and x fastest.
//!
//! ```
//! use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
//!
//! let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?;
//! builder.set_box(CellBox::new(IVec3::ZERO, IVec3::new(100, 100, 1)), CellState::Occupied)?;
//! let world = builder.commit();
//! assert_eq!(world.state(IVec3::new(7, 7, 0)), CellState::Occupied);
//! assert_eq!(world.count(CellState::Occupied), 10_000);
//! # Ok::<(), voxnav_occupancy::OccupancyError>(())
//! ```

mod agent;
#[doc(hidden)]
pub mod arena;
pub mod bits;
#[cfg(feature = "colliders")]
pub mod colliders;
mod coordinates;
mod derived;
#[doc(hidden)]
pub mod draws;
pub mod even;
mod materials;
mod occupancy;
pub mod runs;
#[doc(hidden)]
pub mod sets;
mod setters;
mod spatial;
mod stances;
mod traversability;

pub use glam;
#[cfg(feature = "colliders")]
pub use parry3d;

pub use agent::{
    Agent, BakeError, Baking, BoxError, Footprint, FootprintError, Layers, MAX_CHUNKS_PER_BAKE,
    Skin, SkinError, UnknownPolicy,
};
pub use coordinates::{
    Axis, CellBox, CellSizes, ChunkCoord, Heading, Lattice, LatticeError, MAX_COORDINATE,
    MAX_WORLD_COORDINATE, Sign,
};
pub use materials::{
    CostFactor, Material, MaterialError, MaterialId, MaterialKind, MaterialSet, Palette, color_of,
};
pub use occupancy::{
    BrokenInvariant, CellState, ChangeSet, ChunkView, MAX_CHUNKS_PER_BOX, MixedChunk, Occupancy,
    OccupancyBuilder, OccupancyError,
};
pub use spatial::{
    CellFilter, ChebyshevClearance, Clearance, DistanceField, DistanceFieldError,
    EuclideanClearance, NearestCell, NearestError, NearestPosition, Outside, RandomCells, RayError,
    RayHit, SweepHit, Viewpoint, WorldClearance, WorldDistanceField,
};
pub use stances::{Stance, StanceError, StanceMap, StanceReader, StanceRules, Support};
#[doc(hidden)]
pub use traversability::Attachment;
pub use traversability::{
    Component, ComponentsMissing, DifferentBounds, Overlay, Refresh, Traversability,
};

/// The jump index, which tells searches which straight runs of a [`Traversability`] lead anywhere.
pub mod indexes {
    pub use crate::traversability::JumpIndex;
}

/// The program in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

//! Worlds made of cells: which are free, occupied or unknown, and where an agent can be.
//!
//! An [`OccupancyBuilder`] takes edits and commits an [`Occupancy`], an immutable snapshot of all cells. A
//! [`Traversability`] is derived from it for an agent that covers a [`Footprint`] of cells: what searches
//! and the questions of [`spatial`](crate::spatial) read. Navigators derive both from obstacles; programs
//! that have voxels already begin here.
//!
//! Boxes of cells are half-open. Where cells come in an order, z is slowest and x fastest; no axis is up.
//!
//! ```
//! use voxnav::UnknownPolicy;
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder, Traversability};
//!
//! let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(16)))?;
//! builder.set(IVec3::new(8, 8, 5), CellState::Occupied)?;
//! let tall = Footprint::new(CellBox::from_size(IVec3::new(1, 1, 3)))?;
//! let world = Traversability::for_agent(&builder.commit(), tall, UnknownPolicy::Blocked);
//! assert!(!world.is_traversable(IVec3::new(8, 8, 3)), "its third cell would be the occupied one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "store")]
pub mod store;

#[doc(inline)]
pub use voxnav_occupancy::{
    Axis, BakeError, Baking, BoxError, BrokenInvariant, CellBox, CellSizes, CellState, ChangeSet,
    ChunkCoord, ChunkView, Component, ComponentsMissing, DifferentBounds, Footprint,
    FootprintError, Heading, LatticeError, Layers, MAX_CHUNKS_PER_BAKE, MAX_CHUNKS_PER_BOX,
    MAX_COORDINATE, MAX_WORLD_COORDINATE, MixedChunk, Occupancy, OccupancyBuilder, OccupancyError,
    Overlay, Refresh, Sign, Skin, SkinError, Traversability, bits, indexes, runs,
};

//! Voxel occupancy for voxnav: lattice, sparse snapshots, traversability, colliders.
//!
//! - [`Lattice`] ties world space to index space; nothing else knows world units.
//! - [`CellBox`] and [`ChunkCoord`] name regions of index space.
//! - [`OccupancyBuilder`] takes edits; [`Occupancy`] is the immutable snapshot that it commits.
//! - [`Traversability`] says where the center of an agent can be in a snapshot: what searches, rays,
//!   sweeps and questions for places read.
//! - [`ChebyshevClearance`] and [`EuclideanClearance`] tell how far the nearest blocked cell is.
//! - [`obstacles`] holds worlds made of parry3d colliders and answers what a box overlaps.
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
mod agent_cells;
mod axis;
mod builder;
mod cell_box;
mod cell_state;
mod chunk;
mod chunk_cells;
mod clearance;
mod error;
mod lattice;
pub mod obstacles;
mod occupancy;
mod overlay;
mod places;
mod rays;
#[cfg(feature = "serde")]
mod stored;
mod traversability;

pub use glam;
pub use parry3d;

pub use agent::Agent;
pub use agent_cells::{AgentCells, AgentCellsError};
pub use axis::{Axis, Heading, Sense};
pub use builder::{MAX_CHUNKS_PER_BOX, OccupancyBuilder};
pub use cell_box::CellBox;
pub use cell_state::CellState;
pub use chunk::{ChunkCoord, ChunkView, MixedChunk};
pub use clearance::{ChebyshevClearance, EuclideanClearance};
pub use error::OccupancyError;
pub use lattice::{Lattice, LatticeError};
pub use occupancy::{BrokenInvariant, Occupancy};
pub use overlay::{DifferentBounds, Overlay};
pub use places::{Among, NearestCell, NearestError, RandomCells, Snap};
pub use rays::{RayError, RayHit, SweepHit};
pub use traversability::{
    Away, ChunkStamps, Component, Corridor, Corridors, Edge, Junction, Mouth, Network, Run, RunEnd,
    Traversability, TurnRule, UnknownPolicy, Unlabelled, Watch,
};

/// Cells have coordinates in `-MAX_COORDINATE..MAX_COORDINATE` on every axis, so that the difference
/// of two coordinates fits in an `i32`.
pub const MAX_COORDINATE: i32 = 1 << 30;

/// All cells there can be.
const SUPPORTED_CELLS: CellBox = CellBox::new(
    glam::IVec3::splat(-MAX_COORDINATE),
    glam::IVec3::splat(MAX_COORDINATE),
);

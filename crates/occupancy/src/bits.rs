//! The cells of a [`Traversability`](crate::Traversability) as words: a bit a cell, set where the agent
//! can be.
//!
//! [`Traversability::neighborhood`](crate::Traversability::neighborhood) has the 27 bits around a cell.
//! [`ChunkStamps`] tell which chunks of 64^3 cells another snapshot holds unchanged, and
//! [`Traversability::derived_bytes`](crate::Traversability::derived_bytes) is what a file keeps of a
//! snapshot in addition to its bits. [`transpose`] turns a square of bits.
//!
//! [`Rows`] are the cells of one chunk: [`no_bits`] and [`rows_of`] make them, [`row_mask`] cuts a row to a box,
//! [`row_places`] has the y and z of each. [`Ranks`] number the cells of many chunks.
//!
//! ```
//! use voxnav_occupancy::glam::IVec3;
//! use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
//!
//! let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
//! let world = Traversability::new(&world, UnknownPolicy::Blocked);
//! // Of the cells around a corner, those within the bounds: 2^3, in the upper half of each axis.
//! let around = world.neighborhood(IVec3::ZERO);
//! assert_eq!(around, 0b110_110_000_110_110_000_000_000_000);
//! # Ok::<(), voxnav_occupancy::OccupancyError>(())
//! ```

pub use crate::coordinates::{Rows, no_bits, row_mask, row_places, rows_of};
pub use crate::spatial::Ranks;
pub use crate::traversability::{ChunkStamps, DerivedFlaw, transpose};

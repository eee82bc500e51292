//! Worlds as files: `.voxnav`, which loads at once; with the feature `store`.
//!
//! [`Navigator::save`](crate::Navigator::save) and [`Navigator::load`](crate::Navigator::load) are for
//! navigators. A [`World`] is what a file holds; a [`WorldFile`] writes what an edit changed; a [`Reader`]
//! reads a part of a world that is larger than memory, a [`WorldOnDemand`] answers searches over one and
//! loads the chunks that paths lead through, and a [`Writer`] writes one part by part.
//!
//! ```
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
//! use voxnav::grid::store::World;
//!
//! let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(64)))?;
//! builder.set(IVec3::ONE, CellState::Occupied)?;
//! let file = World::new(builder.commit()).to_bytes()?;
//! assert_eq!(World::from_bytes(&file)?.occupancy.count(CellState::Occupied), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::navigator::StoredNavigatorError;
#[doc(inline)]
pub use voxnav_store::{
    Block, Derived, EXTENSION, FORMAT_VERSION, FileError, Flaw, OnDemandError, ReadError, Reader,
    Saved, World, WorldFile, WorldOnDemand, WriteError, Writer,
};

//! Clouds of points, from any format, as cells.
//!
//! A cell is occupied if it owns at least [`Import::points`] of the points. Points alone do not show what is free: all
//! other cells are unknown, or [`Import::unknown`]. Coordinates are those of the file and z points up unless
//! [`Import::file_up`] says otherwise; corners of cells are at multiples of [`Import::size`], which must be given,
//! unless [`Import::origin`] sets where a cell is centered. Points without a position are left out and counted in a
//! note.
//!
//! Of no format anything but positions is read: no colors, intensities, normals or classes.
//!
//! # Errors
//!
//! [`FileReason::Malformed`](crate::FileReason::Malformed) where a file is not as its format
//! says, [`FileReason::SizeMissing`](crate::FileReason::SizeMissing) without [`Import::size`].

mod cloud;
#[cfg(feature = "e57")]
pub mod e57;
#[cfg(feature = "las")]
pub mod las;
#[cfg(feature = "las")]
mod laz;
#[cfg(feature = "pcd")]
pub mod pcd;

pub(crate) use cloud::Cloud;

use crate::error::Fault;
use crate::import::{Import, Imported};

/// Returns the world of the points that a format hands on.
pub(crate) fn world(
    import: &Import,
    read: impl FnOnce(&mut Cloud<'_>) -> Result<(), Fault>,
) -> Result<Imported, Fault> {
    let mut cloud = Cloud::new(import)?;
    read(&mut cloud)?;
    cloud.world()
}

//! Questions about the cells around a place: the nearest where an agent can be, a random one, lines of
//! sight, clearance, how far from walls a route keeps; [`places`] to hide, to see and to flee to.
//!
//! All of them are asked of a [`Traversability`](crate::grid::Traversability), or of an
//! [`Occupancy`](crate::grid::Occupancy) for rays.
//!
//! ```
//! use voxnav::UnknownPolicy;
//! use voxnav::glam::{DVec3, IVec3};
//! use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
//! use voxnav::spatial::CellFilter;
//!
//! let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
//! builder.set(IVec3::splat(4), CellState::Occupied)?;
//! let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
//! let inside_the_block = DVec3::new(4.0, 4.0, 4.25);
//! let nearest = world.nearest(inside_the_block, 2.0, CellFilter::Traversable)?;
//! assert_eq!(nearest.map(|found| found.cell), Some(IVec3::new(4, 4, 5)));
//! assert!(!world.has_line_of_sight(IVec3::new(4, 4, 0), IVec3::new(4, 4, 8)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod places;

#[cfg(feature = "colliders")]
pub use crate::navigator::MovePreview;
pub use crate::routes::{Enclosure, KeepAway};
#[doc(inline)]
pub use voxnav_occupancy::{
    CellFilter, ChebyshevClearance, Clearance, DistanceField, DistanceFieldError,
    EuclideanClearance, NearestCell, NearestError, NearestPosition, Outside, RandomCells, RayError,
    RayHit, SweepHit, Viewpoint, WorldClearance, WorldDistanceField,
};

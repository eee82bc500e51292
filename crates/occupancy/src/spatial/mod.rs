//! Questions about space: lines, clearance, and traversable cells by other means than their
//! coordinates.
//!
//! - [`rays`]: straight lines and sweeps through a snapshot.
//! - [`clearance`]: how far the nearest blocked cell is.
//! - [`Traversability::nearest`] and, in world space, [`Traversability::snap`] find the traversable
//!   cell nearest to a position.
//! - [`Traversability::random_cells`] draws cells, each equally likely, by a seed.
//! - [`Traversability::largest_cube`] tells how large an agent could be and still get from one cell
//!   to another.
//!
//! All take chunks by their tags and cells by rows of 64, never one by one.

mod cell_filter;
mod clearance;
mod largest_cube;
mod nearest;
mod random;
mod rays;

pub use cell_filter::CellFilter;
pub use clearance::{ChebyshevClearance, Clearance, EuclideanClearance};
pub use nearest::{NearestCell, NearestError, NearestPosition};
pub use random::RandomCells;
pub use rays::{RayError, RayHit, SweepHit};

//! Spatial queries: rays and sweeps, clearance, the nearest traversable cell, random traversable cells,
//! and the largest agent that gets from one cell to another.
//!
//! - [`rays`]: straight lines and sweeps through a snapshot.
//! - [`clearance`]: how far the nearest blocked cell is.
//! - [`Traversability::nearest`] and, in world space, [`Traversability::snap`] find the traversable
//!   cell nearest to a position.
//! - [`Traversability::random_cells`] draws cells, each equally likely, by a seed.
//! - [`Traversability::largest_cube`] tells how large an agent could be and still get from one cell
//!   to another.
//!
//! Chunks whose cells are all alike are answered as a whole, other cells by rows of 64.

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

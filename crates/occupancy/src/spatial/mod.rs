//! Spatial queries: rays and sweeps, clearance, the nearest traversable cell, random traversable cells,
//! and the largest agent that gets from one cell to another.
//!
//! - [`rays`]: straight lines and sweeps through a snapshot.
//! - [`clearance`]: how far the nearest blocked cell is, up to a cap; [`DistanceField`]: the same for all cells, without one.
//! - [`Traversability::nearest`] and, in world space, [`Traversability::snap`] find the traversable
//!   cell nearest to a position.
//! - [`Traversability::random_cells`] draws cells, each equally likely, by a seed.
//! - [`Traversability::largest_cube`] tells how large an agent could be and still get from one cell
//!   to another.
//!
//! Chunks whose cells are all alike are answered as a whole, other cells by rows of 64.

mod cell_filter;
mod clearance;
mod distances;
mod largest_cube;
mod nearest;
mod random;
mod rays;

pub use cell_filter::CellFilter;
pub use clearance::{ChebyshevClearance, Clearance, EuclideanClearance, WorldClearance};
pub use distances::{DistanceField, DistanceFieldError, Outside, WorldDistanceField};
pub use nearest::{NearestCell, NearestError, NearestPosition};
pub use random::{RandomCells, Ranks};
pub use rays::{RayError, RayHit, SweepHit, Viewpoint};

/// Steps to a cell for positions that are no cell centers, as a power of two.
///
/// Coordinates of 2^30 cells have 2^60 steps, their differences 2^61, and products of two of these
/// 2^122.
const FINE: u32 = 30;

/// Returns a position at most 2^30 cells away from zero in steps, rounded to 2^-30 of a cell.
#[expect(clippy::cast_possible_truncation, reason = "at most 2^60, and finite")]
fn steps(position: glam::DVec3) -> [i64; 3] {
    let scale = f64::from(1 << FINE);
    let coordinates = position.to_array();
    coordinates.map(|coordinate| (coordinate * scale).round_ties_even() as i64)
}

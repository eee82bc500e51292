//! The sides of cells, as the moves of an agent take them.

use glam::DVec3;
use voxnav_occupancy::Lattice;
use voxnav_search::{CellShape, Locomotion};

use crate::routes::error::RouteError;

/// Returns the sides of cells, of which the longest is 1: a way in cells times these has the length that it has in the
/// world, in longest sides.
pub(crate) fn shape_of_cells(lattice: &Lattice) -> DVec3 {
    lattice.sizes() / lattice.longest_side()
}

/// Returns the shape of the cells of a lattice, for searches.
///
/// # Errors
///
/// [`RouteError::Cells`] for sides that differ by more than searches can count with.
pub(crate) fn shape_of(lattice: &Lattice) -> Result<CellShape, RouteError> {
    let sizes = lattice.sizes();
    CellShape::new(sizes).map_err(|_| RouteError::Cells { sizes, flies: true })
}

/// Checks that a ground agent can go among the cells of a lattice.
///
/// Costs of walking are by the side of a cell: equal along both horizontal axes, and the longest, so that a straight
/// move stands for the longest side as it does in the air.
///
/// # Errors
///
/// [`RouteError::Cells`] unless cells are as long as they are wide and no higher, or if they are lower and the agent flies,
/// too.
pub(crate) fn check_ground(lattice: &Lattice, locomotion: &Locomotion) -> Result<(), RouteError> {
    let sizes = lattice.sizes();
    let up = locomotion.up.axis;
    let [a, b] = up.others().map(|axis| sizes[axis.index()]);
    let is_refused = a.to_bits() != b.to_bits() || sizes[up.index()] > a;
    let flies = locomotion.fly.is_some() && lattice.cubic_size().is_none();
    if is_refused || flies {
        return Err(RouteError::Cells { sizes, flies });
    }
    Ok(())
}

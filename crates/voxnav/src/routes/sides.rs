//! Checks of the sides of cells: those that the moves of an agent are made for.

use voxnav_occupancy::Lattice;
use voxnav_search::Locomotion;

use super::RouteError;

/// Checks that an agent that flies can go among the cells of a lattice.
///
/// # Errors
///
/// [`RouteError::Cells`] unless cells are cubes.
pub(crate) fn check_flight(lattice: &Lattice) -> Result<(), RouteError> {
    let sizes = lattice.sizes();
    match lattice.cubic_size() {
        Some(_) => Ok(()),
        None => Err(RouteError::Cells { sizes, flies: true }),
    }
}

/// Checks that an agent on the ground can go among the cells of a lattice.
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

//! The error for a ray or sweep that is refused.

use glam::DVec3;
use thiserror::Error;

use crate::coordinates::MAX_COORDINATE;
use crate::coordinates::number::numbers;

/// Error for a segment whose ends are not finite or too far away.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, RayError, Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let refused = world.cast_ray(DVec3::ZERO, DVec3::X * f64::INFINITY);
/// assert!(matches!(refused, Err(RayError::NotFinite { .. })));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RayError {
    /// An end has a coordinate that is infinite or not a number.
    #[error("the end {} of a segment is not finite", numbers(.position))]
    NotFinite {
        /// The refused end.
        position: DVec3,
    },
    /// An end lies further than [`MAX_COORDINATE`] cells from cell zero on an axis.
    #[error("the end {} of a segment lies beyond ±{MAX_COORDINATE} cells", numbers(.position))]
    OutOfRange {
        /// The refused end.
        position: DVec3,
    },
}

impl RayError {
    /// Refuses what no segment may end at.
    pub(crate) fn check(position: DVec3) -> Result<(), Self> {
        if !position.is_finite() {
            Err(Self::NotFinite { position })
        } else if position.abs().max_element() > f64::from(MAX_COORDINATE) {
            Err(Self::OutOfRange { position })
        } else {
            Ok(())
        }
    }
}

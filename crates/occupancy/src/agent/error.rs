//! The errors for boxes of agents and regions that cannot be baked for one.

use glam::{DVec3, Vec3};

use crate::coordinates::number::numbers;
use crate::coordinates::{CellBox, MAX_WORLD_COORDINATE};
use crate::occupancy::OccupancyError;

/// The most chunks that one bake looks into cell by cell: 2^16, about 2500 cells along each axis
/// of a cube filled with obstacles. Regions without any, or wholly inside one, do not count.
///
/// A chunk may take 32 KiB, so one bake takes no more than 2 GiB.
pub const MAX_CHUNKS_PER_BAKE: usize = 1 << 16;

/// Error for a query box that is not finite, too large or too far away.
///
#[cfg_attr(feature = "colliders", doc = "```")]
#[cfg_attr(not(feature = "colliders"), doc = "```ignore")]
/// use voxnav_occupancy::Layers;
/// use voxnav_occupancy::colliders::{BoxError, Obstacles};
/// use voxnav_occupancy::glam::{DVec3, Vec3};
///
/// let refused = Obstacles::default().overlaps(DVec3::NAN, Vec3::ONE, Layers::ALL);
/// assert!(matches!(refused, Err(BoxError::Center { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BoxError {
    /// The center is NaN, infinite or beyond [`MAX_WORLD_COORDINATE`].
    #[error("box center {} lies beyond ±{MAX_WORLD_COORDINATE}", numbers(.center))]
    Center {
        /// The center as given.
        center: DVec3,
    },
    /// A half extent is negative, NaN, infinite or beyond [`MAX_WORLD_COORDINATE`].
    #[error("box half extents {} must lie in 0..={MAX_WORLD_COORDINATE}", numbers(.half_extents))]
    HalfExtents {
        /// The half extents as given.
        half_extents: Vec3,
    },
}

impl BoxError {
    /// Checks a box that is to be placed in the world.
    ///
    /// # Errors
    ///
    /// [`BoxError`] unless center and half extents are finite, within [`MAX_WORLD_COORDINATE`], and the latter not
    /// negative.
    ///
    /// ```
    /// use voxnav_occupancy::BoxError;
    /// use voxnav_occupancy::glam::{DVec3, Vec3};
    ///
    /// assert_eq!(BoxError::check(DVec3::ZERO, Vec3::ONE), Ok(()));
    /// assert!(BoxError::check(DVec3::ZERO, Vec3::NEG_ONE).is_err());
    /// ```
    pub fn check(center: DVec3, half_extents: Vec3) -> Result<(), Self> {
        Self::check_center(center)?;
        Self::check_half_extents(half_extents)
    }

    pub(crate) fn check_center(center: DVec3) -> Result<(), Self> {
        if center.is_finite() && center.abs().max_element() <= MAX_WORLD_COORDINATE {
            Ok(())
        } else {
            Err(Self::Center { center })
        }
    }

    pub(crate) fn check_half_extents(half_extents: Vec3) -> Result<(), Self> {
        let in_range = |half: f32| (0.0..=MAX_WORLD_COORDINATE).contains(&f64::from(half));
        if half_extents.to_array().into_iter().all(in_range) {
            Ok(())
        } else {
            Err(Self::HalfExtents { half_extents })
        }
    }
}

/// Error for a region that cannot be baked.
///
#[cfg_attr(feature = "colliders", doc = "```")]
#[cfg_attr(not(feature = "colliders"), doc = "```ignore")]
/// use voxnav_occupancy::colliders::{BakeError, Obstacles};
/// use voxnav_occupancy::glam::{IVec3, Vec3};
/// use voxnav_occupancy::{Agent, CellBox, Lattice};
///
/// let inside_out = Agent::new(Vec3::splat(-0.5));
/// let bounds = CellBox::from_size(IVec3::splat(9));
/// let refused = Obstacles::default().bake(&Lattice::default(), &inside_out, bounds);
/// assert!(matches!(refused, Err(BakeError::Box(_))));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The agent's half extents are negative or not finite, or the region's centers lie out of range.
    #[error(transparent)]
    Box(#[from] BoxError),
    /// The region reaches beyond the cells there can be, or holds too many uniform chunks.
    #[error(transparent)]
    Occupancy(#[from] OccupancyError),
    /// More than [`MAX_CHUNKS_PER_BAKE`] chunks are near obstacles.
    #[error("more than {limit} chunks of {cells} are near obstacles")]
    TooManyChunks {
        /// The region asked for.
        cells: CellBox,
        /// [`MAX_CHUNKS_PER_BAKE`].
        limit: usize,
    },
}

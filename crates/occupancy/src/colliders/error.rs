//! The errors for obstacles and query boxes that are refused.

use glam::{DVec3, Vec3};

use super::placement::PlacementError;
use super::set::ObstacleId;
use super::shapes::error::ShapeError;
use crate::coordinates::MAX_WORLD_COORDINATE;
use crate::coordinates::number::numbers;

/// Error for an edit of [`Obstacles`](super::Obstacles) that was refused; nothing has changed then.
///
/// ```
/// use voxnav_occupancy::colliders::{Obstacle, ObstacleError, Obstacles};
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let mut obstacles = Obstacles::default();
/// let id = obstacles.insert(Obstacle::new(SharedShape::ball(1.0)))?.id;
/// obstacles.remove(id)?;
/// assert_eq!(obstacles.remove(id), Err(ObstacleError::UnknownId { id }));
/// # Ok::<(), ObstacleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ObstacleError {
    /// The placement is no rigid motion within range.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The shape cannot be answered for.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// No obstacle has this id: it was removed, or is another collection's.
    #[error("no obstacle has the id {id:?}")]
    UnknownId {
        /// The id as given.
        id: ObstacleId,
    },
    /// The collection would hold more than 2^32 - 1 obstacles or convex parts.
    #[error("more obstacles than 32-bit ids can name")]
    TooMany,
}

/// Error for a query box that is not finite, too large or too far away.
///
/// ```
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

//! The error for obstacles that are refused.

use super::placement::PlacementError;
use super::set::ObstacleId;
use super::shapes::error::ShapeError;

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

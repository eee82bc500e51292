//! What questions for routes are refused.

#[cfg(feature = "colliders")]
use voxnav_occupancy::colliders::BakeError;
use voxnav_occupancy::{DifferentBounds, FootprintError, LatticeError};

/// Why a question for a route was refused.
///
/// That there is no route is not among them: it is an [`Outcome`](crate::Outcome).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RouteError {
    /// A position is not finite or beyond the cells there can be.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// A distance or radius is negative or not a number.
    #[error("the {what} must not be negative, and a number, not {length}")]
    Length {
        /// What the length is for.
        what: &'static str,
        /// The length as given.
        length: f64,
    },
    /// [`KeepAway::weight`](crate::KeepAway::weight) is zero: moves cannot cost nothing.
    #[error("moves beside what blocks cannot cost nothing: the weight is zero")]
    Weight,
    /// More cells are within reach than search memory can address: 2^32 records.
    #[error("more cells are within reach than search memory can address")]
    TooManyCells,
    /// The world has too many chunks near obstacles to be baked for another agent.
    #[cfg(feature = "colliders")]
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// An agent reaches too far for cells to be laid over its bake.
    #[error(transparent)]
    Footprint(#[from] FootprintError),
    /// The cells have other bounds than the bake that they are laid over.
    #[error(transparent)]
    CellBounds(#[from] DifferentBounds),
}

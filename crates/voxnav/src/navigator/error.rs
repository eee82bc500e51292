//! What a navigator refuses.

use voxnav_occupancy::colliders::{BakeError, BoxError, ObstacleError};
use voxnav_occupancy::{DifferentBounds, FootprintError, LatticeError, OccupancyError, SkinError};

use super::AgentId;
use crate::following::SmoothPathError;
use crate::routes::RouteError;

/// Why a [`Navigator`](super::Navigator) refused a call. The obstacles and agents are as before; worlds
/// derived for other agents may already have been refreshed.
///
/// That there is no way is not among them: it is an [`Outcome`](crate::Outcome).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NavigatorError {
    /// The lattice is none, or a position is not finite or beyond the cells there can be.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// The cells are too large for a touching rule relative to them.
    #[error(transparent)]
    Skin(#[from] SkinError),
    /// The bounds reach beyond the cells there can be.
    #[error(transparent)]
    Bounds(#[from] OccupancyError),
    /// An obstacle is unknown, placed badly, or of a shape that cannot be answered for.
    #[error(transparent)]
    Obstacle(#[from] ObstacleError),
    /// An agent's half extents are negative or not finite, or the bounds lie too far out for box queries.
    #[error(transparent)]
    Agent(#[from] BoxError),
    /// The world has too many chunks near obstacles.
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// An agent reaches too far for cells to be laid over its bake, see [`Footprint::MAX_REACH`](crate::grid::Footprint::MAX_REACH).
    #[error(transparent)]
    Footprint(#[from] FootprintError),
    /// The cells have other bounds than the navigator.
    #[error(transparent)]
    CellBounds(#[from] DifferentBounds),
    /// No agent of this navigator has this id: it was removed, or is another navigator's.
    #[error("no agent has the id {id:?}")]
    UnknownAgent {
        /// The id as given.
        id: AgentId,
    },
    /// An end that was asked for has no clear way to the path.
    #[error(transparent)]
    SmoothPath(#[from] SmoothPathError),
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
    /// All 2^32 ids were given out.
    #[error("more agents than 32-bit ids can name")]
    TooManyAgents,
}

impl From<RouteError> for NavigatorError {
    fn from(error: RouteError) -> Self {
        match error {
            RouteError::Lattice(error) => Self::Lattice(error),
            RouteError::Length { what, length } => Self::Length { what, length },
            RouteError::Weight => Self::Weight,
            RouteError::TooManyCells => Self::TooManyCells,
            RouteError::Bake(error) => Self::Bake(error),
            RouteError::Footprint(error) => Self::Footprint(error),
            RouteError::CellBounds(error) => Self::CellBounds(error),
        }
    }
}

//! The reasons for which an edit of occupancy is refused.

use glam::IVec3;
use thiserror::Error;

use super::builder::MAX_CHUNKS_PER_BOX;
use crate::coordinates::{CellBox, MAX_COORDINATE};
use crate::materials::MaterialId;

/// Error for bounds or an edit that [`OccupancyBuilder`](crate::OccupancyBuilder) refuses. A
/// refused edit changes nothing.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, OccupancyError, glam::IVec3};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?;
/// let refused = builder.set(IVec3::splat(8), CellState::Free);
/// assert!(matches!(refused, Err(OccupancyError::OutsideBounds { .. })));
/// # Ok::<(), OccupancyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OccupancyError {
    /// The bounds reach past the coordinates a cell may have.
    #[error(
        "bounds {bounds} reach outside the supported coordinates -{MAX_COORDINATE}..{MAX_COORDINATE}"
    )]
    BoundsOutOfRange {
        /// The refused bounds.
        bounds: CellBox,
    },
    /// The bounds end before they begin on some axis.
    #[error("bounds {bounds} end before they begin")]
    BoundsInverted {
        /// The refused bounds.
        bounds: CellBox,
    },
    /// The cell to set lies outside the bounds of the world.
    #[error("cell {cell} lies outside the bounds {bounds}")]
    OutsideBounds {
        /// The cell of the edit.
        cell: IVec3,
        /// The bounds of the world.
        bounds: CellBox,
    },
    /// The box to set does not lie wholly inside the bounds of the world.
    #[error("box {cells} reaches outside the bounds {bounds}")]
    BoxOutsideBounds {
        /// The box of the edit.
        cells: CellBox,
        /// The bounds of the world.
        bounds: CellBox,
    },
    /// The box to set would have to be written to more chunks than one edit may touch.
    #[error("box {cells} touches {chunks} chunks, more than the {limit} that one edit may write")]
    BoxTooLarge {
        /// The box of the edit.
        cells: CellBox,
        /// The number of chunks it touches; `u64::MAX` stands for that many or more.
        chunks: u64,
        /// The largest number allowed, [`MAX_CHUNKS_PER_BOX`](crate::MAX_CHUNKS_PER_BOX).
        limit: u64,
    },
    /// The number of values differs from the number of cells.
    #[error("{found} values were given for {wanted} cells")]
    ValueCount {
        /// The number of cells.
        wanted: u64,
        /// The number of values.
        found: usize,
    },
    /// The palette of the world has no material of this id.
    #[error("the palette has no material {}", id.number())]
    NoSuchMaterial {
        /// The id of the edit.
        id: MaterialId,
    },
}

impl OccupancyError {
    /// Returns the error for a box that touches more chunks than one edit may write.
    pub(super) fn box_too_large(cells: CellBox) -> Self {
        Self::BoxTooLarge {
            cells,
            chunks: cells.chunk_box().volume(),
            limit: MAX_CHUNKS_PER_BOX,
        }
    }
}

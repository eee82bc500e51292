//! Errors of terrain.

use glam::IVec3;
use thiserror::Error;

/// The error of a weight or a cost that a cell cannot have.
///
/// ```
/// use voxnav_search::{CostError, Terrain};
/// # use glam::IVec3;
///
/// let refused = Terrain::new().set(IVec3::ONE, 0);
/// assert_eq!(refused, Err(CostError::ZeroWeight { cell: IVec3::ONE }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CostError {
    /// A weight of zero, which would make moves free and every estimate wrong.
    #[error("the terrain weight of cell {cell} is zero; weights start at one")]
    ZeroWeight {
        /// The cell that was to get it.
        cell: IVec3,
    },
    /// A cost that is not finite, or not above zero.
    #[error("the cost of cell {cell} is {cost}; costs are finite and above zero")]
    NotACost {
        /// The cell that was to get it.
        cell: IVec3,
        /// The cost.
        cost: f64,
    },
    /// A cost or a weight that the scale of the terrain does not cover.
    #[error(
        "the cost of cell {cell} is {cost}, where this terrain takes costs from {smallest} to {largest}; state the range \
         when it is made"
    )]
    OutOfScale {
        /// The cell that was to get it.
        cell: IVec3,
        /// The cost.
        cost: f64,
        /// The smallest cost that a cell can have.
        smallest: f64,
        /// The largest cost that a cell can have.
        largest: f64,
    },
    /// A range of costs that no scale covers.
    #[error(
        "costs from {smallest} to {largest}: the smallest is above zero, and the largest is at most 65,535 times as large"
    )]
    Range {
        /// The smallest cost.
        smallest: f64,
        /// The largest cost.
        largest: f64,
    },
}

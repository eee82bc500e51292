//! The three states of a cell.

/// The state of a cell: free, occupied or unknown.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
///
/// let bounds = CellBox::from_size(IVec3::splat(4));
/// let mut builder = OccupancyBuilder::new(bounds)?;
/// builder.set_box(bounds, CellState::Unknown)?;
/// builder.set(IVec3::ONE, CellState::Free)?;
/// assert_eq!(builder.commit().count(CellState::Unknown), 63);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CellState {
    /// A cell known to hold nothing.
    Free,
    /// A cell known to hold an obstacle.
    Occupied,
    /// A cell not observed: a policy decides whether an agent may enter.
    Unknown,
}

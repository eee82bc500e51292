//! The policy of an agent for cells whose state is unknown.

use crate::occupancy::CellState;

/// The choice whether an agent may enter cells of unknown state.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
///
/// let bounds = CellBox::from_size(IVec3::splat(9));
/// let mut builder = OccupancyBuilder::new(bounds)?;
/// builder.set_box(bounds, CellState::Unknown)?;
/// let unexplored = builder.commit();
/// let may_enter = |unknown| Traversability::new(&unexplored, unknown).is_traversable(IVec3::ONE);
/// assert!(!may_enter(UnknownPolicy::Blocked));
/// assert!(may_enter(UnknownPolicy::Free));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum UnknownPolicy {
    /// Unknown cells are blocked.
    #[default]
    Blocked,
    /// Unknown cells are as good as free ones.
    Free,
    /// Searches plan through unknown cells as if they were free, and what they return ends before
    /// the first of them: for agents that explore. [`Traversability::is_known`](crate::Traversability::is_known) tells where.
    StopAtBoundary,
}

impl UnknownPolicy {
    /// Returns whether searches may plan through cells of this state.
    pub(crate) const fn admits(self, state: CellState) -> bool {
        match state {
            CellState::Free => true,
            CellState::Occupied => false,
            CellState::Unknown => self.admits_unknown(),
        }
    }

    /// Returns whether searches may plan through unknown cells.
    pub(crate) const fn admits_unknown(self) -> bool {
        match self {
            Self::Blocked => false,
            Self::Free | Self::StopAtBoundary => true,
        }
    }
}

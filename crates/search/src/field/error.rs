//! Errors of fields that cannot be made or used.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use crate::memory::OutOfKeys;
use crate::outcome::Limit;

impl From<OutOfKeys> for FieldError {
    fn from(_: OutOfKeys) -> Self {
        Self::Memory
    }
}

/// Returns what a limit is called in messages.
fn named(limit: Limit) -> &'static str {
    match limit {
        Limit::Expanded => "the limit of expansions",
        Limit::Memory => "the limit of memory",
        Limit::Cost | Limit::CostRange => "the limit of costs",
    }
}

/// Error for a field that cannot be made, or does not belong to a world.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{FieldError, FieldQuery};
///
/// let refused = FieldQuery::to_nearest_of([IVec3::splat(99)]).solve(&world).err();
/// assert_eq!(refused, Some(FieldError::SeedOutside { cell: IVec3::splat(99) }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldError {
    /// A field needs a cell to begin at.
    #[error("the field has no seed")]
    NoSeeds,
    /// A seed lies outside the bounds of the world.
    #[error("the seed {cell} lies outside the world")]
    SeedOutside {
        /// The seed.
        cell: IVec3,
    },
    /// The agent cannot be at a seed.
    #[error("the seed {cell} is blocked")]
    SeedBlocked {
        /// The seed.
        cell: IVec3,
    },
    /// The field takes more expansions or more memory than the limits allow.
    #[error("{} ended the field before it was complete", named(*.limit))]
    LimitReached {
        /// The limit that was reached.
        limit: Limit,
    },
    /// The caller cancelled the search.
    #[error("the field was cancelled before it was complete")]
    Cancelled,
    /// More cells were touched than search memory can address: 2^32 records.
    #[error("the field touches more cells than search memory can address")]
    Memory,
    /// Some cells cost more than a [`Cost`](crate::Cost) can hold. Ask for those
    /// [within](crate::FieldQuery::within) one.
    #[error("some cells of the field cost more than a cost can hold; ask for those within a cost")]
    CostRange,
    /// The field was made for another snapshot; what it says may be wrong for this one.
    #[error("the field was made for another snapshot of the world")]
    OtherSnapshot,
    /// The field was made for a world with other bounds.
    #[error("the field was made for a world with the bounds {before}, not {after}")]
    OtherBounds {
        /// The bounds of the world that the field was made for.
        before: CellBox,
        /// The bounds of the world that it was to be updated to.
        after: CellBox,
    },
}

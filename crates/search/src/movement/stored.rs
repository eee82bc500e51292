//! Directions as they are read back: by [`serde`], with the feature of that name.

use serde::Deserialize;

use super::direction::Direction;

/// Error for a number that names no direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rank} is the rank of no direction; there are 26")]
pub(crate) struct NoDirection {
    rank: u8,
}

/// A direction as it is written.
#[derive(Deserialize)]
pub(crate) struct StoredDirection(u8);

impl TryFrom<StoredDirection> for Direction {
    type Error = NoDirection;

    fn try_from(StoredDirection(rank): StoredDirection) -> Result<Self, NoDirection> {
        let mut all = Self::all();
        all.nth(rank.into()).ok_or(NoDirection { rank })
    }
}

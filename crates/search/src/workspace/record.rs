//! What a search knows of one cell.

use crate::{Cost, Direction};

/// The record of a reached cell.
///
/// ```text
/// g     64 bits   the smallest cost found so far
/// mark  63    52 51            26 25             0
///      [ epoch  |   expanded     |    reached     ]
/// ```
///
/// `reached` holds the directions in which the cell was reached at cost `g`, `expanded` those for
/// which it was expanded at cost `g`. A record whose epoch is not that of the current query counts
/// as absent. The start of a search is reached in no direction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    g: u64,
    mark: u64,
}

const EXPANDED_SHIFT: u32 = 26;
const EPOCH_SHIFT: u32 = 52;

/// Epochs run from 1 to this; then the records are cleared once.
pub(crate) const LAST_EPOCH: u64 = (1 << 12) - 1;

impl Record {
    /// The record of a cell reached at cost `g` with the directions of the bit set `reached`.
    #[inline]
    pub(crate) fn new(epoch: u64, g: Cost, reached: u32) -> Self {
        Self {
            g: g.raw(),
            mark: epoch << EPOCH_SHIFT | u64::from(reached),
        }
    }

    #[inline]
    pub(crate) fn is_of(&self, epoch: u64) -> bool {
        self.mark >> EPOCH_SHIFT == epoch
    }

    #[inline]
    pub(crate) fn g(&self) -> Cost {
        Cost::from_raw(self.g)
    }

    #[inline]
    pub(crate) fn was_reached(&self, direction: Direction) -> bool {
        self.mark & u64::from(direction.bit()) != 0
    }

    #[inline]
    pub(crate) fn add_reached(&mut self, direction: Direction) {
        self.mark |= u64::from(direction.bit());
    }

    /// The direction of smallest rank in which the cell was reached.
    #[inline]
    pub(crate) fn first_reached(&self) -> Option<Direction> {
        let reached = self.mark as u32 & ((1 << EXPANDED_SHIFT) - 1);
        (reached != 0).then(|| Direction::from_index(reached.trailing_zeros() as usize))
    }

    #[inline]
    pub(crate) fn was_expanded(&self, direction: Direction) -> bool {
        self.mark >> EXPANDED_SHIFT & u64::from(direction.bit()) != 0
    }

    #[inline]
    pub(crate) fn set_expanded(&mut self, direction: Direction) {
        self.mark |= u64::from(direction.bit()) << EXPANDED_SHIFT;
    }

    /// Whether the cell was expanded, for any direction, at its present cost.
    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.mark >> EXPANDED_SHIFT & ((1 << EXPANDED_SHIFT) - 1) != 0
    }
}

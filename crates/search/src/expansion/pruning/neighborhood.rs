//! The 27 cells around one as bits, which is all that pruning looks at.

use glam::IVec3;

/// All 27 cells of a neighborhood traversable.
pub(crate) const OPEN_NEIGHBORHOOD: u32 = (1 << 27) - 1;

/// Returns the offsets from the center of all 27 cells, in the order of their bits.
pub(super) fn offsets() -> impl Iterator<Item = IVec3> {
    (0..27).map(|bit| IVec3::new(bit % 3 - 1, bit / 3 % 3 - 1, bit / 9 - 1))
}

/// Returns the bit of the cell at `offset` from the center.
pub(super) fn bit_at(offset: IVec3) -> u32 {
    let place = (offset.z + 1) * 9 + (offset.y + 1) * 3 + offset.x + 1;
    1 << place
}

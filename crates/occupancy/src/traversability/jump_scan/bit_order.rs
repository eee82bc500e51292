//! The bits of a row word in the two orders in which runs meet them.

/// The bits of a row word in the order in which a run meets them.
pub(super) trait BitOrder {
    /// Returns the place of `coordinate` (0 to 63) in the order.
    fn order(coordinate: i32) -> u32;
    /// Returns the place of the first set bit, 64 where there is none.
    fn first(row: u64) -> u32;
    /// Returns the bits from place `order` on; `order` may be 64 or more.
    fn mask_from(order: u32) -> u64;
    /// Returns every bit moved one place on.
    fn advance(row: u64) -> u64;
    /// Returns the last bit, moved to the first place.
    fn last(row: u64) -> u64;
    /// Returns whether the blocks of eight from place `block` on are all set.
    fn from_order_on(blocks: u8, block: u32) -> bool;
}

pub(super) struct Ascending;
pub(super) struct Descending;

impl BitOrder for Ascending {
    #[inline]
    fn order(coordinate: i32) -> u32 {
        coordinate.cast_unsigned()
    }
    #[inline]
    fn first(row: u64) -> u32 {
        row.trailing_zeros()
    }
    #[inline]
    fn mask_from(order: u32) -> u64 {
        u64::MAX.checked_shl(order).unwrap_or(0)
    }
    #[inline]
    fn advance(row: u64) -> u64 {
        row << 1
    }
    #[inline]
    fn last(row: u64) -> u64 {
        row >> 63
    }
    #[inline]
    fn from_order_on(blocks: u8, block: u32) -> bool {
        blocks >> block == 0xff >> block
    }
}

impl BitOrder for Descending {
    #[inline]
    fn order(coordinate: i32) -> u32 {
        63 - coordinate.cast_unsigned()
    }
    #[inline]
    fn first(row: u64) -> u32 {
        row.leading_zeros()
    }
    #[inline]
    fn mask_from(order: u32) -> u64 {
        u64::MAX.checked_shr(order).unwrap_or(0)
    }
    #[inline]
    fn advance(row: u64) -> u64 {
        row >> 1
    }
    #[inline]
    fn last(row: u64) -> u64 {
        row << 63
    }
    #[inline]
    fn from_order_on(blocks: u8, block: u32) -> bool {
        blocks << block == 0xff << block
    }
}

//! Numbers as people read them, and to reckon with.

#[doc(inline)]
pub use voxnav_worlds::figures::{bytes, compact, grouped};

/// Returns a count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(crate) fn as_number(count: u64) -> f64 {
    count as f64
}

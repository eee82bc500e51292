//! The directions of moves, by which turns are counted.

use glam::IVec3;
use voxnav_occupancy::Axis;

/// Returns an offset divided by the greatest common divisor of its components.
pub(crate) fn lowest_terms(offset: IVec3) -> IVec3 {
    let [x, y, z] = offset.to_array().map(i32::unsigned_abs);
    let divisor = common_divisor(common_divisor(x, y), z);
    match i32::try_from(divisor) {
        Ok(divisor) if divisor > 1 => offset / divisor,
        _ => offset,
    }
}

/// Returns the greatest common divisor of two numbers; of zero and another, the other.
fn common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the direction of an offset as seen from above: that of what it has apart from up, or of the whole where that is
/// nothing.
pub(crate) fn seen_from_above(offset: IVec3, up: Axis) -> IVec3 {
    let flat = offset - up.unit() * up.of(offset);
    lowest_terms(if flat == IVec3::ZERO { offset } else { flat })
}

//! Rows of bits, and the same bits in bricks.
//!
//! A *brick* is 4^3 cells, one bit each, in a word; 4^3 bricks are a *group*, and 4^3 groups a chunk.
//!
//! ```text
//! bit of a cell in its brick:    z & 3 | y & 3 | x & 3          (two binary digits each)
//! number of a brick in a chunk:  z / 16 | y / 16 | x / 16 | z / 4 & 3 | y / 4 & 3 | x / 4 & 3
//!                                [------- group --------]
//! ```
//!
//! A *line* is what rows become bricks by: 4 x 4 rows along one axis, side by side, which are the 16
//! bricks along it. Line `v / 4 * 16 + u / 4` of an axis has the row `(u, v)` as number
//! `v % 4 * 4 + u % 4`, with `(u, v)` as for rows.

use glam::IVec3;

use crate::coordinates::Axis;

/// The words of a line: its rows, or its bricks.
pub(super) type Words = [u64; 16];

/// Returns the number of a cell's brick within its chunk.
#[inline]
pub(super) fn brick_of(local: IVec3) -> usize {
    let in_chunk = interleaved(local >> 4) << 6;
    (in_chunk | interleaved(local >> 2)) as usize
}

/// Returns the number of a cell's bit within its brick.
#[inline]
pub(super) fn bit_of(local: IVec3) -> u32 {
    interleaved(local)
}

/// Returns the lowest two binary digits of each coordinate.
#[inline]
fn interleaved(at: IVec3) -> u32 {
    ((at.x & 3) | (at.y & 3) << 2 | (at.z & 3) << 4) as u32
}

/// Returns the number of brick `along` (0 to 15) of a line.
#[inline]
pub(super) fn brick_in_line(axis: Axis, line: usize, along: usize) -> usize {
    let [u, v] = axis.others();
    let (line, along) = (line as i32, along as i32);
    brick_of((axis.unit() * along + u.unit() * (line & 15) + v.unit() * (line >> 4)) << 2)
}

/// Returns the bricks of a line, from its rows.
#[inline]
pub(super) fn bricks(axis: Axis, rows: &Words) -> Words {
    transposed(*rows).map(|word| to_brick(axis, word))
}

/// Returns the bits on the face of a brick that lies first or last along `axis`, one for each row of
/// the line.
#[inline]
pub(super) fn face(axis: Axis, brick: u64, place: u32) -> u16 {
    let mut bits = from_brick(axis, brick) >> place & 0x1111_1111_1111_1111;
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
    bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
    (bits | bits >> 24) as u16
}

/// Reorders a word's bits from (along, u, v), along fastest, to (x, y, z).
#[inline]
fn to_brick(axis: Axis, word: u64) -> u64 {
    match axis {
        Axis::X => word,
        Axis::Y => lower_swapped(word),
        Axis::Z => upper_swapped(lower_swapped(word)),
    }
}

/// Reorders a word's bits from (x, y, z) to (along, u, v).
#[inline]
fn from_brick(axis: Axis, word: u64) -> u64 {
    match axis {
        Axis::X => word,
        Axis::Y => lower_swapped(word),
        Axis::Z => lower_swapped(upper_swapped(word)),
    }
}

/// Exchanges the fastest and the middle coordinate: transposes 4 x 4 bit matrices.
#[inline]
fn lower_swapped(word: u64) -> u64 {
    let word = exchanged(word, 3, 0x0a0a_0a0a_0a0a_0a0a);
    exchanged(word, 6, 0x00cc_00cc_00cc_00cc)
}

/// Exchanges the middle and the slowest coordinate: transposes a 4 x 4 matrix of nibbles.
#[inline]
fn upper_swapped(word: u64) -> u64 {
    let word = exchanged(word, 12, 0x0000_f0f0_0000_f0f0);
    exchanged(word, 24, 0x0000_0000_ff00_ff00)
}

/// Exchanges the bits of `mask` with those `distance` places above.
#[inline]
fn exchanged(word: u64, distance: u32, mask: u64) -> u64 {
    let differing = (word ^ word >> distance) & mask;
    word ^ differing ^ differing << distance
}

/// Returns the transpose of a 16 x 16 matrix of nibbles, by blocks (Warren, "Hacker's Delight",
/// section 7-3).
#[inline]
fn transposed(mut words: Words) -> Words {
    let (mut width, mut mask) = (8, 0x0000_0000_ffff_ffff_u64);
    while width != 0 {
        let shift = 4 * width;
        let mut first = 0;
        while first < 16 {
            let swap = (words[first] >> shift ^ words[first + width]) & mask;
            words[first] ^= swap << shift;
            words[first + width] ^= swap;
            first = (first + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << (4 * width);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_rows_and_bricks_hold_the_same_cells() {
        let mut state = 7_u64;
        let rows: Words = std::array::from_fn(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state ^ state >> 31
        });
        for axis in Axis::ALL {
            let [u, v] = axis.others();
            let line = 5 * 16 + 9;
            let corner = u.unit() * 9 * 4 + v.unit() * 5 * 4;
            let bricks = bricks(axis, &rows);
            for (row, &bits) in rows.iter().enumerate() {
                let beside = u.unit() * (row as i32 & 3) + v.unit() * (row as i32 >> 2);
                for along in 0..64 {
                    let cell = corner + beside + axis.unit() * along;
                    let place = along as usize / 4;
                    assert_eq!(brick_of(cell), brick_in_line(axis, line, place));
                    let bit = bricks[place] >> bit_of(cell) & 1;
                    assert_eq!(bit, bits >> along & 1, "{axis:?}, {cell}");
                    let face = face(axis, bricks[place], along as u32 & 3);
                    assert_eq!(u64::from(face) >> row & 1, bits >> along & 1);
                }
            }
        }
    }
}

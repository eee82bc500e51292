//! The rows of a chunk: words of 64 cells along x, bit `x` of word `z * 64 + y`.

use std::ops::Range;

use glam::IVec3;

use super::cell_box::CellBox;
use super::chunk_coord::{EDGE, WHOLE_CHUNK};

/// A word of 64 cells for each row of a chunk.
pub type Rows = [u64; 64 * 64];

/// Returns rows without a bit.
#[expect(
    clippy::large_stack_arrays,
    reason = "32 KB, which an optimized build clears where they are kept"
)]
#[must_use]
pub fn no_bits() -> Box<Rows> {
    Box::new([0; 4096])
}

/// Returns the rows that a function of local y and z gives.
#[must_use]
pub fn rows_of(mut row: impl FnMut(i32, i32) -> u64) -> Box<Rows> {
    let mut rows = no_bits();
    for (word, (y, z)) in rows.iter_mut().zip(row_places()) {
        *word = row(y, z);
    }
    rows
}

/// Returns the bits of a row at local `y` and `z` that lie in a box, in the chunk's own coordinates.
#[inline]
#[must_use]
pub fn row_mask(cells: &CellBox, y: i32, z: i32) -> u64 {
    let has_row = cells.contains(IVec3::new(cells.min.x, y, z));
    if has_row {
        mask(cells.min.x.max(0), cells.max.x.min(EDGE))
    } else {
        0
    }
}

/// Returns the bits `first..end`; none if `first >= end`.
pub(crate) fn mask(first: i32, end: i32) -> u64 {
    if first >= end {
        return 0;
    }
    u64::MAX << first & u64::MAX >> (EDGE - end)
}

/// Returns the index of the row at local `y` and `z`, of which the low six bits count: `z * 64 + y`.
pub(crate) fn row_index(y: i32, z: i32) -> usize {
    ((z & 63) << 6 | (y & 63)).cast_unsigned() as usize
}

/// Returns the indices of the rows of a chunk that touch a local box, layer by layer.
pub(crate) fn rows_within(within: &CellBox) -> impl Iterator<Item = Range<usize>> + Clone + use<> {
    let (y, z) = (within.min.y..within.max.y, within.min.z..within.max.z);
    z.map(move |z| row_index(y.start, z)..row_index(y.start, z) + y.len())
}

/// Returns the local y and z of a row, by its index.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "an index is below 4,096"
)]
pub(crate) fn row_place(index: usize) -> (i32, i32) {
    let [y, z] = [index & 63, index >> 6 & 63];
    (y as i32, z as i32)
}

/// Returns the local y and z of the rows of a chunk, in the order of [`Rows`].
pub fn row_places() -> impl Iterator<Item = (i32, i32)> {
    (0..64 * 64).map(row_place)
}

/// Returns the places of the set bits of a row, in ascending order.
pub(crate) fn bits(mut row: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let x = row.trailing_zeros();
        row &= row.checked_sub(1)?;
        Some(x.cast_signed())
    })
}

/// Clears the bits outside a local box.
pub(crate) fn clip(rows: &mut Rows, inside: &CellBox) {
    if *inside == WHOLE_CHUNK {
        return;
    }
    for (row, (y, z)) in rows.iter_mut().zip(row_places()) {
        *row &= row_mask(inside, y, z);
    }
}

/// Returns the smallest local box around the cells of some rows: words with a bit for each cell, and their y and
/// z.
pub(crate) fn box_around(rows: impl Iterator<Item = (u64, i32, i32)>) -> CellBox {
    let (mut columns, mut hull) = (0, CellBox::EMPTY);
    for (row, y, z) in rows.filter(|&(row, ..)| row != 0) {
        columns |= row;
        hull = hull.hull(&CellBox::of_cell(IVec3::new(0, y, z)));
    }
    if columns != 0 {
        hull.min.x = columns.trailing_zeros().cast_signed();
        hull.max.x = EDGE - columns.leading_zeros().cast_signed();
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_and_bits_agree() {
        for first in 0..=EDGE {
            for end in 0..=EDGE {
                assert!(bits(mask(first, end)).eq(first..end), "{first}..{end}");
            }
        }
    }
}

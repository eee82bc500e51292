//! Dense bits of a world under construction, and the one way in which rows of bits become occupancy.
//!
//! A row holds the cells of one y and z, 64 to a word, bit `x % 64` of word `x / 64`, set where
//! occupied:
//!
//! ```text
//! word 0                 word 1                 word 2 (size.x = 150)
//! x = 0 .. 63            x = 64 .. 127          x = 128 .. 149, 42 bits unused and clear
//! ```

use glam::IVec3;
use voxnav_occupancy::bits::{no_bits, rows_of};
use voxnav_occupancy::{CellBox, OccupancyBuilder};

use crate::WorldError;
use crate::until::Until;

/// Cells in a word.
pub(crate) const WORD: usize = 64;

/// One bit a cell of a world whose cells begin at the origin, set where occupied.
///
/// INVARIANT: the unused bits of the last word of each row are clear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rows {
    width: usize,
    height: usize,
    depth: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    /// Returns rows with all cells free. A size that is not positive has no cells.
    pub(crate) fn free(size: IVec3) -> Self {
        let [width, height, depth] = size.to_array().map(cells_along);
        let words = width.div_ceil(WORD);
        Self {
            width,
            height,
            depth,
            words,
            bits: vec![0; words * height * depth],
        }
    }

    /// Returns rows with all cells free, as many as here. Memory is taken as rows are written.
    pub(crate) fn free_as_large(&self) -> Self {
        Self {
            bits: vec![0; self.bits.len()],
            ..*self
        }
    }

    /// Returns rows with all cells occupied. A size that is not positive has no cells.
    pub(crate) fn occupied(size: IVec3, until: Until<'_>) -> Result<Self, WorldError> {
        let mut rows = Self::free(size);
        if let Some(last) = rows.words.checked_sub(1) {
            let mask = rows.last_word();
            for row in rows.bits.chunks_mut(rows.words) {
                until.check()?;
                row.fill(u64::MAX);
                row[last] &= mask;
            }
        }
        Ok(rows)
    }

    /// Returns the cells along x, y and z.
    pub(crate) fn size(&self) -> [usize; 3] {
        [self.width, self.height, self.depth]
    }

    /// Returns the bits of the last word of a row that stand for cells.
    pub(crate) fn last_word(&self) -> u64 {
        u64::MAX >> (self.words * WORD - self.width)
    }

    /// Returns the row of a y and z within the size.
    pub(crate) fn row(&self, y: usize, z: usize) -> &[u64] {
        let first = (z * self.height + y) * self.words;
        &self.bits[first..first + self.words]
    }

    /// Returns the row of a y and z within the size. The caller leaves the unused bits clear.
    pub(crate) fn row_mut(&mut self, y: usize, z: usize) -> &mut [u64] {
        let first = (z * self.height + y) * self.words;
        &mut self.bits[first..first + self.words]
    }

    /// Frees one cell within the size.
    pub(crate) fn carve(&mut self, x: usize, y: usize, z: usize) {
        self.row_mut(y, z)[x / WORD] &= !(1 << (x % WORD));
    }

    /// Writes the cells of the chunks of a box into a builder whose cells are free; `first` is the height of the
    /// lowest layer, which a chunk begins with.
    pub(crate) fn write(
        &self,
        builder: &mut OccupancyBuilder,
        cells: &CellBox,
        first: i32,
        until: Until<'_>,
    ) -> Result<(), WorldError> {
        let unknown = no_bits();
        for chunk in cells.chunks() {
            until.check()?;
            let low = (chunk.origin() - IVec3::Z * first)
                .to_array()
                .map(cells_along);
            let occupied = rows_of(|y, z| {
                let (y, z) = (low[1] + cells_along(y), low[2] + cells_along(z));
                let is_inside = y < self.height && z < self.depth;
                if is_inside {
                    self.row(y, z)[low[0] / WORD]
                } else {
                    0
                }
            });
            if occupied.iter().any(|row| *row != 0) {
                builder.set_chunk(chunk, &occupied, &unknown);
            }
        }
        Ok(())
    }
}

/// Returns the cells along a side, none if it is negative.
fn cells_along(side: i32) -> usize {
    usize::try_from(side).unwrap_or(0)
}

/// Returns the coordinate of an index, which is below 2^31 because a world's size is given in
/// `i32`.
pub(crate) fn coordinate(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

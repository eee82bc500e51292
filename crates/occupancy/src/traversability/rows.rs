//! One chunk of traversability bits, with rows along all three axes.
//!
//! ```text
//! along X: row z * 64 + y, bit x
//! along Y: row z * 64 + x, bit y
//! along Z: row y * 64 + x, bit z
//! ```
//!
//! The three copies hold the same cells. A row along axis `a` is addressed by the two other
//! coordinates `(u, v)` in the order of [`Axis::others`], as `v * 64 + u`.

use std::sync::Arc;

use crate::coordinates::Axis;

/// The rows of a chunk along one axis.
pub(crate) type Rows = [u64; 64 * 64];

/// Rows without a bit.
#[expect(
    clippy::large_stack_arrays,
    reason = "32 KB, which an optimized build clears where they are kept"
)]
pub(crate) fn no_bits() -> Box<Rows> {
    Box::new([0; 4096])
}

/// A chunk's bits along the three axes, indexed by [`Axis::index`]. Set where traversable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChunkBits(Arc<[Rows; 3]>);

impl ChunkBits {
    /// A chunk whose rows all equal `row`.
    pub(crate) fn uniform(row: u64) -> Self {
        Self(Arc::new([[row; 4096]; 3]))
    }

    /// A chunk from its rows along X.
    pub(crate) fn from_x_rows(rows: &Rows) -> Self {
        let mut along = [*rows, [0; 4096], [0; 4096]];
        for fixed in 0..64 {
            let z_layer: [u64; 64] = std::array::from_fn(|y| rows[fixed * 64 + y]);
            for (x, row) in transposed(z_layer).into_iter().enumerate() {
                along[1][fixed * 64 + x] = row;
            }
            let y_layer: [u64; 64] = std::array::from_fn(|z| rows[z * 64 + fixed]);
            for (x, row) in transposed(y_layer).into_iter().enumerate() {
                along[2][fixed * 64 + x] = row;
            }
        }
        Self(Arc::new(along))
    }

    /// The rows along `axis`.
    #[inline]
    pub(crate) fn along(&self, axis: Axis) -> &Rows {
        &self.0[axis.index()]
    }

    /// Where the storage is, to tell values apart that share it.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// Whether two values share their storage.
    pub(crate) fn shares_storage_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The transpose of a 64 x 64 bit matrix: bit `j` of row `i` goes to bit `i` of row `j`.
///
/// Swaps off-diagonal blocks of 32, 16, ... 1 bits (Warren, "Hacker's Delight", section 7-3).
fn transposed(mut rows: [u64; 64]) -> [u64; 64] {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        let mut first = 0;
        while first < 64 {
            let swap = ((rows[first] >> width) ^ rows[first + width]) & mask;
            rows[first] ^= swap << width;
            rows[first + width] ^= swap;
            first = (first + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn the_three_orientations_hold_the_same_cells() {
        let mut draws = Draws::new(1);
        let rows: Rows = std::array::from_fn(|_| draws.word());
        let bits = ChunkBits::from_x_rows(&rows);
        for z in 0..64 {
            for y in 0..64 {
                for x in 0..64 {
                    let expected = rows[z * 64 + y] >> x & 1;
                    assert_eq!(bits.along(Axis::Y)[z * 64 + x] >> y & 1, expected);
                    assert_eq!(bits.along(Axis::Z)[y * 64 + x] >> z & 1, expected);
                }
            }
        }
    }
}

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
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) use crate::coordinates::Rows;
use crate::coordinates::{Axis, bits};

/// A chunk's bits along the three axes, indexed by [`Axis::index`]. Set where traversable.
///
/// INVARIANT: two chunks with the same stamp at a layer have the same cells there. A stamp is given to the layers
/// of one chunk when that is made, and goes on only to layers that are equal.
#[derive(Clone, Debug)]
pub(crate) struct ChunkBits(Arc<ChunkRowBits>);

#[derive(Clone, Debug)]
struct ChunkRowBits {
    rows: [Rows; 3],
    /// The stamps of the layers, by z.
    stamps: [u64; 64],
}

impl PartialEq for ChunkBits {
    fn eq(&self, other: &Self) -> bool {
        self.0.rows == other.0.rows
    }
}

/// Returns a stamp that no layer has. What it is shows nowhere.
fn new_stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl ChunkBits {
    /// Returns a chunk whose rows all equal `row`.
    pub(crate) fn uniform(row: u64) -> Self {
        Self(Arc::new(ChunkRowBits {
            rows: [[row; 4096]; 3],
            stamps: [new_stamp(); 64],
        }))
    }

    /// Returns the layers in which two chunks may differ, a bit for each z: most that are equal are known to be
    /// by their stamps, without a look at their cells.
    pub(crate) fn layers_apart(&self, other: &Self) -> u64 {
        let stamps = self.0.stamps.iter().zip(&other.0.stamps);
        let apart = stamps.map(|(own, others)| u64::from(own != others));
        (0..)
            .zip(apart)
            .fold(0, |apart, (z, differs)| apart | differs << z)
    }

    /// Returns a chunk from its rows along X, which keeps the stamps of those layers that are as in
    /// `before`.
    pub(crate) fn from_x_rows(rows: &Rows, before: Option<&Self>) -> Self {
        if let Some(before) = before {
            return before.with_x_rows(rows);
        }
        let mut along = [*rows, [0; 4096], [0; 4096]];
        for fixed in 0..64 {
            let mut z_layer: [u64; 64] = std::array::from_fn(|y| rows[fixed * 64 + y]);
            let mut y_layer: [u64; 64] = std::array::from_fn(|z| rows[z * 64 + fixed]);
            for (layer, along) in [&mut z_layer, &mut y_layer]
                .into_iter()
                .zip(&mut along[1..])
            {
                transpose(layer);
                along[fixed * 64..][..64].copy_from_slice(layer);
            }
        }
        Self(Arc::new(ChunkRowBits {
            rows: along,
            stamps: [new_stamp(); 64],
        }))
    }

    /// Returns the chunk with other rows along X.
    fn with_x_rows(&self, rows: &Rows) -> Self {
        let mut next = self.clone();
        let ChunkRowBits {
            rows: [along_x, along_y, along_z],
            stamps,
        } = Arc::make_mut(&mut next.0);
        let stamp = new_stamp();
        let mut changed_y = 0_u64;
        for (z, own) in rows.chunks(64).enumerate() {
            let known = &mut along_x[z * 64..][..64];
            if own == known {
                continue;
            }
            let changed = own.iter().zip(&*known).zip(0..);
            changed_y |= changed.fold(0, |set, ((own, known), y)| {
                set | u64::from(own != known) << y
            });
            known.copy_from_slice(own);
            stamps[z] = stamp;
            let mut layer: [u64; 64] = std::array::from_fn(|y| own[y]);
            transpose(&mut layer);
            along_y[z * 64..][..64].copy_from_slice(&layer);
        }
        for y in bits(changed_y).map(|y| y as usize) {
            let mut layer: [u64; 64] = std::array::from_fn(|z| rows[z * 64 + y]);
            transpose(&mut layer);
            along_z[y * 64..][..64].copy_from_slice(&layer);
        }
        next
    }

    /// Returns the rows along `axis`.
    #[inline]
    pub(crate) fn along(&self, axis: Axis) -> &Rows {
        &self.0.rows[axis.index()]
    }

    /// Returns the address of the storage, to tell values apart that share it.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// Returns whether two values share their storage.
    pub(crate) fn shares_storage_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Transposes a square of bits: bit `j` of row `i` goes to bit `i` of row `j`.
///
/// Swaps off-diagonal blocks of 32, 16, ... 1 bits.
///
/// # References
///
/// Warren, "Hacker's Delight", second edition 2012, section 7-3.
///
/// ```
/// use voxnav_occupancy::bits::transpose;
///
/// let mut square = [0; 64];
/// square[3] = 1 << 40;
/// transpose(&mut square);
/// assert_eq!(square[40], 1 << 3);
/// ```
pub fn transpose(rows: &mut [u64; 64]) {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn layers_apart_are_those_that_differ_and_those_that_came_back() {
        let mut draws = Draws::new(2);
        let rows: Rows = std::array::from_fn(|_| draws.word());
        let mut chain = vec![ChunkBits::from_x_rows(&rows, None)];
        for _ in 0..30 {
            let before = &chain[draws.below(chain.len() as u64) as usize];
            let mut rows = *before.along(Axis::X);
            for _ in 0..draws.below(4) {
                rows[draws.below(4096) as usize] ^= 1 << draws.below(64);
            }
            chain.push(ChunkBits::from_x_rows(&rows, Some(before)));
        }
        let mut known_equal = 0;
        for (a, b) in chain.iter().flat_map(|a| chain.iter().map(move |b| (a, b))) {
            let apart = a.layers_apart(b);
            for z in 0..64 {
                let layer = 64 * z..64 * z + 64;
                let differs = a.along(Axis::X)[layer.clone()] != b.along(Axis::X)[layer];
                assert!(!differs || apart >> z & 1 != 0, "layer {z}");
            }
            known_equal += 64 - apart.count_ones();
        }
        assert!(
            known_equal > 31 * 31 * 50,
            "{known_equal} of {}",
            31 * 31 * 64
        );
    }

    #[test]
    fn the_three_orientations_hold_the_same_cells() {
        let mut draws = Draws::new(1);
        let rows: Rows = std::array::from_fn(|_| draws.word());
        let bits = ChunkBits::from_x_rows(&rows, None);
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

    #[test]
    fn a_square_of_bits_is_turned() {
        let mut square: [u64; 64] =
            std::array::from_fn(|row| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(row as u64 + 1));
        let before = square;
        transpose(&mut square);
        for (q, word) in before.iter().enumerate() {
            for (x, turned) in square.iter().enumerate() {
                assert_eq!(word >> x & 1, turned >> q & 1, "{x} {q}");
            }
        }
    }
}

//! Worlds of arrays, chunk by chunk, on all processors. Nothing of the array is copied but its bits.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use ndarray::{ArrayView1, ArrayView3, Axis, Slice};
use rayon::prelude::*;
use voxnav::glam::IVec3;
use voxnav::grid::bits::transpose;
use voxnav::grid::{CellBox, ChunkCoord, Occupancy, OccupancyBuilder, OccupancyError};

/// The bits of a chunk: a word for each row of cells along x, by z and y.
type Rows = Box<[u64; 4096]>;

/// The number of chunks that are put together before they are handed over.
const AT_ONCE: usize = 64;

/// Returns the world of an array that is indexed by x, y and z: 0 is free, and a value may stand for unknown cells.
/// Once `cancel` is set, the world is incomplete and must not be used.
pub(crate) fn world_of(
    values: &ArrayView3<'_, u8>,
    unknown: Option<u8>,
    cancel: &AtomicBool,
) -> Result<Occupancy, OccupancyError> {
    let (width, height, depth) = values.dim();
    let sides = [width, height, depth].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
    let bounds = CellBox::from_size(IVec3::from_array(sides));
    let mut builder = OccupancyBuilder::new(bounds)?;
    let mut axes = [0, 1, 2];
    // Axes of one value come first: words along them would have a bit each.
    axes.sort_by_key(|&axis| {
        let stride = values.strides()[axis].unsigned_abs();
        (values.len_of(Axis(axis)) > 1, Reverse(stride))
    });
    let mut chunks: Vec<ChunkCoord> = bounds.chunks().collect();
    // Chunks whose values lie beside each other follow each other: they share lines of memory.
    chunks.sort_by_key(|chunk| axes.map(|axis| chunk.cells().min[axis]));
    for some in chunks.chunks(AT_ONCE) {
        let bits: Vec<_> = some
            .par_iter()
            .map(|chunk| {
                let cells = chunk.cells().intersection(&bounds);
                let is_wanted = !cancel.load(Ordering::Relaxed);
                is_wanted.then(|| chunk_bits(part(values, cells), axes[2], unknown))
            })
            .while_some()
            .collect();
        for (chunk, [occupied, unknown]) in some.iter().zip(bits) {
            builder.set_chunk(*chunk, &occupied, &unknown);
        }
    }
    Ok(builder.commit())
}

/// Returns the values of some cells.
fn part<'v>(values: &'v ArrayView3<'_, u8>, cells: CellBox) -> ArrayView3<'v, u8> {
    let mut values = values.view();
    for axis in 0..3 {
        let along = |corner: IVec3| corner[axis].unsigned_abs() as usize;
        let range = along(cells.min)..along(cells.max);
        values.slice_axis_inplace(Axis(axis), Slice::from(range));
    }
    values
}

/// Returns the occupied and the unknown cells of a chunk, whose values lie closest along `near`.
#[expect(clippy::large_stack_arrays, reason = "32 KB on the way to the heap")]
fn chunk_bits(mut values: ArrayView3<'_, u8>, near: usize, unknown: Option<u8>) -> [Rows; 2] {
    let mut bits = [(); 2].map(|()| Rows::new([0; 4096]));
    // Words along `near`, for each place along the first of the other two axes by the second.
    let second = if near == 1 { 2 } else { 1 };
    values = values.permuted_axes([3 - near - second, second, near]);
    for (first, slab) in values.axis_iter(Axis(0)).enumerate() {
        for (second, row) in slab.axis_iter(Axis(0)).enumerate() {
            let [occupied, unknown] = row_bits(row, unknown);
            // Where x lies closest these are the rows; else squares to be turned, which begin with x.
            let place = if near == 0 {
                first << 6 | second
            } else {
                second << 6 | first
            };
            (bits[0][place], bits[1][place]) = (occupied, unknown);
        }
    }
    if near == 0 {
        return bits;
    }
    bits.map(|words| along_x(&words, near))
}

/// Rows along x of words along another axis: bit n of word x of square s is cell x of the row at n and s.
fn along_x(words: &Rows, near: usize) -> Rows {
    let mut rows = words.clone();
    for (place, square) in words.as_chunks::<64>().0.iter().enumerate() {
        let mut square = *square;
        transpose(&mut square);
        for (along, row) in square.into_iter().enumerate() {
            let [y, z] = if near == 1 {
                [along, place]
            } else {
                [place, along]
            };
            rows[z << 6 | y] = row;
        }
    }
    rows
}

/// Returns the occupied and the unknown cells of a row of values.
fn row_bits(row: ArrayView1<'_, u8>, unknown: Option<u8>) -> [u64; 2] {
    let mut bytes = [[0_u8; 64]; 2];
    if let (Some(values), None) = (row.as_slice(), unknown) {
        for (byte, &value) in bytes[0].iter_mut().zip(values) {
            *byte = u8::from(value != 0);
        }
    } else {
        for (place, &value) in row.iter().enumerate() {
            let is_unknown = unknown == Some(value);
            bytes[0][place] = u8::from(value != 0 && !is_unknown);
            bytes[1][place] = u8::from(is_unknown);
        }
    }
    bytes.map(|bytes| packed(&bytes))
}

/// Bytes of 0 and 1 as the bits of a word.
///
/// The product moves the bit of byte i of eight to bit 56 + i: 2^(8i) times 2^(56 - 7i), and no two of the
/// other products meet at a bit from 56 on.
fn packed(bytes: &[u8; 64]) -> u64 {
    let mut word = 0;
    for (place, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        let gathered = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        word |= gathered << (8 * place);
    }
    word
}

//! Worlds of arrays, chunk by chunk, on all processors. Nothing of the array is copied but its bits.

use ndarray::{ArrayView1, ArrayView3, Axis, Slice};
use rayon::prelude::*;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, ChunkCoord, Occupancy, OccupancyBuilder, OccupancyError};

/// The bits of a chunk: a word for each row of cells along x, by z and y.
type Rows = Box<[u64; 4096]>;

/// How many chunks are put together before they are handed over.
const AT_ONCE: usize = 64;

/// What values mean.
#[derive(Clone, Copy)]
pub(crate) struct Meaning<T> {
    pub(crate) free: T,
    pub(crate) unknown: Option<T>,
}

/// The world of an array that is indexed by x, y and z.
pub(crate) fn world_of<T: Copy + PartialEq + Send + Sync>(
    values: &ArrayView3<'_, T>,
    meaning: Meaning<T>,
) -> Result<Occupancy, OccupancyError> {
    let (width, height, depth) = values.dim();
    let sides = [width, height, depth].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
    let bounds = CellBox::from_size(IVec3::from_array(sides));
    let mut builder = OccupancyBuilder::new(bounds)?;
    let chunks: Vec<ChunkCoord> = bounds.chunks().collect();
    for some in chunks.chunks(AT_ONCE) {
        let bits: Vec<_> = some
            .par_iter()
            .map(|chunk| chunk_bits(values, meaning, chunk.cells().intersection(&bounds)))
            .collect();
        for (chunk, [occupied, unknown]) in some.iter().zip(bits) {
            builder.set_chunk(*chunk, &occupied, &unknown);
        }
    }
    Ok(builder.commit())
}

/// The occupied and the unknown cells of a chunk.
#[expect(clippy::large_stack_arrays, reason = "32 KB on the way to the heap")]
fn chunk_bits<T: Copy + PartialEq>(
    values: &ArrayView3<'_, T>,
    meaning: Meaning<T>,
    cells: CellBox,
) -> [Rows; 2] {
    let mut bits = [(); 2].map(|()| Rows::new([0; 4096]));
    let [x, y, z] = [0, 1, 2].map(|axis| {
        let along = |corner: IVec3| corner[axis].unsigned_abs() as usize;
        along(cells.min)..along(cells.max)
    });
    let mut values = values.view();
    for (axis, range) in [x, y, z].into_iter().enumerate() {
        values.slice_axis_inplace(Axis(axis), Slice::from(range));
    }
    let strides = values.strides();
    // The innermost loop goes along the axis on which values lie closest.
    if strides[0].unsigned_abs() <= strides[2].unsigned_abs() {
        for (z, layer) in values.axis_iter(Axis(2)).enumerate() {
            for (y, row) in layer.axis_iter(Axis(1)).enumerate() {
                let place = z << 6 | y;
                (bits[0][place], bits[1][place]) = row_bits(row, meaning);
            }
        }
        return bits;
    }
    let [occupied, unknown] = &mut bits;
    for (y, slab) in values.axis_iter(Axis(1)).enumerate() {
        // A word for each z, whose bits come along x: both loops go along what lies close.
        let mut words = [[0_u64; 64]; 2];
        for (x, column) in slab.axis_iter(Axis(0)).enumerate() {
            add_bits(column, x, meaning, &mut words);
        }
        let depth = slab.len_of(Axis(1));
        for (z, (&occupied_there, &unknown_there)) in
            words[0].iter().zip(&words[1]).take(depth).enumerate()
        {
            let place = z << 6 | y;
            (occupied[place], unknown[place]) = (occupied_there, unknown_there);
        }
    }
    bits
}

/// Sets bit x of the words of a column where its values say so.
fn add_bits<T: Copy + PartialEq>(
    column: ArrayView1<'_, T>,
    x: usize,
    meaning: Meaning<T>,
    [occupied, unknown]: &mut [[u64; 64]; 2],
) {
    if let (Some(values), None) = (column.as_slice(), meaning.unknown) {
        for (word, &value) in occupied.iter_mut().zip(values) {
            *word |= u64::from(value != meaning.free) << x;
        }
        return;
    }
    for (z, &value) in column.iter().enumerate() {
        let is_unknown = meaning.unknown == Some(value);
        occupied[z] |= u64::from(value != meaning.free && !is_unknown) << x;
        unknown[z] |= u64::from(is_unknown) << x;
    }
}

/// The bits of a row along x.
fn row_bits<T: Copy + PartialEq>(row: ArrayView1<'_, T>, meaning: Meaning<T>) -> (u64, u64) {
    let mut bytes = [[0_u8; 64]; 2];
    if let (Some(values), None) = (row.as_slice(), meaning.unknown) {
        for (byte, &value) in bytes[0].iter_mut().zip(values) {
            *byte = u8::from(value != meaning.free);
        }
    } else {
        for (x, &value) in row.iter().enumerate() {
            let is_unknown = meaning.unknown == Some(value);
            bytes[0][x] = u8::from(value != meaning.free && !is_unknown);
            bytes[1][x] = u8::from(is_unknown);
        }
    }
    (packed(&bytes[0]), packed(&bytes[1]))
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

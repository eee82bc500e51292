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
    for (x, slab) in values.axis_iter(Axis(0)).enumerate() {
        for (y, column) in slab.axis_iter(Axis(0)).enumerate() {
            for (z, &value) in column.iter().enumerate() {
                let place = z << 6 | y;
                let is_unknown = meaning.unknown == Some(value);
                occupied[place] |= u64::from(value != meaning.free && !is_unknown) << x;
                unknown[place] |= u64::from(is_unknown) << x;
            }
        }
    }
    bits
}

fn row_bits<T: Copy + PartialEq>(row: ArrayView1<'_, T>, meaning: Meaning<T>) -> (u64, u64) {
    let (mut occupied, mut unknown) = (0, 0);
    for (x, &value) in row.iter().enumerate() {
        let is_unknown = meaning.unknown == Some(value);
        occupied |= u64::from(value != meaning.free && !is_unknown) << x;
        unknown |= u64::from(is_unknown) << x;
    }
    (occupied, unknown)
}

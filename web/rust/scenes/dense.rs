//! Arrays with a value for each cell, in any order of axes: worlds of bytes, and what is read back.

use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, CellState, Occupancy, OccupancyBuilder};

use crate::failure::{Answer, Blamed, Code, Failure};

/// The order of an array: how far its values lie apart along x, y and z.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strides([usize; 3]);

impl Strides {
    /// The order of one value for all cells.
    pub(crate) const NONE: Self = Self([0; 3]);

    /// Returns the order of an array whose axes are named from the outermost to the innermost: 0 is x, 1 is y
    /// and 2 is z.
    ///
    /// # Errors
    ///
    /// A failure unless each axis is named once and the array, which is the argument, has `length` values.
    pub(crate) fn new(argument: &str, axes: [i32; 3], size: IVec3, length: usize) -> Answer<Self> {
        let mut strides = [0; 3];
        let mut stride = 1_usize;
        for axis in axes.into_iter().rev() {
            let place = usize::try_from(axis).ok().filter(|axis| *axis < 3);
            let place = place.filter(|axis| strides[*axis] == 0);
            let place = place.ok_or_else(|| Failure::argument("order", "name each axis once"))?;
            let count = usize::try_from(size[place]).ok().filter(|count| *count > 0);
            let count = count.ok_or_else(|| {
                Failure::argument("size", format!("{size} has a side that is not positive"))
            })?;
            strides[place] = stride;
            stride = stride.checked_mul(count).ok_or_else(|| too_many(size))?;
        }
        if stride == length {
            return Ok(Self(strides));
        }
        let reason = format!("{length} values for {size}, which are {stride} cells");
        Err(Failure::argument(argument, reason))
    }

    /// Returns the axis along which values are closest in memory.
    pub(crate) fn nearest(self) -> Axis {
        let nearest = Axis::ALL
            .into_iter()
            .min_by_key(|axis| self.0[axis.index()]);
        nearest.unwrap_or(Axis::X)
    }

    pub(crate) fn place(self, cell: IVec3) -> usize {
        let along = |axis: usize| cell[axis].unsigned_abs() as usize * self.0[axis];
        along(0) + along(1) + along(2)
    }
}

fn too_many(size: IVec3) -> Failure {
    let reason = format!("{size} are more cells than an array has");
    Failure::new(Code::TooLarge, reason)
}

/// Returns the world of an array: 0 is free, one value may be unknown, any other is occupied.
#[expect(clippy::large_stack_arrays, reason = "32 KB on the way to the heap")]
pub(crate) fn world_of(
    values: &[u8],
    size: IVec3,
    strides: Strides,
    unknown: Option<u8>,
) -> Answer<Occupancy> {
    let bounds = CellBox::from_size(size);
    let mut builder = OccupancyBuilder::new(bounds).blamed("size")?;
    let mut rows = [(); 2].map(|()| Box::new([0_u64; 4096]));
    for chunk in bounds.chunks() {
        let cells = chunk.cells().intersection(&bounds);
        for (y, z) in
            (cells.min.z..cells.max.z).flat_map(|z| (cells.min.y..cells.max.y).map(move |y| (y, z)))
        {
            let first = strides.place(IVec3::new(cells.min.x, y, z));
            let count = (cells.max.x - cells.min.x).unsigned_abs() as usize;
            let row = (z & 63).unsigned_abs() << 6 | (y & 63).unsigned_abs();
            let [occupied, unknowns] = bits(&values[first..], strides.0[0], count, unknown);
            rows[0][row as usize] = occupied;
            rows[1][row as usize] = unknowns;
        }
        builder.set_chunk(chunk, &rows[0], &rows[1]);
    }
    Ok(builder.commit())
}

/// Returns the occupied and the unknown ones of some values that lie so far apart, at most 64, as bits.
fn bits(values: &[u8], apart: usize, count: usize, unknown: Option<u8>) -> [u64; 2] {
    let (mut occupied, mut unknowns) = (0, 0);
    for (place, &value) in values.iter().step_by(apart).take(count).enumerate() {
        let is_unknown = unknown == Some(value);
        occupied |= u64::from(value != 0 && !is_unknown) << place;
        unknowns |= u64::from(is_unknown) << place;
    }
    [occupied, unknowns]
}

/// Writes a value for each cell of some bounds in an order of axes.
pub(crate) fn array_of<T: Clone>(
    bounds: CellBox,
    axes: [i32; 3],
    none: T,
    value: impl Fn(IVec3) -> T,
) -> Answer<Vec<T>> {
    let size = bounds.size().as_ivec3();
    let count = usize::try_from(bounds.volume()).map_err(|_| too_many(size))?;
    let strides = Strides::new("order", axes, size, count)?;
    let mut values = Vec::new();
    values
        .try_reserve_exact(count)
        .map_err(|_| too_many(size))?;
    values.resize(count, none);
    for cell in bounds.cells() {
        values[strides.place(cell - bounds.min)] = value(cell);
    }
    Ok(values)
}

/// Returns the number of a state: 0 is free, 1 occupied, 2 unknown.
pub(crate) fn number_of(state: CellState) -> u8 {
    match state {
        CellState::Free => 0,
        CellState::Occupied => 1,
        CellState::Unknown => 2,
    }
}

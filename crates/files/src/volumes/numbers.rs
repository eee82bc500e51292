//! Numbers that are cells, one a cell: the content of arrays, of NRRD files and of raw ones.

use std::io::{self, Read, Write};

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, MAX_COORDINATE, Occupancy};

use crate::cells::Cells;
use crate::error::{Fault, malformed};
use crate::import::{Import, USUAL_THRESHOLD};
use crate::scalar::NumberType;

/// Bytes of numbers that are read at a time.
pub(crate) const PIECE: usize = 1 << 16;

/// The axis along which a cell and the one whose number is next differ. y is always between the other two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fastest {
    X,
    Z,
}

impl Fastest {
    /// Returns the axes from the fastest to the slowest.
    fn axes(self) -> [usize; 3] {
        match self {
            Self::X => [0, 1, 2],
            Self::Z => [2, 1, 0],
        }
    }
}

/// The numbers of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) kind: NumberType,
    /// True of booleans, which have no threshold.
    pub(crate) is_flag: bool,
    pub(crate) shape: IVec3,
    pub(crate) fastest: Fastest,
}

impl Numbers {
    /// Returns the number of bytes of all numbers.
    pub(crate) fn bytes(&self) -> u64 {
        let sides = self
            .shape
            .to_array()
            .map(|side| u64::from(side.unsigned_abs()));
        let count = sides.into_iter().fold(1, u64::saturating_mul);
        count.saturating_mul(self.kind.scalar.size() as u64)
    }

    /// Reads cells from (0, 0, 0) on, and returns how many bytes there were of them: fewer than all if the source ends
    /// too early.
    ///
    /// # Errors
    ///
    /// Those of the source and of the cells, with the index of the number.
    pub(crate) fn read(
        &self,
        source: &mut impl Read,
        cells: &mut Cells,
        import: &Import,
    ) -> Result<u64, Fault> {
        let width = self.kind.scalar.size();
        let axis = self.fastest.axes()[0];
        let length = self.shape[axis].unsigned_abs() as usize;
        let (mut index, mut piece) = (0, Vec::new());
        for mut cell in self.rows() {
            let mut left = length;
            while left > 0 {
                let count = left.min(PIECE / width);
                piece.clear();
                source
                    .by_ref()
                    .take((count * width) as u64)
                    .read_to_end(&mut piece)
                    .map_err(|error| Fault::from(error).in_part("number", index))?;
                for number in piece.chunks_exact(width) {
                    let state = self.state(number, import.threshold);
                    if state != CellState::Free {
                        let set = cells.set(cell, state);
                        set.map_err(|fault| fault.in_part("number", index))?;
                    }
                    cell[axis] += 1;
                    index += 1;
                }
                if piece.len() < count * width {
                    return Ok((index * width + piece.len() % width) as u64);
                }
                left -= count;
            }
        }
        Ok(self.bytes())
    }

    /// Reads cells as [`read`](Self::read), and refuses a source that ends too early.
    pub(crate) fn read_all(
        &self,
        source: &mut impl Read,
        cells: &mut Cells,
        import: &Import,
    ) -> Result<(), Fault> {
        let found = self.read(source, cells, import)?;
        if found < self.bytes() {
            let index = found / self.kind.scalar.size() as u64;
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            return Err(malformed("the file ends too early").in_part("number", index));
        }
        Ok(())
    }

    /// Returns the first cells of the rows of cells whose numbers follow each other, in the order of the file.
    fn rows(&self) -> impl Iterator<Item = IVec3> {
        let [fast, middle, slow] = self.fastest.axes();
        let shape = self.shape;
        let slowest = if shape[fast] > 0 { shape[slow] } else { 0 };
        (0..slowest).flat_map(move |s| {
            (0..shape[middle]).map(move |m| {
                let mut first = IVec3::ZERO;
                (first[slow], first[middle]) = (s, m);
                first
            })
        })
    }

    /// Returns the state of a cell by the bytes of its number.
    fn state(&self, bytes: &[u8], threshold: Option<f64>) -> CellState {
        let NumberType { scalar, byte_order } = self.kind;
        let number = scalar.value(bytes, byte_order);
        let is_integer = scalar.is_integer();
        let is_minus_one = is_integer && number.to_bits() == (-1.0_f64).to_bits();
        let threshold = match threshold {
            _ if self.is_flag => None,
            None if !is_integer => Some(USUAL_THRESHOLD),
            given => given,
        };
        if number.is_nan() || is_minus_one {
            CellState::Unknown
        } else if threshold.map_or(number != 0.0, |least| number > least) {
            CellState::Occupied
        } else {
            CellState::Free
        }
    }
}

/// Returns a number of cells along an axis, if a world may be as long.
pub(crate) fn along(length: u64) -> Result<i32, Fault> {
    match i32::try_from(length) {
        Ok(length) if length <= MAX_COORDINATE => Ok(length),
        _ => Err(malformed(format!("an axis claims {length} cells"))),
    }
}

/// Returns the numbers that stand for the states of a world, signed bytes: 0 free, 1 occupied, -1 unknown.
pub(crate) fn of_states(world: &Occupancy) -> impl Fn(IVec3) -> [u8; 1] {
    |cell| match world.state(cell) {
        CellState::Free => [0],
        CellState::Occupied => [1],
        CellState::Unknown => (-1_i8).to_le_bytes(),
    }
}

/// Writes the bytes of a number for each cell of a box.
pub(crate) fn write<const N: usize>(
    bounds: CellBox,
    fastest: Fastest,
    number: impl Fn(IVec3) -> [u8; N],
    destination: &mut impl Write,
) -> io::Result<()> {
    let [fast, middle, slow] = fastest.axes();
    // A layer at a time, so that writing to a file takes few calls.
    let mut layer = Vec::new();
    for s in bounds.min[slow]..bounds.max[slow] {
        layer.clear();
        for m in bounds.min[middle]..bounds.max[middle] {
            let mut cell = IVec3::ZERO;
            (cell[slow], cell[middle]) = (s, m);
            layer.extend((bounds.min[fast]..bounds.max[fast]).flat_map(|f| {
                cell[fast] = f;
                number(cell)
            }));
        }
        destination.write_all(&layer)?;
    }
    Ok(())
}

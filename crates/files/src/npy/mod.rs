//! `.npy` and `.npz`: arrays as `NumPy` saves them.
//!
//! An array of two or three axes is a layer or a block of cells, one number a cell. Which index is
//! which axis, [`Import::array_axes`] says: by default `a[x, y, z]`. Cell (0, 0, 0) is the first
//! element, cells are one unit or [`Import::size`] wide, and their centers are at multiples of that unless
//! [`Import::origin`] says otherwise. No axis of an array is up: [`Import::up`] changes nothing unless
//! [`Import::file_up`] is given.
//!
//! - Zero, and false of booleans, is free, and every other integer, which may be a label, is occupied. A
//!   float above [`USUAL_THRESHOLD`] is occupied. With [`Import::threshold`] a number above that is
//!   occupied, and any other free.
//! - NaN is unknown, and so is -1 in arrays of signed integers, as robots' maps have it.
//! - C and Fortran order, and both byte orders, are read as what they say they are.
//!
//! Reader and writer are here: the format is a line of text before the numbers.
//!
//! Of an archive (`.npz`) the array called [`Import::array`] is read, or the only one.
//!
//! Not read: structured arrays, complex numbers, half-precision floats, dates, texts and objects;
//! arrays of another number of axes.
//!
//! # Errors
//!
//! [`ImportReason::Malformed`] where header or numbers are not as the format says, and where an archive is broken or
//! does not have the array; [`ImportReason::Unsupported`] for arrays that are no cells.

mod header;

use std::io::{BufReader, Cursor, Read};

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, MAX_COORDINATE};

use crate::cells::Cells;
use crate::frame::Frame;
use crate::import_error::{Fault, ImportReason, Place, malformed, unsupported};
use crate::{ArrayAxes, Import, Imported, USUAL_THRESHOLD};
pub(crate) use header::text as header_text;
use header::{Header, Number, Order};

/// Reads the world in an array of an archive.
#[cfg(feature = "npz")]
pub(crate) fn read_archive(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(malformed)?;
    let wanted = if let Some(array) = &import.array {
        format!("{array}.npy")
    } else {
        let files = archive.file_names().flatten();
        let is_array = |file: &str| file.strip_suffix(".npy").is_some();
        let mut arrays: Vec<_> = files.filter(|file| is_array(file)).collect();
        arrays.sort_unstable();
        match arrays.as_slice() {
            [] => return Err(ImportReason::Empty { what: "array" }.into()),
            [only] => only.to_string(),
            several => {
                let names = several.join(", ").replace(".npy", "");
                let what = format!("there are several arrays, name one: {names}");
                return Err(malformed(what));
            }
        }
    };
    let file = archive.by_name(&wanted).map_err(malformed)?;
    read(file, import)
}

/// Bytes of numbers that are read at a time.
const PIECE: usize = 1 << 16;

/// Reads the world in an array, as a stream.
pub(crate) fn read(source: impl Read, import: &Import) -> Result<Imported, Fault> {
    let mut source = BufReader::with_capacity(PIECE, source);
    let in_header = |fault: Fault| fault.at(Place::Header);
    let header = Header::read(&mut source).map_err(in_header)?;
    let shape = shape(&header.shape, import.array_axes).map_err(in_header)?;
    let frame = Frame::new(import.file_up.unwrap_or(import.up), import);
    let lattice = import.lattice_of_cells(frame)?;
    let mut cells = Cells::new(&CellBox::from_size(shape), CellState::Free, frame, import)?;
    let (mut index, mut piece) = (0, Vec::new());
    for row in rows(shape, &header, import.array_axes) {
        let mut cell = row.first;
        let mut left = row.length;
        while left > 0 {
            let count = left.min(PIECE / header.width);
            piece.clear();
            source
                .by_ref()
                .take((count * header.width) as u64)
                .read_to_end(&mut piece)
                .map_err(|error| Fault::from(error).in_part("number", index))?;
            for number in piece.chunks_exact(header.width) {
                let state = state(header.number(number), import.threshold);
                if state != CellState::Free {
                    let set = cells.set(cell, state);
                    set.map_err(|fault| fault.in_part("number", index))?;
                }
                cell[row.axis] += 1;
                index += 1;
            }
            if piece.len() < count * header.width {
                return Err(malformed("the file ends too early").in_part("number", index));
            }
            left -= count;
        }
    }
    Ok(cells.world(lattice, Vec::new()))
}

/// Cells whose numbers follow each other in the file.
struct Row {
    first: IVec3,
    axis: usize,
    length: usize,
}

/// Returns the rows of an array in the order of the file.
fn rows(shape: IVec3, header: &Header, order: ArrayAxes) -> impl Iterator<Item = Row> {
    let is_x_last = (order == ArrayAxes::Xyz) == (header.order == Order::C);
    let [axis, middle, outer] = if is_x_last { [2, 1, 0] } else { [0, 1, 2] };
    let outermost = if shape.min_element() > 0 {
        shape[outer]
    } else {
        0
    };
    (0..outermost).flat_map(move |o| {
        (0..shape[middle]).map(move |m| {
            let mut first = IVec3::ZERO;
            (first[outer], first[middle]) = (o, m);
            Row {
                first,
                axis,
                length: shape[axis].unsigned_abs() as usize,
            }
        })
    })
}

/// Returns the state of a cell by its number.
fn state(number: Number, threshold: Option<f64>) -> CellState {
    #[expect(clippy::cast_precision_loss, reason = "compared with a threshold")]
    let is_occupied = match (number, threshold) {
        (Number::Signed(-1), _) => return CellState::Unknown,
        (Number::Float(value), _) if value.is_nan() => return CellState::Unknown,
        (Number::Flag(value), _) => value,
        (Number::Signed(value), None) => value != 0,
        (Number::Unsigned(value), None) => value != 0,
        (Number::Signed(value), Some(threshold)) => value as f64 > threshold,
        (Number::Unsigned(value), Some(threshold)) => value as f64 > threshold,
        (Number::Float(value), threshold) => value > threshold.unwrap_or(USUAL_THRESHOLD),
    };
    if is_occupied {
        CellState::Occupied
    } else {
        CellState::Free
    }
}

/// Returns how many cells there are along x, y and z.
fn shape(lengths: &[u64], axes: ArrayAxes) -> Result<IVec3, Fault> {
    let along = |length: u64| match i32::try_from(length) {
        Ok(length) if length <= MAX_COORDINATE => Ok(length),
        _ => Err(malformed(format!("an axis claims {length} cells"))),
    };
    let shape = match *lengths {
        [x, y, z] => IVec3::new(along(x)?, along(y)?, along(z)?),
        [a, b] => match axes {
            ArrayAxes::Xyz => IVec3::new(along(a)?, along(b)?, 1),
            ArrayAxes::Zyx => IVec3::new(1, along(a)?, along(b)?),
        },
        _ => return Err(unsupported(format!("arrays with {} axes", lengths.len()))),
    };
    Ok(match axes {
        ArrayAxes::Xyz => shape,
        ArrayAxes::Zyx => IVec3::new(shape.z, shape.y, shape.x),
    })
}

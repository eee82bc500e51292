//! `.npy` and `.npz`: arrays as `NumPy` saves them.
//!
//! An array of two or three axes is a layer or a block of cells, one number a cell. Which index is
//! which axis, [`Import::array_axes`] says: by default `a[x, y, z]`. Cell (0, 0, 0) is the first
//! element, cells are one unit or [`Import::size`] wide, and their corners, not their centers, are at
//! multiples of that, so that an array covers what it covers in other programs. No axis of an array is
//! up: [`Import::up`] changes nothing unless [`Import::file_up`] is given.
//!
//! - A number above [`Import::threshold`] is occupied, any other free; of booleans, true is occupied.
//! - NaN is unknown, and so is -1 in arrays of signed integers, as robots' maps have it.
//! - C and Fortran order, and both byte orders, are read as what they say they are.
//!
//! Not read: structured arrays, complex numbers, half-precision floats, dates, texts and objects;
//! arrays of another number of axes.

use std::io::{Cursor, Read};

use npyz::{Deserialize, NpyFile, NpyHeader, Order, TypeChar};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, MAX_COORDINATE};

use crate::cells::Cells;
use crate::error::{Fault, ImportError, ImportReason, Place, malformed, unsupported};
use crate::frame::Frame;
use crate::{ArrayAxes, Import, Imported};

/// The world in an array, read as a stream.
///
/// # Errors
///
/// [`ImportReason::Malformed`] where header or numbers are not as the format says,
/// [`ImportReason::Unsupported`] for arrays that are no cells.
pub fn read(source: impl Read, name: &str, import: &Import) -> Result<Imported, ImportError> {
    read_array(source, import).map_err(|fault| ImportError::new(name, fault))
}

/// The world in an array of an archive (`.npz`): that called [`Import::array`], or the only one.
///
/// # Errors
///
/// As [`read`], and [`ImportReason::Malformed`] where the archive is broken or does not have the array.
#[cfg(feature = "npz")]
pub fn read_archive(bytes: &[u8], name: &str, import: &Import) -> Result<Imported, ImportError> {
    read_named(bytes, import).map_err(|fault| ImportError::new(name, fault))
}

#[cfg(feature = "npz")]
fn read_named(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
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
    read_array(std::io::BufReader::new(file), import)
}

fn read_array(mut source: impl Read, import: &Import) -> Result<Imported, Fault> {
    let text = header_text(&mut source).map_err(|fault| fault.at(Place::Header))?;
    let header = NpyHeader::from_reader(text.as_slice())
        .map_err(|error| malformed(error).at(Place::Header))?;
    let array = NpyFile::with_header(header, source);
    let (kind, bytes) = match array.dtype() {
        npyz::DType::Plain(plain) => (plain.type_char(), plain.size_field()),
        _ => return Err(unsupported("structured arrays").at(Place::Header)),
    };
    match (kind, bytes) {
        (TypeChar::Bool, _) => read_as(array, import, flag),
        (TypeChar::Int, 1) => read_as(array, import, signed::<i8>),
        (TypeChar::Int, 2) => read_as(array, import, signed::<i16>),
        (TypeChar::Int, 4) => read_as(array, import, signed::<i32>),
        (TypeChar::Int, 8) => read_as(array, import, wide),
        (TypeChar::Uint, 1) => read_as(array, import, unsigned::<u8>),
        (TypeChar::Uint, 2) => read_as(array, import, unsigned::<u16>),
        (TypeChar::Uint, 4) => read_as(array, import, unsigned::<u32>),
        (TypeChar::Uint, 8) => read_as(array, import, wide_unsigned),
        (TypeChar::Float, 4) => read_as(array, import, number::<f32>),
        (TypeChar::Float, 8) => read_as(array, import, number::<f64>),
        _ => {
            let what = format!("arrays of the type {}", array.dtype().descr());
            Err(unsupported(what).at(Place::Header))
        }
    }
}

/// The bytes of a header, which are few and say nothing that the parser cannot count.
///
/// The parser reserves what the header's length claims, multiplies the axes without a check, and
/// descends into brackets as deep as they go.
fn header_text(source: &mut impl Read) -> Result<Vec<u8>, Fault> {
    const LONGEST: u32 = 1 << 16;
    const DEEPEST: usize = 16;
    let mut text = vec![0; 10];
    source.read_exact(&mut text)?;
    if !text.starts_with(b"\x93NUMPY") {
        return Err(malformed("this is no .npy file"));
    }
    let mut length = u32::from(u16::from_le_bytes([text[8], text[9]]));
    if text[6] > 1 {
        let mut more = [0; 2];
        source.read_exact(&mut more)?;
        text.extend(more);
        length |= u32::from(u16::from_le_bytes(more)) << 16;
    }
    if length > LONGEST {
        return Err(malformed(format!("it claims to have {length} bytes")));
    }
    let before = text.len();
    source.take(length.into()).read_to_end(&mut text)?;
    let said = &text[before..];
    if said.len() < length as usize {
        return Err(malformed("the file ends too early"));
    }
    let opens = |byte: &&u8| matches!(byte, b'(' | b'[' | b'{');
    if said.iter().filter(opens).count() > DEEPEST || !has_small_product(said) {
        return Err(malformed("no array has such a shape"));
    }
    Ok(text)
}

/// Whether all numbers in a text are decimal and their product is far from overflowing.
fn has_small_product(text: &[u8]) -> bool {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let numbers = words.filter(|word| word.first().is_some_and(u8::is_ascii_digit));
    let mut product = 1_u64;
    for number in numbers {
        let number = str::from_utf8(number).ok().and_then(|n| n.parse().ok());
        match number.and_then(|number: u64| product.checked_mul(number.max(1))) {
            Some(larger) if larger < 1 << 60 => product = larger,
            _ => return false,
        }
    }
    true
}

fn read_as<T: Deserialize, R: Read>(
    array: NpyFile<R>,
    import: &Import,
    state: impl Fn(T, f64) -> CellState,
) -> Result<Imported, Fault> {
    let shape = shape(array.shape(), import.array_axes).map_err(|fault| fault.at(Place::Header))?;
    // Which axis comes first as the numbers stand in the file.
    let is_x_last = (import.array_axes == ArrayAxes::Xyz) == (array.order() == Order::C);
    let order = if is_x_last { [2, 1, 0] } else { [0, 1, 2] };
    let frame = Frame::new(import.file_up.unwrap_or(import.up), import);
    let size = import.size.unwrap_or(1.0);
    let lattice = frame.lattice(DVec3::splat(size / 2.0), size)?;
    let mut cells = Cells::new(&CellBox::from_size(shape), CellState::Free, frame, import)?;
    let numbers = array.data::<T>().map_err(malformed)?;
    let mut cell = IVec3::ZERO;
    for (index, number) in numbers.enumerate() {
        let in_number = |fault: Fault| fault.in_part("number", index);
        let state = state(
            number.map_err(|error| in_number(error.into()))?,
            import.threshold,
        );
        if state != CellState::Free {
            cells.set(cell, state).map_err(in_number)?;
        }
        for axis in order {
            cell[axis] += 1;
            if cell[axis] < shape[axis] {
                break;
            }
            cell[axis] = 0;
        }
    }
    Ok(Imported {
        occupancy: cells.commit(),
        lattice,
        notes: Vec::new(),
    })
}

/// How many cells there are along x, y and z.
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

fn flag(occupied: bool, _: f64) -> CellState {
    if occupied {
        CellState::Occupied
    } else {
        CellState::Free
    }
}

fn number<N: Into<f64>>(number: N, threshold: f64) -> CellState {
    let number = number.into();
    if number.is_nan() {
        CellState::Unknown
    } else {
        flag(number > threshold, threshold)
    }
}

fn unsigned<N: Into<f64>>(value: N, threshold: f64) -> CellState {
    number(value, threshold)
}

fn signed<N: Into<f64>>(value: N, threshold: f64) -> CellState {
    let value = value.into();
    if value.to_bits() == (-1.0_f64).to_bits() {
        CellState::Unknown
    } else {
        number(value, threshold)
    }
}

#[expect(clippy::cast_precision_loss, reason = "compared with a threshold")]
fn wide(value: i64, threshold: f64) -> CellState {
    signed(value as f64, threshold)
}

#[expect(clippy::cast_precision_loss, reason = "compared with a threshold")]
fn wide_unsigned(value: u64, threshold: f64) -> CellState {
    number(value as f64, threshold)
}

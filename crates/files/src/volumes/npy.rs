//! `.npy` and `.npz`: arrays as `NumPy` saves them.
//!
//! An array of two or three axes is a layer or a block of cells, one number a cell. Which index is
//! which axis, [`Import::array_axes`] says: by default `a[x, y, z]`. Cell (0, 0, 0) is the first
//! element, cells are one unit or [`Import::size`] wide, and their centers are at multiples of that unless
//! [`Import::origin`] says otherwise. No axis of an array is up: [`Import::up`] changes nothing unless
//! [`Import::file_up`] is given.
//!
//! - Zero, and false of booleans, is free, and every other integer, which may be a label, is occupied. A
//!   float above [`USUAL_THRESHOLD`](crate::USUAL_THRESHOLD) is occupied. With [`Import::threshold`] a number above that is
//!   occupied, and any other free.
//! - NaN is unknown, and so is -1 in arrays of signed integers, as robots' maps have it.
//! - C and Fortran order, and both byte orders, are read as what they say they are.
//!
//! Reader and writer are here: the format is a line of text before the numbers.
//!
//! ```text
//! bytes  0  6      8         8 + n                    n is 2 in version 1, 4 from version 2 on
//!        magic     version   length   text            length bytes of text
//!        \x93NUMPY major.minor        {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4, 5), }
//! ```
//!
//! The text is a dictionary as Python writes it, padded by spaces and a line break, so that the numbers
//! begin at a multiple of 64 bytes. Files of Python 2 have long integers in it, such as `(3L, 4L, 5L)`.
//!
//! Of an archive (`.npz`) the array called [`Import::array`] is read, or the only one; an error lists the arrays that
//! there are.
//!
//! Not read: structured arrays, complex numbers, floats of more than 64 bits, dates, texts and objects;
//! arrays of another number of axes.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] where header or numbers are not as the format says, and where an archive is broken;
//! [`FileReason::NoSuchArray`] where it does not have the array; [`FileReason::Unsupported`] for arrays that are no cells.

use std::io::{self, BufReader, Cursor, Read, Write};

use serde::Deserialize;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, CellState, Occupancy, WorldDistanceField};

use crate::cells::Cells;
use crate::error::{Fault, FileReason, Place, malformed, unsupported};
use crate::frame::Frame;
use crate::import::{ArrayAxes, Import, Imported};
use crate::scalar::{ByteOrder, NumberType, Scalar};
use crate::volumes::numbers::{self, Fastest, Numbers, PIECE, along};

/// Reads the world in an array of an archive.
#[cfg(feature = "npz")]
pub(crate) fn read_archive(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(malformed)?;
    let files = archive.file_names().flatten();
    let mut arrays: Vec<_> = files
        .filter_map(|file| Some(file.strip_suffix(".npy")?.to_owned()))
        .collect();
    arrays.sort_unstable();
    let wanted = import.array.as_deref();
    let is_wanted = |array: &&String| match wanted {
        Some(wanted) => *array == wanted || wanted.strip_suffix(".npy") == Some(array),
        None => arrays.len() == 1,
    };
    let Some(array) = arrays.iter().find(is_wanted) else {
        if arrays.is_empty() {
            return Err(FileReason::Empty { what: "array" }.into());
        }
        let wanted = import.array.clone();
        return Err(FileReason::NoSuchArray { wanted, arrays }.into());
    };
    let file = format!("{array}.npy");
    read(archive.by_name(&file).map_err(malformed)?, import)
}

/// Reads the world in an array, as a stream.
pub(crate) fn read(source: impl Read, import: &Import) -> Result<Imported, Fault> {
    let mut source = BufReader::with_capacity(PIECE, source);
    let in_header = |fault: Fault| fault.at(Place::Header);
    let header = Header::read(&mut source).map_err(in_header)?;
    let numbers = header.numbers(import.array_axes).map_err(in_header)?;
    let frame = Frame::new(import.file_up.unwrap_or(import.up), import);
    let lattice = frame.lattice_of_cells(import)?;
    let content = CellBox::from_size(numbers.shape);
    let mut cells = Cells::new(&content, CellState::Free, frame, import)?;
    numbers.read_all(&mut source, &mut cells, import)?;
    Ok(cells.world(lattice, Vec::new()))
}

/// Returns how many cells there are along x, y and z.
fn shape(lengths: &[u64], axes: ArrayAxes) -> Result<IVec3, Fault> {
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

/// Writes a world as an array `a[x, y, z]` of signed bytes: 0 free, 1 occupied, -1 unknown.
///
/// The first element is the lowest cell of the bounds. Materials, the place of that cell and the lattice
/// are not written.
///
/// ```
/// use voxnav_files::{Import, export, read_bytes};
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 2, 1)))?;
/// builder.set(IVec3::new(2, 1, 0), CellState::Unknown)?;
/// let mut file = Vec::new();
/// export::npy::write(&builder.commit(), &mut file)?;
/// let world = read_bytes(&file, "a.npy", &Import::default())?;
/// assert_eq!(world.occupancy.state(IVec3::new(2, 1, 0)), CellState::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the destination.
pub fn write(world: &Occupancy, destination: impl Write) -> io::Result<()> {
    write_numbers(
        world.bounds(),
        "|i1",
        numbers::of_states(world),
        destination,
    )
}

/// Writes the distance of each cell to the nearest blocked one as an array `d[x, y, z]` of floats of 32 bits, in the units
/// of the lattice that they were found in. Infinite where nothing is blocked.
///
/// The first element is the lowest cell of the bounds, as in [`write()`].
///
/// ```
/// use voxnav_files::export;
/// use voxnav_occupancy::{
///     CellBox, CellState, Lattice, OccupancyBuilder, Outside, UnknownPolicy, WorldDistanceField, glam::IVec3,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 2, 1)))?;
/// builder.set(IVec3::ZERO, CellState::Occupied)?;
/// let (world, lattice) = (builder.commit(), Lattice::default());
/// let distances = WorldDistanceField::new(&world, UnknownPolicy::Blocked, Outside::Ignored, &lattice)?;
/// let mut file = Vec::new();
/// export::npy::write_distances(&distances, &mut file)?;
/// let last = f32::from_le_bytes([0, 1, 2, 3].map(|byte| file[file.len() - 4 + byte]));
/// assert_eq!(last, 5_f32.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the destination.
pub fn write_distances(distances: &WorldDistanceField, destination: impl Write) -> io::Result<()> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounds to a float of 32 bits"
    )]
    let number = |cell| (distances.at(cell) as f32).to_le_bytes();
    write_numbers(distances.bounds(), "<f4", number, destination)
}

/// Writes an array `a[x, y, z]` of the bytes of a number for each cell of a box.
fn write_numbers<const N: usize>(
    bounds: CellBox,
    descr: &str,
    number: impl Fn(IVec3) -> [u8; N],
    mut destination: impl Write,
) -> io::Result<()> {
    destination.write_all(&header_text(descr, bounds.size().to_array()))?;
    numbers::write(bounds, Fastest::Z, number, &mut destination)?;
    destination.flush()
}

const MAGIC: &[u8] = b"\x93NUMPY";

/// A limit of bytes that is more than any text has that describes plain numbers.
const LONGEST: u32 = 1 << 16;

/// A limit of numbers that is more than any file has; products of axes up to here do not overflow.
const MOST: u64 = 1 << 60;

/// The type of the numbers of a file, their order and their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    number: NumberType,
    /// True of booleans, which have no threshold.
    is_flag: bool,
    order: Order,
    /// The number of numbers along each axis.
    shape: Vec<u64>,
}

/// The order of the axes of an array in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// The last index changes from one number to the next.
    C,
    /// The first index does.
    Fortran,
}

/// Writes the header of an array with three axes in C order, of numbers of a type.
fn header_text(descr: &str, shape: [u32; 3]) -> Vec<u8> {
    const START: usize = 10;
    let [x, y, z] = shape;
    let mut text =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({x}, {y}, {z}), }}");
    // Padded to 64 bytes or 128, with a line break at the end.
    while !(START + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = [MAGIC, &[1, 0]].concat();
    // INVARIANT: less than 128.
    bytes.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes());
    bytes.extend(text.into_bytes());
    bytes
}

impl Header {
    /// Reads the part of a file before its numbers.
    pub(crate) fn read(source: &mut impl Read) -> Result<Self, Fault> {
        let mut start = [0; 8];
        source.read_exact(&mut start)?;
        if !start.starts_with(MAGIC) {
            return Err(malformed("this is no .npy file"));
        }
        let mut length = [0; 4];
        match start[6] {
            1 => source.read_exact(&mut length[..2])?,
            2 | 3 => source.read_exact(&mut length)?,
            version => return Err(unsupported(format!("files of version {version}"))),
        }
        let length = u32::from_le_bytes(length);
        if length > LONGEST {
            return Err(malformed(format!("it claims to have {length} bytes")));
        }
        let mut text = Vec::new();
        source.take(length.into()).read_to_end(&mut text)?;
        if text.len() < length as usize {
            return Err(malformed("the file ends too early"));
        }
        Self::parse(str::from_utf8(&text).map_err(malformed)?)
    }

    fn parse(text: &str) -> Result<Self, Fault> {
        if text.contains('[') {
            return Err(unsupported("structured arrays and arrays of dates"));
        }
        let Dictionary {
            descr,
            fortran_order,
            shape,
        } = serde_json::from_str(&json(text)).map_err(|error| {
            malformed(format!(
                "it is no dictionary of descr, fortran_order and shape: {error}"
            ))
        })?;
        let product = shape
            .iter()
            .try_fold(1_u64, |all, length| all.checked_mul((*length).max(1)));
        if product.is_none_or(|all| all >= MOST) {
            return Err(malformed("no array has such a shape"));
        }
        Ok(Self {
            number: number_type(&descr)?,
            is_flag: descr.ends_with("b1"),
            order: if fortran_order {
                Order::Fortran
            } else {
                Order::C
            },
            shape,
        })
    }

    /// Returns the number of bytes of a number; `None` for booleans, which are none.
    pub(crate) fn width(&self) -> Option<usize> {
        (!self.is_flag).then(|| self.number.bytes())
    }

    /// Returns a number by its bytes.
    pub(crate) fn value(&self, bytes: &[u8]) -> f64 {
        self.number.scalar.value(bytes, self.number.byte_order)
    }

    /// Returns the numbers of cells along x, y and z, and the axis along which numbers are contiguous.
    pub(crate) fn cells(&self, axes: ArrayAxes) -> Result<(IVec3, Axis), Fault> {
        let numbers = self.numbers(axes)?;
        let nearest = match numbers.fastest {
            Fastest::X => Axis::X,
            Fastest::Z => Axis::Z,
        };
        Ok((numbers.shape, nearest))
    }

    /// Returns the numbers after the header.
    fn numbers(&self, axes: ArrayAxes) -> Result<Numbers, Fault> {
        let is_z_last = (axes == ArrayAxes::Xyz) == (self.order == Order::C);
        Ok(Numbers {
            kind: self.number,
            is_flag: self.is_flag,
            shape: shape(&self.shape, axes)?,
            fastest: if is_z_last { Fastest::Z } else { Fastest::X },
        })
    }
}

/// The text of a header.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dictionary {
    descr: String,
    fortran_order: bool,
    shape: Vec<u64>,
}

/// Returns a dictionary without lists as JSON: tuples are lists, and nothing has a comma at its end. Integers lose
/// the `L` that Python 2 wrote after long ones.
fn json(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    // The quotation mark of the text at hand, a comma that stands only if something follows, and the letter before.
    let (mut quoted, mut comma, mut before) = (None, false, ' ');
    for letter in text.chars() {
        let is_closing = matches!(letter, ')' | '}');
        if comma && !letter.is_whitespace() {
            json.push_str(if is_closing { "" } else { "," });
            comma = false;
        }
        match letter {
            '\'' | '"' if quoted.is_none_or(|mark| mark == letter) => {
                quoted = quoted.xor(Some(letter));
                json.push('"');
            }
            _ if quoted.is_some() => json.push(letter),
            '(' => json.push('['),
            ')' => json.push(']'),
            ',' => comma = true,
            'L' if before.is_ascii_digit() => {}
            _ => json.push(letter),
        }
        before = letter;
    }
    json.replace("False", "false").replace("True", "true")
}

/// Parses the type of numbers, and the order of their bytes.
fn number_type(descr: &str) -> Result<NumberType, Fault> {
    let scalar = |kind: &str| {
        Some(match kind {
            "b1" | "u1" => Scalar::U8,
            "i1" => Scalar::I8,
            "i2" => Scalar::I16,
            "i4" => Scalar::I32,
            "i8" => Scalar::I64,
            "u2" => Scalar::U16,
            "u4" => Scalar::U32,
            "u8" => Scalar::U64,
            "f2" => Scalar::F16,
            "f4" => Scalar::F32,
            "f8" => Scalar::F64,
            _ => return None,
        })
    };
    let found = descr.split_at_checked(1).and_then(|(order, kind)| {
        let number = scalar(kind)?;
        match order {
            "<" => Some((number, ByteOrder::LittleEndian)),
            ">" => Some((number, ByteOrder::BigEndian)),
            "|" if number.size() == 1 => Some((number, ByteOrder::LittleEndian)),
            _ => None,
        }
    });
    let found = found.map(|(scalar, byte_order)| NumberType { scalar, byte_order });
    found.ok_or_else(|| unsupported(format!("arrays of the type '{descr}'")))
}

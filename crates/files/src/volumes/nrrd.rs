//! `.nrrd`: arrays with their lattice, as tools for volumes write them.
//!
//! Reader and writer are here: the format is lines of text before the numbers.
//!
//! ```text
//! NRRD0004
//! type: uint8
//! dimension: 3
//! sizes: 3 4 5                                           x runs fastest
//! encoding: gzip                                         or raw
//! space directions: (0.5,0,0) (0,0.5,0) (0,0,2)          or spacings: 0.5 0.5 2
//! space origin: (1,2,3)                                  the center of the first number
//!                                                        an empty line, then the numbers
//! ```
//!
//! The axes of the file are x, y and z. Cell (0, 0, 0) is the first number. Its center is the space origin, and cells have
//! the spacings as their sides; what the file does not say, [`Import::origin`] and [`Import::size`] do, as for arrays.
//! Numbers are read as in [`npy`](mod@crate::volumes::npy), with the same states and thresholds. No axis is up: [`Import::up`]
//! changes nothing unless [`Import::file_up`] is given.
//!
//! Not read: headers whose numbers are in a file of their own (`.nhdr`), other encodings, arrays of another number of
//! axes, axes that are turned or mirrored, and `axis mins`. Names of spaces and units, keys and comments mean nothing.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] where header or numbers are not as the format says, [`FileReason::Unsupported`] for what is
//! not read, [`FileReason::Lattice`] for spacings that no lattice has, [`FileReason::SizeGiven`] and [`FileReason::OriginGiven`] if
//! [`Import::size`] or [`Import::origin`] is not what the file says.
//!
//! [`FileReason::Malformed`]: crate::FileReason::Malformed
//! [`FileReason::Unsupported`]: crate::FileReason::Unsupported
//! [`FileReason::Lattice`]: crate::FileReason::Lattice
//! [`FileReason::SizeGiven`]: crate::FileReason::SizeGiven
//! [`FileReason::OriginGiven`]: crate::FileReason::OriginGiven

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, Lattice, Occupancy};

use crate::cells::Cells;
use crate::error::{Fault, Place, malformed, quote, unsupported};
use crate::frame::Frame;
use crate::import::{Import, Imported};
use crate::scalar::{ByteOrder, NumberType, Scalar};
use crate::volumes::numbers::{self, Fastest, Numbers, PIECE, along};

/// Reads the world in an array, as a stream.
pub(crate) fn read(source: impl Read, import: &Import) -> Result<Imported, Fault> {
    let mut source = BufReader::with_capacity(PIECE, source);
    let header = Header::read(&mut source)?;
    let (numbers, encoding) = header.numbers().map_err(|fault| fault.at(Place::Header))?;
    let (origin, size) = import.place_of(header.origin, header.size)?;
    let frame = Frame::new(import.file_up.unwrap_or(import.up), import);
    let lattice = frame.lattice(origin, size)?;
    let content = CellBox::from_size(numbers.shape);
    let mut cells = Cells::new(&content, CellState::Free, frame, import)?;
    let mut source: Box<dyn Read + '_> = match encoding {
        Encoding::Raw => Box::new(source),
        Encoding::Gzip => Box::new(MultiGzDecoder::new(source)),
    };
    numbers.read_all(&mut source, &mut cells, import)?;
    if source.read(&mut [0])? > 0 {
        return Err(malformed("more numbers follow the last one"));
    }
    Ok(cells.world(lattice, Vec::new()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Raw,
    Gzip,
}

/// The content of the lines before the numbers.
#[derive(Default)]
struct Header {
    scalar: Option<Scalar>,
    byte_order: Option<ByteOrder>,
    encoding: Option<Encoding>,
    dimension: Option<u32>,
    shape: Option<IVec3>,
    /// The sides of a cell.
    size: Option<DVec3>,
    /// The center of the first number.
    origin: Option<DVec3>,
}

impl Header {
    /// Reads the lines up to an empty one.
    fn read(source: &mut impl BufRead) -> Result<Self, Fault> {
        let mut header = Self::default();
        let mut line = String::new();
        for number in 1.. {
            let at_line = |fault: Fault| fault.at(Place::Line(number));
            next_line(source, &mut line).map_err(at_line)?;
            let text = line.trim_end();
            if number == 1 {
                match text.strip_prefix("NRRD000") {
                    Some("1" | "2" | "3" | "4" | "5") => {}
                    _ => return Err(at_line(malformed("this is no .nrrd file"))),
                }
            } else if text.is_empty() {
                break;
            } else {
                header.take(text).map_err(at_line)?;
            }
        }
        Ok(header)
    }

    /// Takes a line: a field, a key with its value, or a comment.
    fn take(&mut self, line: &str) -> Result<(), Fault> {
        let Some((field, value)) = line.split_once(':') else {
            let is_comment = line.starts_with('#');
            let found = quote(line.as_bytes());
            let wrong = || malformed(format!("\"{found}\" is no field"));
            return is_comment.then_some(()).ok_or_else(wrong);
        };
        if line.starts_with('#') || value.starts_with('=') {
            return Ok(());
        }
        let value = value.trim();
        let none = |what: &str| {
            let found = quote(value.as_bytes());
            malformed(format!("\"{found}\" is no {what}"))
        };
        match &*field.trim().to_ascii_lowercase() {
            "type" => self.scalar = Some(scalar(value)?),
            "encoding" => {
                self.encoding = Some(match &*value.to_ascii_lowercase() {
                    "raw" => Encoding::Raw,
                    "gzip" | "gz" => Encoding::Gzip,
                    _ => return Err(unsupported(format!("numbers of the encoding {value}"))),
                });
            }
            "endian" => {
                self.byte_order = Some(match &*value.to_ascii_lowercase() {
                    "little" => ByteOrder::LittleEndian,
                    "big" => ByteOrder::BigEndian,
                    _ => return Err(none("order of bytes")),
                });
            }
            "dimension" => {
                let dimension = value.parse().map_err(|_| none("number of axes"))?;
                if dimension != 3 {
                    return Err(unsupported(format!("arrays with {dimension} axes")));
                }
                self.dimension = Some(dimension);
            }
            "sizes" => {
                let sides: Option<Vec<u64>> = words(value);
                let sides = sides.and_then(|sides| <[u64; 3]>::try_from(sides).ok());
                let [x, y, z] = sides.ok_or_else(|| none("list of three sizes"))?;
                self.shape = Some(IVec3::new(along(x)?, along(y)?, along(z)?));
            }
            "spacings" => {
                let widths: Option<Vec<f64>> = words(value);
                let widths = widths.and_then(|widths| <[f64; 3]>::try_from(widths).ok());
                let widths = widths.ok_or_else(|| none("list of three spacings"))?;
                if widths.iter().any(|width| !width.is_nan()) {
                    self.size = Some(DVec3::from_array(widths));
                }
            }
            "space directions" => {
                let [x, y, z] = vectors(value).ok_or_else(|| none("list of three vectors"))?;
                let is_straight = [x.y, x.z, y.x, y.z, z.x, z.y].iter().all(|it| *it == 0.0);
                let widths = DVec3::new(x.x, y.y, z.z);
                if !is_straight || widths.min_element() < 0.0 {
                    return Err(unsupported("axes that are turned or mirrored"));
                }
                self.size = Some(widths);
            }
            "space origin" => {
                let [origin] = vectors(value).ok_or_else(|| none("position"))?;
                self.origin = Some(origin);
            }
            "data file" | "datafile" => {
                let what = "headers whose numbers are in a file of their own";
                return Err(unsupported(what));
            }
            "line skip" | "lineskip" | "byte skip" | "byteskip" if value != "0" => {
                return Err(unsupported("files with more before their numbers"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the numbers after the header.
    fn numbers(&self) -> Result<(Numbers, Encoding), Fault> {
        let missing = |field: &str| malformed(format!("the field `{field}` is missing"));
        let scalar = self.scalar.ok_or_else(|| missing("type"))?;
        self.dimension.ok_or_else(|| missing("dimension"))?;
        let shape = self.shape.ok_or_else(|| missing("sizes"))?;
        let encoding = self.encoding.ok_or_else(|| missing("encoding"))?;
        let byte_order = match self.byte_order {
            None if scalar.size() > 1 => return Err(missing("endian")),
            order => order.unwrap_or(ByteOrder::LittleEndian),
        };
        let numbers = Numbers {
            kind: NumberType { scalar, byte_order },
            is_flag: false,
            shape,
            fastest: Fastest::X,
        };
        Ok((numbers, encoding))
    }
}

/// Reads the next line of a header, of at most 4,096 bytes.
fn next_line(source: &mut impl BufRead, line: &mut String) -> Result<(), Fault> {
    const LONGEST: u64 = 1 << 12;
    let mut bytes = Vec::new();
    source.take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.last() != Some(&b'\n') {
        return Err(malformed("the header has no end"));
    }
    *line = String::from_utf8_lossy(&bytes).into_owned();
    Ok(())
}

/// Returns the type of numbers by its name.
fn scalar(name: &str) -> Result<Scalar, Fault> {
    Ok(match name {
        "signed char" | "int8" | "int8_t" => Scalar::I8,
        "uchar" | "unsigned char" | "uint8" | "uint8_t" => Scalar::U8,
        "short" | "short int" | "signed short" | "signed short int" | "int16" | "int16_t" => {
            Scalar::I16
        }
        "ushort" | "unsigned short" | "unsigned short int" | "uint16" | "uint16_t" => Scalar::U16,
        "int" | "signed int" | "int32" | "int32_t" => Scalar::I32,
        "uint" | "unsigned int" | "uint32" | "uint32_t" => Scalar::U32,
        "longlong"
        | "long long"
        | "long long int"
        | "signed long long"
        | "signed long long int"
        | "int64"
        | "int64_t" => Scalar::I64,
        "ulonglong" | "unsigned long long" | "unsigned long long int" | "uint64" | "uint64_t" => {
            Scalar::U64
        }
        "float" => Scalar::F32,
        "double" => Scalar::F64,
        _ => return Err(unsupported(format!("arrays of the type {name}"))),
    })
}

/// Returns the values between blanks.
fn words<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    let words = text.split_ascii_whitespace();
    words.map(|word| word.parse().ok()).collect()
}

/// Returns as many vectors of three numbers, each in parentheses.
fn vectors<const N: usize>(text: &str) -> Option<[DVec3; N]> {
    let parts = text.trim().strip_suffix(')')?.split(')');
    let vector = |part: &str| {
        let numbers = part.trim().strip_prefix('(')?.split(',');
        let numbers: Option<Vec<f64>> = numbers.map(|word| word.trim().parse().ok()).collect();
        let vector = DVec3::from_array(numbers?.try_into().ok()?);
        vector.is_finite().then_some(vector)
    };
    let all: Option<Vec<DVec3>> = parts.map(vector).collect();
    all?.try_into().ok()
}

/// Writes a world as signed bytes, compressed by gzip: 0 free, 1 occupied, -1 unknown.
///
/// The first number is the lowest cell of the bounds, and the space origin its center. Materials are not written.
///
/// ```
/// use voxnav_files::{Import, export, read_bytes};
/// use voxnav_occupancy::{CellBox, CellState, Lattice, OccupancyBuilder, glam::{DVec3, IVec3}};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(4, 3, 2)))?;
/// builder.set(IVec3::new(1, 2, 0), CellState::Unknown)?;
/// let lattice = Lattice::new(DVec3::new(0.1, 0.2, 0.3), 0.05)?;
/// let mut file = Vec::new();
/// export::nrrd::write(&builder.commit(), &lattice, &mut file)?;
///
/// let read = read_bytes(&file, "a.nrrd", &Import::default())?;
/// assert_eq!(read.occupancy.state(IVec3::new(1, 2, 0)), CellState::Unknown);
/// assert_eq!(read.lattice, lattice);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the destination.
pub fn write(world: &Occupancy, lattice: &Lattice, mut destination: impl Write) -> io::Result<()> {
    let bounds = world.bounds();
    let [x, y, z] = bounds.size().to_array();
    let (origin, sides) = (lattice.center(bounds.min), lattice.sizes());
    write!(
        destination,
        "NRRD0004\ntype: int8\ndimension: 3\nspace dimension: 3\nsizes: {x} {y} {z}\n\
         space directions: ({},0,0) (0,{},0) (0,0,{})\nspace origin: ({},{},{})\n\
         kinds: domain domain domain\nencoding: gzip\n\n",
        sides.x, sides.y, sides.z, origin.x, origin.y, origin.z
    )?;
    let mut numbers = GzEncoder::new(&mut destination, flate2::Compression::default());
    numbers::write(
        world.bounds(),
        Fastest::X,
        numbers::of_states(world),
        &mut numbers,
    )?;
    numbers.finish()?;
    destination.flush()
}

//! Errors of files: what can be wrong with one, and what cannot be written into one.
//!
//! Every message is one line whatever the file holds: quoted bytes are escaped and cut short here,
//! so that no other module needs to care.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, LatticeError, MaterialError, OccupancyError};

/// Error for a file that is not read. Displayed as `file:line: reason` or `file: place: reason`, on one line.
///
/// ```
/// use voxnav_files::{FileReason, Import, read_bytes};
///
/// let error = read_bytes(b"", "world.xyz", &Import::default()).unwrap_err();
/// assert!(matches!(error.reason, FileReason::UnknownExtension { .. }));
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{}:{} {reason}", OneLine(&.file.to_string_lossy()), marked(.place))]
pub struct FileError {
    /// The file's name, as it was given to the reader.
    pub file: PathBuf,
    /// The place in the file.
    pub place: Place,
    /// The fault at the place.
    pub reason: FileReason,
}

impl FileError {
    /// Makes the error of a file as a whole.
    ///
    /// ```
    /// use voxnav_files::{FileError, FileReason};
    ///
    /// let error = FileError::new("a.vox", FileReason::Empty { what: "model" });
    /// assert_eq!(error.to_string(), "a.vox: there is no model in it");
    /// ```
    pub fn new(file: impl Into<PathBuf>, reason: impl Into<FileReason>) -> Self {
        Self {
            file: file.into(),
            place: Place::Whole,
            reason: reason.into(),
        }
    }
}

/// Returns a place as it stands between the name of a file and the reason.
fn marked(place: &Place) -> String {
    match place {
        Place::Whole => String::new(),
        Place::Line(line) => format!("{line}:"),
        other => format!(" {other}:"),
    }
}

/// The place in a file where something is wrong.
///
/// ```
/// use voxnav_files::Place;
/// assert_eq!(Place::Part { kind: "node", number: 7 }.to_string(), "node 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// No place more than another.
    Whole,
    /// The line, counted from 1. Where a line is missing, the number it would have.
    Line(u64),
    /// The part before the content.
    Header,
    /// The byte, counted from 0.
    Byte(u64),
    /// A numbered part, such as a node, an array, a triangle or a chunk.
    Part {
        /// The name of such parts.
        kind: &'static str,
        /// The number of the part, counted from 0.
        number: u64,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("file"),
            Self::Line(line) => write!(f, "line {line}"),
            Self::Header => f.write_str("header"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Part { kind, number } => write!(f, "{kind} {number}"),
        }
    }
}

/// The fault of a file.
///
/// ```
/// use voxnav_files::FileReason;
/// let reason = FileReason::Unsupported { what: "arrays of complex numbers".to_owned() };
/// assert_eq!(reason.to_string(), "arrays of complex numbers are not read");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileReason {
    /// The file cannot be opened or not be read on.
    #[error("{0}")]
    Unreadable(io::Error),
    /// The extension is not that of a format that is read.
    #[error("the extension is not that of {known}")]
    UnknownExtension {
        /// The kind of file that was expected, with its extensions.
        known: String,
    },
    /// The format belongs to a feature that this build leaves out.
    #[error("this build leaves out the feature `{feature}`, which reads such files")]
    LeftOut {
        /// The feature of `voxnav-files`.
        feature: &'static str,
    },
    /// The content of a `.voxnav` file is damaged, cut or of another version.
    #[error(transparent)]
    World(Box<voxnav_store::ReadError>),
    /// The file is not what its format says it should be.
    ///
    /// Quotations are escaped where bytes are not printable or not ASCII, and long ones are cut and ended by `...`.
    #[error("{:.240}", OneLine(.what))]
    Malformed {
        /// The fault, in words.
        what: String,
    },
    /// The file is as it should be, and has something that no reader here knows.
    #[error("{:.240} are not read", OneLine(.what))]
    Unsupported {
        /// The content that is unknown, in the plural.
        what: String,
    },
    /// The file has nothing that takes up space.
    #[error("there is no {what} in it")]
    Empty {
        /// The content that should be there.
        what: &'static str,
    },
    /// The file has several arrays and none was named, or not the one that was.
    #[error("{:.240}", OneLine(&unnamed(.wanted.as_deref(), .arrays)))]
    NoSuchArray {
        /// The name that was given, [`Import::array`](crate::Import::array).
        wanted: Option<String>,
        /// The names of the arrays that there are, sorted.
        arrays: Vec<String>,
    },
    /// The file has no cells of its own, and no size of cells was given.
    #[error("the size of a cell must be given: {suggested} would do for {}", shown(.extent))]
    SizeMissing {
        /// The extent of the content along each axis, in the units of the file.
        extent: DVec3,
        /// A size that makes about 128 cells along the longest side.
        suggested: f64,
    },
    /// The file has cells of another size than was asked for.
    #[error("its cells have a size of {}: no other can be given", size_of(.own))]
    SizeGiven {
        /// The sides of its cells.
        own: DVec3,
    },
    /// The file has its cells in another place than was asked for.
    #[error("its cell (0, 0, 0) is centered at {own}: no other place can be given")]
    OriginGiven {
        /// The center of its cell (0, 0, 0).
        own: DVec3,
    },
    /// The file has nothing but numbers, and their type or their shape is not given.
    #[error("the type and the shape of its numbers must be given")]
    LayoutMissing,
    /// The file is longer or shorter than its numbers.
    #[error("it has {found} bytes, and {expected} are expected")]
    Length {
        /// The number of bytes of the numbers.
        expected: u64,
        /// The number of bytes of the file.
        found: u64,
    },
    /// The content would have to be written to more chunks than one import may write.
    #[error("it would take more than {limit} chunks of 64 x 64 x 64 cells")]
    TooLarge {
        /// The largest number allowed, [`Import::most_chunks`](crate::Import::most_chunks).
        limit: usize,
    },
    /// The file is compressed, and more comes out of it than out of any file that is as it should
    /// be.
    #[error("it unpacks to more than {limit} bytes")]
    Unpacked {
        /// The most bytes that are unpacked.
        limit: u64,
    },
    /// A part of the content lies where there are no cells.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// The occupancy refused what the file says.
    #[error(transparent)]
    Occupancy(#[from] OccupancyError),
    /// A material was refused.
    #[error(transparent)]
    Material(#[from] MaterialError),
}

impl From<voxnav_store::ReadError> for FileReason {
    fn from(error: voxnav_store::ReadError) -> Self {
        Self::World(Box::new(error))
    }
}

impl From<io::Error> for FileReason {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Malformed {
                what: "the file ends too early".to_owned(),
            },
            // Decompressors say the latter of a broken header.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => Self::Malformed {
                what: error.to_string(),
            },
            _ => Self::Unreadable(error),
        }
    }
}

/// A place and a reason, before the name of the file is known.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) place: Place,
    pub(crate) reason: FileReason,
}

impl<R: Into<FileReason>> From<R> for Fault {
    fn from(reason: R) -> Self {
        Self {
            place: Place::Whole,
            reason: reason.into(),
        }
    }
}

impl Fault {
    /// Returns the error of a file with this fault.
    pub(crate) fn of(self, file: impl AsRef<Path>) -> FileError {
        FileError {
            file: file.as_ref().to_owned(),
            place: self.place,
            reason: self.reason,
        }
    }

    /// Returns the same fault at a place.
    pub(crate) fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// Returns the same fault in a numbered part.
    pub(crate) fn in_part(self, kind: &'static str, number: usize) -> Self {
        self.at(Place::Part {
            kind,
            number: number as u64,
        })
    }
}

/// Makes the fault of something that is not as it should be.
pub(crate) fn malformed(what: impl fmt::Display) -> Fault {
    let what = what.to_string();
    FileReason::Malformed { what }.into()
}

/// Makes the fault of something that no reader here knows.
pub(crate) fn unsupported(what: impl fmt::Display) -> Fault {
    let what = what.to_string();
    FileReason::Unsupported { what }.into()
}

fn unnamed(wanted: Option<&str>, arrays: &[String]) -> String {
    let arrays = arrays.join(", ");
    match wanted {
        Some(wanted) => format!("there is no array {wanted}, name one of these: {arrays}"),
        None => format!("there are several arrays, name one: {arrays}"),
    }
}

/// Returns one number for cubes.
fn size_of(sides: &DVec3) -> String {
    if *sides == DVec3::splat(sides.x) {
        sides.x.to_string()
    } else {
        widths(sides)
    }
}

fn widths(size: &DVec3) -> String {
    format!("{}, {} and {}", size.x, size.y, size.z)
}

fn shown(extent: &DVec3) -> String {
    format!("{:.6} x {:.6} x {:.6}", extent.x, extent.y, extent.z)
}

/// Error for something that could not be written. Except for [`WriteError::Io`] nothing has been
/// written then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The destination failed; what was written before is incomplete.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A map begins at cell (0, 0, 0) and is not empty.
    #[error("a map begins at (0, 0, 0) and is not empty; the world spans {bounds}")]
    Bounds {
        /// The world's bounds.
        bounds: CellBox,
    },
    /// The outside of a map is occupied everywhere.
    #[error("outside a map everything is occupied; outside the world it is {outside:?}")]
    Outside {
        /// The state outside the world's bounds.
        outside: CellState,
    },
    /// The formats know free and occupied cells only.
    #[error("the world has {count} unknown cells, the format has none")]
    UnknownCells {
        /// The number of unknown cells.
        count: u64,
    },
    /// The format has one size of cells.
    #[error("cells are {} wide along x, y and z: the format has cells of one size", widths(.sizes))]
    NotCubes {
        /// The sides of a cell of the world.
        sizes: DVec3,
    },
    /// The sides of cells of a scenario are not those of cells.
    #[error("cells are {} wide along x, y and z: these are not finite numbers above 0", widths(.sizes))]
    CellSizes {
        /// The scenario's [`cell_sizes`](crate::Scenario::cell_sizes).
        sizes: DVec3,
    },
    /// A grid is one cell deep.
    #[error("a grid is one cell deep, the world {depth}")]
    NotOneLayer {
        /// The world's size along z.
        depth: i32,
    },
    /// A map's name must not be empty, hold control characters, or begin or end with a space.
    #[error("{name:?} cannot be written as the name of a map")]
    MapName {
        /// The name.
        name: String,
    },
    /// A `.scen` row carries the map's size, and the scenario does not know it, or it is not that
    /// of a grid.
    #[error("the format needs the size of the grid; the scenario has {size:?}")]
    MapSize {
        /// The scenario's [`map_size`](crate::Scenario::map_size).
        size: Option<IVec3>,
    },
    /// A `.scen` file without rows cannot name its map.
    #[error("the format needs at least one row")]
    NoRows,
    /// A start or goal is outside the map, or has a negative or too large coordinate.
    #[error("row {row}: cell {cell} is not in the map")]
    Cell {
        /// The row's index.
        row: usize,
        /// The cell.
        cell: IVec3,
    },
    /// A length or ratio is negative, infinite or NaN.
    #[error("row {row}: {value} is not a finite number of 0 or more")]
    Number {
        /// The row's index.
        row: usize,
        /// The length or ratio.
        value: f64,
    },
}

impl From<voxnav_store::WriteError> for WriteError {
    fn from(error: voxnav_store::WriteError) -> Self {
        Self::Io(match error {
            voxnav_store::WriteError::Io(error) => error,
            other => io::Error::other(other),
        })
    }
}

/// Quotes bytes of a file for a message: escaped, and cut after 40 bytes, which is more than any
/// correct field has.
pub(crate) fn quote(bytes: &[u8]) -> String {
    match bytes.get(..40) {
        Some(head) if bytes.len() > 40 => format!("{}...", head.escape_ascii()),
        _ => bytes.escape_ascii().to_string(),
    }
}

/// A text to be shown with its control characters escaped, as names of files may hold line breaks; cut after as many
/// characters as the precision says.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.0.chars();
        let longest = formatter.precision().unwrap_or(usize::MAX);
        for letter in letters.by_ref().take(longest) {
            if letter.is_control() {
                write!(formatter, "{}", letter.escape_default())?;
            } else {
                write!(formatter, "{letter}")?;
            }
        }
        formatter.write_str(if letters.next().is_some() { "..." } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line() {
        let found = quote(b"\0\n\xff\"");
        let fault = malformed(format!("expected a header, found \"{found}\""));
        assert_eq!(
            fault.at(Place::Line(7)).of("no\nsuch\rfile").to_string(),
            r#"no\nsuch\rfile:7: expected a header, found "\x00\n\xff\"""#
        );
    }

    #[test]
    fn quotations_are_short() {
        assert_eq!(quote(&[b'x'; 40]), "x".repeat(40));
        assert_eq!(quote(&[b'x'; 41]), format!("{}...", "x".repeat(40)));
    }
}

//! Errors of files that are not read, in words that name the file and the place in it.

use std::{fmt, io};

use voxnav_occupancy::glam::DVec3;
use voxnav_occupancy::{LatticeError, MaterialError, OccupancyError};

use crate::error::OneLine;

/// Error for a file that is not read. Displayed as `file: place: reason`, on one line.
///
/// ```
/// use voxnav_files::{Import, ImportReason, read_bytes};
///
/// let error = read_bytes(b"", "world.xyz", &Import::default()).unwrap_err();
/// assert!(matches!(error.reason, ImportReason::UnknownExtension));
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{}: {place}{reason}", OneLine(.file))]
pub struct ImportError {
    /// The file's name, as it was given to the reader.
    pub file: String,
    /// The place in the file.
    pub place: Place,
    /// The fault at the place.
    pub reason: ImportReason,
}

impl ImportError {
    pub(crate) fn new(file: &str, fault: Fault) -> Self {
        Self {
            file: file.to_owned(),
            place: fault.place,
            reason: fault.reason,
        }
    }
}

/// The place in a file where something is wrong.
///
/// ```
/// use voxnav_files::Place;
/// assert_eq!(Place::Part { kind: "node", number: 7 }.to_string(), "node 7: ");
/// assert_eq!(Place::Whole.to_string(), "");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// No place more than another.
    Whole,
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
            Self::Whole => Ok(()),
            Self::Header => f.write_str("header: "),
            Self::Byte(byte) => write!(f, "byte {byte}: "),
            Self::Part { kind, number } => write!(f, "{kind} {number}: "),
        }
    }
}

/// The fault of a file.
///
/// ```
/// use voxnav_files::ImportReason;
/// let reason = ImportReason::Unsupported { what: "arrays of complex numbers".to_owned() };
/// assert_eq!(reason.to_string(), "arrays of complex numbers are not read");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportReason {
    /// The file cannot be opened or not be read on.
    #[error("{0}")]
    Unreadable(io::Error),
    /// The extension is not that of a format that is read.
    #[error(
        "the extension is not that of a format that is read ({})",
        crate::extensions().collect::<Vec<_>>().join(", ")
    )]
    UnknownExtension,
    /// The format belongs to a feature that this build leaves out.
    #[error("this build leaves out the feature `{feature}`, which reads such files")]
    LeftOut {
        /// The feature of `voxnav-files`.
        feature: &'static str,
    },
    /// The file is not what its format says it should be.
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
    /// The file has no cells of its own, and nobody said how large they should be.
    #[error("the size of a cell must be given: {suggested} would do for {}", shown(.extent))]
    SizeMissing {
        /// The extent of the content along each axis, in the units of the file.
        extent: DVec3,
        /// A size that makes about 128 cells along the longest side.
        suggested: f64,
    },
    /// The file has cells of another size than was asked for.
    #[error("its cells have a size of {own}: no other can be given")]
    SizeGiven {
        /// The size of its cells.
        own: f64,
    },
    /// The file has its cells in another place than was asked for.
    #[error("its cell (0, 0, 0) is centered at {own}: no other place can be given")]
    OriginGiven {
        /// The center of its cell (0, 0, 0).
        own: DVec3,
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

impl From<io::Error> for ImportReason {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Malformed {
                what: "the file ends too early".to_owned(),
            },
            io::ErrorKind::InvalidData => Self::Malformed {
                what: error.to_string(),
            },
            _ => Self::Unreadable(error),
        }
    }
}

/// A place and a reason, before anybody knows what the file is called.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) place: Place,
    pub(crate) reason: ImportReason,
}

impl<R: Into<ImportReason>> From<R> for Fault {
    fn from(reason: R) -> Self {
        Self {
            place: Place::Whole,
            reason: reason.into(),
        }
    }
}

impl Fault {
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
    ImportReason::Malformed { what }.into()
}

/// Makes the fault of something that no reader here knows.
pub(crate) fn unsupported(what: impl fmt::Display) -> Fault {
    let what = what.to_string();
    ImportReason::Unsupported { what }.into()
}

fn shown(extent: &DVec3) -> String {
    format!("{:.6} x {:.6} x {:.6}", extent.x, extent.y, extent.z)
}

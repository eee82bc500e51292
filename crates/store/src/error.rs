//! The errors of a file, block by block, and of a world that cannot be written into one.

use std::{fmt, io};

use thiserror::Error;
use voxnav_occupancy::bits::DerivedFlaw;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{ChunkCoord, LatticeError, MaterialError, OccupancyError};
use voxnav_search::CostError;

/// A part of a file with a checksum of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Block {
    /// The first 512 bytes: what kind of file it is, and of which version.
    Signature,
    /// The place of the world of the last save.
    Root,
    /// Bounds, lattice and materials, and where the rest is.
    Head,
    /// The places of the chunks of a cube of 8^3 chunks.
    Page(IVec3),
    /// The cells of a chunk.
    Chunk(ChunkCoord),
    /// The terrain weights of a chunk.
    Terrain(ChunkCoord),
    /// The bytes that a program stored under a name.
    Extra(String),
    /// The data derived from the cells, as it was read.
    Derived,
}

impl Block {
    /// Returns what makes the error of a flaw in this block, which begins at a byte.
    pub(crate) fn malformed(self, offset: u64) -> impl Fn(Flaw) -> ReadError {
        move |flaw| ReadError::Malformed {
            block: self.clone(),
            offset,
            flaw,
        }
    }

    /// Returns what makes the error of the system for this block.
    pub(crate) fn unreadable(self) -> impl FnOnce(io::Error) -> ReadError {
        move |reason| ReadError::Unreadable {
            block: self,
            reason,
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature => f.write_str("the signature"),
            Self::Root => f.write_str("the root"),
            Self::Head => f.write_str("the head"),
            Self::Page(page) => write!(f, "page {page} of the index"),
            Self::Chunk(chunk) => write!(f, "chunk {}", chunk.0),
            Self::Terrain(chunk) => write!(f, "the terrain of chunk {}", chunk.0),
            Self::Extra(name) => write!(f, "{name:?}"),
            Self::Derived => f.write_str("the data derived from the cells"),
        }
    }
}

/// Error for a file that cannot be read as a world; it names the block.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system refused to read.
    #[error("{block} cannot be read: {reason}")]
    Unreadable {
        /// The block to be read.
        block: Block,
        /// The error of the system.
        reason: io::Error,
    },
    /// The file does not begin as such files do.
    #[error("this is not a .voxnav file: it does not begin with the signature")]
    NotAWorld,
    /// A later version of voxnav wrote the file.
    #[error("the file has version {found} of the format; this program reads version {known}")]
    Newer {
        /// The version of the file.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// The file is of a version that is no longer read.
    #[error(
        "the file has version {found} of the format, which is no longer read; this program reads version {known}"
    )]
    Older {
        /// The version of the file.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// The file ends before the block does.
    #[error("the file is cut off: {block} ends at byte {end}, the file at byte {length}")]
    Cut {
        /// The block that is cut or missing.
        block: Block,
        /// The byte of the file at which the block should end.
        end: u64,
        /// The length of the file in bytes.
        length: u64,
    },
    /// The bytes of a block are not those that were written.
    #[error("{block}, at byte {offset}, is damaged: its checksum does not match")]
    Damaged {
        /// The block.
        block: Block,
        /// The byte of the file at which the block begins.
        offset: u64,
    },
    /// The bytes of a block are those that were written, and mean nothing.
    #[error("{block}, at byte {offset}, is malformed: {flaw}")]
    Malformed {
        /// The block.
        block: Block,
        /// The byte of the file at which the block begins.
        offset: u64,
        /// The flaw of the block.
        flaw: Flaw,
    },
}

/// Error for a block whose checksum is right and whose content is not: its writer made a mistake.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The block ends within a value.
    #[error("it ends too early")]
    TooShort,
    /// Bytes follow the end of the block.
    #[error("bytes follow its end")]
    TooLong,
    /// A number has no meaning where it stands.
    #[error("{found} is no {what}")]
    Unknown {
        /// The kind of value expected.
        what: &'static str,
        /// The number.
        found: u8,
    },
    /// A name is not UTF-8.
    #[error("a name is not UTF-8")]
    NotUtf8,
    /// The listed items do not ascend, or one is listed twice.
    #[error("its entries are not in ascending order")]
    Order,
    /// A place lies outside the bounds, or outside what the block is about.
    #[error("it names a place outside of its bounds")]
    Outside,
    /// A cell is in two states, or of a material that does not go with its state.
    #[error("it gives one cell two states, or a material that does not go with its state")]
    Contradiction,
    /// A block should be where there are no blocks.
    #[error("it refers to bytes {offset}..{end}, but blocks lie within bytes {first}..{last}")]
    Extent {
        /// The byte of the file at which the block should begin.
        offset: u64,
        /// The byte of the file at which the block should end.
        end: u64,
        /// The byte of the file at which the first block may begin.
        first: u64,
        /// The byte at which the file ends, as its root says.
        last: u64,
    },
    /// Bounds that no world has.
    #[error(transparent)]
    Bounds(#[from] OccupancyError),
    /// A lattice that cannot be.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// A material that cannot be.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// A weight that no cell can have.
    #[error(transparent)]
    Weight(#[from] CostError),
    /// A scale of costs that cannot be.
    #[error("the scale of costs has a part that is not above zero")]
    Scale,
    /// The data derived from cells cannot be of these.
    #[error(transparent)]
    Derived(#[from] DerivedFlaw),
    /// Cells that no agent covers.
    #[error("no agent covers the cells that it lists")]
    Agent,
}

/// Error for a world that cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The system refused to write.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file that is there cannot be read, and so not be added to.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Another program has saved to the file since it was opened.
    #[error("another program has saved to the file since it was opened")]
    Overtaken,
    /// Another program is writing the file.
    #[error("another program is writing the file")]
    Busy,
    /// Terrain weights that follow from distances: only those that were set can be stored. Store the
    /// terrain without them, and give it the clearance again once it is loaded.
    #[error(
        "terrain weights computed from clearance cannot be stored; store the terrain without them"
    )]
    WeighedTerrain,
    /// A name has more than 65,535 bytes.
    #[error("the name {name:.40}... has {length} bytes, more than 65,535", length = name.len())]
    LongName {
        /// The name.
        name: String,
    },
    /// A block would have more than 4 GiB.
    #[error("{block} has {bytes} bytes, more than a block can have")]
    TooLarge {
        /// The block.
        block: Block,
        /// The size of the block in bytes.
        bytes: usize,
    },
    /// A name that is kept for what was derived.
    #[error("the name {name:?} is reserved for data derived from the cells")]
    ReservedName {
        /// The name.
        name: String,
    },
    /// The data derived from cells that is to be brought up to date makes no sense.
    #[error("the data derived from the cells is malformed: {0}")]
    Derived(DerivedFlaw),
    /// A kind of material that this version of the format has no number for.
    #[error("the kind of the material {name:?} cannot be stored")]
    UnknownKind {
        /// The name of the material.
        name: String,
    },
    /// A part whose ids mean other materials than those of the file.
    #[error("the materials of a part are not those of the file")]
    Palette,
    /// A part that does not follow the part before, or ends within chunks.
    #[error("chunk {} does not follow the parts before, or is not whole", chunk.0)]
    Part {
        /// The chunk.
        chunk: ChunkCoord,
    },
}

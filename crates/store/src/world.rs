//! A world as a file holds it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;
use voxnav_occupancy::{Footprint, Lattice, Occupancy, Traversability, UnknownPolicy};
use voxnav_search::Terrain;

use crate::derived::{self, Derived};
use crate::error::{Block, ReadError, WriteError};
use crate::new_file::write_whole;
use crate::reader::Reader;
use crate::writer::Writer;

/// A world as a file holds it.
///
/// What is *not* kept: the versions and the revision of the occupancy, which begin again, so that what
/// was derived from a snapshot before is not taken for that of the one that was read.
///
/// ```
/// use voxnav_occupancy::{CellBox, Lattice, OccupancyBuilder, glam::{DVec3, IVec3}};
/// use voxnav_store::World;
///
/// let cells = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?.commit();
/// let world = World { lattice: Lattice::new(DVec3::ONE, 0.25)?, ..World::new(cells) };
/// let read = World::from_bytes(&world.to_bytes()?)?;
/// assert_eq!(read.lattice.cubic_size(), Some(0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    /// The cells, and what they are made of.
    pub occupancy: Occupancy,
    /// The place of the cells in world space.
    pub lattice: Lattice,
    /// The cost of moves by the cell that they lead to. Weights that follow from distances are not
    /// stored.
    pub terrain: Terrain,
    /// The bytes that a program keeps with the world, by name. Names that begin with `voxnav.derived.`,
    /// and `voxnav.costs`, are taken.
    pub extras: BTreeMap<String, Vec<u8>>,
    /// The data derived from the cells, for at most one agent of each kind: see [`keep`](Self::keep).
    pub derived: Vec<Derived>,
}

/// Error for a file that cannot be read or written, with its path.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    #[error("{}: {reason}", .path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The error of reading.
        reason: ReadError,
    },
    /// The file cannot be written.
    #[error("{} cannot be written: {reason}", .path.display())]
    Write {
        /// The path of the file.
        path: PathBuf,
        /// The error of writing.
        reason: WriteError,
    },
}

impl FileError {
    pub(crate) fn reading(path: &Path) -> impl Fn(ReadError) -> Self {
        move |reason| Self::Read {
            path: path.to_owned(),
            reason,
        }
    }

    pub(crate) fn writing(path: &Path) -> impl Fn(WriteError) -> Self {
        move |reason| Self::Write {
            path: path.to_owned(),
            reason,
        }
    }
}

impl World {
    /// Returns a world with the default lattice, uniform terrain and no extras.
    #[must_use]
    pub fn new(occupancy: Occupancy) -> Self {
        Self {
            occupancy,
            lattice: Lattice::default(),
            terrain: Terrain::new(),
            extras: BTreeMap::new(),
            derived: Vec::new(),
        }
    }

    /// Keeps what is known of a snapshot of this world: its components, if it has them.
    /// It replaces what was kept for the same agent.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, Footprint, OccupancyBuilder, Traversability, UnknownPolicy};
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_store::World;
    ///
    /// let cells = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?.commit();
    /// let mut world = World::new(cells);
    /// let derived = Traversability::new(&world.occupancy, UnknownPolicy::Blocked);
    /// world.keep(&derived.with_components());
    ///
    /// let read = World::from_bytes(&world.to_bytes()?)?;
    /// let derived = read.traversability(Footprint::ONE, UnknownPolicy::Blocked)?;
    /// assert_eq!(derived.chunks_to_label(), 0, "its components are known");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep(&mut self, derived: &Traversability) {
        let derived = Derived::new(derived);
        let (agent, unknown) = (derived.agent(), derived.unknown());
        self.derived.retain(|other| !other.is_for(agent, unknown));
        self.derived.push(derived);
    }

    /// Returns the traversability of this world for an agent that covers these cells, with the data kept for
    /// it. Where nothing was, it is derived; where the cells were edited since, it is brought up to date.
    ///
    /// # Errors
    ///
    /// [`ReadError::Malformed`] if data kept in the file is malformed.
    pub fn traversability(
        &self,
        agent: Footprint,
        unknown: UnknownPolicy,
    ) -> Result<Traversability, ReadError> {
        let kept = (self.derived.iter()).find(|derived| derived.is_for(agent, unknown));
        let Some(kept) = kept else {
            return Ok(Traversability::for_agent(&self.occupancy, agent, unknown));
        };
        kept.traversability(&self.occupancy)
            .map_err(|flaw| Block::Derived.malformed(0)(flaw.into()))
    }

    /// Reads the world in the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`ReadError`], which names the block.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        Reader::open(Cursor::new(bytes))?.read()
    }

    /// Reads the world in a stream, which is read to its end.
    ///
    /// # Errors
    ///
    /// [`ReadError`], which names the block.
    pub fn read_from(mut stream: impl Read) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        let read = stream.read_to_end(&mut bytes);
        read.map_err(Block::Signature.unreadable())?;
        Self::from_bytes(&bytes)
    }

    /// Returns the bytes of a file with the world.
    ///
    /// # Errors
    ///
    /// [`WriteError`] for what cannot be stored.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        let writer = Writer::of(Cursor::new(Vec::new()), &self.occupancy, &self.lattice)?;
        Ok(self.write_to(writer)?.into_inner())
    }

    /// Writes the bytes of a file with the world.
    ///
    /// # Errors
    ///
    /// [`WriteError`] for what cannot be stored, before the first byte, and if `stream` fails.
    pub fn write(&self, mut stream: impl Write) -> Result<(), WriteError> {
        stream.write_all(&self.to_bytes()?)?;
        Ok(stream.flush()?)
    }

    /// Reads the world in the file at `path`.
    ///
    /// # Errors
    ///
    /// [`FileError::Read`], which names the path and the block.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        open(path)
            .and_then(|file| Reader::open(file)?.read())
            .map_err(FileError::reading(path))
    }

    /// Writes the world to the file at `path`, instead of what is there. Until it is whole the file is
    /// called `path.partial`.
    ///
    /// # Errors
    ///
    /// [`FileError::Write`]; what was at `path` is there still.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let write = |file| {
            let writer = Writer::of(file, &self.occupancy, &self.lattice)?;
            self.write_to(writer)
        };
        write_whole(path, write).map_err(FileError::writing(path))
    }

    fn write_to<W: Write + std::io::Seek>(&self, mut writer: Writer<W>) -> Result<W, WriteError> {
        writer.part(&self.occupancy)?;
        writer.terrain(&self.terrain)?;
        let of = writer.fingerprint();
        let blocks = derived::blocks(self, of)?;
        writer.extras(&blocks, |_| false)?;
        writer.finish()
    }
}

pub(crate) fn open(path: &Path) -> Result<File, ReadError> {
    File::open(path).map_err(Block::Signature.unreadable())
}

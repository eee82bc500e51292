//! A file that a world is saved to again and again.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, IntoInnerError, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use voxnav_occupancy::ChunkCoord;

use crate::derived::{self, Derived, PREFIX};
use crate::error::WriteError;
use crate::layout::{Entry, FIRST_BLOCK, ROOTS};
use crate::lock;
use crate::reader::{Reader, read_roots};
use crate::root_order::stale_first;
use crate::world::{FileError, World, open};
use crate::writer::Writer;

/// A file and the world in it, to be saved to again.
///
/// After an edit only the chunks that changed are written, behind what is there, with their part of the
/// index; then the root is set to lead to them. Where more than half of the file would be left over from
/// saves before, and where bounds, outside state or ids of materials changed, it is written again.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
/// use voxnav_store::{Saved, World, WorldFile};
///
/// # let path = std::env::temp_dir().join(format!("voxnav-doc-{}.voxnav", std::process::id()));
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(200)))?;
/// builder.set_box(CellBox::from_size(IVec3::new(200, 200, 9)), CellState::Occupied)?;
/// let mut world = World::new(builder.commit());
/// let mut file = WorldFile::create(&path, &world)?;
///
/// let mut door = world.occupancy.edit();
/// door.set(IVec3::new(1, 2, 3), CellState::Free)?;
/// world.occupancy = door.commit();
/// assert!(matches!(file.save(&world)?, Saved::Added { bytes } if bytes < 2000));
/// assert_eq!(World::load(&path)?.occupancy.state(IVec3::new(1, 2, 3)), CellState::Free);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WorldFile {
    path: PathBuf,
    reader: Reader<File>,
    /// The world in the file, once it is known.
    saved: Option<World>,
}

/// The way in which a world was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Saved {
    /// The world had not changed, and no byte was written.
    Unchanged,
    /// The changes were written behind the blocks that were there.
    Added {
        /// The bytes written, without the two roots.
        bytes: u64,
    },
    /// The file was written again.
    Anew {
        /// The size of the file in bytes.
        bytes: u64,
    },
}

impl WorldFile {
    /// Writes a world to a new file at `path`, instead of what is there.
    ///
    /// # Errors
    ///
    /// [`FileError`].
    pub fn create(path: impl AsRef<Path>, world: &World) -> Result<Self, FileError> {
        world.save(&path)?;
        let mut file = Self::open(path)?;
        file.saved = Some(world.clone());
        Ok(file)
    }

    /// Opens a file, and reads what is in it without the cells.
    ///
    /// # Errors
    ///
    /// [`FileError::Read`], which names the path and the block.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let reader = open(path)
            .and_then(Reader::open)
            .map_err(FileError::reading(path))?;
        Ok(Self {
            path: path.to_owned(),
            reader,
            saved: None,
        })
    }

    /// Returns the file as a reader: what is in it, and parts of it.
    pub fn reader(&mut self) -> &mut Reader<File> {
        &mut self.reader
    }

    /// Reads the whole world, and keeps it (it shares its memory) to know at the next save what
    /// changed.
    ///
    /// # Errors
    ///
    /// [`FileError::Read`], which names the path and the block.
    pub fn load(&mut self) -> Result<World, FileError> {
        let read = self.reader.read();
        let world = read.map_err(FileError::reading(&self.path))?;
        Ok(self.saved.insert(world).clone())
    }

    /// Saves a world. Chunks are written where they differ from what was saved or loaded before; if
    /// neither has been, the file is written again.
    ///
    /// # Guarantees
    ///
    /// Whatever interrupts it, the file has the world of before or that of after.
    ///
    /// # Complexity
    ///
    /// For a world edited from the one that was saved, linear in the chunks that changed, plus up to
    /// 512 lines of the index for each cube of 8^3 chunks with one of them.
    ///
    /// # Errors
    ///
    /// [`FileError::Write`]; the file has the world of before then.
    pub fn save(&mut self, world: &World) -> Result<Saved, FileError> {
        let addition = self
            .saved
            .as_ref()
            .and_then(|saved| Changes::of(saved, world));
        let saved = match addition {
            Some(changes) if changes.is_empty() => Saved::Unchanged,
            Some(changes) if !self.is_wasteful() => {
                let added = self.add(world, &changes);
                let bytes = added.map_err(FileError::writing(&self.path))?;
                Saved::Added { bytes }
            }
            _ => {
                *self = Self::create(&self.path, world)?;
                let bytes = self.reader.root.end;
                Saved::Anew { bytes }
            }
        };
        self.saved = Some(world.clone());
        Ok(saved)
    }

    /// Returns whether most of the file is left over from saves before.
    fn is_wasteful(&self) -> bool {
        let Reader {
            root, head, index, ..
        } = &self.reader;
        let blocks = index.values().filter_map(|entry| match entry {
            Entry::Block(extent) => Some(extent),
            Entry::Uniform(_) => None,
        });
        let places = head.pages.iter().chain(&head.terrain);
        let extras = head.extras.iter().map(|(_, extent)| extent);
        let all = blocks.chain(places.map(|(_, extent)| extent)).chain(extras);
        let used: u64 = all.map(|extent| u64::from(extent.length)).sum();
        root.end > 2 * (FIRST_BLOCK + used + u64::from(root.head.length))
    }

    fn add(&mut self, world: &World, changes: &Changes) -> Result<u64, WriteError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).open(&self.path)?;
        if lock::take(&file).is_err() {
            return Err(WriteError::Busy);
        }
        if Reader::open(&mut file)?.root != self.reader.root {
            return Err(WriteError::Overtaken);
        }
        let begin = self.reader.root.end;
        // What a save that failed has left there.
        file.set_len(begin)?;
        file.seek(SeekFrom::Start(begin))?;
        let Reader { head, index, .. } = &self.reader;
        let file = BufWriter::with_capacity(1 << 20, file);
        let mut writer = Writer::behind(file, begin, head.clone(), index.clone());
        for chunk in &changes.chunks {
            writer.chunk(&world.occupancy, *chunk)?;
        }
        if changes.terrain {
            writer.terrain(&world.terrain)?;
        }
        let of = derived::fingerprint(&writer.head, &writer.index);
        let blocks = derived::blocks(world, of)?;
        writer.extras(&blocks, |name| {
            if name.starts_with(PREFIX) {
                !changes.derived
            } else {
                !changes.extras.contains(name)
            }
        })?;
        writer.head.palette = world.occupancy.palette().clone();
        writer.head.lattice = world.lattice;
        let root = writer.root(self.reader.root.generation + 1)?;
        let Writer {
            file: out,
            head,
            index,
            ..
        } = writer;
        let mut file = out.into_inner().map_err(IntoInnerError::into_error)?;
        file.sync_all()?;
        // The second root only once the first is safe: one of them is whole at any moment, and leads to
        // the world of before or to this one.
        let roots = read_roots(&mut file, root.end)?;
        for root_at in stale_first(&self.reader.root, &roots) {
            file.seek(SeekFrom::Start(ROOTS[root_at]))?;
            file.write_all(&root.encode())?;
            file.sync_all()?;
        }
        lock::release(&file)?;
        self.reader = Reader {
            file,
            root,
            head,
            index,
        };
        Ok(root.end - begin)
    }
}

/// The parts to be written of a world, given another one that is there.
struct Changes {
    chunks: Vec<ChunkCoord>,
    terrain: bool,
    extras: BTreeSet<String>,
    /// The derived data, whether it changed itself or because cells were edited.
    derived: bool,
    /// The content of the head itself, or a part that is no longer there.
    head: bool,
}

impl Changes {
    /// Returns the changes; `None` where everything is to be written.
    fn of(before: &World, after: &World) -> Option<Self> {
        let changes = after.occupancy.changes_since(&before.occupancy);
        let [old, new] = [before, after].map(|world| world.occupancy.palette());
        // An id that went would leave chunks that name it.
        if changes.is_total() || new.len() < old.len() || after.terrain.is_weighed() {
            return None;
        }
        let differs = |name: &&String| before.extras.get(*name) != after.extras.get(*name);
        let is_gone = |name: &String| !after.extras.contains_key(name);
        let [mut kept, others] = [before, after].map(|world| world.derived.iter());
        let is_same = |others: &Derived| kept.next().is_some_and(|it| it.is_shared_with(others));
        let same = before.derived.len() == after.derived.len() && others.clone().all(is_same);
        let chunks: Vec<ChunkCoord> = changes.chunks().collect();
        Some(Self {
            derived: !same || !chunks.is_empty() && !after.derived.is_empty(),
            chunks,
            terrain: !is_same_terrain(before, after),
            extras: after.extras.keys().filter(differs).cloned().collect(),
            head: before.lattice != after.lattice
                || new != old
                || before.extras.keys().any(is_gone),
        })
    }

    fn is_empty(&self) -> bool {
        self.chunks.is_empty()
            && !self.terrain
            && self.extras.is_empty()
            && !self.derived
            && !self.head
    }
}

fn is_same_terrain(before: &World, after: &World) -> bool {
    let [old, new] = [before, after].map(|world| &world.terrain);
    let [before, after] = [old, new].map(|terrain| {
        let usual = terrain.scale().base();
        let chunks = terrain.chunks();
        chunks.filter(move |(_, weights)| weights.iter().any(|weight| *weight != usual))
    });
    old.scale() == new.scale() && old.convention() == new.convention() && before.eq(after)
}

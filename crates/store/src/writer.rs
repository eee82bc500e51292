//! Writes files, part by part.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Seek, SeekFrom, Write};

use voxnav_occupancy::{CellBox, CellState, ChunkCoord, Lattice, Occupancy, Palette};
use voxnav_search::Terrain;

use crate::chunk::Content;
use crate::derived;
use crate::error::{Block, WriteError};
use crate::layout::{
    Entry, Extent, FIRST_BLOCK, Head, ROOTS, Root, encode_page, page_of, signature,
};
use crate::terrain::{self, COSTS};

/// Writes a world part by part, for worlds larger than memory.
///
/// The file has no root before [`finish`](Self::finish), so that no reader takes it for a world.
///
/// # Guarantees
///
/// The bytes depend on the world alone, and not on the parts.
///
/// ```
/// use std::io::Cursor;
/// use voxnav_occupancy::{CellBox, CellState, Lattice, OccupancyBuilder, glam::IVec3};
/// use voxnav_store::{World, Writer};
///
/// let bounds = CellBox::from_size(IVec3::new(100, 100, 200));
/// let mut writer = Writer::new(Cursor::new(Vec::new()), bounds, CellState::Occupied)?;
/// for z in [0, 64, 128, 192] {
///     let slab = CellBox::new(IVec3::new(0, 0, z), IVec3::new(100, 100, 200.min(z + 64)));
///     let mut builder = OccupancyBuilder::new(slab)?;
///     builder.set(IVec3::new(5, 5, z), CellState::Occupied)?;
///     writer.part(&builder.commit())?;
/// }
/// let file = writer.finish()?.into_inner();
/// assert_eq!(World::from_bytes(&file)?.occupancy.count(CellState::Occupied), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    pub(crate) file: W,
    end: u64,
    pub(crate) head: Head,
    /// The state of the chunks that are not in the index.
    unlisted: CellState,
    pub(crate) index: BTreeMap<ChunkCoord, Entry>,
    /// The pages of the index with chunks that were written.
    changed: BTreeSet<ChunkCoord>,
    /// The first chunk that the next part may have; `None` before the first part.
    next: Option<ChunkCoord>,
}

impl<W: Write + Seek> Writer<W> {
    /// Begins a file for a world with these bounds and this state outside. What no part has is free.
    /// Wants a buffered destination, which it writes from its beginning.
    ///
    /// # Errors
    ///
    /// Those of `file`.
    pub fn new(file: W, bounds: CellBox, outside: CellState) -> Result<Self, WriteError> {
        Self::begin(file, bounds, outside, CellState::Free)
    }

    fn begin(
        mut file: W,
        bounds: CellBox,
        outside: CellState,
        background: CellState,
    ) -> Result<Self, WriteError> {
        let head = Head {
            bounds: if bounds.is_empty() {
                CellBox::EMPTY
            } else {
                bounds
            },
            outside,
            background,
            lattice: Lattice::default(),
            palette: Palette::new(),
            pages: Vec::new(),
            terrain: Vec::new(),
            extras: Vec::new(),
        };
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&signature())?;
        // Roots that are none, so that an unfinished file is no world.
        for _ in ROOTS {
            file.write_all(&[0; crate::layout::SECTOR])?;
        }
        Ok(Self::behind(file, FIRST_BLOCK, head, BTreeMap::new()))
    }

    /// Goes on at the end of a file whose blocks a head and an index list.
    pub(crate) fn behind(
        file: W,
        end: u64,
        head: Head,
        index: BTreeMap<ChunkCoord, Entry>,
    ) -> Self {
        Self {
            file,
            end,
            unlisted: head.background,
            head,
            index,
            changed: BTreeSet::new(),
            next: None,
        }
    }

    /// Begins a file for a whole world.
    pub(crate) fn of(file: W, world: &Occupancy, lattice: &Lattice) -> Result<Self, WriteError> {
        let begun = Self::begin(file, world.bounds(), world.outside(), world.background())?;
        Ok(begun
            .with_lattice(*lattice)
            .with_palette(world.palette().clone()))
    }

    voxnav_search::setters! {
        /// Sets where the cells are in world space.
        with_lattice(lattice: Lattice) => head.lattice = lattice;

        /// Sets the materials that parts name by their ids.
        with_palette(palette: Palette) => head.palette = palette;
    }

    /// Writes the chunks that a world with smaller bounds has. Parts come in the order of
    /// [`ChunkCoord`], and end at the borders of chunks or of the whole world: slabs of 64 layers do.
    ///
    /// # Errors
    ///
    /// [`WriteError::Part`] for a part out of order or one that ends within a chunk; nothing of it is
    /// written then. [`WriteError::Palette`] if its materials are not those of the file.
    /// [`WriteError::Io`] if the file fails.
    pub fn part(&mut self, part: &Occupancy) -> Result<(), WriteError> {
        let bounds = part.bounds();
        let is_whole = |chunk: &ChunkCoord| {
            let cells = chunk.cells();
            cells.intersection(&bounds) == cells.intersection(&self.head.bounds)
        };
        let own = &self.head.palette;
        if (part.palette().iter()).any(|(id, material)| own.get(id) != Some(material)) {
            return Err(WriteError::Palette);
        }
        let chunks: Vec<ChunkCoord> = if part.background() == self.unlisted {
            part.stored_chunks().collect()
        } else {
            bounds.chunks().collect()
        };
        for chunk in &chunks {
            if !is_whole(chunk) || self.next.is_some_and(|next| *chunk < next) {
                return Err(WriteError::Part { chunk: *chunk });
            }
        }
        for chunk in chunks {
            self.next = Some(ChunkCoord(chunk.0.with_x(chunk.0.x + 1)));
            self.chunk(part, chunk)?;
        }
        Ok(())
    }

    /// Writes a chunk of a world, instead of what is listed of it.
    pub(crate) fn chunk(&mut self, part: &Occupancy, chunk: ChunkCoord) -> Result<(), WriteError> {
        self.changed.insert(page_of(chunk));
        let entry = match Content::of(part, chunk) {
            Content::Uniform(state) if state == self.unlisted => {
                self.index.remove(&chunk);
                return Ok(());
            }
            Content::Uniform(state) => Entry::Uniform(state),
            Content::Block(bytes) => Entry::Block(self.block(&bytes, Block::Chunk(chunk))?),
        };
        self.index.insert(chunk, entry);
        Ok(())
    }

    /// Writes terrain weights.
    ///
    /// # Errors
    ///
    /// [`WriteError::WeighedTerrain`] if weights follow from distances, [`WriteError::Io`].
    pub fn terrain(&mut self, terrain: &Terrain) -> Result<(), WriteError> {
        if terrain.is_weighed() {
            return Err(WriteError::WeighedTerrain);
        }
        self.head.terrain.clear();
        for (chunk, weights) in terrain.chunks() {
            if let Some(bytes) = terrain::encode(weights, terrain.scale().base()) {
                let extent = self.block(&bytes, Block::Terrain(chunk))?;
                self.head.terrain.push((chunk, extent));
            }
        }
        self.head.extras.retain(|(name, _)| name != COSTS);
        if let Some(bytes) = terrain::encode_costs(terrain) {
            let extent = self.block(&bytes, Block::Extra(COSTS.into()))?;
            self.head.extras.push((COSTS.into(), extent));
        }
        Ok(())
    }

    /// Writes what a program keeps with the world, by name; reuses listed blocks that `stays` accepts.
    pub(crate) fn extras(
        &mut self,
        extras: &BTreeMap<String, Vec<u8>>,
        stays: impl Fn(&str) -> bool,
    ) -> Result<(), WriteError> {
        let listed: BTreeMap<_, _> = std::mem::take(&mut self.head.extras).into_iter().collect();
        // What weights stand for is written with them.
        let costs = listed.get(COSTS).map(|extent| (COSTS.to_owned(), *extent));
        self.head.extras.extend(costs);
        for (name, bytes) in extras {
            let extent = match listed.get(name).filter(|_| stays(name)) {
                Some(extent) => *extent,
                None => self.block(bytes, Block::Extra(name.clone()))?,
            };
            self.head.extras.push((name.clone(), extent));
        }
        self.head.extras.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(())
    }

    /// Returns a number that tells the cells from others, once all parts are written.
    pub(crate) fn fingerprint(&mut self) -> u32 {
        self.choose_background();
        derived::fingerprint(&self.head, &self.index)
    }

    fn block(&mut self, bytes: &[u8], block: Block) -> Result<Extent, WriteError> {
        append(&mut self.file, &mut self.end, bytes, block)
    }

    /// Writes where everything is, and returns the file; flushing it is left to the caller.
    ///
    /// # Errors
    ///
    /// [`WriteError::Io`].
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.choose_background();
        let root = self.root(1)?;
        self.file.seek(SeekFrom::Start(ROOTS[0]))?;
        for _ in ROOTS {
            self.file.write_all(&root.encode())?;
        }
        self.file.seek(SeekFrom::Start(self.end))?;
        Ok(self.file)
    }

    /// Writes the pages with chunks that were written, and the head, and returns the root that leads to them.
    pub(crate) fn root(&mut self, generation: u64) -> Result<Root, WriteError> {
        let mut pages: BTreeMap<ChunkCoord, Vec<_>> = BTreeMap::new();
        for listed in &self.index {
            pages.entry(page_of(*listed.0)).or_default().push(listed);
        }
        let listed: BTreeMap<_, _> = std::mem::take(&mut self.head.pages).into_iter().collect();
        for (page, chunks) in pages {
            let stays = listed.get(&page).filter(|_| !self.changed.contains(&page));
            let extent = if let Some(extent) = stays {
                *extent
            } else {
                let bytes = encode_page(chunks.into_iter());
                append(&mut self.file, &mut self.end, &bytes, Block::Page(page.0))?
            };
            self.head.pages.push((page, extent));
        }
        let head = self.head.encode()?;
        Ok(Root {
            generation,
            head: self.block(&head, Block::Head)?,
            end: self.end,
        })
    }

    /// Leaves those chunks out of the index that are the most alike, so that it does not show in what
    /// order a world came to be.
    fn choose_background(&mut self) {
        let bounds = self.head.bounds;
        let mut counts =
            [CellState::Free, CellState::Occupied, CellState::Unknown].map(|state| (state, 0_u128));
        let listed = self.index.len() as u128;
        for (state, count) in &mut counts {
            let uniform = Entry::Uniform(*state);
            *count = self.index.values().filter(|it| **it == uniform).count() as u128;
            if *state == self.unlisted {
                *count += chunk_count(&bounds).saturating_sub(listed);
            }
        }
        let most = counts.iter().map(|(_, count)| *count).max();
        let most = counts.iter().find(|(_, count)| Some(*count) == most);
        let background = most.map_or(CellState::Free, |(state, _)| *state);
        if background != self.unlisted {
            // No more than are listed.
            for chunk in bounds.chunks() {
                let listed = self.index.entry(chunk);
                listed.or_insert(Entry::Uniform(self.unlisted));
            }
            let uniform = Entry::Uniform(background);
            self.index.retain(|_, entry| *entry != uniform);
        }
        self.head.background = background;
        self.unlisted = background;
    }
}

/// Returns the number of chunks that share a cell with a box.
fn chunk_count(bounds: &CellBox) -> u128 {
    if bounds.is_empty() {
        return 0;
    }
    let [first, last] = [bounds.min, bounds.max - 1].map(|cell| ChunkCoord::of(cell).0);
    let sides = (last - first + 1)
        .to_array()
        .map(|side| u128::from(side.unsigned_abs()));
    sides.iter().product()
}

/// Writes a block at the end of a file.
fn append(
    file: &mut impl Write,
    end: &mut u64,
    bytes: &[u8],
    block: Block,
) -> Result<Extent, WriteError> {
    let too_large = |_| WriteError::TooLarge {
        block,
        bytes: bytes.len(),
    };
    let length = u32::try_from(bytes.len()).map_err(too_large)?;
    file.write_all(bytes)?;
    let extent = Extent {
        offset: *end,
        length,
        checksum: crc32fast::hash(bytes),
    };
    *end += u64::from(length);
    Ok(extent)
}

//! Reads files, or as much of one as is wanted.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, Lattice, Occupancy, OccupancyBuilder, Palette,
};
use voxnav_search::Terrain;

use crate::World;
use crate::chunk::ReadChunk;
use crate::derived::{Derived, PREFIX, fingerprint, is_taken};
use crate::error::{Block, Flaw, ReadError};
use crate::layout::{
    Entry, Extent, FIRST_BLOCK, Head, ROOTS, Root, SECTOR, check_signature, decode_page, signature,
};
use crate::terrain::{self, COSTS};

/// An open file: what is in it is known, chunks are read when they are asked for.
///
/// Takes memory by the number of chunks that are listed, about 60 bytes each, and none for their cells:
/// for worlds larger than memory.
///
/// ```
/// use std::io::Cursor;
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
/// use voxnav_store::{Reader, World};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(1000)))?;
/// builder.set(IVec3::new(900, 2, 3), CellState::Occupied)?;
/// let file = World::new(builder.commit()).to_bytes()?;
///
/// let mut reader = Reader::open(Cursor::new(file))?;
/// let part = CellBox::new(IVec3::new(890, 0, 0), IVec3::new(910, 10, 10));
/// let part = reader.read_within(part)?;
/// assert_eq!(part.count(CellState::Occupied), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<F> {
    pub(crate) file: F,
    pub(crate) root: Root,
    pub(crate) head: Head,
    pub(crate) index: BTreeMap<ChunkCoord, Entry>,
}

/// The treatment of chunks that have a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blocks {
    Read,
    /// The blocks are left unread, and their cells are free.
    Free,
}

impl<F: Read + Seek> Reader<F> {
    /// Reads what is in a file, and no cells.
    ///
    /// # Errors
    ///
    /// [`ReadError`], which names the block.
    pub fn open(mut file: F) -> Result<Self, ReadError> {
        let length = file.seek(SeekFrom::End(0));
        let length = length.map_err(Block::Root.unreadable())?;
        check_signature(&read_sector(&mut file, 0, Block::Signature, length)?)?;
        let roots = read_roots(&mut file, length)?;
        // One may be damaged, or torn by a save that failed: the other one leads to a whole world.
        let last = roots
            .into_iter()
            .flatten()
            .max_by_key(|root| root.generation);
        let root = last.ok_or(ReadError::Damaged {
            block: Block::Root,
            offset: ROOTS[0],
        })?;
        if root.end > length {
            let (block, end) = (Block::Head, root.end);
            return Err(ReadError::Cut { block, end, length });
        }
        let head = read_block(&mut file, root.end, &root.head, Block::Head)?;
        let head = Head::decode(&head).map_err(Block::Head.malformed(root.head.offset))?;
        let mut index = BTreeMap::new();
        for (page, extent) in &head.pages {
            let block = Block::Page(page.0);
            let bytes = read_block(&mut file, root.end, extent, block.clone())?;
            let put = |chunk, entry| {
                index.insert(chunk, entry);
            };
            decode_page(&bytes, *page, &head.bounds, put)
                .map_err(block.malformed(extent.offset))?;
        }
        Ok(Self {
            file,
            root,
            head,
            index,
        })
    }

    /// Returns the bounds of the world.
    #[must_use]
    pub const fn bounds(&self) -> CellBox {
        self.head.bounds
    }

    /// Returns the state of every cell outside the bounds.
    #[must_use]
    pub const fn outside(&self) -> CellState {
        self.head.outside
    }

    /// Returns the lattice: the place of the cells in world space.
    #[must_use]
    pub const fn lattice(&self) -> &Lattice {
        &self.head.lattice
    }

    /// Returns the materials that cells can be made of.
    #[must_use]
    pub const fn palette(&self) -> &Palette {
        &self.head.palette
    }

    /// Returns the number of times the file was saved to since it was written whole, this save
    /// included.
    #[must_use]
    pub const fn saves(&self) -> u64 {
        self.root.generation
    }

    /// Returns the names and sizes in bytes of what programs stored with the world.
    pub fn extras(&self) -> impl Iterator<Item = (&str, u32)> {
        let extras = self.head.extras.iter();
        let own = extras.filter(|(name, _)| !is_taken(name));
        own.map(|(name, extent)| (&**name, extent.length))
    }

    /// Returns the number of chunks that have terrain weights.
    #[must_use]
    pub fn terrain_chunks(&self) -> usize {
        self.head.terrain.len()
    }

    /// Reads the whole world.
    ///
    /// # Errors
    ///
    /// [`ReadError`], which names the block.
    pub fn read(&mut self) -> Result<World, ReadError> {
        let occupancy = self.read_occupancy(self.head.bounds, Blocks::Read)?;
        Ok(World {
            lattice: self.head.lattice,
            terrain: self.read_terrain()?,
            extras: self.read_extras()?,
            derived: self.read_derived(&occupancy)?,
            occupancy,
        })
    }

    /// Reads the cells of a part of the world: chunks that it does not touch are not looked at.
    ///
    /// The world that results has the part for its bounds. What lies outside the part is unknown,
    /// unless the part is the whole world.
    ///
    /// # Errors
    ///
    /// [`ReadError`], which names the block.
    pub fn read_within(&mut self, cells: CellBox) -> Result<Occupancy, ReadError> {
        let part = cells.intersection(&self.head.bounds);
        self.read_occupancy(part, Blocks::Read)
    }

    /// Returns the cells of a part of the world.
    pub(crate) fn read_occupancy(
        &mut self,
        part: CellBox,
        blocks: Blocks,
    ) -> Result<Occupancy, ReadError> {
        let malformed = Block::Head.malformed(self.root.head.offset);
        let outside = if part == self.head.bounds {
            self.head.outside
        } else {
            CellState::Unknown
        };
        let begin = || -> Result<_, Flaw> {
            let mut builder = OccupancyBuilder::new(part)?.with_outside(outside);
            for (_, material) in self.head.palette.iter() {
                builder.add_material(material.clone())?;
            }
            builder.set_box(part, self.head.background)?;
            Ok(builder)
        };
        let mut builder = begin().map_err(&malformed)?;
        // Layers of chunks that the part does not reach are not looked at.
        let touched = |chunk: ChunkCoord| chunk.cells().intersection(&part);
        let listed: Vec<(ChunkCoord, Entry)> = if part.is_empty() {
            Vec::new()
        } else {
            let [first, last] = [part.min, part.max - 1].map(ChunkCoord::of);
            let listed = self.index.range(first..=last);
            let listed = listed.filter(|(chunk, _)| !touched(**chunk).is_empty());
            listed.map(|(chunk, entry)| (*chunk, *entry)).collect()
        };
        for (chunk, entry) in listed {
            let state = match (entry, blocks) {
                (Entry::Uniform(state), _) => state,
                (Entry::Block(_), Blocks::Free) => CellState::Free,
                (Entry::Block(extent), Blocks::Read) => {
                    self.with_chunk(chunk, &extent, |read| read.put(chunk, &mut builder))?;
                    continue;
                }
            };
            let set = builder.set_box(touched(chunk), state);
            set.map_err(|error| malformed(error.into()))?;
        }
        Ok(builder.commit())
    }

    /// Reads a chunk, and puts it where it belongs.
    pub(crate) fn with_chunk(
        &mut self,
        chunk: ChunkCoord,
        extent: &Extent,
        put: impl FnOnce(ReadChunk) -> Result<(), Flaw>,
    ) -> Result<(), ReadError> {
        let bytes = self.block(extent, Block::Chunk(chunk))?;
        let inside = chunk.local(&self.head.bounds);
        let read = ReadChunk::decode(&bytes, &inside, &self.head.palette);
        read.and_then(put)
            .map_err(Block::Chunk(chunk).malformed(extent.offset))
    }

    fn read_terrain(&mut self) -> Result<Terrain, ReadError> {
        let mut terrain = self.even_terrain()?;
        for (chunk, extent) in self.head.terrain.clone() {
            self.read_terrain_at(chunk, &extent, &mut terrain)?;
        }
        Ok(terrain)
    }

    /// Reads what the weights of terrain stand for, and returns terrain without any.
    pub(crate) fn even_terrain(&mut self) -> Result<Terrain, ReadError> {
        let costs = self.head.extras.iter().find(|(name, _)| name == COSTS);
        let Some((name, extent)) = costs.cloned() else {
            return Ok(Terrain::new());
        };
        let block = Block::Extra(name);
        let bytes = self.block(&extent, block.clone())?;
        terrain::decode_costs(&bytes).map_err(block.malformed(extent.offset))
    }

    /// Returns the place of the terrain weights of a chunk; `None` where it has none.
    pub(crate) fn terrain_at(&self, chunk: ChunkCoord) -> Option<Extent> {
        let listed = &self.head.terrain;
        let found = listed.binary_search_by_key(&chunk, |(chunk, _)| *chunk);
        Some(listed[found.ok()?].1)
    }

    /// Reads the terrain weights of a chunk.
    pub(crate) fn read_terrain_at(
        &mut self,
        chunk: ChunkCoord,
        extent: &Extent,
        terrain: &mut Terrain,
    ) -> Result<(), ReadError> {
        let bytes = self.block(extent, Block::Terrain(chunk))?;
        terrain::decode(&bytes)
            .and_then(|weights| Ok(terrain.set_chunk(chunk, &weights)?))
            .map_err(Block::Terrain(chunk).malformed(extent.offset))
    }

    fn read_extras(&mut self) -> Result<BTreeMap<String, Vec<u8>>, ReadError> {
        let mut extras = BTreeMap::new();
        for (name, extent) in self.head.extras.clone() {
            if !is_taken(&name) {
                let bytes = self.block(&extent, Block::Extra(name.clone()))?;
                extras.insert(name, bytes);
            }
        }
        Ok(extras)
    }

    /// Reads the data derived from these cells, and not that derived from others before they were
    /// edited.
    fn read_derived(&mut self, of: &Occupancy) -> Result<Vec<Derived>, ReadError> {
        let print = fingerprint(&self.head, &self.index);
        let mut all: Vec<Derived> = Vec::new();
        for (name, extent) in self.head.extras.clone() {
            if !name.starts_with(PREFIX) {
                continue;
            }
            let block = Block::Extra(name);
            let bytes = self.block(&extent, block.clone())?;
            let derived = Derived::decode(&bytes, print, of);
            all.extend(derived.map_err(block.malformed(extent.offset))?);
        }
        Ok(all)
    }

    fn block(&mut self, extent: &Extent, block: Block) -> Result<Vec<u8>, ReadError> {
        read_block(&mut self.file, self.root.end, extent, block)
    }
}

/// Reads both roots, as far as they are whole.
pub(crate) fn read_roots(
    file: &mut (impl Read + Seek),
    length: u64,
) -> Result<[Option<Root>; 2], ReadError> {
    let mut roots = [None; 2];
    for (root, offset) in roots.iter_mut().zip(ROOTS) {
        *root = Root::decode(&read_sector(file, offset, Block::Root, length)?);
    }
    Ok(roots)
}

fn read_sector(
    file: &mut (impl Read + Seek),
    offset: u64,
    block: Block,
    length: u64,
) -> Result<[u8; SECTOR], ReadError> {
    let sector = read_at(file, offset, SECTOR, &block)?;
    if offset == 0 && !signature().starts_with(&sector) && sector.len() < SECTOR {
        return Err(ReadError::NotAWorld);
    }
    let end = offset + SECTOR as u64;
    let cut = |_| ReadError::Cut { block, end, length };
    <[u8; SECTOR]>::try_from(sector).map_err(cut)
}

/// Reads the bytes of a block, as many of them as there are. Memory follows what is there.
fn read_at(
    file: &mut (impl Read + Seek),
    offset: u64,
    length: usize,
    block: &Block,
) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::with_capacity(length.min(1 << 20));
    let read = file.seek(SeekFrom::Start(offset));
    let read = read.and_then(|_| file.by_ref().take(length as u64).read_to_end(&mut bytes));
    read.map_err(block.clone().unreadable())?;
    Ok(bytes)
}

/// Reads a block of a file that ends at `last`.
fn read_block(
    file: &mut (impl Read + Seek),
    last: u64,
    extent: &Extent,
    block: Block,
) -> Result<Vec<u8>, ReadError> {
    let (offset, length) = (extent.offset, u64::from(extent.length));
    let end = offset.saturating_add(length);
    if offset < FIRST_BLOCK || end > last {
        let flaw = Flaw::Extent {
            offset,
            end,
            first: FIRST_BLOCK,
            last,
        };
        return Err(block.malformed(offset)(flaw));
    }
    let bytes = read_at(file, offset, extent.length as usize, &block)?;
    let read = bytes.len() as u64;
    if read < length {
        let length = offset + read;
        Err(ReadError::Cut { block, end, length })
    } else if crc32fast::hash(&bytes) != extent.checksum {
        Err(ReadError::Damaged { block, offset })
    } else {
        Ok(bytes)
    }
}

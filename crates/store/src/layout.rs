//! The layout of a file, byte by byte; the book has the whole of it in words.
//!
//! ```text
//! 0      signature   512 bytes, see `SIGNATURE`
//! 512    root        512 bytes: which save is the last, and where its head is
//! 1024   root        the same again, written after the first is safe on the disk
//! 1536   blocks      chunks, terrain, extras, pages, head; and again for each save that adds
//! ```
//!
//! INVARIANT: a save writes nothing before the end that the root states, but the roots, one after the
//! other. So one of them is whole at any moment, and what it leads to is whole as well.

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, CostFactor, Lattice, Material, MaterialKind, OccupancyBuilder,
    Palette,
};

use crate::bytes::{Bytes, put_vector};
use crate::error::{Flaw, ReadError, WriteError};

/// The version of the format that is written, and the only one that is read.
pub(crate) const VERSION: u32 = 1;

/// The first bytes of a file: not ASCII, so that it is no text; the name; and line ends of both
/// kinds, which programs that take it for text would change.
const MAGIC: [u8; 10] = *b"\x89VOXNAV\r\n\x1a";

/// Bytes of the signature and of each root: no disk tears less.
pub(crate) const SECTOR: usize = 512;

/// The bytes of the file at which the two roots begin.
pub(crate) const ROOTS: [u64; 2] = [512, 1024];

/// The byte of the file at which the first block may begin.
pub(crate) const FIRST_BLOCK: u64 = 1536;

/// Chunks along an edge of the cube that a page of the index is about: 8.
const PAGE_SHIFT: i32 = 3;

/// Returns bytes followed by zeros and a checksum.
fn sector(bytes: &[u8]) -> [u8; SECTOR] {
    let mut sector = [0; SECTOR];
    sector[..bytes.len()].copy_from_slice(bytes);
    let checksum = crc32fast::hash(&sector[..SECTOR - 4]);
    sector[SECTOR - 4..].copy_from_slice(&checksum.to_le_bytes());
    sector
}

fn is_whole(sector: &[u8; SECTOR]) -> bool {
    let (content, checksum) = sector.split_at(SECTOR - 4);
    crc32fast::hash(content).to_le_bytes() == *checksum
}

pub(crate) fn signature() -> [u8; SECTOR] {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([0; 2]);
    bytes.extend(VERSION.to_le_bytes());
    sector(&bytes)
}

pub(crate) fn check_signature(found: &[u8; SECTOR]) -> Result<(), ReadError> {
    if found[..MAGIC.len()] != MAGIC {
        return Err(ReadError::NotAWorld);
    }
    if !is_whole(found) {
        return Err(ReadError::Damaged {
            block: crate::Block::Signature,
            offset: 0,
        });
    }
    let known = VERSION;
    let found = u32::from_le_bytes([found[12], found[13], found[14], found[15]]);
    match found.cmp(&known) {
        std::cmp::Ordering::Greater => Err(ReadError::Newer { found, known }),
        std::cmp::Ordering::Less => Err(ReadError::Older { found, known }),
        std::cmp::Ordering::Equal => Ok(()),
    }
}

/// The place of a block, and the checksum of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) offset: u64,
    pub(crate) length: u32,
    pub(crate) checksum: u32,
}

impl Extent {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend(self.offset.to_le_bytes());
        out.extend(self.length.to_le_bytes());
        out.extend(self.checksum.to_le_bytes());
    }

    fn read(bytes: &mut Bytes<'_>) -> Result<Self, Flaw> {
        Ok(Self {
            offset: bytes.u64()?,
            length: bytes.u32()?,
            checksum: bytes.u32()?,
        })
    }
}

/// A root of a file: the save that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Root {
    /// The number of the save, from 1.
    pub(crate) generation: u64,
    /// The byte at which the file ends; bytes behind it are left of a save that failed.
    pub(crate) end: u64,
    pub(crate) head: Extent,
}

impl Root {
    pub(crate) fn encode(&self) -> [u8; SECTOR] {
        let mut bytes = self.generation.to_le_bytes().to_vec();
        bytes.extend(self.end.to_le_bytes());
        self.head.put(&mut bytes);
        sector(&bytes)
    }

    /// Returns the root in a sector, if it was written whole.
    pub(crate) fn decode(found: &[u8; SECTOR]) -> Option<Self> {
        if !is_whole(found) {
            return None;
        }
        let mut bytes = Bytes::new(found);
        Some(Self {
            generation: bytes.u64().ok()?,
            end: bytes.u64().ok()?,
            head: Extent::read(&mut bytes).ok()?,
        })
    }
}

/// The facts about a whole world, and the places of the rest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Head {
    pub(crate) bounds: CellBox,
    pub(crate) outside: CellState,
    /// The state of the chunks that are not listed.
    pub(crate) background: CellState,
    pub(crate) lattice: Lattice,
    pub(crate) palette: Palette,
    pub(crate) pages: Vec<(ChunkCoord, Extent)>,
    pub(crate) terrain: Vec<(ChunkCoord, Extent)>,
    pub(crate) extras: Vec<(String, Extent)>,
}

/// The states by their numbers.
const STATES: [CellState; 3] = [CellState::Free, CellState::Occupied, CellState::Unknown];

/// The kinds of materials by their numbers.
const KINDS: [MaterialKind; 6] = [
    MaterialKind::Solid,
    MaterialKind::Passable,
    MaterialKind::Liquid,
    MaterialKind::Climbable,
    MaterialKind::Door,
    MaterialKind::Hazard,
];

/// Returns the number of a value; `None` of one that this version of the format does not know.
pub(crate) fn code<T: PartialEq>(all: &[T], value: &T) -> Option<u8> {
    let place = all.iter().position(|known| known == value)?;
    u8::try_from(place).ok()
}

/// Returns the value that a number stands for.
pub(crate) fn value<T: Copy>(all: &[T], found: u8, what: &'static str) -> Result<T, Flaw> {
    let known = all.get(usize::from(found)).copied();
    known.ok_or(Flaw::Unknown { what, found })
}

pub(crate) fn state_code(state: CellState) -> u8 {
    // Every state has a number.
    code(&STATES, &state).unwrap_or(u8::MAX)
}

fn state(found: u8) -> Result<CellState, Flaw> {
    value(&STATES, found, "state")
}

fn put_text(out: &mut Vec<u8>, text: &str) -> Result<(), WriteError> {
    let long = |_| WriteError::LongName { name: text.into() };
    let length = u16::try_from(text.len()).map_err(long)?;
    out.extend(length.to_le_bytes());
    out.extend(text.as_bytes());
    Ok(())
}

fn put_count(out: &mut Vec<u8>, count: usize) {
    // An index of 2^32 pages would not fit in a block anyway.
    out.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

/// Writes the side of a cell; zero and the three sides where they differ.
fn put_size(out: &mut Vec<u8>, lattice: &Lattice) {
    if let Some(size) = lattice.cubic_size() {
        out.extend(size.to_le_bytes());
        return;
    }
    for size in [0.0].into_iter().chain(lattice.sizes().to_array()) {
        out.extend(size.to_le_bytes());
    }
}

fn read_sizes(bytes: &mut Bytes<'_>) -> Result<DVec3, Flaw> {
    let size = bytes.f64()?;
    if size != 0.0 {
        return Ok(DVec3::splat(size));
    }
    Ok(DVec3::new(bytes.f64()?, bytes.f64()?, bytes.f64()?))
}

impl Head {
    pub(crate) fn encode(&self) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        put_vector(&mut out, self.bounds.min);
        put_vector(&mut out, self.bounds.max);
        out.extend([self.outside, self.background].map(state_code));
        for along in self.lattice.origin().to_array() {
            // Zero has one form.
            out.extend((along + 0.0).to_le_bytes());
        }
        put_size(&mut out, &self.lattice);
        out.push(u8::try_from(self.palette.len()).unwrap_or(u8::MAX));
        for (_, material) in self.palette.iter() {
            put_text(&mut out, &material.name)?;
            let unknown = || WriteError::UnknownKind {
                name: material.name.clone(),
            };
            out.push(code(&KINDS, &material.kind).ok_or_else(unknown)?);
            out.extend(material.cost.in_1024ths().to_le_bytes());
            out.push(u8::from(material.standable) | u8::from(material.forbidden) << 1);
        }
        for list in [&self.pages, &self.terrain] {
            put_count(&mut out, list.len());
            for (place, extent) in list {
                put_vector(&mut out, place.0);
                extent.put(&mut out);
            }
        }
        put_count(&mut out, self.extras.len());
        for (name, extent) in &self.extras {
            put_text(&mut out, name)?;
            extent.put(&mut out);
        }
        Ok(out)
    }

    pub(crate) fn decode(block: &[u8]) -> Result<Self, Flaw> {
        let mut bytes = Bytes::new(block);
        let bounds = CellBox::new(bytes.vector()?, bytes.vector()?);
        // Refuses bounds that no world has.
        OccupancyBuilder::new(bounds)?;
        let (outside, background) = (state(bytes.byte()?)?, state(bytes.byte()?)?);
        let origin = DVec3::new(bytes.f64()?, bytes.f64()?, bytes.f64()?);
        let lattice = Lattice::with_sizes(origin, read_sizes(&mut bytes)?)?;
        let mut palette = Palette::new();
        for _ in 0..bytes.byte()? {
            palette.add(read_material(&mut bytes)?)?;
        }
        let place = |bytes: &mut Bytes<'_>| bytes.vector().map(ChunkCoord);
        let (pages, terrain) = (ascending(&mut bytes, place)?, ascending(&mut bytes, place)?);
        let extras = ascending(&mut bytes, |bytes| bytes.text().map(str::to_owned))?;
        bytes.end()?;
        Ok(Self {
            bounds,
            outside,
            background,
            lattice,
            palette,
            pages,
            terrain,
            extras,
        })
    }
}

fn read_material(bytes: &mut Bytes<'_>) -> Result<Material, Flaw> {
    let name = bytes.text()?.to_owned();
    let kind = value(&KINDS, bytes.byte()?, "kind of material")?;
    let cost = CostFactor::new(f64::from(bytes.u32()?) / 1024.0)?;
    let found = bytes.byte()?;
    if found > 3 {
        let what = "choice of standable and forbidden";
        return Err(Flaw::Unknown { what, found });
    }
    Ok(Material {
        name,
        kind,
        cost,
        standable: found & 1 != 0,
        forbidden: found & 2 != 0,
    })
}

/// Reads the places of blocks, listed by what they are of, in ascending order.
fn ascending<K: Ord>(
    bytes: &mut Bytes<'_>,
    key: impl Fn(&mut Bytes<'_>) -> Result<K, Flaw>,
) -> Result<Vec<(K, Extent)>, Flaw> {
    let mut all: Vec<(K, Extent)> = Vec::new();
    for _ in 0..bytes.u32()? {
        let key = key(bytes)?;
        if all.last().is_some_and(|(last, _)| *last >= key) {
            return Err(Flaw::Order);
        }
        all.push((key, Extent::read(bytes)?));
    }
    Ok(all)
}

/// The entry of a chunk in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Uniform(CellState),
    Block(Extent),
}

/// Returns the page of the index that a chunk is in.
pub(crate) fn page_of(chunk: ChunkCoord) -> ChunkCoord {
    ChunkCoord(chunk.0 >> PAGE_SHIFT)
}

/// Returns the block of a page: its chunks in ascending order.
pub(crate) fn encode_page<'a>(
    chunks: impl Iterator<Item = (&'a ChunkCoord, &'a Entry)>,
) -> Vec<u8> {
    let mut out = Vec::new();
    for (chunk, entry) in chunks {
        let [x, y, z] = (chunk.0 & ((1 << PAGE_SHIFT) - 1)).to_array();
        let place = z << (2 * PAGE_SHIFT) | y << PAGE_SHIFT | x;
        out.extend(u16::try_from(place).unwrap_or_default().to_le_bytes());
        match entry {
            Entry::Uniform(state) => out.push(state_code(*state)),
            Entry::Block(extent) => {
                out.push(3);
                extent.put(&mut out);
            }
        }
    }
    out
}

/// Reads the block of a page of a world with these bounds.
pub(crate) fn decode_page(
    block: &[u8],
    page: ChunkCoord,
    bounds: &CellBox,
    mut put: impl FnMut(ChunkCoord, Entry),
) -> Result<(), Flaw> {
    let mut bytes = Bytes::new(block);
    let mut least = 0;
    while bytes.end().is_err() {
        let place = i32::from(bytes.u16()?);
        if !(least..1 << (3 * PAGE_SHIFT)).contains(&place) {
            return Err(Flaw::Order);
        }
        least = place + 1;
        let side = (1 << PAGE_SHIFT) - 1;
        let local = IVec3::new(place, place >> PAGE_SHIFT, place >> (2 * PAGE_SHIFT)) & side;
        let chunk = ChunkCoord((page.0 << PAGE_SHIFT) + local);
        if page_of(chunk) != page || chunk.cells().intersection(bounds).is_empty() {
            return Err(Flaw::Outside);
        }
        let entry = match bytes.byte()? {
            3 => Entry::Block(Extent::read(&mut bytes)?),
            other => Entry::Uniform(state(other)?),
        };
        put(chunk, entry);
    }
    Ok(())
}

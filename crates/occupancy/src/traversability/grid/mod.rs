//! The chunks of a traversability snapshot and how they are built.

mod bits_maker;
mod shared;

use std::collections::BTreeSet;

use ahash::{AHashMap, AHashSet};
use glam::IVec3;

use super::dilation::Dilation;
use super::directory::{BEYOND, DenseDirectory, Directory, EntryIndex, SparseDirectory};
use super::pages::Pages;
use super::rows::ChunkBits;
use crate::coordinates::{Axis, CellBox, ChunkCoord, Rows, WHOLE_CHUNK, offsets_around};
pub(super) use bits_maker::BitsMaker;
pub(crate) use shared::{SharedChunk, Uniform};

/// A chunk as searches see it.
#[derive(Clone, Debug)]
pub(crate) struct ChunkEntry {
    pub(crate) bits: ChunkBits,
    /// The open blocks of 8^3 cells for each axis: word `v / 8`, bit `u / 8 * 8 + block`, with `(u,
    /// v)` as for rows. A block is open if it and all cells around it are traversable.
    pub(super) open_blocks: [[u64; 8]; 3],
}

impl ChunkEntry {
    fn blocked(maker: &BitsMaker) -> Self {
        Self {
            bits: maker.blocked.clone(),
            open_blocks: [[0; 8]; 3],
        }
    }

    /// Returns which of the eight blocks along the row `(u, v)` of `axis` are open.
    #[inline]
    pub(crate) fn open_blocks_along(&self, axis: Axis, u: i32, v: i32) -> u8 {
        let word = self.open_blocks[axis.index()][(v >> 3 & 7) as usize];
        (word >> (u & 0x38)) as u8
    }

    /// Returns the row `(u, v)` of `axis`.
    #[inline]
    pub(crate) fn row(&self, axis: Axis, u: i32, v: i32) -> u64 {
        self.bits.along(axis)[((v << 6 | u) & 4095) as usize]
    }

    /// Returns the lowest cell and the edge of the largest aligned cube of open blocks around
    /// `local`: 8, 16, 32 or 64 cells; `None` if not even the block of `local` is open.
    #[inline]
    pub(crate) fn open_cube_at(&self, local: IVec3) -> Option<(IVec3, i32)> {
        if !self.is_open_at(local) {
            return None;
        }
        let mut largest = (local & !7, 8);
        // The blocks of a layer that a cube takes up, from its lowest on.
        for (edge, layer) in [(16, 0x0303), (32, 0x0f0f_0f0f), (64, u64::MAX)] {
            let low = local & -edge;
            let blocks = layer << (low.y & 0x38 | low.x >> 3 & 7);
            let is_open = |z: i32| self.open_blocks[0][(z & 7) as usize] & blocks == blocks;
            if !(low.z >> 3..(low.z + edge) >> 3).all(is_open) {
                break;
            }
            largest = (low, edge);
        }
        Some(largest)
    }

    /// Returns whether the block of the cell at `local` is open.
    #[inline]
    pub(crate) fn is_open_at(&self, local: IVec3) -> bool {
        let word = self.open_blocks[0][(local.z >> 3 & 7) as usize];
        word >> (local.y & 0x38 | local.x >> 3 & 7) & 1 != 0
    }
}

/// The chunks of a world that may have traversable cells.
#[derive(Debug)]
pub(crate) enum Listing {
    /// All in a box of chunk coordinates, few enough to go through.
    All(CellBox),
    /// The listed chunks, in ascending order; all others are blocked.
    Few(Vec<ChunkCoord>),
    /// All in a box of chunk coordinates, far too many to go through, but most of them open.
    Most(CellBox),
}

/// Every chunk of a world, by its place.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) bounds: CellBox,
    /// The inputs from which the bits are derived.
    pub(super) dilation: Dilation,
    pub(super) maker: BitsMaker,
    pub(super) directory: Directory,
    pub(super) entries: Pages<ChunkEntry>,
}

impl Grid {
    pub(crate) fn new(dilation: Dilation) -> Self {
        let bounds = dilation.occupancy.bounds();
        let chunks = bounds.chunk_box();
        let stored = dilation.occupancy.stored_chunks().collect::<Vec<_>>();
        let (directory, background, listed) = match DenseDirectory::over(chunks, stored.len()) {
            Some(dense) => (
                Directory::Dense(dense.clone()),
                vec![],
                dense.chunks().collect(),
            ),
            None => list_sparsely(chunks, &stored),
        };
        let maker = BitsMaker::new(&dilation);
        let mut grid = Self {
            bounds,
            entries: Pages::from_iter([ChunkEntry::blocked(&maker)]),
            dilation,
            maker,
            directory,
        };
        let near = grid.near_content(&stored);
        // What stands for all chunks of a kind must not be told by what is in or near one of them.
        for &chunk in &background {
            let bits = grid.maker.background(&grid.dilation, chunk);
            grid.push(bits);
        }
        for &chunk in &listed {
            let bits = if near.contains(&chunk) {
                grid.maker
                    .derived(&grid.dilation, chunk, &[WHOLE_CHUNK], None)
            } else {
                grid.maker.background(&grid.dilation, chunk)
            };
            grid.push(bits);
        }
        for (index, &chunk) in background.iter().enumerate() {
            let around = |chunk| grid.directory.background_entry(chunk);
            let open_blocks = grid.open_blocks_among(chunk, around);
            grid.set_open_blocks(index + 1, open_blocks);
        }
        // What is alike with all around it has the same open blocks.
        let mut known = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        for (index, &chunk) in listed.iter().enumerate() {
            let open_blocks = *known
                .entry(grid.storage_around(chunk))
                .or_insert_with(|| grid.open_blocks(chunk));
            grid.set_open_blocks(background.len() + index + 1, open_blocks);
        }
        grid.maker.tidy();
        grid
    }

    /// Adds an entry whose open blocks are still to be found.
    fn push(&mut self, bits: ChunkBits) {
        let open_blocks = [[0; 8]; 3];
        self.entries.push(ChunkEntry { bits, open_blocks });
    }

    pub(super) fn set_open_blocks(&mut self, index: usize, open_blocks: [[u64; 8]; 3]) {
        if self.entries[index].open_blocks != open_blocks
            && let Some(entry) = self.entries.get_mut(index)
        {
            entry.open_blocks = open_blocks;
        }
    }

    /// Returns the chunks inside the bounds whose cells may differ from the background.
    fn near_content(&self, stored: &[ChunkCoord]) -> AHashSet<ChunkCoord> {
        let mut near = AHashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        if self.dilation.admits_background() {
            for chunk in stored {
                let touching = self.dilation.agent.anchors_touching(&chunk.cells());
                near.extend(touching.intersection(&self.bounds).chunks());
            }
        } else {
            near.extend(stored);
        }
        near
    }

    #[inline]
    pub(crate) fn entry(&self, chunk: ChunkCoord) -> &ChunkEntry {
        &self.entries[self.entry_index(chunk)]
    }

    #[inline]
    pub(crate) fn entry_index(&self, chunk: ChunkCoord) -> usize {
        let index = self.directory.entry(chunk) as usize;
        debug_assert!(index < self.entries.len());
        index
    }

    /// Returns the addresses of the bits of a chunk and of the 26 around it: chunks of which these are the same
    /// are alike, with all cells around them.
    pub(super) fn storage_around(&self, chunk: ChunkCoord) -> [usize; 27] {
        offsets_around().map(|offset| self.entry(ChunkCoord(chunk.0 + offset)).bits.address())
    }

    pub(super) fn listing(&self) -> Listing {
        let chunks = self.bounds.chunk_box();
        let Directory::Sparse(sparse) = &self.directory else {
            return Listing::All(chunks);
        };
        let is_blocked = |(_, chunk): &(usize, ChunkCoord)| {
            let entry = &self.entries[sparse.background_entry(*chunk) as usize];
            entry.bits.shares_storage_with(&self.maker.blocked)
        };
        if !sparse.background_kinds().iter().all(is_blocked) {
            return Listing::Most(chunks);
        }
        let mut listed = self.directory.listed();
        listed.sort_unstable();
        listed.dedup();
        Listing::Few(listed)
    }

    /// Returns the number of different chunks that hold traversable and other cells.
    pub(super) fn distinct_chunks(&self) -> usize {
        let storage: BTreeSet<_> = self.entries.iter().map(|it| it.bits.address()).collect();
        let uniform = [self.maker.open.address(), self.maker.blocked.address()];
        storage.iter().filter(|it| !uniform.contains(it)).count()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let entries = self.entries.iter().map(|entry| &entry.bits);
        let clipped = self.maker.clipped.iter().map(|(_, bits)| bits);
        let all = entries.chain(clipped).chain([&self.maker.open]);
        let storage: BTreeSet<usize> = all.map(ChunkBits::address).collect();
        let directory = match &self.directory {
            Directory::Dense(_) => 0,
            Directory::Sparse(sparse) => sparse.memory_bytes(),
        };
        storage.len() * size_of::<[Rows; 3]>() + self.entries.memory_bytes() + directory
    }

    /// Returns the open blocks of a chunk, from its cells and those around it.
    pub(super) fn open_blocks(&self, chunk: ChunkCoord) -> [[u64; 8]; 3] {
        self.open_blocks_among(chunk, |chunk| self.directory.entry(chunk))
    }

    /// Returns the open blocks of a chunk if the entries of it and those around it were those
    /// given.
    fn open_blocks_among(
        &self,
        chunk: ChunkCoord,
        entry: impl Fn(ChunkCoord) -> EntryIndex,
    ) -> [[u64; 8]; 3] {
        let bits = |chunk| &self.entries[entry(chunk) as usize].bits;
        if bits(chunk).shares_storage_with(&self.maker.blocked) {
            return [[0; 8]; 3];
        }
        let around: [&ChunkBits; 27] =
            offsets_around().map(|offset| bits(ChunkCoord(chunk.0 + offset)));
        if around
            .iter()
            .all(|bits| bits.shares_storage_with(&self.maker.open))
        {
            return [[u64::MAX; 8]; 3];
        }
        let around = around.map(|bits| bits.along(Axis::X));
        let mut open = [[0_u64; 8]; 3];
        let mut layers = [None; 66];
        for block_z in 0..8_usize {
            let mut word = u64::MAX;
            for (z, layer) in (-1..).zip(&mut layers).skip(block_z * 8).take(10) {
                word &= *layer.get_or_insert_with(|| open_layer(&around, z));
                if word == 0 {
                    break;
                }
            }
            open[0][block_z] = word;
            for block in (0..64).filter(|block| word >> block & 1 != 0) {
                let (block_y, block_x) = (block / 8, block % 8);
                open[1][block_z] |= 1 << (block_x * 8 + block_y);
                open[2][block_y] |= 1 << (block_x * 8 + block_z);
            }
        }
        open
    }
}

/// Returns a word whose bit `block_y * 8 + block_x` is set if the cells at `z` (-1 to 64) in and around a block are
/// traversable. `around` holds the rows along x of the 27 chunks around and including one.
fn open_layer(around: &[&Rows; 27], z: i32) -> u64 {
    let first = ((z >> 6) + 1) * 9;
    let bytes: [u8; 66] = std::array::from_fn(|y| {
        let y = y as i32 - 1;
        let place = (first + ((y >> 6) + 1) * 3) as usize;
        let row = ((z & 63) << 6 | y & 63) as usize;
        let [before, own, after] = [0, 1, 2].map(|x| around[place + x][row]);
        open_bytes(own, before >> 63, after << 63)
    });
    u64::from_le_bytes(std::array::from_fn(|block_y| {
        bytes[block_y * 8..][..10]
            .iter()
            .fold(u8::MAX, |open, byte| open & byte)
    }))
}

/// Returns a word whose bit `b` is set if bits `8 b - 1` to `8 b + 8` of the row are, where
/// `before` and `after` hold the bits beyond its two ends, in place.
fn open_bytes(row: u64, before: u64, after: u64) -> u8 {
    let eroded = row & (row << 1 | before) & (row >> 1 | after);
    let pairs = eroded & eroded >> 1;
    let nibbles = pairs & pairs >> 2;
    let bytes = nibbles & nibbles >> 4 & 0x0101_0101_0101_0101;
    // Gathers bit 8 b into bit 56 + b.
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Returns a directory that lists the stored chunks and those around them, with one chunk of every
/// kind of background and the listed chunks, both in entry order, from entry 1.
fn list_sparsely(
    chunks: CellBox,
    stored: &[ChunkCoord],
) -> (Directory, Vec<ChunkCoord>, Vec<ChunkCoord>) {
    let mut directory = SparseDirectory::over(chunks);
    let (mut background, mut listed) = (Vec::new(), Vec::new());
    for (kind, chunk) in directory.background_kinds() {
        background.push(chunk);
        directory.set_background(kind, BEYOND + background.len() as u32);
    }
    for &chunk in stored {
        for offset in offsets_around() {
            let chunk = ChunkCoord(chunk.0 + offset);
            if chunks.contains(chunk.0) && !directory.is_listed(chunk) {
                listed.push(chunk);
                let entry = BEYOND + (background.len() + listed.len()) as u32;
                directory.list(chunk, entry);
            }
        }
    }
    (Directory::Sparse(Box::new(directory)), background, listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_open_if_it_and_the_bits_beside_it_are_set() {
        assert_eq!(open_bytes(u64::MAX, 1, 1 << 63), 0xff);
        assert_eq!(open_bytes(u64::MAX, 0, 1 << 63), 0xfe);
        assert_eq!(open_bytes(u64::MAX, 1, 0), 0x7f);
        assert_eq!(open_bytes(!(1 << 16), 1, 1 << 63), 0b1111_1001);
        assert_eq!(open_bytes(!(1 << 20), 1, 1 << 63), 0b1111_1011);
    }
}

//! The chunks of a traversability snapshot and how they are built.

use std::sync::OnceLock;

use ahash::AHashMap;
use glam::IVec3;

use super::components::Components;
use super::directory::{BEYOND, DenseDirectory, Directory, SparseDirectory};
use super::rows::{ChunkBits, Rows};
use crate::{Axis, CellBox, ChunkCoord};

/// A chunk as searches see it.
#[derive(Clone, Debug)]
pub(crate) struct ChunkEntry {
    pub(crate) bits: ChunkBits,
    /// For each axis, the open blocks of 8^3 cells: word `v / 8`, bit `u / 8 * 8 + block`, with
    /// `(u, v)` as for rows. A block is open if it and all cells around it are traversable.
    open_blocks: [[u64; 8]; 3],
}

impl ChunkEntry {
    #[inline]
    pub(crate) fn x_row(&self, y: i32, z: i32) -> u64 {
        self.bits.along(Axis::X)[((z << 6 | y) & 4095) as usize]
    }

    /// Which of the eight blocks along the row `(u, v)` of `axis` are open.
    #[inline]
    pub(crate) fn open_blocks_along(&self, axis: Axis, u: i32, v: i32) -> u8 {
        let word = self.open_blocks[axis.index()][(v >> 3 & 7) as usize];
        (word >> (u & 0x38)) as u8
    }

    /// Whether the block of the cell at `local` is open.
    #[inline]
    pub(crate) fn is_open_at(&self, local: IVec3) -> bool {
        let word = self.open_blocks[0][(local.z >> 3 & 7) as usize];
        word >> (local.y & 0x38 | local.x >> 3 & 7) & 1 != 0
    }
}

/// Every chunk of a world, by its place.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) bounds: CellBox,
    directory: Directory,
    entries: Vec<ChunkEntry>,
    components: OnceLock<Option<Components>>,
}

impl Grid {
    /// The grid whose cells are those of `rows` inside `bounds`. `stored` lists the chunks whose
    /// rows may differ from `background_row`, in ascending order.
    pub(crate) fn new(
        bounds: CellBox,
        stored: &[ChunkCoord],
        background_row: u64,
        rows: impl Fn(ChunkCoord, i32, i32) -> u64,
    ) -> Self {
        let chunks = chunk_range(bounds);
        let mut builder = BitsBuilder::new(bounds, background_row);
        let mut content = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        for &chunk in stored {
            content.insert(chunk, builder.bits(chunk, |y, z| rows(chunk, y, z)));
        }
        let (directory, listed) = if let Some(dense) = DenseDirectory::over(chunks, stored.len()) {
            let listed = dense.chunks().collect();
            (Directory::Dense(dense), listed)
        } else {
            let (sparse, listed) = list_sparsely(chunks, stored);
            (Directory::Sparse(Box::new(sparse)), listed)
        };
        let mut entries = vec![ChunkEntry {
            bits: builder.blocked.clone(),
            open_blocks: [[0; 8]; 3],
        }];
        for &chunk in &listed {
            let bits = content
                .get(&chunk)
                .cloned()
                .unwrap_or_else(|| builder.background(chunk));
            entries.push(ChunkEntry {
                bits,
                open_blocks: [[0; 8]; 3],
            });
        }
        let mut grid = Self {
            bounds,
            directory,
            entries,
            components: OnceLock::new(),
        };
        for (index, &chunk) in listed.iter().enumerate() {
            grid.entries[index + 1].open_blocks = grid.open_blocks(chunk, &builder);
        }
        grid
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

    #[inline]
    pub(crate) fn entry_at(&self, index: usize) -> &ChunkEntry {
        &self.entries[index]
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &ChunkEntry> {
        self.entries.iter()
    }

    /// The connected components, labelled at the first call; `None` where the world is too large
    /// and empty to list all its chunks.
    pub(crate) fn components(&self) -> Option<&Components> {
        let label = || match &self.directory {
            Directory::Dense(dense) => {
                Some(Components::of(self, &dense.chunks().collect::<Vec<_>>()))
            }
            Directory::Sparse(_) => None,
        };
        self.components.get_or_init(label).as_ref()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let mut storage: Vec<_> = self
            .entries
            .iter()
            .map(|entry| entry.bits.address())
            .collect();
        storage.sort_unstable();
        storage.dedup();
        let directory = match &self.directory {
            Directory::Dense(_) => 0,
            Directory::Sparse(sparse) => sparse.memory_bytes(),
        };
        storage.len() * size_of::<[Rows; 3]>()
            + self.entries.capacity() * size_of::<ChunkEntry>()
            + directory
            + self
                .components
                .get()
                .and_then(Option::as_ref)
                .map_or(0, Components::memory_bytes)
    }

    /// The open blocks of a chunk, from its cells and those around it.
    fn open_blocks(&self, chunk: ChunkCoord, uniform: &BitsBuilder) -> [[u64; 8]; 3] {
        let own = &self.entry(chunk).bits;
        if own.shares_storage_with(&uniform.blocked) {
            return [[0; 8]; 3];
        }
        let around = |offset: IVec3| &self.entry(ChunkCoord(chunk.0 + offset)).bits;
        if neighbours_and_self().all(|offset| around(offset).shares_storage_with(&uniform.open)) {
            return [[u64::MAX; 8]; 3];
        }
        let mut open = [[0_u64; 8]; 3];
        let rows = |y: i32, z: i32| -> u8 {
            let side = IVec3::new(0, y >> 6, z >> 6);
            let row = ((z & 63) << 6 | y & 63) as usize;
            let word = |x: i32| around(side + IVec3::X * x).along(Axis::X)[row];
            open_bytes(word(0), word(-1) >> 63, word(1) << 63)
        };
        for block_z in 0..8 {
            for block_y in 0..8 {
                let mut byte = u8::MAX;
                for z in block_z * 8 - 1..=block_z * 8 + 8 {
                    for y in block_y * 8 - 1..=block_y * 8 + 8 {
                        if byte == 0 {
                            break;
                        }
                        byte &= rows(y, z);
                    }
                }
                for block_x in (0..8).filter(|block| byte >> block & 1 != 0) {
                    open[0][block_z as usize] |= 1 << (block_y * 8 + block_x);
                    open[1][block_z as usize] |= 1 << (block_x * 8 + block_y);
                    open[2][block_y as usize] |= 1 << (block_x * 8 + block_z);
                }
            }
        }
        open
    }
}

/// Bit `b` is set if bits `8 b - 1` to `8 b + 8` of the row are, where `before` and `after` hold
/// the bits beyond its two ends, in place.
fn open_bytes(row: u64, before: u64, after: u64) -> u8 {
    let eroded = row & (row << 1 | before) & (row >> 1 | after);
    let pairs = eroded & eroded >> 1;
    let nibbles = pairs & pairs >> 2;
    let bytes = nibbles & nibbles >> 4 & 0x0101_0101_0101_0101;
    // Gathers bit 8 b into bit 56 + b.
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The chunks that `bounds` touches, half-open.
fn chunk_range(bounds: CellBox) -> CellBox {
    if bounds.is_empty() {
        return CellBox::new(IVec3::ZERO, IVec3::ZERO);
    }
    CellBox::new(bounds.min >> 6, ((bounds.max - 1) >> 6) + 1)
}

/// The 27 chunk offsets around and including a chunk.
fn neighbours_and_self() -> impl Iterator<Item = IVec3> {
    (0..27).map(|n| IVec3::new(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1))
}

/// A directory that lists the stored chunks, those around them, whose open blocks depend on them,
/// and one chunk of every kind of background; with the listed chunks in entry order from entry 1.
fn list_sparsely(chunks: CellBox, stored: &[ChunkCoord]) -> (SparseDirectory, Vec<ChunkCoord>) {
    let mut directory = SparseDirectory::over(chunks);
    let mut listed = Vec::new();
    for (kind, chunk) in directory.background_kinds() {
        listed.push(chunk);
        directory.set_background(kind, BEYOND + listed.len() as u32);
    }
    for &chunk in stored {
        for offset in neighbours_and_self() {
            let chunk = ChunkCoord(chunk.0 + offset);
            if chunks.contains(chunk.0) && !directory.is_listed(chunk) {
                listed.push(chunk);
                directory.list(chunk, BEYOND + listed.len() as u32);
            }
        }
    }
    (directory, listed)
}

/// Makes the bits of chunks, sharing those of uniform and of background chunks.
struct BitsBuilder {
    bounds: CellBox,
    /// Every row of a chunk without content.
    background_row: u64,
    open: ChunkBits,
    blocked: ChunkBits,
    /// Chunks without content, by the local box that lies inside.
    clipped: Vec<(CellBox, ChunkBits)>,
}

impl BitsBuilder {
    fn new(bounds: CellBox, background_row: u64) -> Self {
        Self {
            bounds,
            background_row,
            open: ChunkBits::uniform(u64::MAX),
            blocked: ChunkBits::uniform(0),
            clipped: Vec::new(),
        }
    }

    fn bits(&self, chunk: ChunkCoord, rows: impl Fn(i32, i32) -> u64) -> ChunkBits {
        let inside = self.inside(chunk);
        let mut clipped: Box<Rows> = Box::new([0; 4096]);
        for z in inside.min.z..inside.max.z {
            for y in inside.min.y..inside.max.y {
                clipped[(z << 6 | y) as usize] = rows(y, z) & row_mask(&inside);
            }
        }
        if clipped.iter().all(|&row| row == 0) {
            self.blocked.clone()
        } else if clipped.iter().all(|&row| row == u64::MAX) {
            self.open.clone()
        } else {
            ChunkBits::from_x_rows(&clipped)
        }
    }

    /// The bits of a chunk without content.
    fn background(&mut self, chunk: ChunkCoord) -> ChunkBits {
        let inside = self.inside(chunk);
        if let Some((_, bits)) = self.clipped.iter().find(|(known, _)| *known == inside) {
            return bits.clone();
        }
        let bits = self.bits(chunk, |_, _| self.background_row);
        self.clipped.push((inside, bits.clone()));
        bits
    }

    /// The part of the chunk inside the bounds, relative to the chunk.
    fn inside(&self, chunk: ChunkCoord) -> CellBox {
        let part = chunk.cells().intersection(&self.bounds);
        if part.is_empty() {
            return CellBox::new(IVec3::ZERO, IVec3::ZERO);
        }
        CellBox::new(part.min - chunk.origin(), part.max - chunk.origin())
    }
}

/// The bits of a row from `min.x` to before `max.x`, both 0 to 64, `min.x < max.x`.
fn row_mask(inside: &CellBox) -> u64 {
    u64::MAX << inside.min.x & u64::MAX >> (64 - inside.max.x)
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

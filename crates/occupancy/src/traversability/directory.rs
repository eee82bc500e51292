//! Where the entry of a chunk stands.
//!
//! A small world has a dense table over the chunks of its bounds, padded by one chunk on every side
//! so that a neighbour of a chunk inside always has an entry. A huge and mostly empty world lists
//! only the chunks with content of their own; every other chunk looks like one of at most 27
//! *background* chunks, told apart by which faces of the bounds it touches.

use ahash::AHashMap;
use glam::IVec3;

use crate::{CellBox, ChunkCoord};

/// Position of a chunk's entry.
pub(crate) type EntryIndex = u32;

/// The entry of every chunk beyond the bounds.
pub(crate) const BEYOND: EntryIndex = 0;

#[derive(Clone, Debug)]
pub(crate) enum Directory {
    Dense(DenseDirectory),
    Sparse(Box<SparseDirectory>),
}

impl Directory {
    #[inline]
    pub(crate) fn entry(&self, chunk: ChunkCoord) -> EntryIndex {
        match self {
            Self::Dense(dense) => dense.entry(chunk),
            Self::Sparse(sparse) => sparse.entry(chunk),
        }
    }
}

/// A table over a box of chunks, x fastest, then y, then z.
#[derive(Clone, Debug)]
pub(crate) struct DenseDirectory {
    first: IVec3,
    size: [u32; 3],
}

impl DenseDirectory {
    /// The largest table that is made whatever the world holds: 2^16 entries, about 5 MB.
    const ALWAYS: u128 = 1 << 16;
    /// A larger table is made where at least one chunk in so many has content.
    const SPARSITY: u128 = 32;

    /// A table over the chunks of `chunks`, half-open, unless that would be mostly empty space:
    /// memory follows content, never what bounds merely claim.
    pub(crate) fn over(chunks: CellBox, stored: usize) -> Option<Self> {
        let first = chunks.min - IVec3::ONE;
        let size = chunks.max - chunks.min + IVec3::splat(2);
        let count = size
            .to_array()
            .iter()
            .map(|&n| u128::from(n.unsigned_abs()))
            .product::<u128>();
        let affordable = count <= Self::ALWAYS || count <= Self::SPARSITY * stored as u128;
        (affordable && count < u128::from(u32::MAX)).then_some(Self {
            first,
            size: size.to_array().map(i32::unsigned_abs),
        })
    }

    /// The chunks of the table in entry order, from entry 1.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkCoord> + use<> {
        let (first, [nx, ny, nz]) = (self.first, self.size.map(u32::cast_signed));
        (0..nz).flat_map(move |z| {
            (0..ny).flat_map(move |y| (0..nx).map(move |x| ChunkCoord(first + IVec3::new(x, y, z))))
        })
    }

    #[inline]
    fn entry(&self, chunk: ChunkCoord) -> EntryIndex {
        let [x, y, z] = (chunk.0 - self.first).to_array().map(i32::cast_unsigned);
        let [nx, ny, nz] = self.size;
        if x < nx && y < ny && z < nz {
            (z * ny + y) * nx + x + 1
        } else {
            BEYOND
        }
    }
}

/// A list of the chunks with content of their own, and the background for all others.
#[derive(Clone, Debug)]
pub(crate) struct SparseDirectory {
    chunks: CellBox,
    listed: AHashMap<ChunkCoord, EntryIndex, ahash::RandomState>,
    background: [EntryIndex; 64],
}

impl SparseDirectory {
    /// A directory over the chunks of `chunks`, half-open, that lists nothing yet.
    pub(crate) fn over(chunks: CellBox) -> Self {
        Self {
            chunks,
            listed: AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            background: [BEYOND; 64],
        }
    }

    pub(crate) fn list(&mut self, chunk: ChunkCoord, entry: EntryIndex) {
        self.listed.insert(chunk, entry);
    }

    pub(crate) fn is_listed(&self, chunk: ChunkCoord) -> bool {
        self.listed.contains_key(&chunk)
    }

    /// One chunk for every kind of background that the bounds have, with the place to note its
    /// entry.
    pub(crate) fn background_kinds(&self) -> Vec<(usize, ChunkCoord)> {
        let candidates = |axis: usize| {
            let (min, max) = (self.chunks.min[axis], self.chunks.max[axis]);
            let mut at = vec![min, (min + 1).min(max - 1), max - 1];
            at.dedup();
            at
        };
        let mut kinds: Vec<(usize, ChunkCoord)> = Vec::new();
        for z in candidates(2) {
            for y in candidates(1) {
                for x in candidates(0) {
                    let chunk = ChunkCoord(IVec3::new(x, y, z));
                    kinds.push((self.kind(chunk), chunk));
                }
            }
        }
        kinds.sort_unstable();
        kinds.dedup_by_key(|(kind, _)| *kind);
        kinds
    }

    pub(crate) fn set_background(&mut self, kind: usize, entry: EntryIndex) {
        self.background[kind & 63] = entry;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.listed.capacity() * size_of::<(ChunkCoord, EntryIndex)>()
    }

    fn entry(&self, chunk: ChunkCoord) -> EntryIndex {
        match self.listed.get(&chunk) {
            Some(&entry) => entry,
            None if self.chunks.contains(chunk.0) => self.background[self.kind(chunk)],
            None => BEYOND,
        }
    }

    /// Two bits an axis: does the chunk touch the lower and the upper face of the bounds?
    fn kind(&self, chunk: ChunkCoord) -> usize {
        (0..3).fold(0, |kind, axis| {
            let lower = usize::from(chunk.0[axis] == self.chunks.min[axis]);
            let upper = usize::from(chunk.0[axis] == self.chunks.max[axis] - 1);
            kind | (lower | upper << 1) << (2 * axis)
        })
    }
}

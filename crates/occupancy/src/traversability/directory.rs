//! The place of the entry of each chunk.
//!
//! A small world has a dense table over the chunks of its bounds, padded by one chunk on every side
//! so that a neighbor of a chunk inside always has an entry. A huge and mostly empty world lists
//! only the chunks with content of their own; every other chunk looks like one of at most 125
//! *background* chunks, told apart by how far the faces of the bounds are: none, one, or more chunks
//! away on each of six sides. A box that reaches less than a chunk feels no others.

use std::sync::Arc;

use ahash::AHashMap;
use glam::IVec3;

use crate::coordinates::{CellBox, ChunkCoord};

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

    /// Returns the entry that a chunk would have if nothing were listed.
    pub(crate) fn background_entry(&self, chunk: ChunkCoord) -> EntryIndex {
        match self {
            Self::Dense(dense) => dense.entry(chunk),
            Self::Sparse(sparse) => sparse.background_entry(chunk),
        }
    }

    /// Returns the chunks with an entry of their own, and one for every kind of background; in no
    /// particular order.
    pub(crate) fn listed(&self) -> Vec<ChunkCoord> {
        match self {
            Self::Dense(dense) => dense.chunks().collect(),
            Self::Sparse(sparse) => {
                let kinds = sparse.background_kinds().into_iter();
                let background = kinds.map(|(_, chunk)| chunk);
                sparse.listed.keys().copied().chain(background).collect()
            }
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
    /// The most chunks to one with content where a larger table is made.
    const SPARSITY: u128 = 32;

    /// Returns a table over the chunks of `chunks`, half-open, unless that would be mostly empty
    /// space: memory follows content, never what bounds merely claim.
    pub(crate) fn over(chunks: CellBox, stored: usize) -> Option<Self> {
        let around = chunks.grown(IVec3::ONE);
        let count = around.exact_volume();
        let affordable = count <= Self::ALWAYS || count <= Self::SPARSITY * stored as u128;
        (affordable && count < u128::from(u32::MAX)).then_some(Self {
            first: around.min,
            size: around.size().to_array(),
        })
    }

    /// Returns the chunks of the table in entry order, from entry 1.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkCoord> + use<> {
        let end = self.first + IVec3::from_array(self.size.map(u32::cast_signed));
        CellBox::new(self.first, end).cells().map(ChunkCoord)
    }

    /// Returns the chunk of an entry, from 1.
    pub(crate) fn chunk(&self, entry: usize) -> ChunkCoord {
        let [nx, ny, _] = self.size.map(|count| count as usize);
        let place = entry - 1;
        let [x, y, z] = [place % nx, place / nx % ny, place / nx / ny].map(|at| at as i32);
        ChunkCoord(self.first + IVec3::new(x, y, z))
    }

    /// Returns the distance between the entries of chunks side by side along each axis, in entries.
    pub(crate) fn strides(&self) -> [usize; 3] {
        let [nx, ny, _] = self.size.map(|count| count as usize);
        [1, nx, nx * ny]
    }

    #[inline]
    pub(crate) fn entry(&self, chunk: ChunkCoord) -> EntryIndex {
        let [x, y, z] = (chunk.0 - self.first).to_array().map(i32::cast_unsigned);
        let [nx, ny, nz] = self.size;
        if x < nx && y < ny && z < nz {
            (z * ny + y) * nx + x + 1
        } else {
            BEYOND
        }
    }
}

/// Places for the kinds of background: three distances from each of six faces.
const KINDS: usize = 729;

/// A list of the chunks with content of their own, and the background for all others.
#[derive(Clone, Debug)]
pub(crate) struct SparseDirectory {
    chunks: CellBox,
    /// The entries of the listed chunks, shared until something is added.
    listed: Arc<AHashMap<ChunkCoord, EntryIndex, ahash::RandomState>>,
    background: Box<[EntryIndex; KINDS]>,
}

impl SparseDirectory {
    /// Returns a directory over the chunks of `chunks`, half-open, that lists nothing yet.
    pub(crate) fn over(chunks: CellBox) -> Self {
        let hasher = ahash::RandomState::with_seeds(1, 2, 3, 4);
        Self {
            chunks,
            listed: Arc::new(AHashMap::with_hasher(hasher)),
            background: Box::new([BEYOND; KINDS]),
        }
    }

    pub(crate) fn list(&mut self, chunk: ChunkCoord, entry: EntryIndex) {
        Arc::make_mut(&mut self.listed).insert(chunk, entry);
    }

    pub(crate) fn is_listed(&self, chunk: ChunkCoord) -> bool {
        self.listed.contains_key(&chunk)
    }

    /// Returns one chunk for every kind of background that the bounds have, with the place to note
    /// its entry.
    pub(crate) fn background_kinds(&self) -> Vec<(usize, ChunkCoord)> {
        let candidates = |axis: usize| {
            let (min, max) = (self.chunks.min[axis], self.chunks.max[axis]);
            let mut at = vec![min, min + 1, min + 2, max - 2, max - 1];
            at.retain(|chunk| (min..max).contains(chunk));
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
        self.background[kind % KINDS] = entry;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.listed.capacity() * size_of::<(ChunkCoord, EntryIndex)>()
            + size_of_val(&*self.background)
    }

    pub(crate) fn entry(&self, chunk: ChunkCoord) -> EntryIndex {
        match self.listed.get(&chunk) {
            Some(&entry) => entry,
            None => self.background_entry(chunk),
        }
    }

    pub(crate) fn background_entry(&self, chunk: ChunkCoord) -> EntryIndex {
        if self.chunks.contains(chunk.0) {
            self.background[self.kind(chunk)]
        } else {
            BEYOND
        }
    }

    /// Returns one of three distances an axis and side: touching the face of the bounds, next to a
    /// chunk that does, or further in.
    fn kind(&self, chunk: ChunkCoord) -> usize {
        (0..3).fold(0, |kind, axis| {
            let lower = (chunk.0[axis] - self.chunks.min[axis]).clamp(0, 2);
            let upper = (self.chunks.max[axis] - 1 - chunk.0[axis]).clamp(0, 2);
            kind * 9 + (lower * 3 + upper) as usize
        })
    }
}

//! Sets of cells, a bit each.

use glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord};

/// The rows of a chunk along x, by `z << 6 | y`.
pub(super) type Rows = [u64; 4096];

/// A set of cells within a box, by chunks of 64^3. A chunk without cells takes no memory of its own.
#[derive(Debug)]
pub(super) struct CellSet {
    first: IVec3,
    size: IVec3,
    chunks: Vec<Option<Box<Rows>>>,
    count: u64,
}

impl CellSet {
    /// Creates an empty set for cells within the bounds.
    pub(super) fn within(bounds: CellBox) -> Self {
        let first = ChunkCoord::of(bounds.min).0;
        let size = ChunkCoord::of(bounds.max - 1).0 - first + 1;
        let count = size.max(IVec3::ZERO).element_product();
        Self {
            first,
            size,
            chunks: std::iter::repeat_with(|| None)
                .take(count as usize)
                .collect(),
            count: 0,
        }
    }

    /// Returns the number of cells.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the place of a chunk in tables over all chunks of the bounds.
    #[inline]
    pub(super) fn place(&self, chunk: ChunkCoord) -> Option<usize> {
        let at = chunk.0 - self.first;
        let is_inside = at.cmpge(IVec3::ZERO).all() && at.cmplt(self.size).all();
        is_inside.then(|| ((at.z * self.size.y + at.y) * self.size.x + at.x) as usize)
    }

    /// Returns the number of chunks in such tables.
    pub(super) fn chunk_count(&self) -> usize {
        self.chunks.len()
    }

    /// Returns the rows of a chunk, if it has cells.
    #[inline]
    pub(super) fn rows(&self, chunk: ChunkCoord) -> Option<&Rows> {
        self.chunks[self.place(chunk)?].as_deref()
    }

    /// Replaces the rows of a chunk within the bounds that has none yet.
    pub(super) fn put_rows(&mut self, chunk: ChunkCoord, rows: Box<Rows>) {
        let count: u64 = rows.iter().map(|row| u64::from(row.count_ones())).sum();
        if let Some(place) = self.place(chunk)
            && count > 0
        {
            self.count += count;
            self.chunks[place] = Some(rows);
        }
    }

    /// Returns the cells of the row along x in the chunk of a cell.
    #[inline]
    pub(super) fn row(&self, cell: IVec3) -> u64 {
        let rows = self.rows(ChunkCoord::of(cell));
        rows.map_or(0, |rows| rows[row_of(cell)])
    }

    /// Returns the 64 cells along x from a cell on.
    #[inline]
    pub(super) fn window(&self, cell: IVec3) -> u64 {
        let shift = cell.x & 63;
        let own = self.row(cell) >> shift;
        if shift == 0 {
            return own;
        }
        own | self.row(cell + IVec3::X * 64) << (64 - shift)
    }

    /// Returns whether a cell is in the set.
    #[inline]
    pub(super) fn contains(&self, cell: IVec3) -> bool {
        self.row(cell) >> (cell.x & 63) & 1 != 0
    }

    /// Adds a cell of the bounds.
    pub(super) fn insert(&mut self, cell: IVec3) {
        if let Some(place) = self.place(ChunkCoord::of(cell)) {
            let rows = self.chunks[place].get_or_insert_with(no_cells);
            let (row, bit) = (&mut rows[row_of(cell)], 1 << (cell.x & 63));
            self.count += u64::from(*row & bit == 0);
            *row |= bit;
        }
    }

    /// Removes a cell.
    pub(super) fn remove(&mut self, cell: IVec3) {
        self.remove_along_x(cell, 1);
    }

    /// Removes so many cells along x, all in one chunk, given by the lowest bits of `cells`.
    pub(super) fn remove_along_x(&mut self, from: IVec3, cells: u64) {
        if let Some(place) = self.place(ChunkCoord::of(from))
            && let Some(rows) = &mut self.chunks[place]
        {
            let row = &mut rows[row_of(from)];
            let removed = *row & cells << (from.x & 63);
            self.count -= u64::from(removed.count_ones());
            *row &= !removed;
        }
    }

    /// Returns the cells of a chunk, in the order z, y, x.
    pub(super) fn of_chunk(&self, chunk: ChunkCoord) -> impl Iterator<Item = IVec3> {
        let rows = (0..).zip(self.rows(chunk).into_iter().flatten());
        rows.flat_map(move |(index, &row)| {
            let beginning = chunk.origin() + IVec3::new(0, index & 63, index >> 6);
            let cells = (0..64).filter(move |x| row >> x & 1 != 0);
            cells.map(move |x| beginning + IVec3::X * x)
        })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let chunks = self.chunks.iter().flatten();
        self.chunks.capacity() * size_of::<Option<Box<Rows>>>() + chunks.count() * size_of::<Rows>()
    }
}

/// Returns the place of the row of a cell in its chunk.
#[inline]
fn row_of(cell: IVec3) -> usize {
    let local = cell & 63;
    (local.z << 6 | local.y) as usize
}

/// Returns rows without cells.
#[expect(
    clippy::large_stack_arrays,
    reason = "the optimizer writes the zeros to the heap at once"
)]
pub(super) fn no_cells() -> Box<Rows> {
    Box::new([0; 4096])
}

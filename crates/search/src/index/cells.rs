//! Sets of cells, a bit each.

use glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord};

/// The rows of a layer of a chunk along x, by y.
pub(super) type Layer = [u64; 64];

/// A set of cells within a box, by chunks of 64^3 and their layers across z. A layer without cells takes no memory of
/// its own.
#[derive(Debug)]
pub(super) struct CellSet {
    first: IVec3,
    size: IVec3,
    chunks: Vec<Option<Box<Layers>>>,
    count: u64,
}

/// The layers of a chunk, by z.
type Layers = [Option<Box<Layer>>; 64];

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

    /// Returns a layer of a chunk, if it has cells.
    #[inline]
    pub(super) fn layer(&self, chunk: ChunkCoord, z: usize) -> Option<&Layer> {
        self.chunks[self.place(chunk)?].as_deref()?[z].as_deref()
    }

    /// Returns the layers of a chunk that have cells, each with its z.
    pub(super) fn layers(&self, chunk: ChunkCoord) -> impl Iterator<Item = (usize, &Layer)> {
        let layers = self
            .place(chunk)
            .and_then(|place| self.chunks[place].as_deref());
        let layers = layers.into_iter().flatten().enumerate();
        layers.filter_map(|(z, layer)| Some((z, layer.as_deref()?)))
    }

    /// Adds the cells of a layer of a chunk within the bounds, which has none yet.
    pub(super) fn put_layer(&mut self, chunk: ChunkCoord, z: usize, layer: &Layer) {
        let count: u64 = layer.iter().map(|row| u64::from(row.count_ones())).sum();
        if let Some(place) = self.place(chunk)
            && count > 0
        {
            self.count += count;
            self.chunks[place].get_or_insert_with(no_layers)[z] = Some(Box::new(*layer));
        }
    }

    /// Returns the cells of the row along x in the chunk of a cell.
    #[inline]
    pub(super) fn row(&self, cell: IVec3) -> u64 {
        let local = cell & 63;
        let layer = self.layer(ChunkCoord::of(cell), local.z as usize);
        layer.map_or(0, |layer| layer[local.y as usize])
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
            let local = cell & 63;
            let layers = self.chunks[place].get_or_insert_with(no_layers);
            let layer = layers[local.z as usize].get_or_insert_with(|| Box::new([0; 64]));
            let (row, bit) = (&mut layer[local.y as usize], 1 << local.x);
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
        let local = from & 63;
        if let Some(place) = self.place(ChunkCoord::of(from))
            && let Some(layers) = &mut self.chunks[place]
            && let Some(layer) = &mut layers[local.z as usize]
        {
            let row = &mut layer[local.y as usize];
            let removed = *row & cells << local.x;
            self.count -= u64::from(removed.count_ones());
            *row &= !removed;
        }
    }

    /// Returns the cells of a chunk, in the order z, y, x.
    pub(super) fn of_chunk(&self, chunk: ChunkCoord) -> impl Iterator<Item = IVec3> {
        self.layers(chunk).flat_map(move |(z, layer)| {
            let rows = (0..).zip(layer).filter(|(_, row)| **row != 0);
            rows.flat_map(move |(y, &row)| {
                let beginning = chunk.origin() + IVec3::new(0, y, z as i32);
                let cells = (0..64).filter(move |x| row >> x & 1 != 0);
                cells.map(move |x| beginning + IVec3::X * x)
            })
        })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let chunks = self.chunks.iter().flatten();
        let layers = chunks.clone().flat_map(|layers| layers.iter().flatten());
        self.chunks.capacity() * size_of::<Option<Box<Layers>>>()
            + chunks.count() * size_of::<Layers>()
            + layers.count() * size_of::<Layer>()
    }
}

/// Returns the layers of a chunk without cells.
fn no_layers() -> Box<Layers> {
    Box::new([const { None }; 64])
}

/// Returns the layers of rows `z << 6 | y` that have cells, each with its z.
pub(super) fn layers_of(rows: &[u64; 4096]) -> impl Iterator<Item = (usize, &Layer)> {
    let layers = rows.chunks_exact(64).enumerate();
    let layers = layers.filter(|(_, layer)| layer.iter().fold(0, |all, row| all | row) != 0);
    layers.filter_map(|(z, layer)| Some((z, layer.try_into().ok()?)))
}

//! Bringing a snapshot up to date with an edited world.
//!
//! A changed cell concerns the anchors whose box covers it, so only their chunks are derived anew,
//! and of these and the chunks beside them the open blocks. All others share their storage with the
//! snapshot before.

use std::sync::{Arc, Mutex, OnceLock};

use super::dilation::Dilation;
use super::directory::{BEYOND, DenseDirectory, Directory};
use super::grid::{Grid, offsets_around};
use crate::coordinates::{CellBox, ChunkCoord};
use crate::occupancy::Occupancy;

impl Grid {
    /// The grid of another occupancy, equal to one made from scratch.
    pub(super) fn refreshed(&self, occupancy: &Occupancy) -> Self {
        let dilation = Dilation {
            occupancy: occupancy.clone(),
            ..self.dilation.clone()
        };
        if !self.is_comparable(occupancy) {
            return Self::new(dilation);
        }
        let changed = self.changed_chunks(occupancy);
        let stale = self.stale_anchors(&changed, &dilation);
        let mut grid = Self {
            bounds: self.bounds,
            dilation,
            maker: self.maker.clone(),
            directory: self.directory.clone(),
            entries: self.entries.clone(),
            components: OnceLock::new(),
            labels_before: Mutex::default(),
            corridors: OnceLock::new(),
        };
        grid.list_around(&changed);
        let mut derived = Vec::new();
        for chunk in chunks_of(stale.iter().copied()) {
            let index = grid.entry_index(chunk);
            let before = grid.entries[index].bits.clone();
            let after = grid.maker.derived(&grid.dilation, chunk, Some(&before));
            if !after.shares_storage_with(&before) {
                grid.entries[index].bits = after;
                derived.push(index);
            }
        }
        grid.labels_before = Mutex::new(self.labels_for(derived));
        let beside = stale.iter().map(|anchors| grown(anchors, &self.bounds));
        for chunk in chunks_of(beside) {
            let index = grid.entry_index(chunk);
            grid.entries[index].open_blocks = grid.open_blocks(chunk);
        }
        grid.maker.margin = Vec::new();
        grid
    }

    /// Whether the two worlds differ in stored chunks only, and would be listed alike.
    fn is_comparable(&self, occupancy: &Occupancy) -> bool {
        let before = &self.dilation.occupancy;
        let stored = occupancy.world.chunks.len();
        let dense = DenseDirectory::over(occupancy.bounds().chunk_box(), stored).is_some();
        occupancy.bounds() == before.bounds()
            && occupancy.outside() == before.outside()
            && occupancy.world.background() == before.world.background()
            && dense == matches!(self.directory, Directory::Dense(_))
    }

    /// The chunks that do not share their cells with those of `occupancy`, in ascending order.
    fn changed_chunks(&self, occupancy: &Occupancy) -> Vec<ChunkCoord> {
        let before = &self.dilation.occupancy;
        let (old, new) = (&before.world.chunks, &occupancy.world.chunks);
        let dropped = old.keys().filter(|chunk| !new.contains_key(chunk));
        let mut changed: Vec<_> = new
            .keys()
            .chain(dropped)
            .filter(|chunk| !occupancy.shares_chunk(before, **chunk))
            .copied()
            .collect();
        changed.sort_unstable();
        changed
    }

    /// Boxes of the anchors whose box covers a cell that became traversable or ceased to be, by
    /// changed chunk.
    fn stale_anchors(&self, changed: &[ChunkCoord], dilation: &Dilation) -> Vec<CellBox> {
        let stale = changed.iter().map(|&chunk| {
            let [before, after] = [&self.dilation, dilation].map(|side| side.source(chunk));
            let inside = chunk.local(&self.bounds);
            let difference = before.difference(&after).intersection(&inside);
            if difference.is_empty() {
                return CellBox::EMPTY;
            }
            let origin = chunk.origin();
            let cells = CellBox::new(origin + difference.min, origin + difference.max);
            let touching = dilation.agent.anchors_touching(&cells);
            touching.intersection(&self.bounds)
        });
        stale.filter(|anchors| !anchors.is_empty()).collect()
    }

    /// Gives changed chunks and those around them entries of their own, as copies of the
    /// background that they were.
    fn list_around(&mut self, changed: &[ChunkCoord]) {
        let Directory::Sparse(directory) = &mut self.directory else {
            return;
        };
        let chunks = self.bounds.chunk_box();
        let around = changed
            .iter()
            .flat_map(|chunk| offsets_around().map(|offset| ChunkCoord(chunk.0 + offset)));
        for chunk in around.filter(|chunk| chunks.contains(chunk.0)) {
            if !directory.is_listed(chunk) {
                let background = directory.entry(chunk) as usize;
                self.entries.push(self.entries[background].clone());
                directory.list(chunk, BEYOND + (self.entries.len() - 1) as u32);
            }
        }
    }

    /// The first listed chunk in which the grid differs from one made from scratch.
    pub(super) fn first_difference_from_scratch(&self) -> Option<ChunkCoord> {
        let scratch = Self::new(self.dilation.clone());
        let mut chunks = [self, &scratch]
            .map(|grid| grid.directory.listed())
            .concat();
        chunks.sort_unstable();
        chunks.into_iter().find(|&chunk| {
            let [a, b] = [self, &scratch].map(|grid| grid.entry(chunk));
            a.bits != b.bits || a.open_blocks != b.open_blocks
        })
    }

    /// Whether the grid was derived from this very snapshot.
    pub(super) fn shares_occupancy(&self, occupancy: &Occupancy) -> bool {
        Arc::ptr_eq(&self.dilation.occupancy.world, &occupancy.world)
    }
}

/// The cells and those beside them, within the bounds.
fn grown(cells: &CellBox, bounds: &CellBox) -> CellBox {
    CellBox::new(cells.min - 1, cells.max + 1).intersection(bounds)
}

/// The chunks that share a cell with one of the boxes, each once, in ascending order.
fn chunks_of(boxes: impl Iterator<Item = CellBox>) -> Vec<ChunkCoord> {
    let mut chunks: Vec<_> = boxes.flat_map(|cells| cells.chunks()).collect();
    chunks.sort_unstable();
    chunks.dedup();
    chunks
}

//! Edits of a world, collected and then committed to a new snapshot.
//!
//! INVARIANT: `edits` holds a copy of every chunk that was written since the snapshot `base`, and,
//! if the background was replaced, of every chunk that `base` stores.

use std::collections::HashMap;
use std::sync::Arc;

use glam::IVec3;

use super::cell_state::CellState;
use super::chunk_cells::ChunkCells;
use super::chunk_edit::{ChunkEdit, Shared, normal};
use super::error::OccupancyError;
use super::snapshot::{Occupancy, StoredChunk, World};
use crate::coordinates::{CellBox, ChunkCoord, SUPPORTED_CELLS};
use crate::materials::{MaterialId, Palette};

/// The largest number of chunks that [`OccupancyBuilder::set_box`] writes in one call: 2^16, so
/// about 2500 cells along each axis of a cube.
///
/// A chunk that the box covers in part may take 64 KiB, so one call takes no more than 4 GiB.
pub const MAX_CHUNKS_PER_BOX: u64 = 1 << 16;

/// Takes edits and commits them to an [`Occupancy`].
///
/// Reads see the edits at once; the snapshot that the builder came from never does.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
///
/// let bounds = CellBox::new(IVec3::splat(-1_000_000), IVec3::splat(1_000_000));
/// let mut builder = OccupancyBuilder::new(bounds)?;
/// builder.set_box(bounds, CellState::Unknown)?;
/// builder.set(IVec3::new(-5, 0, 3), CellState::Free)?;
/// let world = builder.commit();
/// assert_eq!(world.count(CellState::Free), 1);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Debug, Clone)]
pub struct OccupancyBuilder {
    pub(super) base: Occupancy,
    background: CellState,
    outside: CellState,
    pub(super) palette: Palette,
    /// The edits by chunk, in a map with fixed seeds, so that a program behaves alike on every run.
    /// The chunks written, not yet in normal form, under their version before.
    pub(super) edits: HashMap<ChunkCoord, StoredChunk, ahash::RandomState>,
}

impl OccupancyBuilder {
    /// Returns a builder of a world whose cells are all free and whose outside is occupied.
    ///
    /// Bounds cost nothing, however large; only written chunks take memory. Empty bounds are a
    /// world without cells.
    ///
    /// # Errors
    ///
    /// - [`OccupancyError::BoundsInverted`] if `min` exceeds `max` on an axis.
    /// - [`OccupancyError::BoundsOutOfRange`] if the bounds are not empty and reach outside
    ///   `-MAX_COORDINATE..MAX_COORDINATE` on an axis.
    pub fn new(bounds: CellBox) -> Result<Self, OccupancyError> {
        if bounds.min.cmpgt(bounds.max).any() {
            return Err(OccupancyError::BoundsInverted { bounds });
        }
        if !SUPPORTED_CELLS.contains_box(&bounds) {
            return Err(OccupancyError::BoundsOutOfRange { bounds });
        }
        let world = Arc::new(World::free(bounds.normalized()));
        Ok(Self::from_snapshot(Occupancy { world }))
    }

    pub(crate) fn from_snapshot(base: Occupancy) -> Self {
        Self {
            background: base.world.background(),
            outside: base.outside(),
            palette: base.palette().clone(),
            base,
            edits: HashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
        }
    }

    crate::setters! {
        /// Sets the state of every cell outside the bounds. No agent goes there in any
        /// case; it counts for what agents of several cells cover, and for clearance.
        with_outside(outside: CellState) => outside = outside;
    }

    /// Returns the bounds of the world.
    #[must_use]
    pub fn bounds(&self) -> CellBox {
        self.base.bounds()
    }

    /// Returns the state of a cell as edited so far.
    #[must_use]
    pub fn state(&self, cell: IVec3) -> CellState {
        let chunk = ChunkCoord::of(cell);
        if !self.bounds().contains(cell) {
            self.outside
        } else if let Some(edit) = self.edits.get(&chunk) {
            edit.cells.state(cell)
        } else if let Some(stored) = self.base.world.chunks.get(chunk) {
            stored.cells.state(cell)
        } else {
            self.background
        }
    }

    /// Refuses a cell outside the bounds.
    pub(super) fn check_cell(&self, cell: IVec3) -> Result<(), OccupancyError> {
        let bounds = self.bounds();
        if bounds.contains(cell) {
            Ok(())
        } else {
            Err(OccupancyError::OutsideBounds { cell, bounds })
        }
    }

    /// Refuses a material that the palette does not have.
    pub(super) fn check_material(&self, id: MaterialId) -> Result<(), OccupancyError> {
        let known = self.palette.get(id).map(|_| ());
        known.ok_or(OccupancyError::NoSuchMaterial { id })
    }

    /// Returns the bounds, if they contain a box.
    pub(super) fn checked_bounds(&self, cells: CellBox) -> Result<CellBox, OccupancyError> {
        let bounds = self.bounds();
        if bounds.contains_box(&cells) {
            Ok(bounds)
        } else {
            Err(OccupancyError::BoxOutsideBounds { cells, bounds })
        }
    }

    /// Sets the state of one cell. A material that agrees with the state stays, any other is
    /// forgotten: see [`set_material`](Self::set_material).
    ///
    /// # Errors
    ///
    /// [`OccupancyError::OutsideBounds`] if the cell lies outside the bounds.
    pub fn set(&mut self, cell: IVec3, state: CellState) -> Result<(), OccupancyError> {
        self.check_cell(cell)?;
        self.set_in_chunk(ChunkCoord::of(cell), &CellBox::of_cell(cell), state);
        Ok(())
    }

    /// Sets the state of every cell of a box. An empty box changes nothing; materials are treated
    /// as by [`set`](Self::set).
    ///
    /// # Complexity
    ///
    /// One step for each row of 64 cells in chunks that the box covers in part, and for each chunk
    /// that it covers whole. A box that is the whole world takes time by the chunks written so far,
    /// whatever its size: its state becomes that of all unwritten cells.
    ///
    /// # Errors
    ///
    /// - [`OccupancyError::BoxOutsideBounds`] if a cell of the box lies outside the bounds.
    /// - [`OccupancyError::BoxTooLarge`] if the box touches more than [`MAX_CHUNKS_PER_BOX`] chunks,
    ///   is not the whole world, and the state is not that of the unwritten cells.
    pub fn set_box(&mut self, cells: CellBox, state: CellState) -> Result<(), OccupancyError> {
        let bounds = self.checked_bounds(cells)?;
        if cells.is_empty() {
            return Ok(());
        }
        let touched = cells.chunk_box();
        let chunks = touched.volume();
        if cells == bounds {
            self.fill(state);
        } else if chunks <= MAX_CHUNKS_PER_BOX {
            for chunk in cells.chunks() {
                self.set_in_chunk(chunk, &cells, state);
            }
        } else if state == self.background {
            // What was never written has that state already.
            for chunk in self.written_chunks() {
                if touched.contains(chunk.0) {
                    self.set_in_chunk(chunk, &cells, state);
                }
            }
        } else {
            return Err(OccupancyError::box_too_large(cells));
        }
        Ok(())
    }

    /// Sets some cells of a chunk, given in local coordinates and clipped to the bounds, to
    /// occupied where bit `x` of word `z * 64 + y` is set and to free elsewhere.
    #[cfg(feature = "colliders")]
    pub(crate) fn set_rows(&mut self, chunk: ChunkCoord, part: &CellBox, rows: &[u64; 4096]) {
        if let Some(edit) = self.edited(chunk) {
            edit.write(
                part,
                |y, z| rows[crate::coordinates::row_index(y, z)],
                |_, _| 0,
            );
        }
    }

    /// Returns the snapshot with all edits.
    ///
    /// # Guarantees
    ///
    /// Equal chunks written by one builder share their memory.
    ///
    /// Only chunks in which a cell or its material differs from the snapshot before get a new version; all others
    /// keep theirs and are shared with it. If no cell differs and no material was added, the snapshot
    /// before is returned.
    ///
    /// # Complexity
    ///
    /// Linear in the chunks written, however many are stored.
    #[must_use]
    pub fn commit(self) -> Occupancy {
        let base = &*self.base.world;
        let mut world = base.clone();
        world.revision += 1;
        if self.background != base.background() {
            let background = ChunkCells::Uniform(self.background);
            world.unstored = StoredChunk::plain(background, world.revision);
        }
        if self.outside != base.outside {
            world.outside = self.outside;
            world.outside_version = world.revision;
        }
        world.palette = self.palette;
        let mut changed = world.unstored != base.unstored
            || world.outside != base.outside
            || world.palette != base.palette;
        let mut written = Shared::with_room_for(self.edits.len());
        let mut said = Shared::with_room_for(self.edits.len());
        // In hash order, which does not show in the map that results.
        for (chunk, mut edit) in self.edits {
            edit.cells.normalize(&chunk.local(&base.bounds));
            let cells = written.shared(edit.cells);
            let materials = edit.materials.and_then(normal);
            let materials = materials.map(|materials| said.shared(materials));
            let before = base.chunk(chunk);
            let after = if cells == before.cells && materials == before.materials {
                before.clone()
            } else {
                changed = true;
                StoredChunk {
                    cells,
                    materials,
                    version: world.revision,
                }
            };
            if after == world.unstored {
                world.chunks.remove(chunk);
            } else {
                world.chunks.insert(chunk, after);
            }
        }
        if changed {
            Occupancy {
                world: Arc::new(world),
            }
        } else {
            self.base
        }
    }

    /// Sets every cell inside the bounds.
    fn fill(&mut self, state: CellState) {
        self.background = state;
        for chunk in self.written_chunks() {
            let bounds = self.bounds();
            self.set_in_chunk(chunk, &bounds, state);
        }
    }

    /// Returns the chunks that may differ from the background.
    pub(super) fn written_chunks(&self) -> Vec<ChunkCoord> {
        let stored = self.base.world.chunks.chunks();
        stored.chain(self.edits.keys().copied()).collect()
    }

    /// Sets the part of a box that lies in a chunk.
    fn set_in_chunk(&mut self, chunk: ChunkCoord, cells: &CellBox, state: CellState) {
        if let Some(edit) = self.edited(chunk) {
            edit.set(&chunk.local(cells), state);
        }
    }

    /// Returns a chunk, to be written; `None` if it has no cells within the bounds.
    pub(super) fn edited(&mut self, chunk: ChunkCoord) -> Option<ChunkEdit<'_>> {
        let inside = chunk.local(&self.base.world.bounds);
        if inside.is_empty() {
            return None;
        }
        let written = self.edits.entry(chunk).or_insert_with(|| {
            let unwritten = || StoredChunk::plain(ChunkCells::Uniform(self.background), 0);
            let stored = self.base.world.chunks.get(chunk);
            stored.cloned().unwrap_or_else(unwritten)
        });
        Some(ChunkEdit {
            chunk: written,
            inside,
            filling: self.palette.filling(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_writes_chunks_that_it_covers_whole_as_tags() {
        let mut builder = OccupancyBuilder::new(SUPPORTED_CELLS).unwrap();
        let cube = CellBox::new(IVec3::splat(-64 * 20), IVec3::splat(64 * 20));
        builder.set_box(cube, CellState::Unknown).unwrap();
        assert_eq!(builder.edits.len(), 40 * 40 * 40);
        let is_tag = |edit: &StoredChunk| edit.cells == ChunkCells::Uniform(CellState::Unknown);
        assert!(builder.edits.values().all(is_tag));

        let within = CellBox::new(IVec3::splat(-100), IVec3::splat(100));
        builder.set_box(within, CellState::Unknown).unwrap();
        assert!(builder.edits.values().all(is_tag), "nothing new to write");
    }
}

//! A chunk while it is edited.
//!
//! INVARIANT: a material is said of occupied cells if it fills them, and of free cells if not.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use super::cell_state::CellState;
use super::chunk_cells::{ChunkCells, all_if};
use super::snapshot::StoredChunk;
use crate::coordinates::{CellBox, row_index, row_mask, row_place};
use crate::materials::{ChunkMaterials, MaterialId, MaterialSet};

/// A chunk of a builder, not yet in normal form, with what its edits depend on.
pub(crate) struct ChunkEdit<'b> {
    pub(super) chunk: &'b mut StoredChunk,
    /// The cells of the chunk within the bounds, in local coordinates.
    pub(super) inside: CellBox,
    /// The materials that fill their cells.
    pub(super) filling: MaterialSet,
}

impl ChunkEdit<'_> {
    /// Sets the state of the cells of `part` (local, within the bounds).
    pub(crate) fn set(self, part: &CellBox, state: CellState) {
        self.chunk.cells.set(part, state, &self.inside);
        if let Some(materials) = &mut self.chunk.materials {
            let disagrees = |id: MaterialId| match state {
                CellState::Occupied => !self.filling.contains(id),
                CellState::Free => self.filling.contains(id),
                CellState::Unknown => true,
            };
            Arc::make_mut(materials).clear(part, disagrees);
        }
    }

    /// Makes the cells of `part` (local, within the bounds) of a material.
    pub(crate) fn set_material(self, part: &CellBox, id: MaterialId) {
        let state = state_of(id, &self.filling);
        self.chunk.cells.set(part, state, &self.inside);
        let materials = self.chunk.materials.get_or_insert_default();
        Arc::make_mut(materials).set(part, id);
    }

    /// Makes the cells within the bounds of a material whose bits are set.
    pub(crate) fn set_material_rows(self, rows: &[u64; 4096], id: MaterialId) {
        let state = state_of(id, &self.filling);
        let StoredChunk {
            cells, materials, ..
        } = self.chunk;
        if *cells != ChunkCells::Uniform(state) {
            let filled = all_if(state == CellState::Occupied);
            let occupied = |y, z, row| {
                let made = rows[row_index(y, z)];
                row & !made | made & filled
            };
            let unknown = |y, z, row| row & !rows[row_index(y, z)];
            cells.write_rows(&self.inside, &self.inside, occupied, unknown);
        }
        let materials = materials.get_or_insert_default();
        Arc::make_mut(materials).set_rows(&self.inside, rows, id);
    }

    /// Sets the states of the cells of `part` (local) from rows, and keeps the materials that agree with them.
    pub(crate) fn write(
        self,
        part: &CellBox,
        occupied: impl Fn(i32, i32) -> u64,
        unknown: impl Fn(i32, i32) -> u64,
    ) {
        let part = part.intersection(&self.inside);
        if part.is_empty() {
            return;
        }
        let cells = &mut self.chunk.cells;
        let (occupied, unknown) = (|y, z, _| occupied(y, z), |y, z, _| unknown(y, z));
        cells.write_rows(&part, &self.inside, occupied, unknown);
        // Before the commit too: a tag takes no memory.
        cells.normalize(&self.inside);
        if let Some(materials) = &mut self.chunk.materials {
            Arc::make_mut(materials).retain(&part, |id, index| {
                let (y, z) = row_place(index);
                cells.row(state_of(id, &self.filling), y, z) & row_mask(&part, y, z)
            });
        }
    }
}

/// Returns the state of the cells that are of a material.
fn state_of(id: MaterialId, filling: &MaterialSet) -> CellState {
    if filling.contains(id) {
        CellState::Occupied
    } else {
        CellState::Free
    }
}

/// Values that were met so far, so that equal ones share their memory.
pub(crate) struct Shared<T>(HashMap<T, T, ahash::RandomState>);

impl<T: Clone + Eq + Hash> Shared<T> {
    /// Returns room for so many values, so that none is hashed again.
    pub(crate) fn with_room_for(values: usize) -> Self {
        let hasher = ahash::RandomState::with_seeds(1, 2, 3, 4);
        Self(HashMap::with_capacity_and_hasher(values, hasher))
    }

    /// Returns an equal value that was met before, or else this one.
    pub(crate) fn shared(&mut self, value: T) -> T {
        self.0.entry(value.clone()).or_insert(value).clone()
    }
}

/// Returns materials in normal form, if there are any.
pub(crate) fn normal(mut materials: Arc<ChunkMaterials>) -> Option<Arc<ChunkMaterials>> {
    if !materials.is_normal() {
        Arc::make_mut(&mut materials).normalize();
    }
    (!materials.is_empty()).then_some(materials)
}

//! A chunk while it is edited.
//!
//! INVARIANT: a material is said of occupied cells if it fills them, and of free cells if not.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use super::cell_state::CellState;
use super::chunk_cells::{ChunkCells, all_if};
use super::snapshot::StoredChunk;
use crate::coordinates::{CellBox, row_index, row_mask};
use crate::materials::{ChunkMaterials, MaterialId, MaterialSet};

/// The cells of a chunk and what they are made of, not yet in normal form.
#[derive(Clone, Debug)]
pub(crate) struct ChunkEdit {
    pub(crate) cells: ChunkCells,
    pub(crate) materials: Option<Arc<ChunkMaterials>>,
}

impl ChunkEdit {
    pub(crate) fn uniform(state: CellState) -> Self {
        Self {
            cells: ChunkCells::Uniform(state),
            materials: None,
        }
    }

    pub(crate) fn of(stored: &StoredChunk) -> Self {
        Self {
            cells: stored.cells.clone(),
            materials: stored.materials.clone(),
        }
    }

    /// Sets the state of the cells of `part` (local, within `inside`).
    pub(crate) fn set(
        &mut self,
        part: &CellBox,
        state: CellState,
        inside: &CellBox,
        filling: &MaterialSet,
    ) {
        self.cells.set(part, state, inside);
        if let Some(materials) = &mut self.materials {
            let disagrees = |id: MaterialId| match state {
                CellState::Occupied => !filling.contains(id),
                CellState::Free => filling.contains(id),
                CellState::Unknown => true,
            };
            Arc::make_mut(materials).clear(part, disagrees);
        }
    }

    /// Makes the cells of `part` (local, within `inside`) of a material.
    pub(crate) fn set_material(
        &mut self,
        part: &CellBox,
        id: MaterialId,
        inside: &CellBox,
        filling: &MaterialSet,
    ) {
        self.cells.set(part, state_of(id, filling), inside);
        let materials = self.materials.get_or_insert_default();
        Arc::make_mut(materials).set(part, id);
    }

    /// Makes the cells within `inside` (local) that have a bit of a material.
    pub(crate) fn set_material_rows(
        &mut self,
        rows: &[u64; 4096],
        id: MaterialId,
        inside: &CellBox,
        filling: &MaterialSet,
    ) {
        let state = state_of(id, filling);
        if self.cells != ChunkCells::Uniform(state) {
            let filled = all_if(state == CellState::Occupied);
            let occupied = |y, z, row| {
                let made = rows[row_index(y, z)];
                row & !made | made & filled
            };
            let unknown = |y, z, row| row & !rows[row_index(y, z)];
            self.cells.write_rows(inside, inside, occupied, unknown);
        }
        let materials = self.materials.get_or_insert_default();
        Arc::make_mut(materials).set_rows(inside, rows, id);
    }

    /// Forgets what the cells of `part` are made of; their states stay.
    pub(crate) fn clear_materials(&mut self, part: &CellBox) {
        if let Some(materials) = &mut self.materials {
            Arc::make_mut(materials).clear(part, |_| true);
        }
    }

    /// Forgets materials in `part` where the state of the cell, just written by rows, is another.
    pub(crate) fn agree(&mut self, part: &CellBox, filling: &MaterialSet) {
        let Self { cells, materials } = self;
        if let Some(materials) = materials {
            Arc::make_mut(materials).retain(part, |id, index| {
                #[expect(clippy::cast_possible_truncation, reason = "an index of 4096 rows")]
                let index = index as u32;
                let (y, z) = ((index & 63).cast_signed(), (index >> 6).cast_signed());
                cells.row(state_of(id, filling), y, z) & row_mask(part, y, z)
            });
        }
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

/// Returns the state of cells of a material, given those that fill theirs.
fn state_of(id: MaterialId, filling: &MaterialSet) -> CellState {
    if filling.contains(id) {
        CellState::Occupied
    } else {
        CellState::Free
    }
}

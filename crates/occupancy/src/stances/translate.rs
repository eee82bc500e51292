//! What a body makes of the cells of a world: which are clear for it, and which bear it.
//!
//! Both are occupancies of their own, which share the planes of every chunk that has no materials to
//! mind, so that dilation reads them as it reads any other. They are read by this folder alone.

use std::sync::Arc;

use super::rules::{StanceRules, Support};
use crate::agent::UnknownPolicy;
use crate::coordinates::CellBox;
use crate::materials::MaterialSet;
use crate::occupancy::chunk_cells::{ChunkCells, row_mask};
use crate::occupancy::snapshot::{StoredChunk, World};
use crate::occupancy::{CellState, ChangeSet, Occupancy};
use crate::traversability::no_bits;

/// The world with free cells where the body may be. Unknown cells stay unknown.
pub(super) fn clear(occupancy: &Occupancy, rules: &StanceRules) -> Occupancy {
    let outside = occupancy.outside();
    translated(occupancy, outside, |stored, inside| {
        clear_cells(stored, inside, rules)
    })
}

/// The world with free cells where something bears, or occupied ones if any support will do.
pub(super) fn bearing(occupancy: &Occupancy, rules: &StanceRules) -> Occupancy {
    let outside = state_if(bears(occupancy.outside(), rules), rules);
    translated(occupancy, outside, |stored, inside| {
        bearing_cells(stored, inside, rules)
    })
}

/// The world with occupied cells where a material is minded; nothing where none is.
pub(super) fn minded(occupancy: &Occupancy, rules: &StanceRules) -> Option<Occupancy> {
    let is_minding = !rules.minded.is_empty();
    is_minding.then(|| {
        translated(occupancy, CellState::Free, |stored, inside| {
            minded_cells(stored, inside, rules)
        })
    })
}

/// Whether a cell of this state bears if nothing is said of its material. To who stops before unknown cells
/// these are whatever the plan needs.
pub(super) fn bears(state: CellState, rules: &StanceRules) -> bool {
    match state {
        CellState::Occupied => true,
        CellState::Unknown => rules.unknown == UnknownPolicy::StopAtBoundary,
        CellState::Free => false,
    }
}

/// How a cell that bears, or does not, is written down.
fn state_if(bears: bool, rules: &StanceRules) -> CellState {
    if bears == (rules.support != Support::Any) {
        CellState::Free
    } else {
        CellState::Occupied
    }
}

fn translated(
    occupancy: &Occupancy,
    outside: CellState,
    cells: impl Fn(&StoredChunk, &CellBox) -> ChunkCells,
) -> Occupancy {
    let world = &*occupancy.world;
    let bounds = world.bounds;
    let translated = |stored: &StoredChunk, inside: &CellBox| StoredChunk {
        cells: cells(stored, inside),
        materials: None,
        version: 0,
    };
    let chunks = world.chunks.iter().map(|(chunk, stored)| {
        let inside = chunk.local(&bounds);
        (chunk, translated(stored, &inside))
    });
    let world = World {
        unstored: translated(&world.unstored, &CellBox::EMPTY),
        outside,
        chunks: chunks.collect(),
        palette: crate::materials::Palette::default(),
        ..world.clone()
    };
    Occupancy {
        world: Arc::new(world),
    }
}

/// Brings what was translated up to date with the world.
pub(super) fn update(
    translated: &mut Occupancy,
    occupancy: &Occupancy,
    changes: &ChangeSet,
    cells: impl Fn(&StoredChunk, &CellBox) -> ChunkCells,
) {
    let world = Arc::make_mut(&mut translated.world);
    for chunk in changes.chunks() {
        let inside = chunk.local(&world.bounds);
        match occupancy.world.chunks.get(chunk) {
            Some(stored) => {
                let stored = StoredChunk {
                    cells: cells(stored, &inside),
                    materials: None,
                    version: 0,
                };
                world.chunks.insert(chunk, stored);
            }
            None => world.chunks.remove(chunk),
        }
    }
}

/// A chunk with free cells where the body may be.
pub(super) fn clear_cells(
    stored: &StoredChunk,
    inside: &CellBox,
    rules: &StanceRules,
) -> ChunkCells {
    let Some(materials) = &stored.materials else {
        return stored.cells.clone();
    };
    let (mut entered, mut refused) = (no_bits(), no_bits());
    materials.add_to(&mut entered, &rules.entered);
    materials.add_to(&mut refused, &rules.entered.complement());
    let row = |state, y, z| stored.cells.row(state, y, z);
    written(inside, |y, z| {
        let index = index_of(y, z);
        let blocked = row(CellState::Occupied, y, z) & !entered[index] | refused[index];
        (blocked, row(CellState::Unknown, y, z))
    })
}

/// A chunk with free cells where something bears, or occupied ones if any support will do.
pub(super) fn bearing_cells(
    stored: &StoredChunk,
    inside: &CellBox,
    rules: &StanceRules,
) -> ChunkCells {
    let is_any = rules.support == Support::Any;
    if let (ChunkCells::Uniform(state), None) = (&stored.cells, &stored.materials) {
        return ChunkCells::Uniform(state_if(bears(*state, rules), rules));
    }
    let (mut said, mut borne) = (no_bits(), no_bits());
    if let Some(materials) = &stored.materials {
        materials.add_to(&mut said, &MaterialSet::default().complement());
        materials.add_to(&mut borne, &rules.bearing);
    }
    written(inside, |y, z| {
        let index = index_of(y, z);
        let mut bearing = stored.cells.row(CellState::Occupied, y, z);
        bearing = bearing & !said[index] | borne[index];
        if bears(CellState::Unknown, rules) {
            bearing |= stored.cells.row(CellState::Unknown, y, z);
        }
        (if is_any { bearing } else { !bearing }, 0)
    })
}

/// A chunk with occupied cells where a material is minded.
pub(super) fn minded_cells(
    stored: &StoredChunk,
    inside: &CellBox,
    rules: &StanceRules,
) -> ChunkCells {
    let materials = stored.materials.as_ref();
    match materials.filter(|materials| materials.has_any(&rules.minded)) {
        Some(materials) => {
            let mut minded = no_bits();
            materials.add_to(&mut minded, &rules.minded);
            written(inside, |y, z| (minded[index_of(y, z)], 0))
        }
        None => ChunkCells::Uniform(CellState::Free),
    }
}

/// The place of a row of a chunk.
#[inline]
fn index_of(y: i32, z: i32) -> usize {
    (z << 6 | y).unsigned_abs() as usize & 4095
}

/// Cells written by rows of what is occupied and what is unknown.
fn written(inside: &CellBox, rows: impl Fn(i32, i32) -> (u64, u64)) -> ChunkCells {
    let (mut occupied, mut unknown) = (no_bits(), no_bits());
    for z in inside.min.z..inside.max.z {
        for y in inside.min.y..inside.max.y {
            let mask = row_mask(inside, y, z);
            let index = index_of(y, z);
            let (row, unknown_row) = rows(y, z);
            (occupied[index], unknown[index]) = (row & mask, unknown_row & mask);
        }
    }
    let mut cells = ChunkCells::Uniform(CellState::Free);
    cells.set_rows(inside, &occupied, inside);
    cells.add_unknown(&unknown, inside);
    cells.normalize(inside);
    cells
}

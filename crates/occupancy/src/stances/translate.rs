//! The cells of a world as a body takes them: those that are clear for it, and those that bear it.
//!
//! Both are occupancies of their own, which share the planes of every chunk that has no materials to
//! mind, so that dilation reads them as it reads any other. They are read by this folder alone.

use std::sync::Arc;

use super::rules::{StanceRules, Support};
use crate::coordinates::CellBox;
use crate::materials::{ChunkMaterials, MaterialSet};
use crate::occupancy::chunk_cells::ChunkCells;
use crate::occupancy::snapshot::{StoredChunk, World};
use crate::occupancy::{CellState, ChangeSet, Occupancy};
use crate::traversability::{Rows, no_bits};

/// Returns the world with free cells where the body may be. Unknown cells stay unknown.
pub(super) fn clear(occupancy: &Occupancy, rules: &StanceRules) -> Occupancy {
    let outside = occupancy.outside();
    translated(occupancy, outside, |stored, inside| {
        clear_cells(&Part::all(stored, inside), rules)
    })
}

/// Returns the world with free cells where something bears, or occupied ones if any support will do;
/// unknown where it may turn out so.
pub(super) fn bearing(occupancy: &Occupancy, rules: &StanceRules) -> Occupancy {
    let outside = bearing_state(occupancy.outside(), rules);
    translated(occupancy, outside, |stored, inside| {
        bearing_cells(&Part::all(stored, inside), rules)
    })
}

/// Returns the world with occupied cells where a material is minded; nothing where none is.
pub(super) fn minded(occupancy: &Occupancy, rules: &StanceRules) -> Option<Occupancy> {
    let is_minding = !rules.minded.is_empty() || rules.minds_unknown_cells();
    let outside = match occupancy.outside() {
        CellState::Unknown if rules.minds_unknown_cells() => CellState::Occupied,
        _ => CellState::Free,
    };
    is_minding.then(|| {
        translated(occupancy, outside, |stored, inside| {
            minded_cells(&Part::all(stored, inside), rules)
        })
    })
}

/// Returns the state by which a cell of this state and of no material is written down.
fn bearing_state(state: CellState, rules: &StanceRules) -> CellState {
    let bears = match state {
        CellState::Unknown if rules.is_open() => return CellState::Unknown,
        other => other == CellState::Occupied,
    };
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

/// Brings what was translated up to date with the world: in each chunk, the rows where something changed.
pub(super) fn update(
    translated: &mut Occupancy,
    occupancy: &Occupancy,
    changes: &ChangeSet,
    cells: impl Fn(&Part<'_>) -> ChunkCells,
) {
    let world = Arc::make_mut(&mut translated.world);
    for (chunk, changed) in changes.chunks().zip(changes.boxes()) {
        let inside = chunk.local(&world.bounds);
        let Some(stored) = occupancy.world.chunks.get(chunk) else {
            world.chunks.remove(chunk);
            continue;
        };
        let before = world.chunks.get(chunk).map(|stored| &stored.cells);
        let part = match before {
            Some(_) => CellBox {
                min: (changed.min - chunk.origin()).with_x(inside.min.x),
                max: (changed.max - chunk.origin()).with_x(inside.max.x),
            },
            None => inside,
        };
        let stored = StoredChunk {
            cells: cells(&Part {
                stored,
                inside,
                before,
                cells: part,
            }),
            materials: None,
            version: 0,
        };
        world.chunks.insert(chunk, stored);
    }
}

/// The rows of a chunk that are translated, and what the others were translated to before.
pub(super) struct Part<'c> {
    stored: &'c StoredChunk,
    /// The cells of the chunk within the bounds.
    inside: CellBox,
    /// The cells that the chunk was translated to before, if it was; whole rows of it are to be
    /// translated again.
    before: Option<&'c ChunkCells>,
    cells: CellBox,
}

impl<'c> Part<'c> {
    fn all(stored: &'c StoredChunk, inside: &CellBox) -> Self {
        Self {
            stored,
            inside: *inside,
            before: None,
            cells: *inside,
        }
    }

    /// Returns the cells that are made of some materials.
    fn made_of<'m>(&'m self, among: &'m MaterialSet) -> Made<'m> {
        let size = self.cells.size();
        match &self.stored.materials {
            None => Made::Nothing,
            Some(materials) if size.y * size.z <= MOST_SINGLE_ROWS => Made::Rows(materials, among),
            Some(materials) => {
                let mut rows = no_bits();
                materials.add_to(&mut rows, among);
                Made::All(rows)
            }
        }
    }

    /// Writes the cells by rows of what is occupied and what is unknown.
    fn written(&self, rows: impl Fn(i32, i32) -> (u64, u64)) -> ChunkCells {
        let mut cells = match self.before {
            Some(before) => before.clone(),
            None => ChunkCells::Uniform(CellState::Free),
        };
        cells.write_rows(&self.cells, &self.inside, rows);
        cells.normalize(&self.inside);
        cells
    }
}

/// The most rows that are asked for one by one; of more, all materials are read layer by layer.
const MOST_SINGLE_ROWS: u32 = 256;

/// The cells of a chunk that are made of some materials.
enum Made<'m> {
    Nothing,
    Rows(&'m ChunkMaterials, &'m MaterialSet),
    All(Box<Rows>),
}

impl Made<'_> {
    #[inline]
    fn row(&self, y: i32, z: i32) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Rows(materials, among) => materials.row(among, y, z),
            Self::All(rows) => rows[(z << 6 | y).unsigned_abs() as usize & 4095],
        }
    }
}

/// Returns a chunk with free cells where the body may be.
pub(super) fn clear_cells(part: &Part<'_>, rules: &StanceRules) -> ChunkCells {
    let cells = &part.stored.cells;
    if part.stored.materials.is_none() {
        return cells.clone();
    }
    let others = rules.entered.complement();
    let (entered, refused) = (part.made_of(&rules.entered), part.made_of(&others));
    part.written(|y, z| {
        let occupied = cells.row(CellState::Occupied, y, z);
        let blocked = occupied & !entered.row(y, z) | refused.row(y, z);
        (blocked, cells.row(CellState::Unknown, y, z))
    })
}

/// Returns a chunk with free cells where something bears, or occupied ones if any support will do; unknown
/// where it may turn out so.
pub(super) fn bearing_cells(part: &Part<'_>, rules: &StanceRules) -> ChunkCells {
    let is_any = rules.support == Support::Any;
    if let (ChunkCells::Uniform(state), None) = (&part.stored.cells, &part.stored.materials) {
        return ChunkCells::Uniform(bearing_state(*state, rules));
    }
    let all = MaterialSet::default().complement();
    let (said, borne) = (part.made_of(&all), part.made_of(&rules.bearing));
    let cells = &part.stored.cells;
    part.written(|y, z| {
        let occupied = cells.row(CellState::Occupied, y, z);
        let bearing = occupied & !said.row(y, z) | borne.row(y, z);
        let unknown = if rules.is_open() {
            cells.row(CellState::Unknown, y, z)
        } else {
            0
        };
        let written = if is_any { bearing } else { !bearing };
        (written & !unknown, unknown)
    })
}

/// Returns a chunk with occupied cells where a material is minded.
pub(super) fn minded_cells(part: &Part<'_>, rules: &StanceRules) -> ChunkCells {
    let StoredChunk {
        cells, materials, ..
    } = part.stored;
    let unknown = rules.minds_unknown_cells() && cells.has_unknown();
    if let (ChunkCells::Uniform(_), None, true) = (cells, materials, unknown) {
        return ChunkCells::Uniform(CellState::Occupied);
    }
    let materials = materials.as_ref();
    if !unknown && materials.is_none_or(|materials| !materials.has_any(&rules.minded)) {
        return ChunkCells::Uniform(CellState::Free);
    }
    let minded = part.made_of(&rules.minded);
    part.written(|y, z| {
        let unknown = if unknown {
            cells.row(CellState::Unknown, y, z)
        } else {
            0
        };
        (minded.row(y, z) | unknown, 0)
    })
}

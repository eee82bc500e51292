//! The cells of a world as a body takes them: those that are clear for it, and those that bear it.
//!
//! Both are occupancies of their own, which share the planes of every chunk that has no materials to
//! mind, so that dilation reads them as it reads any other. They are read by this folder alone.

use std::sync::Arc;

use super::rules::StanceRules;
use crate::coordinates::{CellBox, ChunkCoord, Rows, no_bits};
use crate::materials::{ChunkMaterials, MaterialSet, Palette};
use crate::occupancy::chunk_cells::{ChunkCells, all_if};
use crate::occupancy::chunk_map::ChunkMap;
use crate::occupancy::snapshot::{StoredChunk, World};
use crate::occupancy::{CellState, Occupancy};

/// The question that a translated cell answers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reading {
    /// Free where the body may be. Unknown cells stay unknown.
    Clear,
    /// Free where something bears, or occupied there if any support will do; unknown where it may turn out so.
    Bearing,
    /// Occupied where a material is minded.
    Minded,
}

impl Reading {
    /// Returns the state outside the bounds.
    fn outside(self, outside: CellState, rules: &StanceRules) -> CellState {
        match (self, outside) {
            (Self::Clear, outside) => outside,
            (Self::Bearing, outside) => bearing_state(outside, rules),
            (Self::Minded, CellState::Unknown) if rules.minds_unknown_cells() => {
                CellState::Occupied
            }
            (Self::Minded, _) => CellState::Free,
        }
    }

    fn chunk(self, part: &Part<'_>, rules: &StanceRules) -> StoredChunk {
        let cells = match self {
            Self::Clear => clear_cells(part, rules),
            Self::Bearing => bearing_cells(part, rules),
            Self::Minded => minded_cells(part, rules),
        };
        StoredChunk::plain(cells, 0)
    }
}

/// Returns the state by which a cell of this state and of no material is written down.
fn bearing_state(state: CellState, rules: &StanceRules) -> CellState {
    let bears = match state {
        CellState::Unknown if rules.is_open() => return CellState::Unknown,
        other => other == CellState::Occupied,
    };
    if bears == rules.takes_any_support() {
        CellState::Occupied
    } else {
        CellState::Free
    }
}

/// Returns the world of the answers to a question.
pub(super) fn translated(
    occupancy: &Occupancy,
    rules: &StanceRules,
    reading: Reading,
) -> Occupancy {
    let world = &*occupancy.world;
    let unstored = Part::all(&world.unstored, &CellBox::EMPTY);
    let mut translated = Occupancy {
        world: Arc::new(World {
            unstored: reading.chunk(&unstored, rules),
            outside: reading.outside(world.outside, rules),
            chunks: ChunkMap::default(),
            palette: Palette::default(),
            ..world.clone()
        }),
    };
    let stored = world.chunks.chunks().map(|chunk| (chunk, chunk.cells()));
    update(&mut translated, occupancy, rules, reading, stored);
    translated
}

/// Brings what was translated up to date with the world: in each chunk, the rows where something changed.
pub(super) fn update(
    translated: &mut Occupancy,
    occupancy: &Occupancy,
    rules: &StanceRules,
    reading: Reading,
    changed: impl Iterator<Item = (ChunkCoord, CellBox)>,
) {
    let world = Arc::make_mut(&mut translated.world);
    for (chunk, changed) in changed {
        let inside = chunk.local(&world.bounds);
        let Some(stored) = occupancy.world.chunks.get(chunk) else {
            world.chunks.remove(chunk);
            continue;
        };
        let mut part = Part::all(stored, &inside);
        if let Some(before) = world.chunks.get(chunk) {
            part.before = Some(&before.cells);
            let [min, max] = [changed.min, changed.max].map(|corner| corner - chunk.origin());
            part.cells = CellBox::new(min.with_x(inside.min.x), max.with_x(inside.max.x));
        }
        let translated = reading.chunk(&part, rules);
        world.chunks.insert(chunk, translated);
    }
}

/// The rows of a chunk that are translated, and what the others were translated to before.
struct Part<'c> {
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
    fn made_of<'m>(&'m self, among: &'m MaterialSet) -> MaterialCells<'m> {
        let size = self.cells.size();
        match &self.stored.materials {
            None => MaterialCells::Nothing,
            Some(materials) if size.y * size.z <= MOST_SINGLE_ROWS => {
                MaterialCells::Rows(materials, among)
            }
            Some(materials) => {
                let mut rows = no_bits();
                materials.add_to(&mut rows, among);
                MaterialCells::All(rows)
            }
        }
    }

    /// Writes the cells by rows of what is occupied and what is unknown.
    fn written(
        &self,
        occupied: impl Fn(i32, i32) -> u64,
        unknown: impl Fn(i32, i32) -> u64,
    ) -> ChunkCells {
        let mut cells = match self.before {
            Some(before) => before.clone(),
            None => ChunkCells::Uniform(CellState::Free),
        };
        cells.write_rows(
            &self.cells,
            &self.inside,
            |y, z, _| occupied(y, z),
            |y, z, _| unknown(y, z),
        );
        cells.normalize(&self.inside);
        cells
    }

    /// Returns the cells of a row that are in a state.
    fn row(&self, state: CellState, y: i32, z: i32) -> u64 {
        self.stored.cells.row(state, y, z)
    }
}

/// The most rows that are asked for one by one; of more, all materials are read layer by layer.
const MOST_SINGLE_ROWS: u32 = 256;

/// The cells of a chunk that are made of some materials.
enum MaterialCells<'m> {
    Nothing,
    Rows(&'m ChunkMaterials, &'m MaterialSet),
    All(Box<Rows>),
}

impl MaterialCells<'_> {
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
fn clear_cells(part: &Part<'_>, rules: &StanceRules) -> ChunkCells {
    if part.stored.materials.is_none() {
        return part.stored.cells.clone();
    }
    let others = rules.entered.complement();
    let (entered, refused) = (part.made_of(&rules.entered), part.made_of(&others));
    let blocked = |y, z| {
        let occupied = part.row(CellState::Occupied, y, z);
        occupied & !entered.row(y, z) | refused.row(y, z)
    };
    part.written(blocked, |y, z| part.row(CellState::Unknown, y, z))
}

/// Returns a chunk with free cells where something bears, or occupied ones if any support will do; unknown
/// where it may turn out so.
fn bearing_cells(part: &Part<'_>, rules: &StanceRules) -> ChunkCells {
    let is_any = rules.takes_any_support();
    if let (ChunkCells::Uniform(state), None) = (&part.stored.cells, &part.stored.materials) {
        return ChunkCells::Uniform(bearing_state(*state, rules));
    }
    let all = MaterialSet::default().complement();
    let (said, borne) = (part.made_of(&all), part.made_of(&rules.bearing));
    let unknown = |y, z| part.row(CellState::Unknown, y, z) & all_if(rules.is_open());
    let written = |y, z| {
        let bearing = part.row(CellState::Occupied, y, z) & !said.row(y, z) | borne.row(y, z);
        (if is_any { bearing } else { !bearing }) & !unknown(y, z)
    };
    part.written(written, unknown)
}

/// Returns a chunk with occupied cells where a material is minded.
fn minded_cells(part: &Part<'_>, rules: &StanceRules) -> ChunkCells {
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
    let unknown = |y, z| part.row(CellState::Unknown, y, z) & all_if(unknown);
    part.written(|y, z| minded.row(y, z) | unknown(y, z), |_, _| 0)
}

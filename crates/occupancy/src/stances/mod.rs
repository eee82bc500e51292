//! The places where a body can be, and how: standing, swimming, climbing, or with room only.
//!
//! Everything is derived from a snapshot by words of 64 cells, chunk by chunk when first asked for,
//! and kept until something within a chunk's reach changes:
//!
//! ```text
//! clear     the cells that the body may cover            occupancy and materials, chunk by chunk
//! fits      every cell of the body is clear              dilation of what is not clear
//! footing   what is below the feet bears                 dilation, shifted along `up`
//! standing  fits and footing
//! swimming  fits, and the lowest cell of the anchor's column is liquid
//! climbing  fits, and some cell of the anchor's column can be climbed
//! minded    fits, and the body or the layer below it touches a material that the rules mind
//! ```
//!
//! Where the body stops before unknown cells, each of these may turn out free, occupied or of any material. A
//! stance is then *possible*: the body has it for some of these ways, each cell and each stance judged alone.
//! `unsure` says where it fits and rests, but need not: where a fall may go on. In every world that an unknown
//! one turns out to be, stances are possible ones, and the body falls only where that is possible.
//!
//! From these follows where ground is even (`even.rs`), level by level when first asked for.
//!
//! INVARIANT: `clear` and `bearing` hold a chunk for every one that `occupancy` stores; what `derived`
//! holds of a chunk is what [`derive`](derive::derive) gives for it.

mod derive;
mod even;
mod kept;
mod plane;
mod reader;
mod recent;
mod rules;
mod stance;
mod translate;

pub use even::{EvenReader, EvenRules, EvenRun, transpose};
pub use kept::RowKeeper;
pub use reader::StanceReader;
pub use rules::{StanceError, StanceRules, Support};
pub use stance::Stance;

use std::sync::{Arc, PoisonError, RwLock};

use glam::IVec3;

use crate::coordinates::{Axis, CellBox, ChunkCoord};
use crate::occupancy::Occupancy;
use crate::occupancy::chunk_map::ChunkMap;
use derive::ChunkStances;
use even::ChunkLevels;
use kept::KeptRows;

/// The places where a body can be in a snapshot of a world, and how.
///
/// Derived chunk by chunk when first asked for, by any number of threads; [`Stances::updated`] keeps
/// what an edit does not concern. Many questions in a row are answered faster by a
/// [reader](Stances::reader).
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{
///     CellBox, CellState, Footprint, Heading, OccupancyBuilder, Stance, StanceRules, Stances,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?;
/// builder.set_box(CellBox::new(IVec3::ZERO, IVec3::new(20, 20, 3)), CellState::Occupied)?;
/// let world = builder.commit();
/// let tall = Footprint::new(CellBox::from_size(IVec3::new(1, 1, 2)))?;
/// let stances = Stances::new(&world, &StanceRules::new(tall));
/// assert!(stances.at(IVec3::new(5, 5, 3)).has(Stance::STANDING));
/// assert_eq!(stances.at(IVec3::new(5, 5, 4)), Stance::FITS | Stance::UPRIGHT);
/// assert_eq!(stances.at(IVec3::new(5, 5, 19)), Stance::NONE, "the head would be outside");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Stances {
    occupancy: Occupancy,
    rules: StanceRules,
    /// The cells, free where the body may be.
    clear: Occupancy,
    /// The cells that bear, as free, or for [`Support::Any`] as occupied.
    bearing: Occupancy,
    /// The cells, occupied where a material is minded, if one is.
    minded: Option<Occupancy>,
    derived: RwLock<ChunkMap<Arc<ChunkStances>>>,
    /// Cells that are not even whatever is around them.
    uneven: Arc<[CellBox]>,
    levels: RwLock<ChunkMap<Arc<ChunkLevels>>>,
    kept: RwLock<ChunkMap<Arc<KeptRows>>>,
}

impl Stances {
    /// Returns the stances of a body in a world. Takes time by the chunks stored, a few
    /// microseconds each.
    #[must_use]
    pub fn new(occupancy: &Occupancy, rules: &StanceRules) -> Self {
        Self {
            occupancy: occupancy.clone(),
            clear: translate::clear(occupancy, rules),
            bearing: translate::bearing(occupancy, rules),
            minded: translate::minded(occupancy, rules),
            rules: rules.clone(),
            derived: RwLock::default(),
            uneven: Arc::default(),
            levels: RwLock::default(),
            kept: RwLock::default(),
        }
    }

    /// Returns the stances of the same body in another snapshot, made earlier, later or apart; only
    /// what the changes concern is derived anew.
    #[must_use]
    pub fn updated(&self, occupancy: &Occupancy) -> Self {
        let changes = occupancy.changes_since(&self.occupancy);
        if changes.is_total() {
            return Self::new(occupancy, &self.rules).with_uneven(self.uneven.clone());
        }
        let (mut clear, mut bearing) = (self.clear.clone(), self.bearing.clone());
        translate::update(&mut clear, occupancy, &changes, |part| {
            translate::clear_cells(part, &self.rules)
        });
        translate::update(&mut bearing, occupancy, &changes, |part| {
            translate::bearing_cells(part, &self.rules)
        });
        let mut minded = self.minded.clone();
        if let Some(minded) = &mut minded {
            translate::update(minded, occupancy, &changes, |part| {
                translate::minded_cells(part, &self.rules)
            });
        }
        let (mut derived, mut levels, mut kept) =
            (known(&self.derived), known(&self.levels), known(&self.kept));
        let reach = self.rules.reach();
        let even = self.rules.even.map_or(0, EvenRules::dependence);
        for cells in changes.boxes() {
            near(&cells, reach).for_each(|chunk| derived.remove(chunk));
            near(&cells, reach + even).for_each(|chunk| levels.remove(chunk));
            let kept_reach = self.rules.kept_reach();
            let reached = CellBox::new(cells.min - kept_reach, cells.max + kept_reach);
            lose(&mut kept, near(&cells, kept_reach), &reached);
        }
        Self {
            occupancy: occupancy.clone(),
            rules: self.rules.clone(),
            clear,
            bearing,
            minded,
            derived: RwLock::new(derived),
            uneven: self.uneven.clone(),
            levels: RwLock::new(levels),
            kept: RwLock::new(kept),
        }
    }

    /// Returns the same stances, with cells that count as uneven ground whatever is around them.
    #[doc(hidden)]
    #[must_use]
    pub fn with_uneven(self, uneven: Arc<[CellBox]>) -> Self {
        if uneven == self.uneven {
            return self;
        }
        let mut kept = known(&self.kept);
        let reach = self.rules.kept_reach();
        let is_alone = |cells: &&CellBox| uneven.contains(cells) != self.uneven.contains(cells);
        for cells in uneven.iter().chain(&*self.uneven).filter(is_alone) {
            // Boxes may be large: of the chunks of which something is kept those that they reach.
            let reached = CellBox::new(cells.min - reach, cells.max + reach);
            let is_near = |chunk: &ChunkCoord| !chunk.cells().intersection(&reached).is_empty();
            let chunks: Vec<_> = kept
                .iter()
                .map(|(chunk, _)| chunk)
                .filter(is_near)
                .collect();
            lose(&mut kept, chunks, &reached);
        }
        Self {
            uneven,
            levels: RwLock::default(),
            kept: RwLock::new(kept),
            ..self
        }
    }

    /// Returns the same stances, with nothing kept of any row of cells.
    #[doc(hidden)]
    #[must_use]
    pub fn without_kept(self) -> Self {
        Self {
            kept: RwLock::default(),
            ..self
        }
    }

    /// Reads what is kept of rows of cells.
    #[doc(hidden)]
    #[must_use]
    pub fn row_keeper(&self) -> RowKeeper<'_> {
        RowKeeper::new(self)
    }

    /// Returns the cells that count as uneven ground.
    #[doc(hidden)]
    #[must_use]
    pub fn uneven(&self) -> Arc<[CellBox]> {
        self.uneven.clone()
    }

    /// Reads where ground is even, if the rules say when it is.
    #[doc(hidden)]
    #[must_use]
    pub fn even_reader(&self) -> Option<EvenReader<'_>> {
        EvenReader::new(self)
    }

    /// Returns the snapshot that the stances are those of.
    #[must_use]
    pub fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    /// Returns the rules that decide where the body can be.
    #[must_use]
    pub fn rules(&self) -> &StanceRules {
        &self.rules
    }

    /// Returns the stance of the body at a cell; [`Stance::NONE`] outside the bounds.
    #[must_use]
    pub fn at(&self, cell: IVec3) -> Stance {
        self.reader().at(cell)
    }

    /// Answers many questions, of which those near each other cost a few nanoseconds.
    #[must_use]
    pub fn reader(&self) -> StanceReader<'_> {
        StanceReader::new(self)
    }

    /// Derives every chunk of the bounds that is not derived yet. For worlds of bounds that fit into
    /// memory, where the first searches are not to wait.
    pub fn derive_all(&self) {
        for chunk in self.occupancy.bounds().chunks() {
            let _ = self.chunk(chunk);
        }
    }

    /// Returns the bytes kept, without those of the snapshot itself.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let (derived, levels) = (known(&self.derived), known(&self.levels));
        let kept = known(&self.kept);
        let kept_bytes = kept.iter().map(|(_, chunk)| chunk.memory_bytes());
        let level_bytes = levels.iter().map(|(_, chunk)| chunk.memory_bytes());
        let minded = self.minded.as_ref();
        let chunks = derived.iter().map(|(_, chunk)| chunk.memory_bytes());
        size_of::<Self>()
            + self.clear.memory_bytes()
            + self.bearing.memory_bytes()
            + derived.memory_bytes()
            + chunks.sum::<usize>()
            + minded.map_or(0, Occupancy::memory_bytes)
            + levels.memory_bytes()
            + level_bytes.sum::<usize>()
            + kept.memory_bytes()
            + kept_bytes.sum::<usize>()
    }

    /// Returns the stances of a chunk.
    pub(crate) fn chunk(&self, chunk: ChunkCoord) -> Arc<ChunkStances> {
        let known = self.derived.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(chunk) {
            return known.clone();
        }
        drop(known);
        // Two threads may derive the same; both get equal answers.
        let derived = Arc::new(derive::derive(self, chunk));
        let mut known = self.derived.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(chunk, derived.clone());
        derived
    }

    /// Returns the levels of a chunk.
    fn levels_of(&self, chunk: ChunkCoord) -> Arc<ChunkLevels> {
        found_or_made(&self.levels, chunk, ChunkLevels::new)
    }

    /// Returns the kept rows of a chunk.
    fn kept_of(&self, chunk: ChunkCoord) -> Arc<KeptRows> {
        found_or_made(&self.kept, chunk, KeptRows::new)
    }

    /// Takes the cells that count as uneven out of those of a level, whose first cell is `first`.
    fn leave_out(&self, even: &mut [u64; 64], first: IVec3, [across, vertical]: [Axis; 2]) {
        let corner = IVec3::X * 64 + across.unit() * 64 + vertical.unit();
        let level = CellBox::new(first, first + corner);
        for cells in &*self.uneven {
            let cells = cells.intersection(&level);
            if cells.is_empty() {
                continue;
            }
            let [from, to] = [cells.min.x, cells.max.x].map(|x| x - first.x);
            let row = u64::MAX >> (64 - (to - from)) << from;
            let [from, to] = [cells.min, cells.max].map(|end| across.of(end - first));
            for word in from..to {
                even[word.unsigned_abs() as usize & 63] &= !row;
            }
        }
    }
}

/// Returns the entry of a chunk, made if there is none.
fn found_or_made<T>(
    chunks: &RwLock<ChunkMap<Arc<T>>>,
    chunk: ChunkCoord,
    made: impl FnOnce() -> T,
) -> Arc<T> {
    let known = chunks.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(chunk) {
        return known.clone();
    }
    drop(known);
    let mut known = chunks.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(chunk) {
        return known.clone();
    }
    let made = Arc::new(made());
    known.insert(chunk, made.clone());
    made
}

/// Returns the chunks within so many cells of a box.
fn near(cells: &CellBox, reach: i32) -> impl Iterator<Item = ChunkCoord> {
    CellBox::new(cells.min - reach, cells.max + reach).chunks()
}

/// Keeps nothing of the rows of some chunks that come into a box.
fn lose(
    kept: &mut ChunkMap<Arc<KeptRows>>,
    chunks: impl IntoIterator<Item = ChunkCoord>,
    reached: &CellBox,
) {
    for chunk in chunks {
        if let Some(rows) = kept.get(chunk) {
            let [min, max] = [reached.min, reached.max].map(|corner| corner - chunk.origin());
            kept.insert(chunk, Arc::new(rows.without(&CellBox { min, max })));
        }
    }
}

fn known<T: Clone>(chunks: &RwLock<ChunkMap<T>>) -> ChunkMap<T> {
    let known = chunks.read().unwrap_or_else(PoisonError::into_inner);
    known.clone()
}

impl Clone for Stances {
    /// Costs a few pointers.
    fn clone(&self) -> Self {
        Self {
            occupancy: self.occupancy.clone(),
            rules: self.rules.clone(),
            clear: self.clear.clone(),
            bearing: self.bearing.clone(),
            minded: self.minded.clone(),
            derived: RwLock::new(known(&self.derived)),
            uneven: self.uneven.clone(),
            levels: RwLock::new(known(&self.levels)),
            kept: RwLock::new(known(&self.kept)),
        }
    }
}

//! The places where a body can be, and how: standing, swimming, climbing, or with room only.
//!
//! Everything is derived from a snapshot by words of 64 cells, chunk by chunk when first asked for, and kept. An edit has
//! only the rows within its reach derived again:
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
//! `unsure` reports where it fits and rests, but need not: where a fall may go on. In every world that an unknown
//! one turns out to be, stances are possible ones, and the body falls only where that is possible.
//!
//! From these follows where ground is even (`even.rs`), level by level when first asked for.
//!
//! INVARIANT: `clear` and `bearing` hold a chunk for every one that `occupancy` stores; what `derived`
//! holds of a chunk is what [`derive`](derive::derive) gives for it.

mod derive;
mod even;
mod kept;
mod planes;
mod reader;
mod recent;
mod rules;
mod stance;
mod translate;
mod work;

pub use even::{EvenReader, EvenRules, EvenRun};
pub use kept::{SPAN, SpanKeeper};
pub use reader::StanceReader;
pub use rules::{StanceError, StanceRules, Support};
pub use stance::Stance;

use std::sync::Arc;

use glam::IVec3;

use crate::coordinates::{Axis, CellBox, ChunkCoord, mask};
use crate::derived::{Derived, Renewed};
use crate::occupancy::Occupancy;
use derive::ChunkStances;
use even::ChunkLevels;
use kept::KeptSpans;
use planes::Planes;
use translate::Reading;

/// The places where a body can be in a snapshot of a world, and how.
///
/// Derived chunk by chunk when first asked for, by any number of threads; [`StanceMap::updated`] keeps
/// what an edit does not concern. Many questions in a row are answered faster by a
/// [reader](StanceMap::reader).
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{
///     CellBox, CellState, Footprint, Heading, OccupancyBuilder, Stance, StanceRules, StanceMap,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?;
/// builder.set_box(CellBox::new(IVec3::ZERO, IVec3::new(20, 20, 3)), CellState::Occupied)?;
/// let world = builder.commit();
/// let tall = Footprint::new(CellBox::from_size(IVec3::new(1, 1, 2)))?;
/// let stances = StanceMap::new(&world, &StanceRules::new(tall));
/// assert!(stances.at(IVec3::new(5, 5, 3)).has(Stance::STANDING));
/// assert_eq!(stances.at(IVec3::new(5, 5, 4)), Stance::FITS | Stance::UPRIGHT);
/// assert_eq!(stances.at(IVec3::new(5, 5, 19)), Stance::NONE, "the head would be outside");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A clone costs a few pointers and shares what is derived, whichever of the two derives it first.
#[derive(Clone, Debug)]
pub struct StanceMap {
    occupancy: Occupancy,
    rules: StanceRules,
    /// The cells, free where the body may be.
    clear: Occupancy,
    /// The cells that bear, as free, or where any of several will do as occupied.
    bearing: Occupancy,
    /// The cells, occupied where a material is minded, if one is.
    minded: Option<Occupancy>,
    derived: Derived<Renewed<Arc<ChunkStances>>>,
    /// Cells that are not even whatever is around them.
    uneven: Arc<[CellBox]>,
    levels: Derived<ChunkLevels>,
    kept: Derived<KeptSpans>,
    planes: Planes,
}

impl StanceMap {
    /// Returns the stances of a body in a world. Takes time by the chunks stored, a few
    /// microseconds each.
    #[must_use]
    pub fn new(occupancy: &Occupancy, rules: &StanceRules) -> Self {
        let translated = |reading| translate::translated(occupancy, rules, reading);
        Self {
            occupancy: occupancy.clone(),
            clear: translated(Reading::Clear),
            bearing: translated(Reading::Bearing),
            minded: rules.minds_any().then(|| translated(Reading::Minded)),
            rules: rules.clone(),
            derived: Derived::default(),
            uneven: Arc::default(),
            levels: Derived::default(),
            kept: Derived::default(),
            planes: Planes::default(),
        }
    }

    /// Returns the stances of the same body in another snapshot, made earlier, later or apart; only
    /// what the changes concern is derived again.
    #[must_use]
    pub fn updated(&self, occupancy: &Occupancy) -> Self {
        let changes = occupancy.changes_since(&self.occupancy);
        if changes.is_total() {
            return Self::new(occupancy, &self.rules).with_uneven(self.uneven.clone());
        }
        let rules = &self.rules;
        let again = |before: &Occupancy, reading| {
            let mut translated = before.clone();
            let chunks = changes.chunks().zip(changes.boxes());
            translate::update(&mut translated, occupancy, rules, reading, chunks);
            translated
        };
        let even = rules.even.map_or(0, EvenRules::dependence);
        let reach = rules.reach();
        Self {
            occupancy: occupancy.clone(),
            rules: rules.clone(),
            clear: again(&self.clear, Reading::Clear),
            bearing: again(&self.bearing, Reading::Bearing),
            minded: (self.minded.as_ref()).map(|minded| again(minded, Reading::Minded)),
            derived: (self.derived).after_edit(changes.parts(), reach, Renewed::after_edit),
            uneven: self.uneven.clone(),
            levels: self
                .levels
                .after_edit(changes.boxes(), reach + even, |_, _| None),
            kept: self.kept_after_edit(changes.parts()),
            planes: self.planes.after_edit(changes.boxes(), reach),
        }
    }

    /// Returns the kept spans but for those that depend on a cell of some boxes.
    fn kept_after_edit(&self, boxes: impl Iterator<Item = CellBox>) -> Derived<KeptSpans> {
        let left = |spans: &KeptSpans, reached: &CellBox| Some(spans.without(reached));
        self.kept.after_edit(boxes, self.rules.kept_reach(), left)
    }

    /// Returns the same stances, with cells that count as uneven ground whatever is around them.
    #[must_use]
    pub fn with_uneven(self, uneven: Arc<[CellBox]>) -> Self {
        if uneven == self.uneven {
            return self;
        }
        let is_alone = |cells: &&CellBox| uneven.contains(cells) != self.uneven.contains(cells);
        let alone = uneven.iter().chain(&*self.uneven).filter(is_alone);
        Self {
            kept: self.kept_after_edit(alone.copied()),
            levels: Derived::default(),
            uneven,
            ..self
        }
    }

    /// Returns the same stances, with nothing kept of any span of cells.
    #[must_use]
    pub fn without_kept(self) -> Self {
        Self {
            kept: Derived::default(),
            ..self
        }
    }

    /// Returns a reader of what is kept of spans of cells.
    #[must_use]
    pub fn span_keeper(&self) -> SpanKeeper<'_> {
        SpanKeeper::new(self)
    }

    /// Returns the cells that count as uneven ground.
    #[must_use]
    pub fn uneven(&self) -> Arc<[CellBox]> {
        self.uneven.clone()
    }

    /// Reads where ground is even, if the rules say when it is.
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
        let minded = self.minded.as_ref();
        let of_chunk = |chunk: &Renewed<Arc<ChunkStances>>| {
            size_of_val(chunk) + chunk.held().map_or(0, |stances| stances.memory_bytes())
        };
        size_of::<Self>()
            + self.clear.memory_bytes()
            + self.bearing.memory_bytes()
            + minded.map_or(0, Occupancy::memory_bytes)
            + self.derived.memory_bytes(of_chunk)
            + self.levels.memory_bytes(ChunkLevels::memory_bytes)
            + self.kept.memory_bytes(KeptSpans::memory_bytes)
            + self.planes.memory_bytes()
    }

    /// Returns the stances of a chunk.
    pub(crate) fn chunk(&self, chunk: ChunkCoord) -> Arc<ChunkStances> {
        let derive = |before| Arc::new(derive::derive(self, chunk, before));
        self.derived.of(chunk, Renewed::default).of(derive).clone()
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
            let row = mask(from, to);
            let [from, to] = [cells.min, cells.max].map(|end| across.of(end - first));
            for word in from..to {
                even[word.unsigned_abs() as usize & 63] &= !row;
            }
        }
    }
}

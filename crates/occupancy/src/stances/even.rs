//! Even ground: cells around which an agent walks as on a plane.
//!
//! A cell is *on the plane* where the body stands upright and in nothing that the rules mind, so that a
//! walk onto it costs what it always does. It is *even* if all of its moves are walks to cells on the
//! plane at its height: every cell within reach stands like that or is a wall, and nothing near can be
//! stepped up or dropped to, swum in or climbed. A neighbor of an even cell is either on the plane or a
//! wall, which is what jump point search needs. Ground of unknown cells, through which the body may fall, is
//! not even. The stops of runs are kept by words:
//!
//! ```text
//! plane   bit x of word q: the cell is on the plane          x, q: the axes of a level, x that of words
//! even    bit x of word q
//! along   bit x of word q: a run along x ends here           for each way along x
//! across  bit q of word x: a run along q ends here           for each way along q
//! ```
//!
//! A run ends where the ground is not even, which is so of walls, and at forced neighbors: a wall
//! next to the cell before and none next to this one (corners are not cut).
//!
//! INVARIANT: a level is a function of the stances of the cells within the rules' reach.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "places in a chunk are below 64"
)]

use std::sync::OnceLock;

use glam::IVec3;

use super::StanceMap;
use super::reader::StanceReader;
use super::recent::RecentChunks;
use super::stance::Stance;
use crate::coordinates::{Axis, CellBox, ChunkCoord, Heading, Sign};
use crate::traversability::transpose;

/// The distances over which even ground has to be even, in cells.
///
/// [`EvenReader`] has an example.
///
/// ```
/// use voxnav_occupancy::even::EvenRules;
/// use voxnav_occupancy::{Footprint, StanceRules};
///
/// // A body that steps one cell up or down, and one cell a move.
/// let even = EvenRules { above: 1, below: 1, reach: 1, over: 1 };
/// let rules = StanceRules::new(Footprint::ONE).even(Some(even));
/// # let _ = rules;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvenRules {
    /// The height up to which no cell within reach holds the body, in cells.
    pub above: u8,
    /// The depth down to which no cell within reach holds the body, in cells.
    pub below: u8,
    /// The distance that the agent gets by a move, in cells, at least 1 and at most 16.
    pub reach: u8,
    /// The height above the ground, in cells, up to which a wall has no place for the body, so that
    /// the agent gets over none.
    pub over: u8,
}

impl EvenRules {
    /// Returns the distance from which the even cells of a chunk depend on the stances of others,
    /// in cells.
    pub(super) fn dependence(self) -> i32 {
        let height = self.above.max(self.below).max(self.over).max(1);
        i32::from(height.max(self.reach)) + 1
    }
}

/// Words of a level of a chunk.
type Words = [u64; 64];

/// The cells of a chunk at one height.
#[derive(Debug)]
struct Level {
    plane: Words,
    even: Words,
    /// The ends of runs along x: toward larger x, then smaller.
    along: [Words; 2],
    /// The ends of runs along q: toward larger q, then smaller.
    across: [Words; 2],
}

/// The levels of a chunk that were asked for.
#[derive(Debug)]
pub(crate) struct ChunkLevels {
    levels: [OnceLock<Box<Level>>; 64],
}

impl ChunkLevels {
    pub(super) fn new() -> Self {
        Self {
            levels: [const { OnceLock::new() }; 64],
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let known = self.levels.iter().filter_map(OnceLock::get).count();
        size_of::<Self>() + known * size_of::<Level>()
    }
}

/// The end of a run over even ground.
///
/// ```
/// use voxnav_occupancy::even::EvenRun;
///
/// // A wall in the fourth cell from the start: the third is the last one to walk on.
/// let run = EvenRun { cells: 4, is_open: false };
/// let walked = if run.is_open { run.cells } else { run.cells - 1 };
/// assert_eq!(walked, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvenRun {
    /// The distance of the end, in cells.
    pub cells: i32,
    /// True if the agent can be at the end; otherwise the end is a wall, and the cell before was
    /// the last.
    pub is_open: bool,
}

/// Reads where ground is even, and remembers the chunks that it read last.
///
/// ```
/// use voxnav_occupancy::even::{EvenReader, EvenRules, EvenRun};
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{
///     Axis, CellBox, CellState, Footprint, Heading, OccupancyBuilder, Sign, StanceRules, StanceMap,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(32, 32, 4)))?;
/// builder.set_box(CellBox::from_size(IVec3::new(32, 32, 1)), CellState::Occupied)?;
/// let up = Heading { axis: Axis::Z, sign: Sign::Positive };
/// let even = EvenRules { above: 1, below: 1, reach: 1, over: 1 };
/// let rules = StanceRules::new(Footprint::ONE).up(up).even(Some(even));
/// let stances = StanceMap::new(&builder.commit(), &rules);
/// let mut ground: EvenReader = stances.even_reader().ok_or("z is up, so there is a reader")?;
/// let start = IVec3::new(5, 5, 1);
/// assert!(ground.is_even(start) && !ground.is_even(start + IVec3::Z));
/// let east = Heading { axis: Axis::X, sign: Sign::Positive };
/// assert_eq!(ground.run(start, east, 9), EvenRun { cells: 9, is_open: true });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EvenReader<'s> {
    stances: &'s StanceMap,
    reader: StanceReader<'s>,
    bounds: CellBox,
    rules: EvenRules,
    /// The axis that is not x and not up, and up.
    axes: [Axis; 2],
    recent: RecentChunks<ChunkLevels>,
}

impl<'s> EvenReader<'s> {
    /// Returns a reader; `None` where no ground is even for the body: see
    /// [`StanceRules::even`](super::StanceRules::even).
    pub(super) fn new(stances: &'s StanceMap) -> Option<Self> {
        let rules = stances.rules.even?;
        let vertical = stances.rules.up.axis;
        let across = match vertical {
            Axis::X => return None,
            Axis::Y => Axis::Z,
            Axis::Z => Axis::Y,
        };
        Some(Self {
            stances,
            reader: stances.reader(),
            bounds: stances.occupancy.bounds(),
            rules,
            axes: [across, vertical],
            recent: RecentChunks::none(),
        })
    }

    /// Returns whether the ground around a cell is even.
    #[inline]
    pub fn is_even(&mut self, cell: IVec3) -> bool {
        let [x, q] = self.place(cell);
        self.level(cell)
            .is_some_and(|level| level.even[q] >> x & 1 != 0)
    }

    /// Returns the cells of even ground in the row of 64 cells along x that a cell is in.
    #[inline]
    pub fn row(&mut self, cell: IVec3) -> u64 {
        // Some cell of the row that is within the bounds, if there is one.
        let inside = cell.with_x((cell.x & !63).max(self.bounds.min.x));
        if ChunkCoord::of(inside) != ChunkCoord::of(cell) {
            return 0;
        }
        let [_, q] = self.place(inside);
        self.level(inside).map_or(0, |level| level.even[q])
    }

    /// Returns whether the body stands on a cell as on a plane.
    #[inline]
    pub fn is_on_plane(&mut self, cell: IVec3) -> bool {
        let [x, q] = self.place(cell);
        self.level(cell)
            .is_some_and(|level| level.plane[q] >> x & 1 != 0)
    }

    /// Returns the place of a cell on its level: the bit of its word, and the word.
    #[inline]
    fn place(&self, cell: IVec3) -> [usize; 2] {
        [cell.x, self.axes[0].of(cell)].map(local)
    }

    /// Follows a run from an even cell, or from one on the plane, for at most `most` cells, which are
    /// then open.
    #[inline]
    pub fn run(&mut self, from: IVec3, heading: Heading, most: i32) -> EvenRun {
        let (step, way) = (heading.step(), usize::from(heading.sign == Sign::Negative));
        let is_along = heading.axis == Axis::X;
        let mut cells = 1;
        while cells < most {
            let at = from + step * cells;
            let [x, q] = self.place(at);
            let Some(level) = self.level(at) else {
                let is_open = false;
                return EvenRun { cells, is_open };
            };
            let (word, bit) = if is_along {
                (level.along[way][q], x)
            } else {
                (level.across[way][x], q)
            };
            let (ahead, left) = match heading.sign {
                Sign::Positive => ((word >> bit).trailing_zeros(), 64 - bit),
                Sign::Negative => ((word << (63 - bit)).leading_zeros(), bit + 1),
            };
            // Both are at most 64.
            let (ahead, left) = (ahead.cast_signed(), left as i32);
            if ahead >= left {
                cells += left;
                continue;
            }
            cells += ahead;
            if cells > most {
                break;
            }
            let is_open = self.is_on_plane(from + step * cells);
            return EvenRun { cells, is_open };
        }
        EvenRun {
            cells: most,
            is_open: most > 1 || self.is_on_plane(from + step),
        }
    }

    /// Returns the level of a cell, if that is within the bounds.
    #[inline]
    fn level(&mut self, cell: IVec3) -> Option<&Level> {
        if !self.bounds.contains(cell) {
            return None;
        }
        let chunk = ChunkCoord::of(cell);
        let Self {
            stances,
            reader,
            rules,
            axes,
            recent,
            ..
        } = self;
        let levels = recent.of(chunk, || stances.levels.of(chunk, ChunkLevels::new));
        let height = axes[1].of(cell);
        let level = levels.levels[local(height)].get_or_init(|| {
            let first = chunk.origin() + axes[1].unit() * (height & 63);
            Box::new(derived(stances, reader, *rules, *axes, first))
        });
        Some(level)
    }
}

/// Returns the place of a cell in its chunk along an axis.
#[inline]
fn local(at: i32) -> usize {
    (at & 63).unsigned_abs() as usize
}

/// Rows of a level and those within reach on either side.
const MOST_ROWS: usize = 64 + 2 * 16;

/// A word with those of the chunks before and after it.
type Wide = [u64; 3];

/// The place of the word of the chunk itself.
const OWN: usize = 1;

/// Returns the word whose bits are those `cells` further along x.
#[inline]
fn shifted(wide: &Wide, cells: i32) -> u64 {
    let [before, here, after] = *wide;
    match cells {
        0 => here,
        1.. => here >> cells | after << (64 - cells),
        _ => here << -cells | before >> (64 + cells),
    }
}

/// Derives the level of a chunk whose first cell is `first`.
///
/// Most cells of uneven ground are ruled out by the words of their own row, and what is around these is not read.
fn derived(
    stances: &StanceMap,
    reader: &mut StanceReader<'_>,
    rules: EvenRules,
    [across, vertical]: [Axis; 2],
    first: IVec3,
) -> Level {
    let mut around = Around {
        reader,
        rules,
        up: stances.rules.up.step(),
        across: across.unit(),
        first,
        planes: [[None; 3]; MOST_ROWS],
        fine: [[None; 3]; MOST_ROWS],
    };
    let mut level = Level {
        plane: std::array::from_fn(|word| around.plane(word as i32, OWN)),
        even: std::array::from_fn(|word| around.even(word as i32)),
        along: [[u64::MAX; 64]; 2],
        across: [[u64::MAX; 64]; 2],
    };
    stances.leave_out(&mut level.even, first, [across, vertical]);
    for word in 0..64 {
        let even = level.even[word];
        if even == 0 {
            continue;
        }
        let [before, here, after] = [-1, 0, 1].map(|side| around.wide_plane(word as i32 + side));
        // A wall beside the cell before, and none beside this one.
        let turns = |beside: &Wide, before| !shifted(beside, before) & shifted(beside, 0);
        for (way, back) in [-1, 1].into_iter().enumerate() {
            level.along[way][word] = !even | turns(&before, back) | turns(&after, back);
        }
        for (way, last) in [before, after].into_iter().enumerate() {
            let turns = |side| !shifted(&last, side) & shifted(&here, side);
            level.across[way][word] = !even | turns(1) | turns(-1);
        }
    }
    level.across.iter_mut().for_each(transpose);
    level
}

/// The words of the rows in and around a level, each read once: by row, from the farthest within reach on, then for
/// the chunk before, the own one and the one after along x.
struct Around<'r, 's> {
    reader: &'r mut StanceReader<'s>,
    rules: EvenRules,
    up: IVec3,
    across: IVec3,
    /// The first cell of the level.
    first: IVec3,
    planes: [[Option<u64>; 3]; MOST_ROWS],
    fine: [[Option<u64>; 3]; MOST_ROWS],
}

impl Around<'_, '_> {
    /// Returns the distance that is looked at, in cells.
    fn reach(&self) -> i32 {
        i32::from(self.rules.reach.clamp(1, 16))
    }

    /// Returns the first cell of a word.
    fn cell(&self, row: i32, side: usize) -> IVec3 {
        self.first + self.across * row + IVec3::X * (64 * (side as i32 - 1))
    }

    /// Returns the place of the words of a row.
    fn place(&self, row: i32) -> usize {
        (row + self.reach()).unsigned_abs() as usize % MOST_ROWS
    }

    /// Returns the cells of a word that are on the plane.
    fn plane(&mut self, row: i32, side: usize) -> u64 {
        let place = self.place(row);
        if let Some(known) = self.planes[place][side] {
            return known;
        }
        let (cell, reader) = (self.cell(row, side), &mut *self.reader);
        let on_plane = reader.row(cell, Stance::STANDING)
            & reader.row(cell, Stance::UPRIGHT)
            & !reader.row(cell, Stance::MINDED);
        *self.planes[place][side].insert(on_plane)
    }

    /// Returns the cells of a row that are on the plane, with those of the chunks before and after.
    fn wide_plane(&mut self, row: i32) -> Wide {
        std::array::from_fn(|side| self.plane(row, side))
    }

    /// Returns the cells of a word whose neighbors may be even.
    fn fine(&mut self, row: i32, side: usize) -> u64 {
        let place = self.place(row);
        if let Some(known) = self.fine[place][side] {
            return known;
        }
        let on_plane = self.plane(row, side);
        let (cell, up, rules) = (self.cell(row, side), self.up, self.rules);
        let reader = &mut *self.reader;
        let over = (1..=i32::from(rules.over)).fold(0, |all, height| {
            all | reader.row(cell + up * height, Stance::UPRIGHT)
        });
        let wall = !(reader.row(cell, Stance::FITS) | over);
        // Who stands only if unknown cells turn out so may also fall.
        let unsure = reader.row(cell, Stance::UNSURE);
        let heights =
            (1..=i32::from(rules.above)).chain((1..=i32::from(rules.below)).map(|down| -down));
        let fine = heights.fold((on_plane | wall) & !unsure, |fine, height| match fine {
            0 => 0,
            _ => fine & !reader.row(cell + up * height, Stance::HELD),
        });
        *self.fine[place][side].insert(fine)
    }

    /// Returns the even cells of a row of the level.
    fn even(&mut self, row: i32) -> u64 {
        let on_plane = self.plane(row, OWN);
        let alone = self.fine_within_reach(row, on_plane, [false; 2]);
        if alone == 0 {
            return 0;
        }
        let (cell, up, reader) = (self.cell(row, OWN), self.up, &mut *self.reader);
        let held_otherwise = reader.row(cell, Stance::SWIMMING | Stance::CLIMBING)
            | reader.row(cell + up, Stance::CLIMBING)
            | reader.row(cell - up, Stance::CLIMBING);
        let reach = self.reach();
        let mut even = alone & !held_otherwise;
        for beside in row - reach..=row + reach {
            let [low, high] = [even << (64 - reach), even >> (64 - reach)];
            even = self.fine_within_reach(beside, even, [low, high].map(|ends| ends != 0));
        }
        even
    }

    /// Returns the cells, among some, within whose reach along x all cells of a row are fine, taking those of the
    /// chunks before and after to be so unless they are asked.
    fn fine_within_reach(&mut self, row: i32, among: u64, [before, after]: [bool; 2]) -> u64 {
        if among == 0 {
            return 0;
        }
        let mut wide = [u64::MAX; 3];
        for (side, is_asked) in [before, true, after].into_iter().enumerate() {
            if is_asked {
                wide[side] = self.fine(row, side);
            }
        }
        let reach = self.reach();
        (-reach..=reach).fold(among, |all, cells| all & shifted(&wide, cells))
    }
}

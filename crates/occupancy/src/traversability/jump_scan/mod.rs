//! Straight runs, scanned 64 cells at a time.
//!
//! A run goes from a cell along one axis for as long as nothing about the eight adjacent rows can
//! matter to a search. Where all are traversable it is the world, not the run, that is uniform;
//! what ends a run is a *jump point*: a cell where an adjacent row changes from blocked to traversable
//! (a *turn*), so that a detour around the blocked part may start there: it has a forced neighbor.
//!
//! # References
//!
//! Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011; Nobes,
//! Harabor, Wybrow and Walsh, "The Jump Point Search Pathfinding System in 3D", `SoCS` 2022.

mod bit_order;
mod layer;
mod plane_reader;
mod repeated;

use glam::IVec3;

use super::{CENTER_ROW, Traversability};
use crate::coordinates::{Axis, ChunkCoord, Heading, Sign};
use bit_order::{Ascending, BitOrder, Descending};
pub(super) use layer::Layer;
pub use plane_reader::{PlaneReader, Reach};

/// Chunks that one scan crosses.
const MOST_CHUNKS: u32 = 16;

/// The reason why a jump scan ended.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::runs::{ForcedRule, ScanEnd, ScanMask};
/// use voxnav_occupancy::{
///     Axis, CellBox, Heading, OccupancyBuilder, Sign, Traversability, UnknownPolicy,
/// };
///
/// let row = CellBox::from_size(IVec3::new(5000, 1, 1));
/// let world = OccupancyBuilder::new(row)?.commit();
/// let world = Traversability::new(&world, UnknownPolicy::Free);
/// let east = Heading { axis: Axis::X, sign: Sign::Positive };
/// let mask = ScanMask::new(east, ForcedRule::BesideOpen, |_| true);
/// let run = world.run(IVec3::ZERO, east, &mask);
/// assert_eq!(run.end, ScanEnd::Unfinished);
/// let rest = world.run(IVec3::X * 4500, east, &mask);
/// assert_eq!((rest.length, rest.end), (499, ScanEnd::Blocked));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanEnd {
    /// The run ends at a jump point: paths may leave it there, toward a forced neighbor.
    JumpPoint,
    /// The run ends in front of a blocked cell, with no turn on the way.
    Blocked,
    /// The run goes on: the scan stopped to report after a thousand cells, or after two chunks for
    /// [`Reach::Near`], and can go on from the last cell. Keeps the work of one call bounded in
    /// worlds without end.
    Unfinished,
}

/// The result of a jump scan: a straight run of traversable cells.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::runs::{ForcedRule, JumpScan, ScanEnd, ScanMask};
/// use voxnav_occupancy::{
///     Axis, CellBox, CellState, Heading, OccupancyBuilder, Sign, Traversability, UnknownPolicy,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(64, 2, 1)))?;
/// builder.set(IVec3::new(9, 1, 0), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let east = Heading { axis: Axis::X, sign: Sign::Positive };
/// let mask = ScanMask::new(east, ForcedRule::BesideOpen, |_| true);
/// // The first cell behind the blocked one, from which a path may turn into the other row.
/// let found = JumpScan { length: 10, end: ScanEnd::JumpPoint };
/// assert_eq!(world.run(IVec3::ZERO, east, &mask), found);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpScan {
    /// Moves from the start to the last cell of the run.
    pub length: u32,
    /// The reason why that cell is the last.
    pub end: ScanEnd,
}

/// The rule for forced neighbors: which cell is the jump point where a row adjacent to a run changes from blocked to
/// traversable.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::runs::{ForcedRule, ScanMask};
/// use voxnav_occupancy::{
///     Axis, CellBox, CellState, Heading, OccupancyBuilder, Sign, Traversability, UnknownPolicy,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(64, 2, 1)))?;
/// builder.set(IVec3::new(9, 1, 0), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let east = Heading { axis: Axis::X, sign: Sign::Positive };
/// let length = |rule| world.run(IVec3::ZERO, east, &ScanMask::new(east, rule, |_| true)).length;
/// assert_eq!(length(ForcedRule::BesideOpen), 10);
/// assert_eq!(length(ForcedRule::BesideBlocked), 9);
/// assert_eq!(length(ForcedRule::Either), 9);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedRule {
    /// The first cell next to the traversable part: where moves may not cut corners.
    BesideOpen,
    /// The last cell next to the blocked part: where a diagonal may slip past the corner.
    BesideBlocked,
    /// The first of the two that a run reaches.
    Either,
}

impl ForcedRule {
    /// Returns the place behind the last cell of the run, given the places where an adjacent row turns traversable;
    /// more than 64 if none ends it.
    #[inline]
    fn first_stop<O: BitOrder>(self, turns: u64, start: u32, floor: u32) -> u32 {
        let beside_open = || O::first(turns & O::mask_from(start)) + 1;
        let beside_blocked = || match O::first(turns & O::mask_from(floor)) {
            64 => 65,
            turn => turn,
        };
        match self {
            Self::BesideOpen => beside_open(),
            Self::BesideBlocked => beside_blocked(),
            Self::Either => beside_open().min(beside_blocked()),
        }
    }
}

/// The rows adjacent to a run that a jump scan watches for forced neighbors.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::runs::{ForcedRule, ScanEnd, ScanMask};
/// use voxnav_occupancy::{
///     Axis, CellBox, CellState, Heading, OccupancyBuilder, Sign, Traversability, UnknownPolicy,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(64, 2, 1)))?;
/// builder.set(IVec3::new(9, 1, 0), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let east = Heading { axis: Axis::X, sign: Sign::Positive };
/// // The row with the blocked cell is at the larger y, so it is not watched.
/// let mask = ScanMask::new(east, ForcedRule::BesideOpen, |row| row.y <= 0);
/// let run = world.run(IVec3::ZERO, east, &mask);
/// assert_eq!((run.length, run.end), (63, ScanEnd::Blocked));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanMask {
    unwatched: [u64; 9],
    /// True if all eight rows are watched.
    watches_all: bool,
    rule: ForcedRule,
}

impl ScanMask {
    /// Watches those of the eight rows adjacent to a run along `heading` whose offset from the run `watched` accepts.
    pub fn new(heading: Heading, rule: ForcedRule, watched: impl Fn(IVec3) -> bool) -> Self {
        let [u, v] = heading.axis.others();
        let mut unwatched = [u64::MAX; 9];
        for (index, mask) in unwatched.iter_mut().enumerate() {
            let (du, dv) = (index as i32 % 3 - 1, index as i32 / 3 - 1);
            if index != CENTER_ROW && watched(u.unit() * du + v.unit() * dv) {
                *mask = 0;
            }
        }
        let watched = (0..9).filter(|&index| unwatched[index] == 0);
        Self {
            unwatched,
            watches_all: watched.count() == 8,
            rule,
        }
    }

    /// Returns the places at which one of the watched rows turns traversable.
    #[inline]
    fn turns<O: BitOrder>(&self, rows: &[u64; 9], before: &[u64; 9]) -> u64 {
        if self.watches_all {
            return turns::<O, 9>(rows, before);
        }
        let watched = |rows: &[u64; 9]| -> [u64; 9] {
            std::array::from_fn(|index| rows[index] | self.unwatched[index])
        };
        turns::<O, 9>(&watched(rows), &watched(before))
    }
}

/// Returns the places at which one of the rows turns traversable. The run itself may be among them:
/// it turns behind blocked cells only, where no run gets.
#[inline]
fn turns<O: BitOrder, const N: usize>(rows: &[u64; N], before: &[u64; N]) -> u64 {
    let turn = |row: u64, before: u64| row & !(O::advance(row) | O::last(before));
    let pairs = rows.iter().zip(before);
    pairs.fold(0, |turns, (&row, &before)| turns | turn(row, before))
}

/// The rows that a scan looks at in the chunks that it comes through.
trait Lookout<const N: usize> {
    /// Returns the rows adjacent to the run, with the run in the middle.
    fn rows(&self, chunk: ChunkCoord) -> [u64; N];

    /// Returns the same rows; `None` if it is known without a look at them that all are traversable
    /// from a place on.
    #[inline]
    fn rows_unless_open<O: BitOrder>(&self, chunk: ChunkCoord, start: u32) -> Option<[u64; N]> {
        let _ = start;
        Some(self.rows(chunk))
    }

    /// Returns the places at which one of the watched rows turns traversable.
    fn turns<O: BitOrder>(&self, rows: &[u64; N], before: &[u64; N]) -> u64;
}

/// All rows around a run, of which some are watched.
struct Around<'w> {
    world: &'w Traversability,
    axis: Axis,
    row: [i32; 2],
    watch: &'w ScanMask,
}

impl Lookout<9> for Around<'_> {
    #[inline]
    fn rows(&self, chunk: ChunkCoord) -> [u64; 9] {
        let entry = self.world.entry(chunk);
        self.world.rows_around(chunk, entry, self.axis, self.row)
    }

    #[inline]
    fn rows_unless_open<O: BitOrder>(&self, chunk: ChunkCoord, start: u32) -> Option<[u64; 9]> {
        let entry = self.world.entry(chunk);
        let [u, v] = self.row;
        let open = entry.open_blocks_along(self.axis, u, v);
        let is_open = O::from_order_on(open, start / 8);
        (!is_open).then(|| self.world.rows_around(chunk, entry, self.axis, self.row))
    }

    #[inline]
    fn turns<O: BitOrder>(&self, rows: &[u64; 9], before: &[u64; 9]) -> u64 {
        self.watch.turns::<O>(rows, before)
    }
}

impl Traversability {
    /// Returns the run from `from`, which must be traversable, along `heading`.
    ///
    /// # Complexity
    ///
    /// A word operation on nine rows for every 64 cells, less where blocks of cells are known to be open;
    /// at most 16 chunks.
    #[must_use]
    #[inline]
    pub fn run(&self, from: IVec3, heading: Heading, watch: &ScanMask) -> JumpScan {
        let axis = heading.axis;
        let lookout = Around {
            world: self,
            axis,
            row: axis.others().map(|other| other.of(from & 63)),
            watch,
        };
        match heading.sign {
            Sign::Positive => {
                scan::<Ascending, 9>(from, heading, watch.rule, &lookout, MOST_CHUNKS)
            }
            Sign::Negative => {
                scan::<Descending, 9>(from, heading, watch.rule, &lookout, MOST_CHUNKS)
            }
        }
    }
}

/// Returns the moves from the place before `start` to the end of a run in its row of a chunk, and the reason
/// for the end, if the run ends there. The run reaches place `start`; no turn before `floor` counts.
#[inline]
fn end_of_run<O: BitOrder>(
    row: u64,
    turns: u64,
    rule: ForcedRule,
    start: u32,
    floor: u32,
) -> Option<(u32, ScanEnd)> {
    let blocked = O::first(!row & O::mask_from(start));
    let behind = rule.first_stop::<O>(turns, start, floor);
    if behind <= blocked {
        Some((behind - start, ScanEnd::JumpPoint))
    } else {
        (blocked < 64).then_some((blocked - start, ScanEnd::Blocked))
    }
}

/// Scans the run from a traversable cell, through at most so many chunks.
#[inline]
fn scan<O: BitOrder, const N: usize>(
    from: IVec3,
    heading: Heading,
    rule: ForcedRule,
    lookout: &impl Lookout<N>,
    most_chunks: u32,
) -> JumpScan {
    let step = heading.step();
    let mut chunk = ChunkCoord::of(from);
    let mut start = O::order(heading.axis.of(from & 63)) + 1;
    let mut length = 0;
    // Nothing before `floor` can be a turn: the cells beside the start were seen there.
    let mut floor = start + 1;
    // The rows of the chunk from which the run comes.
    let mut before = [0; N];
    let mut chunks = 0;
    if start == 64 {
        before = lookout.rows(chunk);
        chunk.0 += step;
        start = 0;
        floor = 1;
    }
    loop {
        if let Some(rows) = lookout.rows_unless_open::<O>(chunk, start) {
            let turns = lookout.turns::<O>(&rows, &before);
            if let Some((moves, end)) = end_of_run::<O>(rows[N / 2], turns, rule, start, floor) {
                let length = length + moves;
                return JumpScan { length, end };
            }
            before = rows;
        } else {
            before = [u64::MAX; N];
        }
        chunks += 1;
        if chunks == most_chunks {
            // Not at the last cell of the chunk, which may yet turn out to be a turn.
            return JumpScan {
                length: length + 63 - start,
                end: ScanEnd::Unfinished,
            };
        }
        length += 64 - start;
        chunk.0 += step;
        start = 0;
        floor = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::UnknownPolicy;
    use crate::coordinates::CellBox;
    use crate::draws::Draws;
    use crate::occupancy::{CellState, OccupancyBuilder};

    /// Returns a run by its definition, cell by cell.
    fn naive(world: &Traversability, from: IVec3, heading: Heading, rule: ForcedRule) -> JumpScan {
        let step = heading.step();
        let [u, v] = heading.axis.others();
        let rows: Vec<IVec3> = (0..9)
            .map(|n| u.unit() * (n % 3 - 1) + v.unit() * (n / 3 - 1))
            .filter(|row| *row != IVec3::ZERO)
            .collect();
        let free = |cell| world.is_traversable(cell);
        let mut cell = from;
        for length in 0.. {
            let opens = |at: IVec3| {
                rows.iter()
                    .any(|&row| free(at + row) && !free(at + row - step))
            };
            let here = length > 0 && opens(cell) && rule != ForcedRule::BesideBlocked;
            let next = length > 0 && opens(cell + step) && rule != ForcedRule::BesideOpen;
            if here || next {
                return JumpScan {
                    length,
                    end: ScanEnd::JumpPoint,
                };
            }
            if !free(cell + step) {
                return JumpScan {
                    length,
                    end: ScanEnd::Blocked,
                };
            }
            cell += step;
        }
        unreachable!("worlds have bounds")
    }

    #[test]
    fn long_runs_are_scanned_in_parts() {
        let bounds = CellBox::new(IVec3::splat(-1 << 20), IVec3::splat(1 << 20));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        // One row turns far away, another where the first part of its run ends.
        builder
            .set(IVec3::new(5000, 1, 0), CellState::Occupied)
            .unwrap();
        builder
            .set(IVec3::new(1023, 1, 2), CellState::Occupied)
            .unwrap();
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        for (rule, turn) in [
            (ForcedRule::BesideOpen, 5001),
            (ForcedRule::BesideBlocked, 5000),
        ] {
            let heading = Heading {
                axis: Axis::X,
                sign: Sign::Positive,
            };
            let watch = ScanMask::new(heading, rule, |_| true);
            let mut cell = IVec3::ZERO;
            let mut parts = 0;
            loop {
                let run = world.run(cell, heading, &watch);
                cell.x += run.length.cast_signed();
                match run.end {
                    ScanEnd::Unfinished => parts += 1,
                    ScanEnd::JumpPoint => break,
                    ScanEnd::Blocked => panic!("nothing blocks the row"),
                }
            }
            assert_eq!((cell.x, parts), (turn, 5), "{rule:?}");
            // The second row turns at the very border at which the first part ends.
            cell = IVec3::new(0, 0, 1);
            let run = world.run(cell, heading, &watch);
            assert_eq!(run.end, ScanEnd::Unfinished);
            let rest = world.run(cell + IVec3::X * run.length.cast_signed(), heading, &watch);
            let end = if rule == ForcedRule::BesideOpen {
                1024
            } else {
                1023
            };
            assert_eq!(
                (run.length + rest.length, rest.end),
                (end, ScanEnd::JumpPoint),
                "{rule:?}"
            );
        }
    }

    #[test]
    fn scans_by_words_equal_scans_by_cells() {
        let mut draws = Draws::new(1);
        let bounds = CellBox::new(IVec3::new(-70, -5, -66), IVec3::new(140, 70, 75));
        let size = bounds.max - bounds.min;
        for obstacles in [0, 3, 40, 4000] {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            let mut cell = || {
                let [x, y, z] = size.to_array().map(|n| draws.between(0, n - 1));
                bounds.min + IVec3::new(x, y, z)
            };
            for _ in 0..obstacles {
                let min = cell();
                let part = CellBox::new(min, (min + (cell() & 3) + 1).min(bounds.max));
                builder.set_box(part, CellState::Occupied).unwrap();
            }
            let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
            for _ in 0..2000 {
                let from = cell();
                if !world.is_traversable(from) {
                    continue;
                }
                for axis in Axis::ALL {
                    for sign in [Sign::Positive, Sign::Negative] {
                        let heading = Heading { axis, sign };
                        for rule in [
                            ForcedRule::BesideOpen,
                            ForcedRule::BesideBlocked,
                            ForcedRule::Either,
                        ] {
                            let watch = ScanMask::new(heading, rule, |_| true);
                            assert_eq!(
                                world.run(from, heading, &watch),
                                naive(&world, from, heading, rule),
                                "{obstacles} obstacles, from {from}, {heading:?}, {rule:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

//! Paths: chains of neighboring cells, stored as runs of equal moves.

mod cells;
mod legs;
mod splice;
#[cfg(feature = "serde")]
mod stored;
mod verify;

pub use legs::{Leg, LegPath};
pub use verify::{PathError, verify_cells};
pub(crate) use verify::{is_joined, spanned};

use cells::Cells;
use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::cost::Cost;
use crate::movement::{CornerRule, Direction, MoveSet, Terrain};

/// A number of equal moves one after the other.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Query, Workspace};
///
/// let solution = Query::new(IVec3::ZERO, IVec3::splat(5)).solve(&world, &mut Workspace::new());
/// let run = solution.outcome.path().ok_or("there is a path")?.runs()[0];
/// assert_eq!((run.direction.offset(), run.moves), (IVec3::ONE, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathRun {
    /// The direction of each move.
    pub direction: Direction,
    /// How many moves.
    pub moves: u32,
}

/// A path through neighboring cells. It has at least one cell.
///
/// Stored as runs: memory follows the turns of the path, not its length. Consecutive runs have
/// different directions.
///
/// An *any-angle* path (of [`Algorithm::LazyTheta`](crate::Algorithm::LazyTheta)) goes straight from
/// corner to corner, whatever the angle; its cost is the sum of these lengths. Its cells are those
/// nearest to the lines, which are a legal chain of moves, too, of which the agent need not know.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Cost, Query, Workspace};
///
/// let solution = Query::new(IVec3::ZERO, IVec3::splat(5)).solve(&world, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is a path")?;
/// assert_eq!(path.cost(), Cost::BODY_DIAGONAL * 5);
/// assert!(path.cells().eq((0..=5).map(IVec3::splat)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::path::stored::StoredPath"))]
pub struct Path {
    start: IVec3,
    runs: Vec<PathRun>,
    cost: Cost,
    /// The corners of an any-angle path, ends included; none for others.
    corners: Vec<IVec3>,
}

impl Path {
    /// The first cell.
    #[must_use]
    pub fn start(&self) -> IVec3 {
        self.start
    }

    /// The last cell.
    #[must_use]
    pub fn goal(&self) -> IVec3 {
        self.runs.iter().fold(self.start, |cell, run| {
            cell + run.direction.offset() * run.moves.cast_signed()
        })
    }

    /// The path as runs of equal moves.
    #[must_use]
    pub fn runs(&self) -> &[PathRun] {
        &self.runs
    }

    /// Whether the path goes straight from corner to corner instead of from cell to cell.
    #[must_use]
    pub fn is_any_angle(&self) -> bool {
        !self.corners.is_empty()
    }

    /// The cells between which the path is straight, from start to goal, both included.
    #[must_use]
    pub fn corners(&self) -> Vec<IVec3> {
        if self.is_any_angle() {
            return self.corners.clone();
        }
        let ends = self.runs.iter().scan(self.start, |cell, run| {
            *cell += run.direction.offset() * run.moves.cast_signed();
            Some(*cell)
        });
        std::iter::once(self.start).chain(ends).collect()
    }

    /// The cost as the search found it, terrain included.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// How many moves the path has: one less than its cells.
    #[must_use]
    pub fn move_count(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.moves)).sum()
    }

    /// Every cell of the path from start to goal.
    ///
    /// # Complexity
    ///
    /// Linear in the cells, of which a single run may have 2^31; counting them, skipping some and
    /// taking the last is linear in the runs.
    pub fn cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        Cells::of(self)
    }

    /// Re-checks every move of the path and returns the cost added up anew. Of an any-angle path it
    /// also re-checks every straight line, by sweeping the agent along it, and adds up those.
    ///
    /// # Complexity
    ///
    /// Linear in the moves up to the first that breaks a rule, as any does that leaves the world.
    ///
    /// # Errors
    ///
    /// The first move that breaks a rule, as by [`verify_cells`]; [`PathError::Obstructed`] for the
    /// first line that meets a blocked cell.
    pub fn verify(
        &self,
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
        terrain: Option<&Terrain>,
    ) -> Result<Cost, PathError> {
        let cost = verify_cells(self.cells(), world, moves, corners, terrain)?;
        if !self.is_any_angle() {
            return Ok(cost);
        }
        let mut cost = Cost::ZERO;
        for (index, ends) in self.corners.windows(2).enumerate() {
            let (from, to) = (ends[0], ends[1]);
            if !world.has_line_of_sight(from, to) {
                return Err(PathError::Obstructed { index, from, to });
            }
            cost = cost + straight_length(to - from);
        }
        Ok(cost)
    }

    /// The path of some runs and corners; they must stay within the cells there can be.
    #[cfg(feature = "serde")]
    pub(crate) fn from_parts(
        start: IVec3,
        runs: Vec<PathRun>,
        cost: Cost,
        corners: Vec<IVec3>,
    ) -> Self {
        Self {
            start,
            runs,
            cost,
            corners,
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.runs.capacity() * size_of::<PathRun>() + self.corners.capacity() * size_of::<IVec3>()
    }

    /// Makes this the path of the single cell `start`, keeping its storage.
    pub(crate) fn restart(&mut self, start: IVec3) {
        self.start = start;
        self.runs.clear();
        self.cost = Cost::ZERO;
        self.corners.clear();
    }

    /// Replaces the cost, for a path that was found by other costs than its own.
    pub(crate) fn set_cost(&mut self, cost: Cost) {
        self.cost = cost;
    }

    /// Makes this the any-angle path of the single cell `start`.
    pub(crate) fn begin_straight(&mut self, start: IVec3) {
        self.restart(start);
        self.corners.push(start);
    }

    /// Goes straight on to `to`.
    ///
    /// The cells on the way are the nearest to the line at each step of the largest component, half
    /// a cell off at most. Halfway between two of them, the line is less than one cell from every
    /// cell of the box that their move spans, so a sweep that meets nothing leaves the move legal.
    pub(crate) fn go_straight(&mut self, to: IVec3) {
        let from = self.corners.last().copied().unwrap_or(self.start);
        let delta = to - from;
        self.cost = self.cost + straight_length(delta);
        let steps = delta.abs().max_element();
        let cell = |step: i32| {
            let [n, of] = [step, steps].map(i64::from);
            let nearest = |d: i32| (2 * i64::from(d) * n + of).div_euclid(2 * of);
            // No larger than the component itself.
            delta
                .to_array()
                .map(|d| i32::try_from(nearest(d)).unwrap_or(d))
        };
        for step in 1..=steps {
            let offset = IVec3::from(cell(step)) - IVec3::from(cell(step - 1));
            if let Some(direction) = Direction::from_offset(offset) {
                self.extend(direction, 1, Cost::ZERO);
            }
        }
        // A run of equal moves is one line, and exactly as long as its parts.
        if let &[.., before, last] = self.corners.as_slice()
            && let Some(direction) = run_direction(last - before)
            && run_direction(delta) == Some(direction)
        {
            self.corners.pop();
        }
        self.corners.push(to);
    }

    /// Goes on by `moves` equal moves that cost `cost` together.
    pub(crate) fn extend(&mut self, direction: Direction, moves: u32, cost: Cost) {
        self.cost = self.cost + cost;
        match self.runs.last_mut() {
            Some(last) if last.direction == direction => last.moves += moves,
            _ => self.runs.push(PathRun { direction, moves }),
        }
    }

    /// Ends the path after its first `moves` moves, which cost `cost` together.
    pub(crate) fn shorten(&mut self, moves: u64, cost: Cost) {
        let mut left = moves;
        self.runs.retain_mut(|run| {
            run.moves = u32::try_from(left).map_or(run.moves, |left| left.min(run.moves));
            left -= u64::from(run.moves);
            run.moves > 0
        });
        self.cost = cost;
        self.corners.clear();
    }

    /// Goes on along `other`, which must begin where this path ends.
    pub(crate) fn append(&mut self, other: &Self) {
        debug_assert_eq!(self.goal(), other.start);
        for run in &other.runs {
            self.extend(run.direction, run.moves, Cost::ZERO);
        }
        self.cost = self.cost + other.cost;
    }

    /// Turns round: the path from its goal to its start, at the same cost.
    pub(crate) fn reverse(&mut self) {
        self.start = self.goal();
        self.runs.reverse();
        for run in &mut self.runs {
            run.direction = run.direction.reverse();
        }
        self.corners.reverse();
    }
}

/// The direction of moves that lead straight along an offset, if there is one.
fn run_direction(delta: IVec3) -> Option<Direction> {
    let moves = delta.abs().max_element();
    (delta.signum() * moves == delta)
        .then(|| Direction::from_offset(delta.signum()))
        .flatten()
}

/// The length of a straight line between two cells, by their offset: what its moves cost where it is
/// a run of equal moves, else the root of the sum of squares, rounded to nearest once.
pub(crate) fn straight_length(delta: IVec3) -> Cost {
    let moves = delta.abs().max_element().unsigned_abs();
    if let Some(direction) = run_direction(delta) {
        return direction.cost() * moves;
    }
    let square = |d: i32| u128::from(d.unsigned_abs()).pow(2);
    let squares = square(delta.x) + square(delta.y) + square(delta.z);
    // round(n 2^30) = floor((2 n 2^30 + 1) / 2), below 2^63 for components below 2^31.
    let doubled = ((4 * squares) << 60).isqrt();
    Cost::from_raw(u64::try_from(doubled.div_ceil(2)).unwrap_or(u64::MAX))
}

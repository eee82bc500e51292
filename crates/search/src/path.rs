//! Paths: chains of neighbouring cells, stored as runs of equal moves.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::{CornerRule, Cost, Direction, MoveSet, Terrain};

/// A number of equal moves one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathRun {
    /// The direction of each move.
    pub direction: Direction,
    /// How many moves.
    pub moves: u32,
}

/// A path through neighbouring cells. It has at least one cell.
///
/// Stored as runs: memory follows the turns of the path, not its length. Consecutive runs have
/// different directions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    start: IVec3,
    runs: Vec<PathRun>,
    cost: Cost,
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
    pub fn cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        let moves = self
            .runs
            .iter()
            .flat_map(|run| (0..run.moves).map(|_| run.direction.offset()));
        std::iter::once(self.start).chain(moves.scan(self.start, |cell, offset| {
            *cell += offset;
            Some(*cell)
        }))
    }

    /// Re-checks every move of the path and returns the cost added up anew.
    ///
    /// # Errors
    ///
    /// The first move that breaks a rule, as by [`verify_cells`].
    pub fn verify(
        &self,
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
        terrain: Option<&Terrain>,
    ) -> Result<Cost, PathError> {
        verify_cells(self.cells(), world, moves, corners, terrain)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.runs.capacity() * size_of::<PathRun>()
    }

    /// Makes this the path of the single cell `start`, keeping its storage.
    pub(crate) fn restart(&mut self, start: IVec3) {
        self.start = start;
        self.runs.clear();
        self.cost = Cost::ZERO;
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
    }
}

/// Why a chain of cells is not a legal path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A path has at least one cell.
    #[error("the path has no cell")]
    Empty,
    /// The agent cannot stand on a cell of the path.
    #[error("cell {cell} at position {index} of the path is blocked")]
    Blocked {
        /// Position in the path, from 0.
        index: usize,
        /// The blocked cell.
        cell: IVec3,
    },
    /// Two cells that follow each other are not one move of the move set apart.
    #[error("the step from {from} to {to} at position {index} of the path is not a move")]
    NotAMove {
        /// Position of `from` in the path, from 0.
        index: usize,
        /// Where the step begins.
        from: IVec3,
        /// Where it ends.
        to: IVec3,
    },
    /// A move that the corner rule forbids.
    #[error("the move from {from} to {to} at position {index} of the path cuts a corner")]
    CutsCorner {
        /// Position of `from` in the path, from 0.
        index: usize,
        /// Where the move begins.
        from: IVec3,
        /// Where it ends.
        to: IVec3,
    },
}

/// Checks a chain of cells move by move and returns what it costs.
///
/// Reads the world cell by cell and shares no code with the search.
///
/// # Errors
///
/// The first rule that the chain breaks.
pub fn verify_cells(
    cells: impl IntoIterator<Item = IVec3>,
    world: &Traversability,
    moves: MoveSet,
    corners: CornerRule,
    terrain: Option<&Terrain>,
) -> Result<Cost, PathError> {
    let mut cells = cells.into_iter();
    let mut from = cells.next().ok_or(PathError::Empty)?;
    if !world.is_traversable(from) {
        return Err(PathError::Blocked {
            index: 0,
            cell: from,
        });
    }
    let mut cost = Cost::ZERO;
    for (index, to) in cells.enumerate() {
        let direction = Direction::from_offset(to - from)
            .filter(|&direction| moves.allows(direction))
            .ok_or(PathError::NotAMove { index, from, to })?;
        if !world.is_traversable(to) {
            return Err(PathError::Blocked {
                index: index + 1,
                cell: to,
            });
        }
        if corners == CornerRule::Strict
            && !spanned(from, to).all(|cell| world.is_traversable(cell))
        {
            return Err(PathError::CutsCorner { index, from, to });
        }
        let weight = terrain.map_or(1, |terrain| terrain.weight(to));
        cost = cost + direction.cost() * u32::from(weight);
        from = to;
    }
    Ok(cost)
}

/// The cells of the box between two cells, both included.
pub(crate) fn spanned(from: IVec3, to: IVec3) -> impl Iterator<Item = IVec3> {
    let (min, max) = (from.min(to), from.max(to));
    (min.z..=max.z).flat_map(move |z| {
        (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| IVec3::new(x, y, z)))
    })
}

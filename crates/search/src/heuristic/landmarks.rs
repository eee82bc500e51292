//! Landmarks: an estimate for worlds that stay as they are, from costs worked out beforehand.
//!
//! The cost between a cell and the goal can be no less than the difference of their costs to a
//! third cell: `d(n, goal) >= |d(L, goal) - d(L, n)|`. Around walls, where the estimate of free
//! space is low, this bound is high. A landmark costs one search of the whole region and a table of
//! its costs.
//!
//! INVARIANT: the estimate is consistent, so all engines may use it. Costs are kept as
//! `q = floor(d / U)` with `U = 2^15`, and `V = U - 1` stands for each unit of difference. A move of
//! cost `c >= 2^30` changes `d` by no more than `c`, hence `q` by no more than `c / U + 1`, hence the
//! estimate by no more than `V (c / U + 1)`, which is at most `c` because `V <= U / (1 + U / c)`.
//! Terrain only makes moves dearer. Costs past the last unit stop there, which makes differences
//! smaller, if anything.
//!
//! # References
//!
//! Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005 (ALT,
//! and the choice of the farthest). Sturtevant, Felner, Barrer, Schaeffer, Burch, "Memory-Based
//! Heuristics for Explicit State Spaces", IJCAI 2009 (differential heuristics on grids).

use std::cmp::Reverse;
use std::sync::Arc;

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::Heuristic;
use super::estimate::{Estimate, Weighing};
use crate::cost::Cost;
use crate::movement::{CornerRule, MoveSet};

/// The most landmarks of one set: the costs of a cell fill a cache line.
pub(crate) const MOST: usize = 16;
/// Log2 of the unit of costs: 2^-15 of a straight move, so that 2^32 units reach 131,071 moves.
const UNIT_BITS: u32 = 15;
/// The cost that a unit of difference stands for, in raw units of 2^-30 straight moves: see the
/// invariant above.
const VALUE: u64 = (1 << UNIT_BITS) - 1;
/// The cost of cells that a landmark does not reach.
const UNREACHED: u32 = u32::MAX;
/// Cells along an edge of a brick, as a power of two.
const EDGE_BITS: u32 = 3;
const CELLS_IN_BRICK: usize = 1 << (3 * EDGE_BITS);

/// The exact costs from a few cells to all others, for estimates in a world that does not change.
///
/// Cheap to clone. For one snapshot, one move set and one corner rule; [`Landmarks::check`] says
/// whether a query fits.
///
/// # Complexity
///
/// Making it takes one search of the whole region for each landmark, and one more, with about 16
/// bytes a cell while it goes on. It holds 4 bytes for each landmark and each cell of the bricks of
/// 8 x 8 x 8 cells that the region touches: 32 MB a landmark for a region of eight million cells.
///
/// # References
///
/// Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005 (ALT).
/// Sturtevant, Felner, Barrer, Schaeffer, Burch, "Memory-Based Heuristics for Explicit State Spaces",
/// IJCAI 2009 (differential heuristics).
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Algorithm, CornerRule, Landmarks, MoveSet, Query, Workspace};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(40, 40, 1)))?;
/// builder.set_box(CellBox::new(IVec3::new(20, 1, 0), IVec3::new(21, 40, 1)), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let (moves, corners) = (MoveSet::Vertex26, CornerRule::Strict);
/// let landmarks = Landmarks::farthest(&world, moves, corners, IVec3::ZERO, 2)?;
/// let query = Query::new(IVec3::new(19, 39, 0), IVec3::new(21, 39, 0)).algorithm(Algorithm::AStar);
/// let mut workspace = Workspace::new();
/// let without = query.solve(&world, &mut workspace);
/// let with = query.landmarks(&landmarks).solve(&world, &mut workspace);
/// assert_eq!(with.outcome.path().map(|path| path.cost()), without.outcome.path().map(|path| path.cost()));
/// assert!(with.statistics.expanded < without.statistics.expanded / 5);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Landmarks(pub(crate) Arc<Table>);

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) world: Traversability,
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    pub(crate) cells: Vec<IVec3>,
    /// The numbers kept for each cell: one for each landmark that there may be.
    stride: usize,
    /// The place of each brick in `costs`. Looked up only, never walked.
    bricks: AHashMap<IVec3, usize, ahash::RandomState>,
    /// The position of each brick, in the order of `costs`.
    origins: Vec<IVec3>,
    /// Brick by brick, cell by cell, landmark by landmark: in units, or [`UNREACHED`].
    costs: Vec<u32>,
}

/// Error for landmarks that do not belong to a query.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{CornerRule, LandmarkError, Landmarks, MoveSet};
///
/// let (moves, corners) = (MoveSet::Face6, CornerRule::Strict);
/// let landmarks = Landmarks::farthest(&world, moves, corners, IVec3::ZERO, 2)?;
/// assert_eq!(landmarks.check(&world, moves, corners), Ok(()));
/// let refused = landmarks.check(&world, MoveSet::Vertex26, corners);
/// assert_eq!(refused, Err(LandmarkError::OtherMoves { moves, corners }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LandmarkError {
    /// The landmarks were made for another snapshot; what they say may be wrong for this one.
    #[error("the landmarks were made for another snapshot of the world")]
    OtherSnapshot,
    /// The landmarks were made for other moves.
    #[error("the landmarks were made for moves {moves} with {corners} corners")]
    OtherMoves {
        /// The move set that they were made for.
        moves: MoveSet,
        /// The corner rule that they were made for.
        corners: CornerRule,
    },
}

impl Landmarks {
    /// Returns the cells of the landmarks.
    #[must_use]
    pub fn cells(&self) -> &[IVec3] {
        &self.0.cells
    }

    /// Checks that these landmarks hold for a query with these moves in this world.
    ///
    /// # Errors
    ///
    /// [`LandmarkError::OtherSnapshot`] if the world is not the snapshot that they were made for, and
    /// [`LandmarkError::OtherMoves`] if the moves differ: make them anew.
    pub fn check(
        &self,
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
    ) -> Result<(), LandmarkError> {
        let table = &self.0;
        if !table.world.is_same_snapshot(world) {
            return Err(LandmarkError::OtherSnapshot);
        }
        if (table.moves, table.corners) != (moves, corners) {
            return Err(LandmarkError::OtherMoves {
                moves: table.moves,
                corners: table.corners,
            });
        }
        Ok(())
    }

    /// Returns a lower bound on the cost between two cells: the best that a landmark or free space
    /// gives.
    #[must_use]
    pub fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        self.0.toward(to, Weighing::EstimateOnly).h(from)
    }

    /// Returns the number of bytes held, without the snapshot.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let table = &self.0;
        table.bricks.capacity() * size_of::<(IVec3, usize)>()
            + table.origins.capacity() * size_of::<IVec3>()
            + table.costs.capacity() * size_of::<u32>()
    }

    pub(crate) fn toward(&self, goal: IVec3, weighing: Weighing) -> FromLandmarks<'_> {
        self.0.toward(goal, weighing)
    }
}

impl Table {
    pub(crate) fn new(
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
        most: usize,
    ) -> Self {
        let hasher = ahash::RandomState::with_seeds(13, 14, 15, 16);
        Self {
            world: world.clone(),
            moves,
            corners,
            cells: Vec::new(),
            stride: most,
            bricks: AHashMap::with_hasher(hasher),
            origins: Vec::new(),
            costs: Vec::new(),
        }
    }

    /// Adds a landmark, given the costs from it to each cell.
    pub(crate) fn add(&mut self, cell: IVec3, reached: impl Iterator<Item = (IVec3, Cost)>) {
        let (landmark, stride) = (self.cells.len(), self.stride);
        for (cell, cost) in reached {
            let brick = cell >> EDGE_BITS;
            let Self {
                bricks,
                origins,
                costs,
                ..
            } = self;
            let place = *bricks.entry(brick).or_insert_with(|| {
                origins.push(brick << EDGE_BITS);
                costs.resize(origins.len() * CELLS_IN_BRICK * stride, UNREACHED);
                origins.len() - 1
            });
            let units = u32::try_from(cost.raw() >> UNIT_BITS).unwrap_or(UNREACHED);
            let index = (place * CELLS_IN_BRICK + index_in_brick(cell)) * stride + landmark;
            self.costs[index] = units.min(UNREACHED - 1);
        }
        self.cells.push(cell);
    }

    /// Returns the costs of a cell by landmark, none where no landmark's search came near.
    #[inline]
    fn row(&self, cell: IVec3) -> &[u32] {
        let stride = self.stride;
        self.bricks.get(&(cell >> EDGE_BITS)).map_or(&[], |place| {
            let first = (place * CELLS_IN_BRICK + index_in_brick(cell)) * stride;
            &self.costs[first..first + self.cells.len()]
        })
    }

    /// Returns the cell whose nearest landmark is farthest away; none if every cell is a landmark.
    pub(crate) fn farthest(&self) -> Option<IVec3> {
        let cells = self.origins.iter().flat_map(|&origin| {
            let edge = 1 << EDGE_BITS;
            let local = move |n: i32| IVec3::new(n % edge, n / edge % edge, n / edge / edge);
            (0..edge * edge * edge).map(move |n| origin + local(n))
        });
        let nearest = |cell: IVec3| self.row(cell).iter().copied().min();
        cells
            .filter_map(|cell| Some((nearest(cell)?, Reverse((cell.z, cell.y, cell.x)))))
            .filter(|&(units, _)| units != UNREACHED && units != 0)
            .max()
            .map(|(_, Reverse((z, y, x)))| IVec3::new(x, y, z))
    }

    fn toward(&self, goal: IVec3, weighing: Weighing) -> FromLandmarks<'_> {
        let mut goal_costs = [UNREACHED; MOST];
        let row = self.row(goal);
        goal_costs[..row.len()].copy_from_slice(row);
        FromLandmarks {
            table: self,
            goal,
            goal_costs,
            weighing,
        }
    }
}

#[inline]
fn index_in_brick(cell: IVec3) -> usize {
    let local = cell & ((1 << EDGE_BITS) - 1);
    let index = (local.z << EDGE_BITS | local.y) << EDGE_BITS | local.x;
    index.cast_unsigned() as usize
}

/// The estimate of landmarks toward one goal, never below the octile one.
pub(crate) struct FromLandmarks<'l> {
    table: &'l Table,
    goal: IVec3,
    goal_costs: [u32; MOST],
    weighing: Weighing,
}

impl Estimate for FromLandmarks<'_> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        let octile = Heuristic::Octile.estimate(self.table.moves, cell, self.goal);
        let row = self.table.row(cell).iter().zip(&self.goal_costs);
        // A landmark that reaches only one of the two says nothing here.
        let difference = row
            .filter(|&(&a, &b)| a != UNREACHED && b != UNREACHED)
            .map(|(a, b)| a.abs_diff(*b))
            .max()
            .unwrap_or(0);
        octile.max(Cost::from_raw(u64::from(difference) * VALUE))
    }

    #[inline]
    fn weighing(&self) -> Weighing {
        self.weighing
    }
}

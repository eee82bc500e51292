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

use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::Heuristic;
use super::estimate::Estimate;
use super::landmark_table::{LandmarkTable, NO_PATH, UNIT_BITS};
use crate::cost::Cost;
use crate::movement::{CornerRule, MoveSet};

/// The most landmarks of one set: the costs of a cell fill a cache line.
pub(crate) const MOST: usize = 16;
/// The cost that a unit of difference stands for, in raw units of 2^-30 straight moves: see the
/// invariant above.
const VALUE: u64 = (1 << UNIT_BITS) - 1;

/// The exact costs from a few cells to all others, for estimates in a world that does not change.
///
/// Cheap to clone. For one snapshot, one move set and one corner rule; [`Landmarks::check`] says
/// whether a query fits.
///
/// # Complexity
///
/// Making it takes one search of the whole region for each landmark, and one more, with about 16
/// bytes a cell while it goes on. It holds 4 bytes for each landmark and each cell of the region: 32 MB
/// a landmark for a region of eight million cells.
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
pub struct Landmarks {
    pub(crate) world: Traversability,
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    pub(crate) table: Arc<LandmarkTable>,
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
        &self.table.cells
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
        if !self.world.is_same_snapshot(world) {
            return Err(LandmarkError::OtherSnapshot);
        }
        if (self.moves, self.corners) != (moves, corners) {
            return Err(LandmarkError::OtherMoves {
                moves: self.moves,
                corners: self.corners,
            });
        }
        Ok(())
    }

    /// Returns a lower bound on the cost between two cells: the best that a landmark or free space
    /// gives.
    #[must_use]
    pub fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        self.toward(to).h(from)
    }

    /// Returns the number of bytes held, without the snapshot.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.table.memory_bytes()
    }

    pub(crate) fn toward(&self, goal: IVec3) -> FromLandmarks<'_> {
        FromLandmarks {
            landmarks: self,
            goal,
            goal_costs: self.table.row(goal).unwrap_or(&[]),
        }
    }
}

/// The estimate of landmarks toward one goal, never below the octile one.
pub(crate) struct FromLandmarks<'l> {
    landmarks: &'l Landmarks,
    goal: IVec3,
    goal_costs: &'l [u32],
}

impl Estimate for FromLandmarks<'_> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        let Landmarks { moves, table, .. } = self.landmarks;
        let octile = Heuristic::Octile.estimate(*moves, cell, self.goal);
        let row = table.row(cell).unwrap_or(&[]).iter();
        // A landmark that reaches only one of the two says nothing here.
        let difference = row
            .zip(self.goal_costs)
            .filter(|&(&a, &b)| a != NO_PATH && b != NO_PATH)
            .map(|(a, b)| a.abs_diff(*b))
            .max()
            .unwrap_or(0);
        octile.max(Cost::from_raw(u64::from(difference) * VALUE))
    }
}

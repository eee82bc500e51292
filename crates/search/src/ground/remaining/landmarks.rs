//! Landmarks on the ground: exact costs to and from a few cells, for estimates around walls, hills and
//! water, where offsets alone say little.
//!
//! Moves on the ground are not the same in both directions, so each landmark `L` has two costs a cell and
//! gives two bounds:
//!
//! ```text
//! d(n, goal) >= d(L, goal) - d(L, n)      since L gets to the goal by n
//! d(n, goal) >= d(n, L) - d(goal, L)      since n gets to L by the goal
//! ```
//!
//! And if `L` gets to `n` but not to the goal, or the goal gets to `L` and `n` does not, there is no way
//! from `n` to the goal.
//!
//! Costs are kept in units of 2^-15 of a straight walk, rounded down; one unit less than what two of them
//! differ by is so never more than what the costs differ by.
//!
//! INVARIANT: only cells that the seed gets to are known. Nothing leads from a known cell to another, so
//! no landmark gets to a cell that is not known.
//!
//! # References
//! Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005.

use std::cmp::Reverse;
use std::sync::Arc;

use glam::IVec3;

use super::landmark_table::{LandmarkTable, NO_PATH, UNIT_BITS};
use crate::cost::Cost;
use crate::field::{FieldError, LegField};
use crate::ground::{Ground, GroundMoves};
use crate::query::Limits;

/// The most landmarks: the costs of a cell fill a cache line.
const MOST: usize = 8;

/// The costs of a cell: from each landmark, then to it.
pub(in crate::ground) type Costs = [u32; 2 * MOST];

/// Returns the costs of a cell, if it is known.
#[inline]
pub(in crate::ground) fn costs(landmarks: &LandmarkTable, cell: IVec3) -> Option<&Costs> {
    landmarks.row(cell)?.try_into().ok()
}

/// Returns a lower bound on the cost from a cell to a goal, given the costs of the goal.
#[inline]
pub(in crate::ground) fn least(landmarks: &LandmarkTable, cell: IVec3, goal: &Costs) -> Cost {
    let Some(costs) = costs(landmarks, cell) else {
        return Cost::ZERO;
    };
    let mut most = 0;
    for from in (0..2 * MOST).step_by(2) {
        let to = from + 1;
        // A difference with no path in it says nothing here: it is taken for none.
        let known = |cost| if cost == NO_PATH { 0 } else { cost };
        let ahead = known(goal[from]).saturating_sub(costs[from]);
        let behind = known(costs[to]).saturating_sub(goal[to]);
        most = ahead.max(behind).max(most);
    }
    Cost::from_raw(u64::from(most.saturating_sub(1)) << UNIT_BITS)
}

/// Returns whether the landmarks prove that no path leads from one cell to another.
pub(in crate::ground) fn part(landmarks: &LandmarkTable, from: IVec3, to: IVec3) -> bool {
    let Some(from) = costs(landmarks, from) else {
        return false;
    };
    let to = costs(landmarks, to).unwrap_or(&[NO_PATH; 2 * MOST]);
    (0..2 * MOST).step_by(2).any(|number| {
        let is_behind = from[number] != NO_PATH && to[number] == NO_PATH;
        is_behind || to[number + 1] != NO_PATH && from[number + 1] == NO_PATH
    })
}

/// Chooses landmarks among the cells with a path from and to `seed`: the first as far from it as there is, each further
/// one as far from all others.
fn choose(moves: &GroundMoves<'_>, seed: IVec3, count: usize) -> Result<LandmarkTable, FieldError> {
    let from = LegField::from_start(moves, seed, Limits::none())?;
    let to = LegField::to_nearest_of(moves, [seed], Limits::none())?;
    let by_cost = |(cell, cost): &(IVec3, Cost)| (*cost, Reverse((cell.z, cell.y, cell.x)));
    let candidates = from.reached().filter(|&(cell, _)| to.cost(cell).is_some());
    let mut next = candidates.max_by_key(by_cost).map(|(cell, _)| cell);
    let mut table = LandmarkTable::over(from.reached().map(|(cell, _)| cell), 2 * MOST);
    drop((from, to));
    while table.cells.len() < count
        && let Some(cell) = next
    {
        let column = 2 * table.cells.len();
        let from = LegField::from_start(moves, cell, Limits::none())?;
        table.note(column, from.reached());
        let to = LegField::to_nearest_of(moves, [cell], Limits::none())?;
        table.note(column + 1, to.reached());
        table.cells.push(cell);
        next = table.farthest();
    }
    Ok(table)
}

impl Ground {
    /// Returns the same moves, with up to `count` landmarks, from 1 to 8, among the cells from
    /// which one gets to `seed` and back: the first as far from it as there is, each further one as
    /// far from all others.
    ///
    /// Costs to and from these cells, worked out once, guide searches around walls, hills and
    /// water, and tell them if no path leads to the goal. Answers are the same and as exact as
    /// without.
    ///
    /// Landmarks hold for the world and the links that they were made for: [`Ground::updated`] to a
    /// world that differs, and [`Ground::with_links`], give moves without landmarks.
    ///
    /// # Complexity
    ///
    /// Two searches of all cells that `seed` gets to for each landmark, and two more; 64 bytes a cell.
    ///
    /// # Errors
    ///
    /// As of [`LegField::to_nearest_of`], with `seed` as goal.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder};
    /// use voxnav_search::{Ground, Locomotion, Query, Workspace};
    /// use glam::IVec3;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(40, 40, 4)))?;
    /// builder.set_box(CellBox::new(IVec3::new(20, 1, 0), IVec3::new(21, 40, 4)), CellState::Occupied)?;
    /// let ground = Ground::new(&builder.commit(), &Locomotion::walker())?;
    /// let marked = ground.clone().with_landmarks(IVec3::ZERO, 4)?;
    /// let query = Query::new(IVec3::new(2, 38, 0), IVec3::new(38, 38, 0));
    /// let [plain, led] = [&ground, &marked]
    ///     .map(|ground| query.solve(ground, &mut Workspace::new()));
    /// let cost = |path: &voxnav_search::Path| path.cost();
    /// assert_eq!(led.outcome.path().map(cost), plain.outcome.path().map(cost));
    /// assert!(led.statistics.expanded <= plain.statistics.expanded);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_landmarks(self, seed: IVec3, count: usize) -> Result<Self, FieldError> {
        let landmarks = choose(&self.moves(), seed, count.clamp(1, MOST))?;
        Ok(Self {
            landmarks: Some(Arc::new(landmarks)),
            ..self
        })
    }

    /// Returns the cells of the landmarks, if there are any.
    #[must_use]
    pub fn landmarks(&self) -> &[IVec3] {
        let landmarks = self.landmarks.as_ref();
        landmarks.map_or(&[], |landmarks| &landmarks.cells)
    }

    /// Returns the number of bytes that the landmarks take.
    #[must_use]
    pub fn landmark_bytes(&self) -> usize {
        let landmarks = self.landmarks.as_ref();
        landmarks.map_or(0, |landmarks| landmarks.memory_bytes())
    }
}

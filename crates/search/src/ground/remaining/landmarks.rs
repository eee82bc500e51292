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

use glam::IVec3;

use crate::cost::Cost;
use crate::field::{FieldError, LegField};
use crate::ground::{Ground, GroundMoves};
use crate::memory::Table;
use crate::query::Limits;

/// The most landmarks: the costs of a cell fill a cache line.
const MOST: usize = 8;
/// Costs of a cell: from each landmark, then to each.
const STRIDE: usize = 2 * MOST;
/// Log2 of the unit of costs: 2^32 of them are 131,072 straight walks.
const UNIT_BITS: u32 = 15;
/// The cost where there is no way.
const NO_WAY: u32 = u32::MAX;
/// Log2 of the cells along the edge of a brick.
const EDGE_BITS: u32 = 2;

/// The costs of a cell.
pub(in crate::ground) type Costs = [u32; STRIDE];

/// Costs to and from some cells.
#[derive(Debug)]
pub(in crate::ground) struct GroundLandmarks {
    pub(in crate::ground) cells: Vec<IVec3>,
    /// The places of bricks by their positions.
    places: Table,
    bricks: Vec<Brick>,
    costs: Vec<Costs>,
}

/// 4 x 4 x 4 cells.
#[derive(Clone, Copy, Debug)]
struct Brick {
    /// A bit for each cell that is known.
    known: u64,
    /// The place of the costs of the first of these.
    first: u32,
}

/// Returns the place of a cell in its brick.
#[inline]
fn local(cell: IVec3) -> u32 {
    let [x, y, z] = (cell & 3).to_array();
    (z << 4 | y << 2 | x).unsigned_abs()
}

impl GroundLandmarks {
    /// Chooses up to `count` of them: see [`Ground::with_landmarks`].
    pub(in crate::ground) fn farthest(
        moves: &GroundMoves<'_>,
        seed: IVec3,
        count: usize,
    ) -> Result<Self, FieldError> {
        let from_seed = LegField::from_start(moves, seed)?;
        let to_seed = LegField::to_nearest_of(moves, [seed], Limits::none())?;
        let mut landmarks = Self::over(&from_seed);
        // How far each cell is from the nearest landmark, before there is one from the seed.
        let both_ways = from_seed
            .reached()
            .filter(|(cell, _)| to_seed.cost(*cell).is_some());
        let mut candidates: Vec<_> = both_ways.collect();
        drop((from_seed, to_seed));
        while landmarks.cells.len() < count.clamp(1, MOST) {
            let order = |&(cell, cost): &(IVec3, Cost)| (cost, Reverse((cell.z, cell.y, cell.x)));
            let farthest = candidates.iter().max_by_key(|candidate| order(candidate));
            let Some(&(cell, cost)) = farthest else { break };
            if cost == Cost::ZERO && !landmarks.cells.is_empty() {
                break;
            }
            let from = LegField::from_start(moves, cell)?;
            let is_first = landmarks.cells.is_empty();
            for (cell, nearest) in &mut candidates {
                if let Some(cost) = from.cost(*cell) {
                    *nearest = if is_first { cost } else { cost.min(*nearest) };
                }
            }
            let to = LegField::to_nearest_of(moves, [cell], Limits::none())?;
            landmarks.add(cell, &from, &to);
        }
        Ok(landmarks)
    }

    /// Creates the landmarks of the cells that a field reaches, with none so far.
    fn over(field: &LegField) -> Self {
        let (mut places, mut bricks) = (Table::default(), Vec::<Brick>::new());
        places.begin();
        for (cell, _) in field.reached() {
            let next = u32::try_from(bricks.len()).unwrap_or(Table::NONE - 1);
            let place = places.find_or_insert(cell >> EDGE_BITS, next);
            if place == next {
                bricks.push(Brick { known: 0, first: 0 });
            }
            if let Some(brick) = bricks.get_mut(place as usize) {
                brick.known |= 1 << local(cell);
            }
        }
        let mut count = 0;
        for brick in &mut bricks {
            brick.first = count;
            count += brick.known.count_ones();
        }
        Self {
            cells: Vec::new(),
            places,
            bricks,
            costs: vec![[NO_WAY; STRIDE]; count as usize],
        }
    }

    /// Returns the place of the costs of a cell.
    #[inline]
    fn place(&self, cell: IVec3) -> Option<usize> {
        let brick = self.bricks[self.places.find(cell >> EDGE_BITS)? as usize];
        let bit = 1 << local(cell);
        let before = (brick.known & (bit - 1)).count_ones();
        (brick.known & bit != 0).then_some((brick.first + before) as usize)
    }

    /// Returns the costs of a cell, if it is known.
    #[inline]
    pub(in crate::ground) fn costs(&self, cell: IVec3) -> Option<&Costs> {
        self.costs.get(self.place(cell)?)
    }

    fn add(&mut self, cell: IVec3, from: &LegField, to: &LegField) {
        let number = self.cells.len();
        for (field, number) in [(from, number), (to, MOST + number)] {
            for (cell, cost) in field.reached() {
                let units = u32::try_from(cost.raw() >> UNIT_BITS).unwrap_or(NO_WAY);
                if let Some(place) = self.place(cell) {
                    self.costs[place][number] = units.min(NO_WAY - 1);
                }
            }
        }
        self.cells.push(cell);
    }

    /// Returns a lower bound on the cost from a cell to a goal, given the costs of the goal.
    #[inline]
    pub(in crate::ground) fn least(&self, cell: IVec3, goal: &Costs) -> Cost {
        let Some(costs) = self.costs(cell) else {
            return Cost::ZERO;
        };
        let mut most = 0;
        for number in 0..MOST {
            let [from, goal_from] = [costs[number], goal[number]];
            let [to, goal_to] = [costs[MOST + number], goal[MOST + number]];
            // A difference with no way in it says nothing here: it is taken for none.
            let ahead = if goal_from == NO_WAY { 0 } else { goal_from }.saturating_sub(from);
            let behind = if to == NO_WAY { 0 } else { to }.saturating_sub(goal_to);
            most = ahead.max(behind).max(most);
        }
        Cost::from_raw(u64::from(most.saturating_sub(1)) << UNIT_BITS)
    }

    /// Returns whether the landmarks prove that no path leads from one cell to another.
    pub(in crate::ground) fn part(&self, from: IVec3, to: IVec3) -> bool {
        let Some(from) = self.costs(from) else {
            return false;
        };
        let to = self.costs(to).unwrap_or(&[NO_WAY; STRIDE]);
        (0..self.cells.len()).any(|number| {
            let is_behind = from[number] != NO_WAY && to[number] == NO_WAY;
            is_behind || to[MOST + number] != NO_WAY && from[MOST + number] == NO_WAY
        })
    }

    pub(in crate::ground) fn memory_bytes(&self) -> usize {
        self.places.memory_bytes()
            + self.bricks.capacity() * size_of::<Brick>()
            + self.costs.capacity() * size_of::<Costs>()
    }
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
    /// let cost = |path: &voxnav_search::Path<_>| path.cost();
    /// assert_eq!(led.outcome.path().map(cost), plain.outcome.path().map(cost));
    /// assert!(led.statistics.expanded <= plain.statistics.expanded);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_landmarks(self, seed: IVec3, count: usize) -> Result<Self, FieldError> {
        let landmarks = GroundLandmarks::farthest(&self.moves(), seed, count)?;
        Ok(Self {
            landmarks: Some(std::sync::Arc::new(landmarks)),
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

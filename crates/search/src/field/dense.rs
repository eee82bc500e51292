//! Fields over cells of many costs, in arrays over the bounds of the world.
//!
//! No move costs less than its length, so none less than a straight move: cells whose costs differ by less cannot
//! improve each other. Buckets of that width need no order within, and no queue.
//!
//! INVARIANT: the costs of all cells in buckets up to the one that is served are final.
//!
//! # References
//!
//! Denardo, Fox, "Shortest-Route Methods: 1. Reaching, Pruning, and Buckets", Operations Research 27, 1979.

use std::sync::atomic::Ordering;

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::spread::{End, Spread, Spreading, Until};
use crate::cost::Cost;
use crate::memory::{OutOfKeys, Records};
use crate::movement::{Direction, OFFSETS, Terrain};
use crate::open::Occupied;
use crate::outcome::{Side, Statistics};

/// The width of a bucket.
const WIDTH: u64 = Cost::STRAIGHT.raw();

/// The most cells of a world that is searched in arrays: 218 MB of them.
const MOST_CELLS: u64 = 1 << 24;

/// The bytes of a cell in the arrays.
const CELL_BYTES: u64 = 13;

/// The most buckets that a move may lead ahead.
const MOST_BUCKETS: u64 = 1 << 14;

/// The mark of an arrival at a seed, and that of a cell whose cost is final.
const SEED: u8 = 31;
const FINAL: u8 = 1 << 7;

/// A field in the making.
struct Dense<'a> {
    spread: &'a Spread<'a>,
    terrain: &'a Terrain,
    cells: CellBox,
    /// The cost of each cell so far; the most there is where none is known.
    costs: Vec<u64>,
    /// The number of the direction in which each cell was reached.
    arrivals: Vec<u8>,
    weights: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    occupied: Occupied,
    statistics: Statistics,
    queued: u64,
}

impl Spread<'_> {
    /// Makes the whole field in arrays; `None` where the world is too large or too empty for them, costs are too far
    /// apart, or a limit may end the search before it is whole.
    pub(super) fn run_densely(
        &self,
        terrain: &Terrain,
        records: &mut Records,
        until: &Until<'_>,
    ) -> Option<Result<Spreading, OutOfKeys>> {
        let cells = self.world.bounds();
        let volume = cells.volume();
        let is_whole = until.settled.is_empty() && until.within == Cost::MAX;
        if volume > MOST_CELLS || !is_whole || until.expanded < volume {
            return None;
        }
        // The records that the field is kept in take about as much.
        if until
            .memory
            .is_some_and(|most| most < 4 * CELL_BYTES * volume)
        {
            return None;
        }
        let mut dense = Dense::new(self, terrain, cells)?;
        let end = dense.run(until);
        Some(dense.keep(records).map(|()| Spreading {
            exact: match end {
                End::Complete => Cost::MAX,
                _ => Cost::ZERO,
            },
            end,
            statistics: dense.statistics,
        }))
    }
}

impl<'a> Dense<'a> {
    fn new(spread: &'a Spread<'a>, terrain: &'a Terrain, cells: CellBox) -> Option<Self> {
        let (mut free, mut most) = (0_u64, 0);
        let mut weights = Vec::with_capacity(usize::try_from(cells.volume()).ok()?);
        for cell in cells.cells() {
            let weight = if spread.world.is_traversable(cell) {
                free += 1;
                terrain.weight(cell)
            } else {
                0
            };
            most = weight.max(most);
            weights.push(weight);
        }
        let body_diagonal = Direction::from_index(0);
        let dearest = terrain.cost_by_weights(body_diagonal, [most; 2]).raw();
        let buckets = (dearest / WIDTH + 2).checked_next_power_of_two()?.max(64);
        // Sums of costs then fit, too.
        let longest = dearest.checked_mul(free + 1)?;
        if buckets > MOST_BUCKETS || 8 * free < cells.volume() || longest == u64::MAX {
            return None;
        }
        let buckets = usize::try_from(buckets).ok()?;
        let mut occupied = Occupied::default();
        occupied.make_room(buckets);
        let mut dense = Self {
            spread,
            terrain,
            cells,
            costs: vec![u64::MAX; weights.len()],
            arrivals: vec![SEED; weights.len()],
            weights,
            buckets: vec![Vec::new(); buckets],
            occupied,
            statistics: Statistics::default(),
            queued: 0,
        };
        for &seed in spread.seeds {
            dense.reach(dense.index(seed), 0, SEED);
        }
        Some(dense)
    }

    /// Returns the place of a cell in the arrays, which are in cell order.
    #[expect(clippy::cast_sign_loss, reason = "the cell lies in the bounds")]
    fn index(&self, cell: IVec3) -> u32 {
        let (at, size) = (cell - self.cells.min, self.cells.size());
        (at.z as u32 * size.y + at.y as u32) * size.x + at.x as u32
    }

    /// Returns the cell at a place in the arrays.
    #[expect(
        clippy::cast_possible_wrap,
        reason = "coordinates of cells are below 2^31"
    )]
    fn cell(&self, index: u32) -> IVec3 {
        let size = self.cells.size();
        let (row, x) = (index / size.x, index % size.x);
        self.cells.min + IVec3::new(x as i32, (row % size.y) as i32, (row / size.y) as i32)
    }

    /// Serves bucket after bucket.
    fn run(&mut self, until: &Until<'_>) -> End {
        let mut served = Vec::new();
        let mut next = 0;
        let steps = self.steps();
        while let Some(bucket) = self
            .occupied
            .first_from(next)
            .or_else(|| self.occupied.first_from(0))
        {
            if until
                .cancel
                .is_some_and(|token| token.load(Ordering::Relaxed))
            {
                return End::Cancelled;
            }
            self.occupied.remove(bucket);
            std::mem::swap(&mut served, &mut self.buckets[bucket]);
            self.queued -= served.len() as u64;
            for &index in &served {
                if self.arrivals[index as usize] & FINAL != 0 {
                    self.statistics.stale += 1;
                } else {
                    self.serve(index, &steps);
                }
            }
            served.clear();
            next = bucket;
        }
        End::Complete
    }

    /// Returns how far apart the ends of each move are in the arrays.
    fn steps(&self) -> [u32; OFFSETS.len()] {
        let size = self.cells.size();
        OFFSETS.map(|offset| {
            let [x, y, z] = offset.map(|along| i32::from(along).cast_unsigned());
            let row = z.wrapping_mul(size.y).wrapping_add(y);
            row.wrapping_mul(size.x).wrapping_add(x)
        })
    }

    /// Goes on from a cell, whose cost is final.
    fn serve(&mut self, index: u32, steps: &[u32; OFFSETS.len()]) {
        let place = index as usize;
        self.arrivals[place] |= FINAL;
        self.statistics.expanded += 1;
        let (g, own) = (self.costs[place], self.weights[place]);
        let Spread {
            world,
            pruning,
            side,
            ..
        } = *self.spread;
        let legal = pruning.legal(world.neighborhood(self.cell(index)));
        for direction in legal.iter() {
            let to = index.wrapping_add(steps[direction.index()]);
            let other = self.weights[to as usize];
            // Toward seeds the agent moves the other way.
            let ends = match side {
                Side::Start => [own, other],
                Side::Goal => [other, own],
            };
            let reached = g + self.terrain.cost_by_weights(direction, ends).raw();
            self.statistics.generated += 1;
            if reached < self.costs[to as usize] {
                #[expect(clippy::cast_possible_truncation, reason = "there are 26")]
                let arrival = direction.index() as u8;
                self.reach(to, reached, arrival);
            }
        }
    }

    /// Notes that a cell was reached at a smaller cost.
    fn reach(&mut self, index: u32, cost: u64, arrival: u8) {
        self.costs[index as usize] = cost;
        self.arrivals[index as usize] = arrival;
        let bucket = (cost / WIDTH) as usize & (self.buckets.len() - 1);
        self.buckets[bucket].push(index);
        self.occupied.insert(bucket);
        self.queued += 1;
        self.statistics.peak_open = self.statistics.peak_open.max(self.queued);
    }

    /// Writes the costs and the arrivals to records.
    fn keep(&self, records: &mut Records) -> Result<(), OutOfKeys> {
        for (cell, (&cost, &arrival)) in self
            .cells
            .cells()
            .zip(self.costs.iter().zip(&self.arrivals))
        {
            if cost == u64::MAX {
                continue;
            }
            let number = arrival & !FINAL;
            let arrival = (number != SEED).then(|| Direction::from_index(number.into()));
            let key = records.key(cell)?;
            records.find_or_insert(key, Cost::from_raw(cost), arrival);
            records.record_mut(key).close();
        }
        Ok(())
    }
}

//! A search from some cells outward.

use glam::IVec3;

use super::grid::{Cells, Grid, Step};
use crate::movement::{CostConvention, Direction};
use crate::open::Occupied;
use crate::outcome::{Side, Statistics};

/// The mark of an arrival at a cell where the search began, and that of a cell whose cost is final.
const SEED: u8 = 31;
const FINAL: u8 = 1 << 7;

/// The rest that a cost of nothing leaves, and the mark of a place where the agent cannot be, which no cost is below.
const ALL: u64 = u64::MAX - 1;
const BLOCKED: u64 = u64::MAX;

/// The buckets of a search before a move leads farther.
const FIRST_BUCKETS: usize = 64;

/// A search over the cells of a [`Grid`], bucket by bucket.
#[derive(Clone, Debug)]
pub(crate) struct Frontier {
    weighing: Weighing,
    /// Log2 of the width of a bucket.
    width_bits: u32,
    /// The rest that the cost of each cell so far leaves of the most there is: nothing where none is known.
    left: Vec<u64>,
    /// The number of the direction in which each cell was reached, and whether its cost is final.
    arrivals: Vec<u8>,
    buckets: Vec<Vec<u32>>,
    occupied: Occupied,
    /// The number of the bucket that is served, counted from the first; the most there is when all have been.
    number: u64,
    /// The places in that bucket, and how many of them have been taken.
    places: Vec<u32>,
    taken: usize,
    queued: u64,
    /// True if a cell was reached at more than a number holds.
    is_out_of_range: bool,
    statistics: Statistics,
}

/// The weight of a move, by those of the served cell and of its neighbor.
#[derive(Clone, Copy, Debug)]
enum Weighing {
    Served,
    Beside,
    Largest,
    Sum,
}

impl Weighing {
    /// Returns how moves are weighed in a search from a side: from the goal, the agent moves from the neighbor to the
    /// served cell.
    fn of(convention: CostConvention, side: Side) -> Self {
        match (convention, side) {
            (CostConvention::Entered, Side::Start) => Self::Beside,
            (CostConvention::Entered, Side::Goal) => Self::Served,
            (CostConvention::Max, _) => Self::Largest,
            (CostConvention::Mean, _) => Self::Sum,
        }
    }
}

impl Frontier {
    /// The bytes of a place, and of two entries in buckets.
    pub(crate) const PLACE_BYTES: u64 = 17;

    /// Begins a search at cells where the agent can be.
    pub(crate) fn new(grid: &mut Grid, cells: &Cells<'_>, side: Side, seeds: &[IVec3]) -> Self {
        let mut occupied = Occupied::default();
        occupied.make_room(FIRST_BUCKETS);
        let mut frontier = Self {
            weighing: Weighing::of(grid.convention, side),
            width_bits: grid.width_bits,
            left: vec![0; grid.places()],
            arrivals: vec![0; grid.places()],
            buckets: vec![Vec::new(); FIRST_BUCKETS],
            occupied,
            number: 0,
            places: Vec::new(),
            taken: 0,
            queued: 0,
            is_out_of_range: false,
            statistics: Statistics::default(),
        };
        for &seed in seeds {
            let place = grid.place(seed);
            if grid.look_at(place, seed, cells) {
                frontier.reach(place, ALL, SEED);
                frontier.queue(place, 0);
            }
        }
        frontier
    }

    /// Returns a lower bound on the costs of all cells that are not final.
    pub(crate) fn lower_bound(&self) -> u64 {
        self.number.saturating_mul(1 << self.width_bits)
    }

    pub(crate) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns whether nothing is queued any more.
    pub(crate) fn is_at_end(&self) -> bool {
        self.number == u64::MAX
    }

    /// Returns whether a cell was reached at more than a number holds, and so was not queued.
    pub(crate) fn is_out_of_range(&self) -> bool {
        self.is_out_of_range
    }

    /// Returns the number of places that are queued.
    pub(crate) fn queued(&self) -> u64 {
        self.queued
    }

    /// Returns the smallest cost known of the cell at a place, if one is.
    pub(crate) fn cost(&self, place: u32) -> Option<u64> {
        let left = self.left[place as usize];
        ALL.checked_sub(left).filter(|_| left != 0)
    }

    /// Returns whether no cost of the cell at a place is smaller than the one known.
    pub(crate) fn is_final(&self, place: u32) -> bool {
        self.arrivals[place as usize] & FINAL != 0
    }

    /// Returns the direction in which the search reached the cell at a place; `None` where it began.
    pub(crate) fn arrival(&self, place: u32) -> Option<Direction> {
        let number = self.arrivals[place as usize] & !FINAL;
        (number != SEED).then(|| Direction::from_index(number.into()))
    }

    /// Takes a place whose cell has no smaller cost and was not taken before.
    pub(crate) fn take(&mut self) -> Option<u32> {
        loop {
            while let Some(&place) = self.places.get(self.taken) {
                self.taken += 1;
                self.queued -= 1;
                if !self.is_final(place) {
                    self.arrivals[place as usize] |= FINAL;
                    return Some(place);
                }
                self.statistics.stale += 1;
            }
            self.next_bucket()?;
        }
    }

    fn next_bucket(&mut self) -> Option<()> {
        let count = self.buckets.len();
        let served = self.slot(self.number);
        let ahead = self.occupied.first_from(served);
        let Some(slot) = ahead.or_else(|| self.occupied.first_from(0)) else {
            self.number = u64::MAX;
            return None;
        };
        self.number += ((slot + count - served) % count) as u64;
        self.occupied.remove(slot);
        self.places.clear();
        self.taken = 0;
        std::mem::swap(&mut self.places, &mut self.buckets[slot]);
        Some(())
    }

    /// Leaves a place that was taken as it is: nothing better leads over it.
    pub(crate) fn leave(&mut self) {
        self.statistics.stale += 1;
    }

    /// Goes on from a place that was taken, and queues its neighbors that it reaches at a smaller cost, if that is
    /// admitted.
    #[inline]
    pub(crate) fn expand(
        &mut self,
        grid: &mut Grid,
        cells: &Cells<'_>,
        place: u32,
        mut admits: impl FnMut(&Grid, u32, u64) -> bool,
    ) {
        let (left, own) = (self.left[place as usize], grid.weight(place));
        let cell = grid.cell(place);
        let legal = cells.legal(cell);
        self.statistics.expanded += 1;
        for number in 0..grid.steps.len() {
            let Step {
                direction,
                apart,
                price,
            } = grid.steps[number];
            let to = place.wrapping_add(apart);
            let best = self.left[to as usize];
            if best == BLOCKED || !legal.contains(direction) {
                continue;
            }
            if best == 0 && !grid.look_at(to, cell + direction.offset(), cells) {
                self.left[to as usize] = BLOCKED;
                continue;
            }
            self.statistics.generated += 1;
            let weight = match self.weighing {
                Weighing::Served => own,
                Weighing::Beside => grid.weight(to),
                Weighing::Largest => own.max(grid.weight(to)),
                Weighing::Sum => own + grid.weight(to),
            };
            let after = left.saturating_sub(price * weight);
            self.is_out_of_range |= after == 0;
            if after > best {
                #[expect(clippy::cast_possible_truncation, reason = "there are 26")]
                let arrival = direction.index() as u8;
                self.reach(to, after, arrival);
                let reached = ALL - after;
                if admits(grid, to, reached) {
                    self.queue(to, reached);
                }
            }
        }
    }

    fn reach(&mut self, place: u32, left: u64, arrival: u8) {
        self.left[place as usize] = left;
        self.arrivals[place as usize] = arrival;
    }

    fn queue(&mut self, place: u32, cost: u64) {
        let number = cost >> self.width_bits;
        if number - self.number >= self.buckets.len() as u64 {
            self.make_room(number);
        }
        let slot = self.slot(number);
        self.buckets[slot].push(place);
        self.occupied.insert(slot);
        self.queued += 1;
        self.statistics.peak_open = self.statistics.peak_open.max(self.queued);
    }

    /// Makes room for a bucket with a number.
    #[cold]
    fn make_room(&mut self, number: u64) {
        let before = self.buckets.len();
        let served = self.slot(self.number);
        let ahead = usize::try_from(number - self.number).unwrap_or(usize::MAX / 2);
        let count = (ahead + 1).next_power_of_two();
        let mut buckets = std::mem::replace(&mut self.buckets, vec![Vec::new(); count]);
        self.occupied = Occupied::default();
        self.occupied.make_room(count);
        for (slot, places) in buckets.iter_mut().enumerate().filter(|it| !it.1.is_empty()) {
            let ahead = (slot + before - served) % before;
            let slot = self.slot(self.number + ahead as u64);
            self.occupied.insert(slot);
            self.buckets[slot] = std::mem::take(places);
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number of buckets is a power of two that fits"
    )]
    fn slot(&self, number: u64) -> usize {
        number as usize & (self.buckets.len() - 1)
    }
}

//! The record of one cell in a search.

use crate::cost::Cost;
use crate::movement::Direction;

/// The record of a reached cell.
///
/// ```text
/// g       64 bits   the smallest cost found so far
/// query   32 bits   which query wrote the record; any other value: there is none
/// state   31      30      26 25             0
///        [closed | start |  |    arrivals    ]
/// ```
///
/// `arrivals` holds the directions in which the cell was reached at cost `g`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    g: u64,
    query: u32,
    state: u32,
}

const START: u32 = 1 << 30;
const CLOSED: u32 = 1 << 31;
const ARRIVALS: u32 = (1 << 26) - 1;

impl Record {
    /// The record of no query: queries count from 1.
    pub(crate) const ABSENT: Self = Self {
        g: 0,
        query: 0,
        state: 0,
    };

    /// Creates the record of a cell reached at cost `g` by `arrival`, not expanded.
    #[inline]
    pub(crate) fn new(query: u32, g: Cost, arrival: Option<Direction>) -> Self {
        Self {
            g: g.raw(),
            query,
            state: arrival_bit(arrival),
        }
    }

    #[inline]
    pub(crate) fn is_of(&self, query: u32) -> bool {
        self.query == query
    }

    #[inline]
    pub(crate) fn g(&self) -> Cost {
        Cost::from_raw(self.g)
    }

    /// Returns whether the cell was reached at its present cost in this direction.
    #[inline]
    pub(crate) fn has_arrival(&self, arrival: Option<Direction>) -> bool {
        self.state & arrival_bit(arrival) != 0
    }

    #[inline]
    pub(crate) fn add_arrival(&mut self, arrival: Option<Direction>) {
        self.state |= arrival_bit(arrival);
    }

    /// Returns the direction of smallest rank among those in which the cell was reached.
    #[inline]
    pub(crate) fn first_arrival(&self) -> Option<Direction> {
        let arrivals = self.state & ARRIVALS;
        (arrivals != 0).then(|| Direction::from_index(arrivals.trailing_zeros() as usize))
    }

    /// Replaces the record: the cell is reached at cost `g`, only by `arrival`, and not expanded.
    #[inline]
    pub(crate) fn reach(&mut self, g: Cost, arrival: Option<Direction>) {
        self.g = g.raw();
        self.state = arrival_bit(arrival);
    }

    /// Returns whether the cell was expanded at its present cost.
    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.state & CLOSED != 0
    }

    #[inline]
    pub(crate) fn close(&mut self) {
        self.state |= CLOSED;
    }
}

#[inline]
fn arrival_bit(arrival: Option<Direction>) -> u32 {
    arrival.map_or(START, Direction::bit)
}

//! Records of the places of a graph that a search has reached.

use super::records::OutOfKeys;
use crate::cost::Cost;

/// The record of a reached place.
///
/// ```text
/// g       64 bits   the smallest cost found so far
/// query   32 bits   which query wrote the record; any other value: there is none
/// state   31      30            0
///        [closed |    before     ]   before: the place it was reached from, all ones for none
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    g: Cost,
    query: u32,
    state: u32,
}

const CLOSED: u32 = 1 << 31;
const NONE: u32 = CLOSED - 1;

impl Known {
    #[inline]
    pub(crate) fn g(&self) -> Cost {
        self.g
    }

    /// Returns whether the place was expanded at its present cost.
    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.state & CLOSED != 0
    }

    /// Returns the place from which this one was reached; `None` for the start.
    #[inline]
    pub(crate) fn before(&self) -> Option<u32> {
        let before = self.state & NONE;
        (before != NONE).then_some(before)
    }
}

/// Records of all places of a graph, for one query at a time.
#[derive(Debug, Default)]
pub(crate) struct JunctionRecords {
    known: Vec<Known>,
    query: u32,
    reached: usize,
    /// The largest number of places reached.
    most: usize,
}

impl JunctionRecords {
    /// Starts a query in a graph of so many places: all records are absent from here on.
    pub(crate) fn begin(&mut self, places: usize) {
        if self.known.len() < places {
            self.known.resize(places, Known::default());
        }
        self.query = self.query.checked_add(1).unwrap_or_else(|| {
            self.known.fill(Known::default());
            1
        });
        self.reached = 0;
        self.most = usize::MAX;
    }

    /// Lets the query use so many bytes at most.
    pub(crate) fn allow_bytes(&mut self, most: u64) {
        let affordable = most / size_of::<Known>() as u64;
        self.most = usize::try_from(affordable).unwrap_or(usize::MAX);
    }

    /// Returns the number of bytes of the records that this query has written.
    pub(crate) fn used_bytes(&self) -> u64 {
        (self.reached * size_of::<Known>()) as u64
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.known.capacity() * size_of::<Known>()
    }

    /// Returns the record of a place if this query has written one.
    #[inline]
    pub(crate) fn find(&self, place: u32) -> Option<Known> {
        let known = self.known[place as usize];
        (known.query == self.query).then_some(known)
    }

    /// Returns the cost of a place that was reached.
    pub(crate) fn cost(&self, place: u32) -> Cost {
        self.known[place as usize].g
    }

    /// Notes that a place was reached at cost `g` from another.
    #[inline]
    pub(crate) fn reach(
        &mut self,
        place: u32,
        g: Cost,
        before: Option<u32>,
    ) -> Result<(), OutOfKeys> {
        let known = &mut self.known[place as usize];
        if known.query != self.query {
            if self.reached >= self.most {
                return Err(OutOfKeys);
            }
            self.reached += 1;
        }
        *known = Known {
            g,
            query: self.query,
            state: before.unwrap_or(NONE),
        };
        Ok(())
    }

    /// Notes that a place is expanded, unless `g` is no longer its cost.
    #[inline]
    pub(crate) fn close(&mut self, place: u32, g: Cost) -> Option<Known> {
        let known = &mut self.known[place as usize];
        if known.g < g {
            return None;
        }
        known.state |= CLOSED;
        Some(*known)
    }
}

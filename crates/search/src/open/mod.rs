//! Open lists: which reached cell is expanded next.

mod buckets;
mod far;
mod occupied;
mod ordered;
mod sorted;

pub(crate) use buckets::BucketOpen;
pub(crate) use occupied::Occupied;
pub(crate) use ordered::OrderedOpen;

use crate::cost::Cost;
use crate::expansion::Costs;
use crate::memory::{CellKey, Records};
use crate::movement::Direction;

/// A queue entry: a cell, the cost of the path to it, and the task there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: CellKey,
    pub(crate) task: Task,
    pub(crate) g: Cost,
}

impl Entry {
    #[inline]
    pub(crate) fn new(key: CellKey, task: Task, g: Cost) -> Self {
        Self { key, task, g }
    }
}

/// The task to do when an entry is taken from the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Task {
    /// Expand the start of the search.
    Start,
    /// Expand the cell, reached in this direction.
    Expand(Direction),
    /// Follow the run from the cell in this direction.
    Follow(Direction),
}

impl Task {
    /// Returns the task in six bits: the direction below 26, or 31 for the start, and 32 for runs.
    #[inline]
    fn pack(self) -> u32 {
        match self {
            Self::Start => 31,
            Self::Expand(direction) => direction.rank(),
            Self::Follow(direction) => direction.rank() | 32,
        }
    }

    /// Returns whether the packed task is that of a run.
    #[inline]
    fn is_to_follow(bits: u32) -> bool {
        bits & 32 != 0
    }

    #[inline]
    fn unpack(bits: u32) -> Self {
        let direction = || Direction::from_index((bits & 31) as usize);
        match bits {
            31 => Self::Start,
            _ if Self::is_to_follow(bits) => Self::Follow(direction()),
            _ => Self::Expand(direction()),
        }
    }
}

/// The bytes that a queued entry counts for in limits of memory, whatever the list: as many as the
/// largest takes.
const ENTRY_BYTES: u64 = 32;

/// A queue of entries by f.
pub(crate) trait OpenList {
    /// Forgets everything; no later priority is below `least`, as a rule. Where costs are known, entries
    /// may be dropped whose cell has been reached at a smaller one since.
    fn begin(&mut self, least: Cost, costs: Costs);

    /// Queues an entry, whose cell is that of its key in `records`.
    fn push(&mut self, f: Cost, entry: Entry, records: &Records);

    /// Takes the next entry; returns it with a lower bound on the f of all entries that were
    /// queued, now or, where f may fall along a path, at an earlier moment.
    fn pop(&mut self, records: &Records) -> Option<(Cost, Entry)>;

    /// Puts the queued entries in the order of another f; or leaves them where they are, if that
    /// would be too much work: bounds hold in any order.
    fn reorder(&mut self, f: impl Fn(Entry) -> Cost) {
        let _ = f;
    }

    /// Replaces the key of every entry by the one in `keys` at its number.
    fn rekey(&mut self, keys: &[CellKey]);

    fn len(&self) -> usize;

    /// Returns the number of bytes of the entries that are queued, counted alike for every list.
    fn used_bytes(&self) -> u64 {
        self.len() as u64 * ENTRY_BYTES
    }

    /// Returns whether there is no room for the entries that a slice of a search may queue.
    fn is_full(&self) -> bool {
        false
    }
}

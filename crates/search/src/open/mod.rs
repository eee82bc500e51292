//! Open lists: which reached cell is expanded next.

mod buckets;
mod heap;

pub(crate) use buckets::BucketOpen;
pub(crate) use heap::BinaryHeapOpen;

use glam::IVec3;

use crate::workspace::RecordId;
use crate::{Cost, Direction};

/// A cell queued for expansion, with the direction in which it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) record: RecordId,
    /// `None` for the start.
    pub(crate) arrival: Option<Direction>,
}

/// What an entry is ordered by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Priority {
    pub(crate) f: Cost,
    pub(crate) g: Cost,
    pub(crate) cell: IVec3,
}

/// A queue of entries by priority.
pub(crate) trait OpenList {
    /// Forgets everything; no later priority is below `least`.
    fn begin(&mut self, least: Cost);

    fn push(&mut self, priority: Priority, entry: Entry);

    /// The next entry, with a lower bound on the f of all entries that were queued.
    fn pop(&mut self) -> Option<(Cost, Entry)>;

    fn len(&self) -> usize;
}

//! The binary heap: any priorities, in an order that is fixed down to the last tie.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::{Entry, OpenList, Priority};
use crate::Cost;

/// Entries by smaller f, then larger g, then cell order (z, y, x), then task.
#[derive(Debug, Default)]
pub(crate) struct BinaryHeapOpen {
    heap: BinaryHeap<Queued>,
}

#[derive(Clone, Copy, Debug)]
struct Queued {
    priority: Priority,
    entry: Entry,
}

impl BinaryHeapOpen {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Queued>()
    }
}

impl OpenList for BinaryHeapOpen {
    fn begin(&mut self, _least: Cost) {
        self.heap.clear();
    }

    #[inline]
    fn push(&mut self, priority: Priority, entry: Entry) {
        self.heap.push(Queued { priority, entry });
    }

    #[inline]
    fn pop(&mut self) -> Option<(Cost, Entry)> {
        self.heap
            .pop()
            .map(|queued| (queued.priority.f, queued.entry))
    }

    fn len(&self) -> usize {
        self.heap.len()
    }
}

impl Queued {
    fn key(&self) -> impl Ord {
        let Priority { f, cell } = self.priority;
        let Entry { task, g, .. } = self.entry;
        (Reverse(f), g, Reverse((cell.z, cell.y, cell.x, task)))
    }
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Queued {}

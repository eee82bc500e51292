//! The binary heap: any priorities, in an order that is fixed down to the last tie.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::mem::take;

use super::{Entry, OpenList, Priority};
use crate::cost::Cost;
use crate::memory::CellKey;
use crate::query::TieBreaking;

/// Entries by smaller f, then as the rule for ties says, then cell order (z, y, x), then task.
#[derive(Debug, Default)]
pub(crate) struct BinaryHeapOpen {
    ties: TieBreaking,
    /// In use where larger g decides: its entries need no rank.
    heap: BinaryHeap<Queued>,
    /// In use under all other rules.
    ranked: BinaryHeap<Ranked>,
    /// Entries pushed so far.
    pushed: u64,
}

#[derive(Clone, Copy, Debug)]
struct Queued {
    priority: Priority,
    entry: Entry,
}

/// An entry with its rank among those of equal f: the smallest comes first.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    rank: u64,
    queued: Queued,
}

impl BinaryHeapOpen {
    /// Breaks ties by this rule from the next search on.
    pub(crate) fn break_ties_by(&mut self, ties: TieBreaking) {
        self.ties = ties;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Queued>() + self.ranked.capacity() * size_of::<Ranked>()
    }

    #[cold]
    fn push_ranked(&mut self, queued: Queued) {
        self.pushed += 1;
        let rank = match self.ties {
            TieBreaking::LargerG => !queued.entry.g.raw(),
            TieBreaking::SmallerG => queued.entry.g.raw(),
            TieBreaking::FirstIn => self.pushed,
            TieBreaking::LastIn => !self.pushed,
            TieBreaking::CellOrder => 0,
        };
        self.ranked.push(Ranked { rank, queued });
    }
}

impl OpenList for BinaryHeapOpen {
    fn begin(&mut self, _least: Cost) {
        self.heap.clear();
        self.ranked.clear();
        self.pushed = 0;
    }

    #[inline]
    fn push(&mut self, priority: Priority, entry: Entry) {
        let queued = Queued { priority, entry };
        if self.ties == TieBreaking::LargerG {
            self.heap.push(queued);
        } else {
            self.push_ranked(queued);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(Cost, Entry)> {
        let queued = if self.ties == TieBreaking::LargerG {
            self.heap.pop()?
        } else {
            self.ranked.pop()?.queued
        };
        Some((queued.priority.f, queued.entry))
    }

    fn rekey(&mut self, keys: &[CellKey]) {
        // No order depends on keys.
        let rekeyed = |mut queued: Queued| {
            queued.entry.key = keys[queued.entry.key.index()];
            queued
        };
        self.heap = take(&mut self.heap).into_iter().map(rekeyed).collect();
        let rekeyed = |ranked: Ranked| Ranked {
            queued: rekeyed(ranked.queued),
            ..ranked
        };
        self.ranked = take(&mut self.ranked).into_iter().map(rekeyed).collect();
    }

    fn len(&self) -> usize {
        self.heap.len() + self.ranked.len()
    }
}

impl Ranked {
    fn key(&self) -> impl Ord {
        let Priority { f, cell } = self.queued.priority;
        let Entry { task, g, .. } = self.queued.entry;
        let cell = (cell.z, cell.y, cell.x);
        Reverse((f, self.rank, cell, Reverse(g), task))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ranked {}

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

#[cfg(test)]
mod tests {
    use glam::IVec3;

    use super::*;
    use crate::memory::{Layout, Records};
    use crate::open::Task;

    #[test]
    fn every_rule_orders_equal_priorities_in_its_own_way() {
        let mut records = Records::default();
        let bounds = voxnav_occupancy::CellBox::from_size(IVec3::splat(8));
        records.begin(bounds, Layout::InBricks);
        // Cell and g in the order of pushing, all of equal f.
        let pushed = [(5, 2), (1, 7), (3, 1), (2, 9)];
        for (ties, expected) in [
            (TieBreaking::LargerG, [2, 1, 5, 3]),
            (TieBreaking::SmallerG, [3, 5, 1, 2]),
            (TieBreaking::FirstIn, [5, 1, 3, 2]),
            (TieBreaking::LastIn, [2, 3, 1, 5]),
            (TieBreaking::CellOrder, [1, 2, 3, 5]),
        ] {
            let mut open = BinaryHeapOpen::default();
            open.break_ties_by(ties);
            open.begin(Cost::ZERO);
            for (x, g) in pushed {
                let cell = IVec3::new(x, 0, 0);
                let entry = Entry {
                    key: records.key(cell).unwrap(),
                    task: Task::Start,
                    g: Cost::from_raw(g),
                };
                let f = Cost::STRAIGHT;
                open.push(Priority { f, cell }, entry);
            }
            assert_eq!(open.len(), 4);
            let popped = std::iter::from_fn(|| open.pop())
                .map(|(_, entry)| records.cell(entry.key).x)
                .collect::<Vec<_>>();
            assert_eq!(popped, expected, "{ties:?}");
        }
    }
}

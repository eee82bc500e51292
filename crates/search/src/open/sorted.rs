//! Items put in order no further than they are taken.

use super::ordered::Item;
use crate::memory::{Records, make_room};

/// Parts of at most so many items are sorted at once.
const SORTED_AT_ONCE: usize = 256;
/// Children of an item of the heap.
const ARITY: usize = 4;

/// Items that are sorted as far as they are taken: by quicksort, which leaves the part with the
/// later items for later.
///
/// # References
/// Paredes, Navarro, "Optimal Incremental Sorting", ALENEX 2006.
#[derive(Debug, Default)]
pub(super) struct Sorted<T> {
    /// The first is at the end. From `done` on they are in order.
    pub(super) items: Vec<T>,
    done: usize,
    /// The beginnings of parts that are not sorted in themselves; each comes after the next.
    parts: Vec<usize>,
}

impl<T: Item> Sorted<T> {
    /// Forgets that anything is sorted.
    pub(super) fn begin(&mut self) {
        self.done = self.items.len();
        self.parts.clear();
        self.parts.push(0);
    }

    /// Returns the first item, which stands at the end.
    #[inline]
    pub(super) fn first(&mut self, records: &Records) -> Option<&T> {
        if self.done >= self.items.len() {
            self.sort_on(records);
        }
        self.items.last()
    }

    /// Sorts the last part.
    fn sort_on(&mut self, records: &Records) {
        let descending = |one: &T, other: &T| other.order(one, records);
        let Some(mut start) = self.parts.pop() else {
            return;
        };
        while self.items.len() - start > SORTED_AT_ONCE {
            let part = &mut self.items[start..];
            let middle = part.len() / 2;
            part.select_nth_unstable_by(middle, descending);
            self.parts.push(start);
            start += middle;
        }
        self.items[start..].sort_unstable_by(descending);
        self.done = start;
    }
}

/// A heap of four children an item, the first item at its root.
#[derive(Debug, Default)]
pub(super) struct Heap<T> {
    pub(super) items: Vec<T>,
}

impl<T: Item> Heap<T> {
    pub(super) fn push(&mut self, item: T, records: &Records) {
        let Self { items } = self;
        make_room(items, 1);
        let mut place = items.len();
        items.push(item);
        while place > 0 {
            let parent = (place - 1) / ARITY;
            if !item.precedes(&items[parent], records) {
                break;
            }
            items[place] = items[parent];
            place = parent;
        }
        items[place] = item;
    }

    pub(super) fn pop(&mut self, records: &Records) -> Option<T> {
        let Self { items } = self;
        let item = items.pop()?;
        let Some(&root) = items.first() else {
            return Some(item);
        };
        let mut place = 0;
        loop {
            let first = place * ARITY + 1;
            let end = (first + ARITY).min(items.len());
            let Some(children) = items.get(first..end).filter(|some| !some.is_empty()) else {
                break;
            };
            let mut least = 0;
            for child in 1..children.len() {
                let precedes = children[child].precedes(&children[least], records);
                least = if precedes { child } else { least };
            }
            if !children[least].precedes(&item, records) {
                break;
            }
            items[place] = children[least];
            place = first + least;
        }
        items[place] = item;
        Some(root)
    }
}

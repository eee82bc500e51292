//! The ordered queue: any priorities, in an order that is fixed down to the last tie.
//!
//! Entries wait unsorted in buckets of f. Only the bucket that is being served is sorted, and no further
//! than it is served; what is queued below its end stands in a heap. What is taken is so the first
//! of all in the full order, for any priorities, consistent or not. Where f never falls the heap
//! stays small, and what a search never serves is never sorted.
//!
//! Most entries of a bucket are stale by the time it is served, since the cheaper way was queued in an
//! earlier one: five of nine on maps. They are dropped before the rest is sorted.
//!
//! An entry holds no cell. Where f and g of two are equal, which is the case on plateaus, the records
//! know the cells of both.

use std::cmp::Ordering;

use super::far::Far;
use super::sorted::{Heap, Sorted};
use super::{ENTRY_BYTES, Entry, OpenList, Task};
use crate::cost::Cost;
use crate::expansion::Costs;
use crate::memory::{CellKey, Records};
use crate::query::TieBreaking;

/// Entries by smaller f, then by the rule for ties, then by cell order (z, y, x), then by task.
#[derive(Debug, Default)]
pub(crate) struct OrderedOpen {
    ties: TieBreaking,
    /// The queue where larger g decides: its entries need no rank.
    by_g: Queue<OpenEntry>,
    /// The queue under all other rules.
    ranked: Queue<Ranked>,
    /// The number of entries pushed so far.
    pushed: u64,
    /// The reliability of the costs of the search.
    costs: Costs,
}

impl OrderedOpen {
    /// Breaks ties by this rule from the next search on.
    pub(crate) fn break_ties_by(&mut self, ties: TieBreaking) {
        self.ties = ties;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.by_g.memory_bytes() + self.ranked.memory_bytes()
    }

    #[cold]
    fn push_ranked(&mut self, queued: OpenEntry, records: &Records) {
        self.pushed += 1;
        let rank = match self.ties {
            TieBreaking::LargerG => !queued.g,
            TieBreaking::SmallerG => queued.g,
            TieBreaking::FirstIn => self.pushed,
            TieBreaking::LastIn => !self.pushed,
            TieBreaking::CellOrder => 0,
        };
        self.ranked.push(Ranked { rank, queued }, records);
    }
}

impl OpenList for OrderedOpen {
    fn begin(&mut self, least: Cost, costs: Costs) {
        self.by_g.begin(least.raw());
        self.ranked.begin(least.raw());
        self.pushed = 0;
        self.costs = costs;
    }

    #[inline]
    fn push(&mut self, f: Cost, entry: Entry, records: &Records) {
        let queued = OpenEntry {
            f: f.raw(),
            g: entry.g.raw(),
            key: entry.key,
            task: entry.task.pack(),
        };
        if self.ties == TieBreaking::LargerG {
            self.by_g.push(queued, records);
        } else {
            self.push_ranked(queued, records);
        }
    }

    #[inline]
    fn pop(&mut self, records: &Records) -> Option<(Cost, Entry)> {
        let queued = if self.ties == TieBreaking::LargerG {
            self.by_g.pop(records, self.costs)?
        } else {
            self.ranked.pop(records, self.costs)?.queued
        };
        let entry = Entry {
            key: queued.key,
            task: Task::unpack(queued.task),
            g: Cost::from_raw(queued.g),
        };
        Some((Cost::from_raw(queued.f), entry))
    }

    fn rekey(&mut self, keys: &[CellKey]) {
        // No order depends on keys, but for the cells that they name.
        self.by_g.rekey(keys);
        self.ranked.rekey(keys);
    }

    fn len(&self) -> usize {
        self.by_g.len + self.ranked.len
    }

    fn is_full(&self) -> bool {
        self.by_g.far.is_full() || self.ranked.far.is_full()
    }
}

/// A queued item, in an order of its own.
pub(super) trait Item: Copy + Default {
    fn queued(&self) -> &OpenEntry;
    fn queued_mut(&mut self) -> &mut OpenEntry;

    /// Compares two items; the smaller comes first.
    fn order(&self, other: &Self, records: &Records) -> Ordering;

    #[inline]
    fn precedes(&self, other: &Self, records: &Records) -> bool {
        self.order(other, records) == Ordering::Less
    }
}

/// An entry with its f. The cell is that of the key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenEntry {
    pub(super) f: u64,
    g: u64,
    key: CellKey,
    task: u32,
}

impl OpenEntry {
    /// Returns f and g as one number, smaller for what comes first.
    #[inline]
    fn number(&self) -> u128 {
        u128::from(self.f) << 64 | u128::from(!self.g)
    }

    /// Returns whether the cell has been reached at a smaller cost since.
    #[inline]
    fn is_stale(&self, records: &Records) -> bool {
        !Task::is_to_follow(self.task) & (self.g > records.record(self.key).g().raw())
    }
}

/// An entry with its rank among those of equal f: the smallest comes first.
#[derive(Clone, Copy, Debug, Default)]
struct Ranked {
    rank: u64,
    queued: OpenEntry,
}

const _: () = assert!(size_of::<Ranked>() as u64 == ENTRY_BYTES);

impl Item for OpenEntry {
    #[inline]
    fn queued(&self) -> &OpenEntry {
        self
    }

    #[inline]
    fn queued_mut(&mut self) -> &mut OpenEntry {
        self
    }

    #[inline]
    fn order(&self, other: &Self, records: &Records) -> Ordering {
        match self.number().cmp(&other.number()) {
            Ordering::Equal => order_of_ties(self, other, records),
            order => order,
        }
    }
}

impl Item for Ranked {
    #[inline]
    fn queued(&self) -> &OpenEntry {
        &self.queued
    }

    #[inline]
    fn queued_mut(&mut self) -> &mut OpenEntry {
        &mut self.queued
    }

    #[inline]
    fn order(&self, other: &Self, records: &Records) -> Ordering {
        let order = |item: &Self| {
            let (cell, task) = last_order(&item.queued, records);
            (item.queued.f, item.rank, cell, !item.queued.g, task)
        };
        order(self).cmp(&order(other))
    }
}

/// Compares two entries with equal f and g.
#[inline(never)]
fn order_of_ties(one: &OpenEntry, other: &OpenEntry, records: &Records) -> Ordering {
    last_order(one, records).cmp(&last_order(other, records))
}

/// Returns the last keys of the order: cell and task.
#[inline]
fn last_order(queued: &OpenEntry, records: &Records) -> ([i32; 3], Task) {
    let [x, y, z] = records.cell(queued.key).to_array();
    ([z, y, x], Task::unpack(queued.task))
}

/// Items of any f, the first of them first.
#[derive(Debug, Default)]
struct Queue<T> {
    /// The item that comes before all others, if that is known: an item queued and taken at once
    /// needs no heap.
    first: Option<T>,
    /// The items queued below the cursor.
    late: Heap<T>,
    /// The items of the last bucket before the cursor.
    bucket: Sorted<T>,
    /// All items of the buckets from the cursor on.
    far: Far<T>,
    cursor: usize,
    len: usize,
}

impl<T: Item> Queue<T> {
    fn begin(&mut self, least: u64) {
        self.first = None;
        self.late.items.clear();
        self.bucket.items.clear();
        self.far.begin(least);
        self.cursor = 0;
        self.len = 0;
    }

    #[inline]
    fn push(&mut self, item: T, records: &Records) {
        self.len += 1;
        if self.far.bucket_of(item.queued().f) >= self.cursor {
            self.far.insert(item);
        } else {
            self.push_late(item, records);
        }
    }

    #[inline(never)]
    fn push_late(&mut self, item: T, records: &Records) {
        let precedes = |other: Option<&T>| other.is_none_or(|other| item.precedes(other, records));
        let is_first = match &self.first {
            Some(first) => precedes(Some(first)),
            None => precedes(self.late.items.first()) && precedes(self.bucket.first(records)),
        };
        let other = if is_first {
            self.first.replace(item)
        } else {
            Some(item)
        };
        if let Some(item) = other {
            self.late.push(item, records);
        }
    }

    #[inline]
    fn pop(&mut self, records: &Records, costs: Costs) -> Option<T> {
        if let Some(first) = self.first.take() {
            self.len -= 1;
            return Some(first);
        }
        if self.bucket.items.is_empty() && self.late.items.is_empty() {
            self.serve_bucket(records, costs)?;
        }
        self.len -= 1;
        let sorted = self.bucket.first(records);
        match (self.late.items.first(), sorted) {
            (Some(late), Some(item)) if late.precedes(item, records) => self.late.pop(records),
            (_, Some(_)) => self.bucket.items.pop(),
            _ => self.late.pop(records),
        }
    }

    /// Goes on to the next bucket, and drops the stale items there. If all of them are stale, one
    /// is left, so that the caller may pause between two buckets.
    fn serve_bucket(&mut self, records: &Records, costs: Costs) -> Option<()> {
        let items = &mut self.bucket.items;
        self.cursor = self.far.next_bucket(self.cursor, items)?;
        // A cost that was presumed may rise to that of an entry.
        if costs == Costs::Known {
            let mut kept = 0;
            // Without a branch, which nothing could foretell.
            for place in 0..items.len() {
                let item = items[place];
                items[kept] = item;
                kept += usize::from(!item.queued().is_stale(records));
            }
            let kept = kept.max(1);
            self.len -= items.len() - kept;
            items.truncate(kept);
        }
        self.bucket.begin();
        Some(())
    }

    fn rekey(&mut self, keys: &[CellKey]) {
        let rekey = |item: &mut T| {
            let key = &mut item.queued_mut().key;
            *key = keys[key.index()];
        };
        let late = self.first.iter_mut().chain(&mut self.late.items);
        late.chain(&mut self.bucket.items).for_each(rekey);
        self.far.for_each_mut(rekey);
    }

    fn memory_bytes(&self) -> usize {
        (self.late.items.capacity() + self.bucket.items.capacity()) * size_of::<T>()
            + self.far.memory_bytes()
    }
}

#[cfg(test)]
mod tests {
    use glam::IVec3;

    use super::*;
    use crate::memory::{Layout, Records};
    use crate::movement::Direction;
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
            let mut open = OrderedOpen::default();
            open.break_ties_by(ties);
            open.begin(Cost::ZERO, Costs::Presumed);
            for (x, g) in pushed {
                let cell = IVec3::new(x, 0, 0);
                let entry = Entry {
                    key: records.key(cell).unwrap(),
                    task: Task::Start,
                    g: Cost::from_raw(g),
                };
                let f = Cost::STRAIGHT;
                open.push(f, entry, &records);
            }
            assert_eq!(open.len(), 4);
            let popped = std::iter::from_fn(|| open.pop(&records))
                .map(|(_, entry)| records.cell(entry.key).x)
                .collect::<Vec<_>>();
            assert_eq!(popped, expected, "{ties:?}");
        }
    }

    #[test]
    fn what_is_stale_is_dropped_with_its_bucket_but_for_one_and_keys_may_change() {
        let mut records = Records::default();
        let bounds = voxnav_occupancy::CellBox::from_size(IVec3::splat(8));
        records.begin(bounds, Layout::InBricks);
        let mut open = OrderedOpen::default();
        open.begin(Cost::ZERO, Costs::Known);
        // In one bucket cells of which every other one has been reached at a smaller cost since, in the
        // next one a cell for which that holds, too.
        for x in 0..40 {
            let cell = IVec3::new(x % 8, x / 8, 0);
            let key = records.key(cell).unwrap();
            let g = Cost::from_raw(10 + u64::from(x.unsigned_abs()));
            let smaller = if x % 2 == 0 { Cost::ZERO } else { g };
            records.find_or_insert(key, smaller, None);
            let entry = Entry {
                key,
                task: Task::Start,
                g,
            };
            let f = if x == 38 { Cost::STRAIGHT } else { g };
            open.push(f, entry, &records);
        }
        // Every key by its own number.
        let keys: Vec<_> = (0..512).map(CellKey::of_number).collect();
        open.rekey(&keys);
        for x in (1..40).step_by(2) {
            let (f, entry) = open.pop(&records).unwrap();
            assert_eq!((f, entry.g.raw()), (entry.g, 10 + x));
        }
        assert_eq!(open.len(), 1);
        assert_eq!(open.pop(&records).map(|(f, _)| f), Some(Cost::STRAIGHT));
        assert_eq!(open.pop(&records), None);
    }

    /// Returns the place of the first entry by the definition of the order, over all queued
    /// entries.
    fn naive_first(queued: &[(Cost, Entry, u64)], ties: TieBreaking, records: &Records) -> usize {
        let key = |(f, entry, pushed): &(Cost, Entry, u64)| {
            let g = entry.g.raw();
            let rank = match ties {
                TieBreaking::LargerG => !g,
                TieBreaking::SmallerG => g,
                TieBreaking::FirstIn => *pushed,
                TieBreaking::LastIn => !pushed,
                TieBreaking::CellOrder => 0,
            };
            let [x, y, z] = records.cell(entry.key).to_array();
            (f.raw(), rank, [z, y, x], !g, entry.task)
        };
        (0..queued.len())
            .min_by_key(|&place| key(&queued[place]))
            .unwrap()
    }

    #[test]
    fn the_first_of_all_is_taken_whatever_the_range_and_the_order_of_pushes() {
        let mut records = Records::default();
        let bounds = voxnav_occupancy::CellBox::from_size(IVec3::splat(6));
        records.begin(bounds, Layout::InBricks);
        let keys: Vec<_> = bounds
            .cells()
            .map(|cell| records.key(cell).unwrap())
            .collect();
        let mut state = 1_u64;
        let mut draw = move |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        let index = |number: u64| usize::try_from(number).unwrap();
        let mut open = OrderedOpen::default();
        // Equal f, buckets, windows, all that a cost can be; in every other round also below what was
        // taken.
        for (round, range) in [1, 3, 1 << 26, 1 << 31, 1 << 40, 1 << 62, u64::MAX]
            .into_iter()
            .cycle()
            .enumerate()
            .take(140)
        {
            let ties = TieBreaking::ALL[round % 5];
            let least = [0, 1 << 34, u64::MAX - range][round % 3];
            open.break_ties_by(ties);
            open.begin(Cost::from_raw(least), Costs::Presumed);
            let mut queued = Vec::new();
            let mut floor = least;
            for pushed in 1..=900 {
                if pushed % 450 < 300 {
                    let from = if round % 2 == 0 { least } else { floor };
                    let f = Cost::from_raw(from.saturating_add(draw(range)));
                    let entry = Entry {
                        key: keys[index(draw(keys.len() as u64))],
                        task: Task::Expand(Direction::from_index(index(draw(26)))),
                        g: Cost::from_raw(draw(4)),
                    };
                    if queued.iter().all(|(_, other, _)| *other != entry) {
                        queued.push((f, entry, pushed));
                        open.push(f, entry, &records);
                    }
                }
                if pushed % 3 == 0 && !queued.is_empty() {
                    let first = naive_first(&queued, ties, &records);
                    let (f, entry, _) = queued.remove(first);
                    assert_eq!(open.pop(&records), Some((f, entry)), "{ties:?} {range}");
                    floor = f.raw();
                }
                assert_eq!(open.len(), queued.len());
            }
        }
    }
}

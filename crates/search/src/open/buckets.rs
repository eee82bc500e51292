//! The bucket queue: constant-time operations for estimates that are consistent, or fall along a path
//! within a bound.
//!
//! Buckets cover equal ranges of f. Inside a bucket the order is last in, first out, which follows
//! one promising path to its end before trying another. A cell may so be expanded before a cheaper
//! way to it is known, within the width of a bucket, and is then expanded again; the search is
//! exact because it ends only when no bucket that is left can hold anything cheaper than the path
//! it has.

#![expect(
    clippy::cast_possible_truncation,
    reason = "directions are below 26; the number of links is limited"
)]

use super::occupied::Occupied;
use super::{ENTRY_BYTES, Entry, OpenList, Task};
use crate::cost::Cost;
use crate::expansion::Costs;
use crate::memory::{CellKey, Records, make_room};

/// Log2 of the width of a bucket: 1/32 of a straight move. Wider buckets expand cells again (27 %
/// more at 1/8), narrower ones are mostly empty.
const WIDTH_BITS: u32 = 25;
/// Buckets kept ready at the start of a search: 16 straight moves of f, 2 KB. What lies beyond waits
/// unsorted; most of it is never needed, and scattering it over a large table costs a cache miss an
/// entry.
const FIRST_WINDOW: usize = 1 << 9;
/// The window doubles whenever it is used up, so that each entry is moved a few times at most: those
/// that wait are ahead of the others by no more than a move and what estimates differ by, less than
/// eight of the largest windows over the heaviest terrain.
const LARGEST_WINDOW: usize = 1 << 20;
/// Links can be told apart by 32 bits; a slice of a search queues far fewer than 2^20.
const MOST_LINKS: u64 = (1 << 32) - (1 << 20);
/// The end of a bucket's list: the number of a link that is never queued.
const NONE: u32 = 0;

/// Entries by bucket of f, then last in, first out.
#[derive(Debug, Default)]
pub(crate) struct BucketOpen {
    /// The f at which bucket 0 begins.
    base: u64,
    /// The first bucket that may hold anything.
    cursor: usize,
    /// The entry that comes next and its bucket, if it was queued last: most entries are taken again before
    /// anything else is queued, and need no link.
    next: Option<(usize, Entry)>,
    /// The number of buckets in use; entries beyond wait unsorted.
    window: usize,
    /// The buckets that hold something. Heavy terrain leaves thousands empty between two of them.
    occupied: Occupied,
    /// The newest link of each bucket, or [`NONE`].
    heads: Vec<u32>,
    /// The links by number; the first is that of no number.
    links: Vec<Link>,
    /// Links not in use, as a list.
    spare: u32,
    beyond: Vec<(u64, Entry)>,
    /// The entries on their way from one place to another; otherwise empty.
    moved: Vec<(u64, Entry)>,
    len: usize,
}

/// Packed to 20 bytes: a search may have queued millions.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
struct Link {
    g: Cost,
    key: CellKey,
    task: u32,
    next: u32,
}

const NO_LINK: Link = Link {
    g: Cost::ZERO,
    key: CellKey::of_number(0),
    task: 0,
    next: NONE,
};

const _: () = assert!(size_of::<(u64, Entry)>() as u64 <= ENTRY_BYTES);

impl BucketOpen {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.heads.capacity() * size_of::<u32>()
            + self.occupied.memory_bytes()
            + self.links.capacity() * size_of::<Link>()
            + (self.beyond.capacity() + self.moved.capacity()) * size_of::<(u64, Entry)>()
    }

    /// Keeps so many buckets ready, all of them empty.
    fn open_window(&mut self, window: usize) {
        self.window = window;
        self.cursor = 0;
        self.occupied.make_room(window);
        if window > self.heads.len() {
            // Not resized: the system hands out zeroed memory where a bucket is touched first.
            self.heads = vec![0; window];
        }
    }

    /// Puts an entry in its bucket.
    #[inline]
    fn insert(&mut self, bucket: usize, entry: Entry) {
        // INVARIANT: no link is of a bucket before that of `next`, nor newer than it in the same bucket.
        if bucket <= self.next.as_ref().map_or(self.cursor, |(first, _)| *first) {
            if let Some((bucket, entry)) = self.next.replace((bucket, entry)) {
                self.link(bucket, entry);
            }
        } else {
            self.link(bucket, entry);
        }
    }

    #[inline]
    fn link(&mut self, bucket: usize, entry: Entry) {
        self.occupied.insert(bucket);
        let head = &mut self.heads[bucket];
        let link = Link {
            g: entry.g,
            key: entry.key,
            task: entry.task.pack(),
            next: *head,
        };
        *head = if self.spare == NONE {
            make_room(&mut self.links, 1);
            self.links.push(link);
            self.links.len() as u32 - 1
        } else {
            let place = self.spare;
            let spare = &mut self.links[place as usize];
            self.spare = spare.next;
            *spare = link;
            place
        };
        self.cursor = self.cursor.min(bucket);
    }

    /// Returns the bucket of `f`, unless it lies beyond those kept ready. An f before them belongs
    /// to the first: priorities that fall along a path may do so. The f at which the first begins
    /// was the least that was queued when the buckets were moved on, so the bound that
    /// [`OpenList::pop`] returns remains one on the least f of some moment, which is all that may
    /// be made of it there.
    #[inline]
    fn bucket_of(&self, f: u64) -> Option<usize> {
        let bucket = (f.saturating_sub(self.base) >> WIDTH_BITS) as usize;
        (bucket < self.window).then_some(bucket)
    }

    /// Moves the buckets on to the smallest f that waits beyond them.
    #[cold]
    fn advance(&mut self) -> bool {
        let Some(&(least, _)) = self.beyond.iter().min_by_key(|(f, _)| *f) else {
            return false;
        };
        self.base = least;
        self.open_window((2 * self.window).min(LARGEST_WINDOW));
        std::mem::swap(&mut self.beyond, &mut self.moved);
        self.sort_moved();
        true
    }

    /// Puts all entries that are on their way where they belong, the oldest first.
    fn sort_moved(&mut self) {
        let mut moved = std::mem::take(&mut self.moved);
        for (f, entry) in moved.drain(..) {
            self.place(f, entry);
        }
        self.moved = moved;
    }

    #[inline]
    fn place(&mut self, f: u64, entry: Entry) {
        match self.bucket_of(f) {
            Some(bucket) => self.insert(bucket, entry),
            None => self.beyond.push((f, entry)),
        }
    }

    /// Queues an entry, whose key may be of any kind.
    #[inline]
    pub(crate) fn enqueue(&mut self, f: Cost, entry: Entry) {
        self.len += 1;
        self.place(f.raw(), entry);
    }

    /// Returns the least f of a bucket.
    #[inline]
    fn floor(&self, bucket: usize) -> Cost {
        Cost::from_raw(self.base + ((bucket as u64) << WIDTH_BITS))
    }

    /// Takes the next entry; returns it with a lower bound on the f of all entries that were
    /// queued.
    #[inline]
    pub(crate) fn dequeue(&mut self) -> Option<(Cost, Entry)> {
        loop {
            if let Some((bucket, entry)) = self.next.take() {
                self.len -= 1;
                return Some((self.floor(bucket), entry));
            }
            if let Some(bucket) = self.occupied.first_from(self.cursor) {
                self.cursor = bucket;
                let head = self.heads[bucket];
                let link = self.links[head as usize];
                self.heads[bucket] = link.next;
                if link.next == NONE {
                    self.occupied.remove(bucket);
                }
                self.links[head as usize].next = self.spare;
                self.spare = head;
                self.len -= 1;
                let entry = Entry {
                    g: link.g,
                    key: link.key,
                    task: Task::unpack(link.task),
                };
                return Some((self.floor(bucket), entry));
            }
            if !self.advance() {
                return None;
            }
        }
    }
}

impl OpenList for BucketOpen {
    fn begin(&mut self, least: Cost, _: Costs) {
        self.occupied.take_all(|bucket| self.heads[bucket] = NONE);
        self.next = None;
        self.links.clear();
        self.links.push(NO_LINK);
        self.spare = NONE;
        self.beyond.clear();
        self.base = least.raw();
        self.open_window(FIRST_WINDOW);
        self.len = 0;
    }

    #[inline]
    fn push(&mut self, f: Cost, entry: Entry, _: &Records) {
        self.enqueue(f, entry);
    }

    #[inline]
    fn pop(&mut self, _: &Records) -> Option<(Cost, Entry)> {
        self.dequeue()
    }

    fn reorder(&mut self, f: impl Fn(Entry) -> Cost) {
        let mut moved = std::mem::take(&mut self.moved);
        let len = self.len;
        while let Some((_, entry)) = self.dequeue() {
            moved.push((f(entry).raw(), entry));
        }
        moved.reverse();
        self.len = len;
        if let Some(&(least, _)) = moved.iter().min_by_key(|(f, _)| *f) {
            self.base = least;
            self.cursor = 0;
        }
        self.moved = moved;
        self.sort_moved();
    }

    fn rekey(&mut self, keys: &[CellKey]) {
        if let Some((_, entry)) = &mut self.next {
            entry.key = keys[entry.key.index()];
        }
        // Links not in use have keys of this search too.
        for link in self.links.iter_mut().skip(1) {
            link.key = keys[{ link.key }.index()];
        }
        for (_, entry) in &mut self.beyond {
            entry.key = keys[entry.key.index()];
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn is_full(&self) -> bool {
        self.links.len() as u64 > MOST_LINKS
    }
}

#[cfg(test)]
mod tests {
    use voxnav_occupancy::draws::Draws;

    use super::*;

    /// Buckets in order, and within one the last that was queued, however far apart.
    #[test]
    fn all_that_was_queued_comes_back_in_order() {
        let mut draws = Draws::new(1);
        for far in [3, 600, 1 << 15] {
            let mut open = BucketOpen::default();
            open.begin(Cost::ZERO, Costs::Known);
            let mut queued: Vec<(u64, u32)> = Vec::new();
            let mut least = 0;
            for number in 0..20_000 {
                // Filled for a while, then emptied.
                let fills = if number / 2000 % 2 == 0 { 60 } else { 40 };
                if draws.below(100) < fills {
                    let bucket = least + draws.below(far);
                    queued.push((bucket, number));
                    let entry = Entry {
                        key: CellKey::of_number(number),
                        task: Task::Start,
                        g: Cost::ZERO,
                    };
                    open.enqueue(Cost::from_raw(bucket << WIDTH_BITS), entry);
                } else {
                    let best = queued
                        .iter()
                        .max_by_key(|(bucket, number)| (!bucket, *number));
                    let best = best.copied();
                    queued.retain(|entry| Some(*entry) != best);
                    let next = open.dequeue();
                    let found = next.map(|(f, entry)| (f.raw() >> WIDTH_BITS, entry.key.index()));
                    let expected = best.map(|(bucket, number)| (bucket, number as usize));
                    assert_eq!(found, expected);
                    least = best.map_or(least, |(bucket, _)| bucket);
                }
                assert_eq!(open.len(), queued.len());
            }
        }
    }
}

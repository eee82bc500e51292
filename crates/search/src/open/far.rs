//! Items that wait in buckets of f until their bucket is served.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the number of blocks is limited"
)]

use super::occupied::Occupied;
use super::ordered::Item;
use crate::memory::{make_room, put};

/// Log2 of the width of a bucket: 1/32 of a straight move.
const WIDTH_BITS: u32 = 25;
/// Buckets kept ready at the start of a search, as many as the [`BucketOpen`](super::BucketOpen) has.
const FIRST_WINDOW: usize = 1 << 9;
/// The window doubles whenever it is used up, so that each item is moved a few times at most.
const LARGEST_WINDOW: usize = 1 << 20;
/// Items of a block: three cache lines.
const BLOCK: usize = 8;
/// The end of a bucket that holds nothing.
const EMPTY: u32 = 0;
/// The end of a list of blocks.
const NONE: u32 = u32::MAX;
/// Places can be told apart by 32 bits; a slice of a search takes far fewer than 2^20 blocks.
const MOST_BLOCKS: usize = (1 << 29) - (1 << 20);

/// Items in buckets of f, unsorted.
///
/// The items of a bucket fill blocks, and an item costs no more than a look at where those of its bucket
/// end: a block is due where that is a multiple of the length of blocks, as it is where there is none.
#[derive(Debug, Default)]
pub(super) struct Far<T> {
    /// The f at which bucket 1 begins, less the width of a bucket: what is below is in bucket 0, too.
    base: u64,
    /// The number of buckets in use; items beyond wait unsorted.
    window: usize,
    occupied: Occupied,
    /// The place behind the newest item of each bucket, or [`EMPTY`].
    ends: Vec<u32>,
    /// The items, block by block.
    items: Vec<T>,
    /// The end of the block that was filled before it, or [`EMPTY`], for each block in use; for
    /// others the next spare one.
    links: Vec<u32>,
    /// The number of blocks that this search has taken.
    taken: usize,
    /// Blocks taken and not in use, as a list.
    spare: u32,
    beyond: Vec<T>,
}

impl<T: Item> Far<T> {
    pub(super) fn begin(&mut self, least: u64) {
        self.occupied.take_all(|bucket| self.ends[bucket] = EMPTY);
        self.taken = 0;
        self.spare = NONE;
        self.beyond.clear();
        self.base = least;
        self.open_window(FIRST_WINDOW);
    }

    /// Keeps so many buckets ready, all of them empty.
    fn open_window(&mut self, window: usize) {
        self.window = window;
        self.occupied.make_room(window);
        if window > self.ends.len() {
            // Not resized: the system hands out zeroed memory where a bucket is touched first.
            self.ends = vec![EMPTY; window];
        }
    }

    #[inline]
    pub(super) fn bucket_of(&self, f: u64) -> usize {
        let bucket = f.saturating_sub(self.base) >> WIDTH_BITS;
        usize::try_from(bucket).unwrap_or(usize::MAX)
    }

    #[expect(
        clippy::inline_always,
        reason = "an item that is copied right after it was put together waits for all of its parts"
    )]
    #[inline(always)]
    pub(super) fn insert(&mut self, item: T) {
        let bucket = self.bucket_of(item.queued().f);
        if bucket >= self.window {
            self.wait_beyond(item);
            return;
        }
        let end = self.ends[bucket];
        let place = if (end as usize).is_multiple_of(BLOCK) {
            self.take_block(bucket, end)
        } else {
            end
        };
        self.items[place as usize] = item;
        self.ends[bucket] = place + 1;
    }

    #[inline(never)]
    fn wait_beyond(&mut self, item: T) {
        make_room(&mut self.beyond, 1);
        self.beyond.push(item);
    }

    /// Returns the first place of a block for a bucket, whose items end at `end` so far.
    #[inline(never)]
    fn take_block(&mut self, bucket: usize, end: u32) -> u32 {
        if end == EMPTY {
            self.occupied.insert(bucket);
        }
        let block = self.spare as usize;
        if let Some(link) = self.links.get_mut(block) {
            self.spare = std::mem::replace(link, end);
            return (block * BLOCK) as u32;
        }
        let block = self.taken;
        self.taken += 1;
        put(&mut self.links, block, end);
        let known = self.items.len();
        if known <= block * BLOCK {
            make_room(&mut self.items, BLOCK);
            self.items.resize(known + BLOCK, T::default());
        }
        (block * BLOCK) as u32
    }

    /// Returns whether there is no room for the items that a slice of a search may queue.
    pub(super) fn is_full(&self) -> bool {
        self.taken > MOST_BLOCKS
    }

    /// Moves the items of the first bucket from `cursor` on that holds any to `items`, and returns the
    /// bucket after it.
    pub(super) fn next_bucket(&mut self, cursor: usize, items: &mut Vec<T>) -> Option<usize> {
        let bucket = match self.occupied.first_from(cursor) {
            Some(bucket) => bucket,
            None => self.move_window()?,
        };
        self.occupied.remove(bucket);
        let mut end = std::mem::replace(&mut self.ends[bucket], EMPTY);
        while end != EMPTY {
            let block = block_of(end);
            let held = &self.items[block * BLOCK..end as usize];
            make_room(items, held.len());
            items.extend_from_slice(held);
            end = std::mem::replace(&mut self.links[block], self.spare);
            self.spare = block as u32;
        }
        Some(bucket + 1)
    }

    /// Moves the buckets, all of them empty, on to the smallest f that waits beyond them, and returns
    /// the bucket of that.
    #[cold]
    fn move_window(&mut self) -> Option<usize> {
        self.base = self.beyond.iter().map(|item| item.queued().f).min()?;
        self.open_window((2 * self.window).min(LARGEST_WINDOW));
        let mut place = 0;
        while let Some(item) = self.beyond.get(place) {
            if self.bucket_of(item.queued().f) < self.window {
                let item = self.beyond.swap_remove(place);
                self.insert(item);
            } else {
                place += 1;
            }
        }
        Some(0)
    }

    pub(super) fn for_each_mut(&mut self, mut each: impl FnMut(&mut T)) {
        let mut cursor = 0;
        while let Some(bucket) = self.occupied.first_from(cursor) {
            let mut end = self.ends[bucket];
            while end != EMPTY {
                let block = block_of(end);
                let held = &mut self.items[block * BLOCK..end as usize];
                held.iter_mut().for_each(&mut each);
                end = self.links[block];
            }
            cursor = bucket + 1;
        }
        self.beyond.iter_mut().for_each(each);
    }

    pub(super) fn memory_bytes(&self) -> usize {
        (self.ends.capacity() + self.links.capacity()) * size_of::<u32>()
            + self.occupied.memory_bytes()
            + (self.items.capacity() + self.beyond.capacity()) * size_of::<T>()
    }
}

/// Returns the block in which the items before a place lie.
#[inline]
fn block_of(end: u32) -> usize {
    (end as usize - 1) / BLOCK
}

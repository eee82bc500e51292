//! Items that wait in buckets of f until their bucket is served.

use super::occupied::Occupied;
use super::ordered::Item;
use crate::memory::make_room;

/// Log2 of the width of a bucket: 1/32 of a straight move.
const WIDTH_BITS: u32 = 25;
/// Buckets kept ready at the start of a search, as many as the [`BucketOpen`](super::BucketOpen) has.
const FIRST_WINDOW: usize = 1 << 9;
/// The window doubles whenever it is used up, so that each item is moved a few times at most.
const LARGEST_WINDOW: usize = 1 << 20;
/// Items of a block: about four cache lines.
const BLOCK: usize = 10;
/// The end of a list of blocks.
const NONE: u32 = u32::MAX;

/// Items in buckets of f, unsorted.
#[derive(Debug, Default)]
pub(super) struct Far<T> {
    /// The f at which bucket 1 begins, less the width of a bucket: what is below is in bucket 0, too.
    base: u64,
    /// How many buckets are in use; what lies beyond waits.
    window: usize,
    occupied: Occupied,
    /// For each bucket that holds something its newest block.
    heads: Vec<u32>,
    blocks: Vec<Block<T>>,
    /// How many blocks this search has taken.
    taken: usize,
    /// Blocks taken and not in use, as a list. They hold nothing.
    spare: u32,
    beyond: Vec<T>,
}

/// Items of one bucket.
#[derive(Clone, Copy, Debug)]
struct Block<T> {
    next: u32,
    len: u32,
    items: [T; BLOCK],
}

impl<T: Item> Far<T> {
    pub(super) fn begin(&mut self, least: u64) {
        self.occupied.take_all(|_| ());
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
        if window > self.heads.len() {
            // Not resized: the system hands out zeroed memory where a bucket is touched first.
            self.heads = vec![0; window];
        }
    }

    #[inline]
    pub(super) fn bucket_of(&self, f: u64) -> usize {
        let bucket = f.saturating_sub(self.base) >> WIDTH_BITS;
        usize::try_from(bucket).unwrap_or(usize::MAX)
    }

    #[inline]
    pub(super) fn insert(&mut self, item: T) {
        let bucket = self.bucket_of(item.queued().f);
        if bucket >= self.window {
            make_room(&mut self.beyond, 1);
            self.beyond.push(item);
            return;
        }
        let was_occupied = self.occupied.insert(bucket);
        let head = self.heads[bucket];
        if was_occupied && let Some(block) = self.blocks.get_mut(head as usize) {
            let len = block.len as usize;
            if let Some(place) = block.items.get_mut(len) {
                *place = item;
                block.len += 1;
                return;
            }
        }
        self.heads[bucket] = self.take_block(if was_occupied { head } else { NONE }, item);
    }

    /// A block with one item and the blocks from `next` on behind it.
    #[inline]
    fn take_block(&mut self, next: u32, item: T) -> u32 {
        let mut place = self.spare;
        if place == NONE {
            place = u32::try_from(self.taken).unwrap_or(NONE);
            self.taken += 1;
        }
        if let Some(block) = self.blocks.get_mut(place as usize) {
            if place == self.spare {
                self.spare = block.next;
            }
            block.next = next;
            block.len = 1;
            block.items[0] = item;
        } else {
            make_room(&mut self.blocks, 1);
            self.blocks.push(Block {
                next,
                len: 1,
                items: [item; BLOCK],
            });
        }
        place
    }

    /// Moves the items of the first bucket from `cursor` on that holds any to `items`, and returns the
    /// bucket after it.
    pub(super) fn next_bucket(&mut self, cursor: usize, items: &mut Vec<T>) -> Option<usize> {
        let bucket = match self.occupied.first_from(cursor) {
            Some(bucket) => bucket,
            None => self.move_window()?,
        };
        self.occupied.remove(bucket);
        let mut place = self.heads[bucket];
        while place != NONE {
            let block = &mut self.blocks[place as usize];
            let held = &block.items[..block.len as usize];
            make_room(items, held.len());
            items.extend_from_slice(held);
            block.len = 0;
            let next = std::mem::replace(&mut block.next, self.spare);
            self.spare = std::mem::replace(&mut place, next);
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

    pub(super) fn items_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let blocks = self.blocks[..self.taken].iter_mut();
        blocks
            .flat_map(|block| block.items.iter_mut().take(block.len as usize))
            .chain(&mut self.beyond)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.heads.capacity() * size_of::<u32>()
            + self.occupied.memory_bytes()
            + self.blocks.capacity() * size_of::<Block<T>>()
            + self.beyond.capacity() * size_of::<T>()
    }
}

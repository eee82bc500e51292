//! Lists of moves, each kept once: most cells of a world have the moves of some other cell.
//!
//! A cell so needs no more than the number of its list, and the lists of all cells fit into the nearest
//! cache. Numbers hold permanently, so that lists are read without a lock; where edits leave many lists behind,
//! [`Ground`](super::Ground) begins again with none.

use std::sync::{Mutex, OnceLock, PoisonError};

use ahash::{AHashMap, RandomState};

/// Lists in the first part; each further part holds twice as many.
const FIRST: usize = 1 << FIRST_BITS;
const FIRST_BITS: u32 = 6;

/// The number of parts, enough for all numbers of lists.
const PARTS: usize = (u32::BITS - FIRST_BITS) as usize + 1;

/// A list, once there is one of its number.
type List = OnceLock<Box<[u64]>>;

/// Lists and their numbers, from 0 on.
#[derive(Debug)]
pub(super) struct Patterns {
    /// Looked up only, never walked.
    numbers: Mutex<AHashMap<Box<[u64]>, u32, RandomState>>,
    parts: [OnceLock<Box<[List]>>; PARTS],
}

/// Returns the part in which a list stands, and its place there.
#[inline]
fn place_of(number: u32) -> [usize; 2] {
    let at = (number as usize).saturating_add(FIRST);
    let bits = at.ilog2();
    [(bits - FIRST_BITS) as usize, at - (1 << bits)]
}

impl Patterns {
    pub(super) fn new() -> Self {
        Self {
            numbers: Mutex::new(AHashMap::with_hasher(RandomState::with_seeds(
                21, 22, 23, 24,
            ))),
            parts: [const { OnceLock::new() }; PARTS],
        }
    }

    /// Returns the number of lists.
    pub(super) fn len(&self) -> usize {
        let numbers = self.numbers.lock();
        numbers.unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns the number of a list.
    pub(super) fn number(&self, moves: &[u64]) -> u32 {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(moves) {
            return number;
        }
        // There is no memory for as many lists as would be too many.
        let number = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let [part, place] = place_of(number);
        let lists = self.parts[part].get_or_init(|| {
            let lists = (0..FIRST << part).map(|_| OnceLock::new());
            lists.collect()
        });
        lists[place].get_or_init(|| moves.into());
        numbers.insert(moves.into(), number);
        number
    }

    /// Returns the list of a number.
    #[inline]
    pub(super) fn list(&self, number: u32) -> &[u64] {
        let [part, place] = place_of(number);
        let lists = self.parts[part].get();
        let list = lists.and_then(|lists| lists.get(place)?.get());
        list.map_or(&[], |list| list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_have_one_number_by_which_they_are_found() {
        let patterns = Patterns::new();
        for round in 0..2 {
            for number in 0..1000 {
                let list = [u64::from(number), 7];
                assert_eq!(patterns.number(&list), number, "{round}");
                assert_eq!(patterns.list(number), list);
            }
        }
        assert!(patterns.list(1000).is_empty() && patterns.list(u32::MAX).is_empty());
    }
}

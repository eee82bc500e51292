//! The set of buckets that hold something.

/// A set of numbers below a power of two: a bit for each, and a bit for each word that is not zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occupied {
    words: Vec<u64>,
    summary: Vec<u64>,
}

impl Occupied {
    /// Makes room for the numbers below `count`, a multiple of 64.
    pub(crate) fn make_room(&mut self, count: usize) {
        if count > self.words.len() * 64 {
            self.words.resize(count / 64, 0);
            self.summary.resize(count.div_ceil(64 * 64), 0);
        }
    }

    /// Takes all numbers out. Costs a step for each of them, and one for every 4096 there is room
    /// for.
    pub(super) fn take_all(&mut self, mut taken: impl FnMut(usize)) {
        for (index, summary) in self.summary.iter_mut().enumerate() {
            while *summary != 0 {
                let place = index * 64 + summary.trailing_zeros() as usize;
                let mut word = std::mem::take(&mut self.words[place]);
                while word != 0 {
                    taken(place * 64 + word.trailing_zeros() as usize);
                    word &= word - 1;
                }
                *summary &= *summary - 1;
            }
        }
    }

    /// Puts a number in; returns whether it was there.
    #[inline]
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        let word = &mut self.words[number / 64];
        let bit = 1 << (number % 64);
        let was_there = *word & bit != 0;
        if *word == 0 {
            self.summary[number / 4096] |= 1 << (number / 64 % 64);
        }
        *word |= bit;
        was_there
    }

    #[inline]
    pub(crate) fn remove(&mut self, number: usize) {
        let word = &mut self.words[number / 64];
        *word &= !(1 << (number % 64));
        if *word == 0 {
            self.summary[number / 4096] &= !(1 << (number / 64 % 64));
        }
    }

    /// Returns the smallest number that is not below `least`. Costs a step for every 4096 left out.
    #[inline]
    pub(crate) fn first_from(&self, least: usize) -> Option<usize> {
        let here = self.words.get(least / 64)? >> (least % 64);
        if here != 0 {
            return Some(least + here.trailing_zeros() as usize);
        }
        self.first_in_words_from(least / 64 + 1)
    }

    fn first_in_words_from(&self, least: usize) -> Option<usize> {
        let mut mask = u64::MAX << (least % 64);
        let summary = self.summary.get(least / 64..)?;
        for (index, &bits) in (least / 64..).zip(summary) {
            if bits & mask != 0 {
                let word = index * 64 + (bits & mask).trailing_zeros() as usize;
                return Some(word * 64 + self.words[word].trailing_zeros() as usize);
            }
            mask = u64::MAX;
        }
        None
    }

    pub(super) fn memory_bytes(&self) -> usize {
        (self.words.capacity() + self.summary.capacity()) * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use voxnav_occupancy::draws::Draws;

    use super::*;

    #[test]
    fn the_first_number_is_found_across_gaps_of_every_length() {
        let mut draws = Draws::new(1);
        for bits in [6, 9, 12, 13, 20] {
            let mut occupied = Occupied::default();
            occupied.make_room(1 << bits);
            let mut expected = BTreeSet::new();
            for step in 0..4000 {
                let number = usize::try_from(draws.below(1 << bits)).unwrap();
                let first = expected.range(number..).next().copied();
                assert_eq!(occupied.first_from(number), first, "{bits} bits");
                // Filled for a while, then emptied.
                if step / 500 % 2 == 0 {
                    assert_eq!(occupied.insert(number), !expected.insert(number));
                } else if let Some(first) = first {
                    occupied.remove(first);
                    expected.remove(&first);
                }
                if step == 3000 {
                    occupied.take_all(|number| assert!(expected.remove(&number)));
                    assert!(expected.is_empty());
                }
            }
        }
    }
}

//! Random numbers that are the same on every machine: the one source of this repository.
//!
//! A sequence of 64-bit words becomes numbers below a bound, ranges, chances and orders here and
//! nowhere else. INVARIANT: what is drawn depends on the words and on the order of the calls, never
//! on the platform; all arithmetic is on integers.
//!
//! Words come from [`SplitMix64`], of which random cells and tests draw. Generated worlds have been
//! published with the words of another generator, which `voxnav-worlds` brings along as [`Words`].
//!
//! Public for the crates of this repository, not for others: what an integrator draws cells with is
//! [`Traversability::random_cells`](crate::Traversability::random_cells).
//!
//! # References
//! Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. Lemire, "Fast
//! Random Integer Generation in an Interval", ACM TOMACS 2019, for [`Draws::below`].

use std::convert::Infallible;

/// An endless sequence of independent words.
pub trait Words {
    /// Returns the next 64 independent bits.
    fn word(&mut self) -> u64;
}

/// The words of `SplitMix64`: every seed has a sequence of its own, seeds next to each other too.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Returns the sequence that belongs to a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl Words for SplitMix64 {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// A sequence of draws.
#[derive(Clone, Debug)]
pub struct Draws<W = SplitMix64>(W);

impl Draws {
    /// Returns the draws that belong to a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }
}

impl<W: Words> Draws<W> {
    /// Draws made of other words.
    #[must_use]
    pub const fn of(words: W) -> Self {
        Self(words)
    }

    /// Returns 64 independent bits.
    pub fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// Returns a number in `0..bound`, each equally likely; 0 for `bound` 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // The smallest low half whose products are spread evenly over the bound.
        let uneven = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.word()) * u128::from(bound);
            #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
            let low = product as u64;
            if low >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// Returns a number in `low..=high`, each equally likely; `low` when the range is empty.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let Ok(steps) = u64::try_from(i64::from(high) - i64::from(low)) else {
            return low;
        };
        // At most `steps`, which is below 2^32: the sum stays within low..=high.
        let drawn = self.below(steps + 1);
        low.wrapping_add_unsigned(u32::try_from(drawn).unwrap_or(u32::MAX))
    }

    /// Returns `true` with probability `share` in 100.
    pub fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }

    /// Puts the items into an order of which each is equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let Ok(()) = self.try_shuffle(items, || Ok::<(), Infallible>(()));
    }

    /// Shuffles as [`Draws::shuffle`] does, as long as `go_on` returns no error: it is asked before
    /// each item.
    ///
    /// # Errors
    ///
    /// That of `go_on`; the items are in some order then.
    pub fn try_shuffle<T, E>(
        &mut self,
        items: &mut [T],
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        for last in (1..items.len()).rev() {
            go_on()?;
            let other = usize::try_from(self.below(last as u64 + 1)).unwrap_or(last);
            items.swap(last, other);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_published_generator() {
        // The first outputs for seed 1234567, as the reference implementation gives them.
        let mut draws = Draws::new(1_234_567);
        assert_eq!(draws.word(), 6_457_827_717_110_365_317);
        assert_eq!(draws.word(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn draws_stay_below_their_bound_and_reach_all_of_it() {
        let mut draws = Draws::new(7);
        let mut seen = [0_u32; 5];
        for _ in 0..1000 {
            seen[usize::try_from(draws.below(5)).unwrap()] += 1;
        }
        assert!(
            seen.iter().all(|&count| (140..260).contains(&count)),
            "{seen:?}"
        );
        assert_eq!(draws.below(0), 0);
        assert_eq!(draws.below(1), 0);
    }

    #[test]
    fn ranges_include_both_ends_over_all_of_i32() {
        let mut draws = Draws::new(7);
        let few: Vec<i32> = (0..100).map(|_| draws.between(-1, 1)).collect();
        assert!((-1..=1).all(|wanted| few.contains(&wanted)));
        assert_eq!(draws.between(3, 2), 3);
        let wide: Vec<i32> = (0..100)
            .map(|_| draws.between(i32::MIN, i32::MAX))
            .collect();
        assert!(wide.iter().any(|&value| value < 0) && wide.iter().any(|&value| value > 0));
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut draws = Draws::new(7);
        let mut met = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            draws.shuffle(&mut items);
            *met.entry(items).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 6);
        assert!(
            met.values().all(|times| (850..1150).contains(times)),
            "{met:?}"
        );
    }
}

//! The one source of random numbers of this crate.
//!
//! INVARIANT: a sequence of draws depends on the seed, the stream and the order of the calls, never
//! on the platform. The generator is PCG XSL RR 128/64 (`rand_pcg`'s `Pcg64`), of which only the
//! raw words are used; every derived draw is integer arithmetic that stands in this file.
//!
//! # References
//! O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
//! Number Generation",
//! 2014. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 2019, for [`Draws::below`].

use rand_pcg::{Pcg64, rand_core::Rng};

/// What the numbers are for. Different purposes draw from different streams, so that sampling a
/// world with the seed that made it does not follow the draws that made it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stream {
    Caves = 1,
    Random = 2,
    Maze = 3,
    Rooms = 4,
    Towers = 5,
    Sampling = 6,
    Order = 7,
}

/// A sequence of draws from one seed.
#[derive(Debug, Clone)]
pub(crate) struct Draws(Pcg64);

impl Draws {
    pub(crate) fn new(seed: u64, stream: Stream) -> Self {
        let state = u128::from(spread(seed)) << 64 | u128::from(spread(!seed));
        Self(Pcg64::new(state, stream as u128))
    }

    /// 64 independent bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`, each equally likely; 0 for `bound` 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
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

    /// A number in `low..=high`, each equally likely; `low` when the range is empty.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        let Ok(steps) = u64::try_from(i64::from(high) - i64::from(low)) else {
            return low;
        };
        // At most `steps`, which is below 2^32: the sum stays within low..=high.
        let drawn = self.below(steps + 1);
        low.wrapping_add_unsigned(u32::try_from(drawn).unwrap_or(u32::MAX))
    }

    /// True with probability `share` in 100.
    pub(crate) fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }

    /// Puts the items into an order of which each is equally likely (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = usize::try_from(self.below(last as u64 + 1)).unwrap_or(last);
            items.swap(last, other);
        }
    }
}

/// The numbers `0..count` in an order of which each is equally likely: who is asked in which turn, so
/// that nobody always follows the same other. Equal seeds give equal orders.
///
/// ```
/// let mut order = voxnav_worlds::random_order(5, 1);
/// assert_ne!(order, voxnav_worlds::random_order(5, 2));
/// order.sort_unstable();
/// assert_eq!(order, [0, 1, 2, 3, 4]);
/// ```
#[must_use]
pub fn random_order(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    Draws::new(seed, Stream::Order).shuffle(&mut order);
    order
}

/// Mixes a seed so that seeds close to each other give states far from each other (the finalizer of
/// `SplitMix64`, Steele, Lea, Flood, OOPSLA 2014).
fn spread(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_below_their_bound_and_reach_all_of_it() {
        let mut draws = Draws::new(7, Stream::Maze);
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
        let mut draws = Draws::new(7, Stream::Maze);
        let few: Vec<i32> = (0..100).map(|_| draws.between(-1, 1)).collect();
        assert!((-1..=1).all(|wanted| few.contains(&wanted)));
        assert_eq!(draws.between(3, 2), 3);
        let wide: Vec<i32> = (0..100)
            .map(|_| draws.between(i32::MIN, i32::MAX))
            .collect();
        assert!(wide.iter().any(|&value| value < 0) && wide.iter().any(|&value| value > 0));
    }

    #[test]
    fn the_first_words_never_change() {
        let mut draws = Draws::new(42, Stream::Caves);
        let words = [draws.word(), draws.word()];
        assert_eq!(
            words,
            [16_563_321_375_845_181_704, 14_356_547_978_978_843_511]
        );
        let mut other = Draws::new(42, Stream::Random);
        assert_ne!(other.word(), words[0]);
    }
}

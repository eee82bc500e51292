//! Random numbers that are the same on every machine.
//!
//! `SplitMix64` (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014),
//! with bounds after Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 2019.

/// A sequence of draws from one seed.
#[derive(Clone, Debug)]
pub(super) struct Draws(u64);

impl Draws {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in `0..bound`, each equally likely; 0 for `bound` 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_those_of_the_published_generator() {
        // The first outputs for seed 1234567, as the reference implementation gives them.
        let mut draws = Draws::new(1_234_567);
        assert_eq!(draws.word(), 6_457_827_717_110_365_317);
        assert_eq!(draws.word(), 3_203_168_211_198_807_973);
    }
}

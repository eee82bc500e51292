//! Draws that break ties.

/// An endless sequence of words from a seed: `SplitMix64` (Steele, Lea, Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub(super) struct Draws(u64);

impl Draws {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    #[inline]
    pub(super) const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Leaves so many words out.
    #[inline]
    pub(super) const fn skip(&mut self, words: u32) {
        self.0 = self
            .0
            .wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(words as u64));
    }

    /// Draws a number below a bound, which is above zero.
    #[inline]
    pub(super) const fn below(&mut self, bound: usize) -> usize {
        ((self.word() as u128 * bound as u128) >> 64) as usize
    }
}

/// Mixes the bits of a word.
#[inline]
pub(super) const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

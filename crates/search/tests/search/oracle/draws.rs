//! Random numbers for the tests: `SplitMix64` (Steele, Lea, Flood, OOPSLA 2014).

/// A sequence of draws from one seed.
#[derive(Debug, Clone)]
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in `0..bound`; the bias is below 2^-32 for the bounds used here.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(((self.word() >> 32) * u64::from(bound)) >> 32).expect("a number below a u32")
    }

    /// A number in `low..=high`.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        low.wrapping_add_unsigned(self.below(high.abs_diff(low) + 1))
    }

    /// Whether something happens that does in `share` of 100 cases.
    pub(crate) fn percent(&mut self, share: u32) -> bool {
        self.below(100) < share
    }

    /// One of some items.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        let count = u32::try_from(items.len()).expect("a short list");
        items[self.below(count) as usize]
    }
}

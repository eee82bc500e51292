//! Numbers of a few bits, packed into words of 64.

use std::iter;

/// The layout of numbers in the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// Numbers one right after the other, so that one may begin in a word and end in the next: Minecraft
    /// up to 1.15, and Litematica.
    Dense,
    /// Numbers, as many as fit into a word whole: Minecraft from 1.16 on.
    Padded,
}

/// Returns the bits of an index into a palette, `least` or more.
pub(super) fn bits(palette: usize, least: u32) -> u32 {
    let largest = palette.saturating_sub(1);
    (usize::BITS - largest.leading_zeros()).max(least)
}

impl Packing {
    /// Returns how many words hold `count` numbers of 1 to 32 bits.
    pub(super) fn words(self, count: u64, bits: u32) -> u64 {
        match self {
            Self::Dense => count.saturating_mul(bits.into()).div_ceil(64),
            Self::Padded => count.div_ceil((64 / bits).into()),
        }
    }

    /// Returns the numbers in words, one after the other, as long as there are words.
    pub(super) fn numbers(self, words: &[i64], bits: u32) -> impl Iterator<Item = u32> + '_ {
        let mask = (1_u64 << bits) - 1;
        let (mut word, mut bit) = (0, 0);
        iter::from_fn(move || {
            if self == Self::Padded && bit + bits > 64 || bit == 64 {
                (word, bit) = (word + 1, 0);
            }
            let mut number = words.get(word)?.cast_unsigned() >> bit;
            bit += bits;
            if bit > 64 {
                (word, bit) = (word + 1, bit - 64);
                number |= words.get(word)?.cast_unsigned() << (bits - bit);
            }
            u32::try_from(number & mask).ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_has_as_many_bits_as_the_last_one() {
        for (palette, expected) in [(0, 2), (1, 2), (4, 2), (5, 3), (16, 4), (17, 5), (4096, 12)] {
            assert_eq!(bits(palette, 2), expected, "{palette}");
        }
    }

    #[test]
    fn numbers_come_out_as_they_went_in() {
        for width in 1..=32 {
            let mask = (1_u64 << width) - 1;
            let numbers: Vec<u64> = (0..200_u64)
                .map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & mask)
                .collect();
            for packing in [Packing::Dense, Packing::Padded] {
                // By bits, one at a time.
                let mut words = vec![0_i64; packing.words(200, width).try_into().unwrap_or(0)];
                let mut at = 0;
                for number in &numbers {
                    if packing == Packing::Padded && at % 64 + width > 64 {
                        at = at.next_multiple_of(64);
                    }
                    for bit in 0..width {
                        let set = (number >> bit & 1).cast_signed();
                        words[(at + bit) as usize / 64] |= set << ((at + bit) % 64);
                    }
                    at += width;
                }
                let read: Vec<u64> = packing.numbers(&words, width).map(u64::from).collect();
                assert_eq!(read[..200], numbers, "{packing:?} {width}");
            }
        }
    }
}

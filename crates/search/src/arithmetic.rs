//! Products and roots of costs, exact, and within 64 bits wherever they fit: machines of 32 bits, as WebAssembly is,
//! call a function for each product of 128 bits, and a root of 128 bits is expensive on all.

/// Returns `number * factor / 2^BITS`, rounded down, and at most [`u64::MAX`]. `BITS` is at most 32.
#[inline]
pub(crate) fn scaled<const BITS: u32>(number: u64, factor: u64) -> u64 {
    if cfg!(target_pointer_width = "32")
        && let Some(product) = scaled_within_64::<BITS>(number, factor)
    {
        return product;
    }
    scaled_within_128::<BITS>(number, factor)
}

fn scaled_within_128<const BITS: u32>(number: u64, factor: u64) -> u64 {
    let product = (u128::from(number) * u128::from(factor)) >> BITS;
    u64::try_from(product).unwrap_or(u64::MAX)
}

/// Returns the same, if the factor and the number without its last bits have 32 bits.
#[inline]
fn scaled_within_64<const BITS: u32>(number: u64, factor: u64) -> Option<u64> {
    let (whole, rest) = (number >> BITS, number & ((1 << BITS) - 1));
    let fits = (whole | factor) >> 32 == 0;
    fits.then(|| whole * factor + ((rest * factor) >> BITS))
}

/// Returns `factor` times the straight length of an offset, rounded down. The factor is at most 2^31.
pub(crate) fn scaled_length(offset: [u32; 3], factor: u64) -> u64 {
    short_length(offset, factor).unwrap_or_else(|| any_length(offset, factor))
}

fn any_length(offset: [u32; 3], factor: u64) -> u64 {
    let squares: u128 = offset.iter().map(|&side| u128::from(side).pow(2)).sum();
    let root = (squares * u128::from(factor).pow(2)).isqrt();
    u64::try_from(root).unwrap_or(u64::MAX)
}

/// Returns the same of an offset below 2^19 along each axis, by floats and one step of correction.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "squares below 2^40 are exact, and so are factors"
)]
fn short_length(offset: [u32; 3], factor: u64) -> Option<u64> {
    if offset.iter().any(|side| side >> 19 != 0) {
        return None;
    }
    let squares: u64 = offset.iter().map(|&side| u64::from(side).pow(2)).sum();
    // Below 2^51: what the root and the product are rounded by is below one half together, so that this is off by one
    // at most, and the squares of both differ by less than 2^54.
    let root = ((squares as f64).sqrt() * factor as f64) as u64;
    let square = squares.wrapping_mul(factor * factor);
    let rest = square.wrapping_sub(root.wrapping_mul(root)).cast_signed();
    let over = (2 * root).cast_signed();
    Some(if rest < 0 {
        root - 1
    } else if rest > over {
        root + 1
    } else {
        root
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use voxnav_occupancy::draws::Draws;

    #[test]
    fn products_within_64_bits_are_those_within_128() {
        let mut draws = Draws::new(1);
        let mut fitting = 0;
        for _ in 0..20_000 {
            let [number, factor] = [(); 2].map(|()| draws.below(u64::MAX) >> draws.below(64));
            let fits = scaled_within_64::<20>(number, factor);
            fitting += u32::from(fits.is_some());
            assert!(fits.is_none_or(|product| product == scaled_within_128::<20>(number, factor)));
            let fits = scaled_within_64::<30>(number, factor);
            assert!(fits.is_none_or(|product| product == scaled_within_128::<30>(number, factor)));
        }
        assert!(fitting > 1000);
        let largest = u64::from(u32::MAX);
        let number = largest << 20 | 0xf_ffff;
        let product = scaled_within_64::<20>(number, largest);
        assert_eq!(product, Some(scaled_within_128::<20>(number, largest)));
    }

    #[test]
    fn lengths_by_floats_are_those_by_integers() {
        let mut draws = Draws::new(2);
        let check = |offset: [u32; 3]| {
            for factor in [1, 1 << 31, (1 << 30) - 1, 1 << 30] {
                assert_eq!(
                    short_length(offset, factor),
                    Some(any_length(offset, factor)),
                    "{offset:?} {factor}"
                );
            }
        };
        let largest: u32 = (1 << 19) - 1;
        for x in [0, 1, 3, largest - 1, largest] {
            for y in [0, 4, largest] {
                check([x, y, 0]);
                check([x, y, largest]);
            }
        }
        for _ in 0..20_000 {
            check([(); 3].map(|()| {
                draws.between(0, largest.cast_signed()).unsigned_abs() >> draws.below(19)
            }));
        }
        assert_eq!(short_length([0, 1 << 19, 0], 1), None);
        let farthest = [u32::MAX; 3];
        assert_eq!(
            scaled_length(farthest, 1 << 31),
            any_length(farthest, 1 << 31)
        );
    }
}

//! The ways in which a body can be at a cell.

use std::ops::BitOr;

/// The ways in which a body can be at a cell: any of several at once, or none.
///
/// ```
/// use voxnav_occupancy::Stance;
/// let stance = Stance::FITS | Stance::STANDING;
/// assert!(stance.has(Stance::STANDING | Stance::CLIMBING), "in one of these ways");
/// assert!(!stance.has(Stance::SWIMMING));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stance(u8);

impl Stance {
    /// The stance without any way: the body cannot be there.
    pub const NONE: Self = Self(0);
    /// Every cell of the body is clear, crouched if it cannot be otherwise.
    pub const FITS: Self = Self(1);
    /// Every cell of the body at its full height is clear.
    pub const UPRIGHT: Self = Self(1 << 1);
    /// The body fits, on what bears: neither submerged, nor on something to climb that it holds on to.
    pub const STANDING: Self = Self(1 << 2);
    /// The body fits, in liquid that reaches up to its highest cell at least.
    pub const SUBMERGED: Self = Self(1 << 3);
    /// The body fits, in liquid that does not reach its highest cell.
    pub const SURFACED: Self = Self(1 << 4);
    /// The body fits, and can hold on to what it is in.
    pub const CLIMBING: Self = Self(1 << 5);
    /// The body, the layer below its feet, or with [`Support::Slope`](super::Support::Slope) one that it may lean on, has a
    /// cell of a material that the rules mind.
    pub const MINDED: Self = Self(1 << 6);
    /// The body fits, and stands or swims only if unknown cells turn out so: as they may, too, it falls
    /// through.
    pub const UNSURE: Self = Self(1 << 7);
    /// The body fits, in liquid.
    pub const SWIMMING: Self = Self(Self::SUBMERGED.0 | Self::SURFACED.0);

    /// The body fits, and stands, swims or climbs: it does not fall.
    pub const HELD: Self = Self(Self::STANDING.0 | Self::SWIMMING.0 | Self::CLIMBING.0);

    /// Returns whether the body can be there in one of these ways at least.
    #[must_use]
    #[inline]
    pub const fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    /// Returns the ways of both: one of the ways of either.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(crate) fn from_bits(bits: [u64; 8]) -> Self {
        let bit = |place: usize| u8::from(bits[place] & 1 != 0) << place;
        Self((0..8).fold(0, |all, place| all | bit(place)))
    }

    /// Returns the places of the bits.
    #[inline]
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (place < 8).then_some(place)
        })
    }
}

impl BitOr for Stance {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

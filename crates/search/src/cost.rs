//! Path cost as a fixed-point integer.
//!
//! Everything that is compared during a search is an integer, so equal lengths compare equal, on
//! every platform, and no comparison needs a tolerance. The two irrational move lengths are rounded
//! once, here, and moves and estimates both use the rounded values: an octile estimate is therefore
//! exactly consistent with the moves.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

/// A path cost: fixed point with 30 fractional bits, where one straight move over a cell of weight
/// one costs [`Cost::STRAIGHT`]. Over cells that are no cubes, that is a move along the longest side: see
/// [`CellShape`](crate::CellShape).
///
/// Arithmetic saturates at [`Cost::MAX`], which no path of fewer than 2^34 straight moves over cells of
/// weight one reaches. Paths that cost as much or more are not found, and never taken for proof that
/// there is none: see [`Limit::CostRange`](crate::Limit::CostRange).
/// The relative error of a reported length is below 4e-10, from rounding sqrt 2 and sqrt 3; below 6e-8 over cells whose
/// sides differ by 64 times, where moves are shorter.
///
/// ```
/// use voxnav_search::Cost;
/// let cost = Cost::STRAIGHT * 2 + Cost::FACE_DIAGONAL;
/// assert!((cost.length() - 3.414_213_562).abs() < 1e-8);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cost(u64);

/// Fractional bits of a [`Cost`]. Fewer than about 20 bits let different move mixes collide or swap
/// order: with costs 1000/1414/1732 the optimum of the public benchmarks is another path.
const FRACTIONAL_BITS: u32 = 30;

impl Cost {
    /// No cost: the path of one cell.
    pub const ZERO: Self = Self(0);
    /// A move along one axis of a cube, or along the longest side of another cell: length 1.
    pub const STRAIGHT: Self = Self(1 << FRACTIONAL_BITS);
    /// The number of bits behind the point.
    pub(crate) const BITS: u32 = FRACTIONAL_BITS;
    /// A move along two axes of a cube: sqrt 2 times 2^30, rounded to nearest.
    pub const FACE_DIAGONAL: Self = Self(1_518_500_250);
    /// A move along three axes of a cube: sqrt 3 times 2^30, rounded to nearest.
    pub const BODY_DIAGONAL: Self = Self(1_859_775_393);
    /// The largest cost; sums saturate here.
    pub const MAX: Self = Self(u64::MAX);

    /// Creates a cost of raw fixed-point value `raw`, in units of 2^-30 straight moves.
    #[must_use]
    pub const fn from_raw(raw: u64) -> Self {
        Self(raw)
    }

    /// Returns the fixed-point value, in units of 2^-30 straight moves.
    #[must_use]
    pub const fn raw(self) -> u64 {
        self.0
    }

    /// Returns a lower bound on the cost of every path that is at least `length` straight moves long. Use it
    /// to turn floats into estimates of a custom [estimator](crate::Estimator).
    ///
    /// It is `length` less one part in 2^18, rounded down. What costs round to nearest is a reason: a body
    /// diagonal costs a little less than sqrt 3, so that the exact straight line exceeds what a path of many of them
    /// costs, by its last bits. Floats are another: they round up as often as down. NaN and what is negative
    /// give [`Cost::ZERO`], what no cost holds [`Cost::MAX`].
    ///
    /// # Guarantees
    ///
    /// Of the straight distance between two cells, worked out in `f64` the usual way, it never exceeds what
    /// a path between them costs over cells of weight one or more, and never differs by more than a move costs from
    /// one cell to the next: an estimate made of it is [`Symmetric`](crate::EstimatorGuarantee::Symmetric). Worked out
    /// in `f32` it is [`Admissible`](crate::EstimatorGuarantee::Admissible). All this holds over cells that are no cubes, too, of
    /// lengths in units of the longest side, between cells that are less than 2^24 of these apart.
    ///
    /// ```
    /// use voxnav_search::{Cost, EstimatorGuarantee, Estimator};
    /// use glam::IVec3;
    ///
    /// #[derive(Debug)]
    /// struct Straight;
    ///
    /// impl Estimator for Straight {
    ///     fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
    ///         Cost::lower_bound((to - from).as_dvec3().length())
    ///     }
    ///     fn law(&self) -> EstimatorGuarantee {
    ///         EstimatorGuarantee::Symmetric
    ///     }
    /// }
    ///
    /// let far = IVec3::splat(1000);
    /// assert!(Straight.estimate(IVec3::ZERO, far) <= Cost::BODY_DIAGONAL * 1000);
    /// assert!(Cost::from_raw((3e6_f64.sqrt() * f64::from(1 << 30)) as u64) > Cost::BODY_DIAGONAL * 1000);
    /// ```
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast rounds down, saturates, and takes NaN for zero"
    )]
    pub fn lower_bound(length: f64) -> Self {
        // 2^30 - 2^12: every move costs at least 2^12 more than its length in these units. A sum of three squares,
        // its root and this product are off by 3.5 parts in 2^53 together, which is below 2^11 for all cells there
        // are; so the estimates of two cells side by side never differ by more than the move, and casts round
        // down both. Of other cells the shortest move is 2^24 long and costs at least 2^6 - 1 more than this, and up to
        // 2^54 what is lost is below 2^3.
        const UNITS: f64 = 1_073_737_728.0;
        Self((length * UNITS) as u64)
    }

    /// Returns the cost nearest to a length in cells, of which 1.0 is a straight move (along the longest side). A length below zero, or none, costs
    /// nothing, and one beyond all costs as much as there is.
    ///
    /// ```
    /// use voxnav_search::Cost;
    ///
    /// assert_eq!(Cost::of_length(2.0), Cost::STRAIGHT * 2);
    /// assert_eq!(Cost::of_length(2_f64.sqrt()), Cost::FACE_DIAGONAL);
    /// assert_eq!([-1.0, f64::NAN].map(Cost::of_length), [Cost::ZERO; 2]);
    /// assert_eq!(Cost::of_length(f64::INFINITY), Cost::MAX);
    /// ```
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "casts saturate, and take NaN for zero"
    )]
    pub fn of_length(length: f64) -> Self {
        Self((length * Self::STRAIGHT.0 as f64).round() as u64)
    }

    /// Returns the cost as a length in cells: a straight move is 1.0, or one along the longest side.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a length for people; comparisons use the integer"
    )]
    pub fn length(self) -> f64 {
        self.0 as f64 / Self::STRAIGHT.0 as f64
    }

    /// Returns one of so many parts of the cost, rounded up: all of them cost at least as much. Of none, the whole.
    #[inline]
    pub(crate) fn part(self, parts: u64) -> Self {
        Self(self.0.div_ceil(parts.max(1)))
    }

    /// Returns the cost divided by `factor`, which is at least one. The result may be too small by
    /// a few parts in 2^50, never too large.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the margin is more than what is lost; a cost is not negative"
    )]
    pub(crate) fn divided(self, factor: f64) -> Self {
        const MARGIN: f64 = 8.0 * f64::EPSILON;
        if factor <= 1.0 {
            return self;
        }
        Self((self.0 as f64 / factor * (1.0 - MARGIN)) as u64)
    }
}

impl Add for Cost {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Cost {
    type Output = Self;
    /// Returns the difference, or zero where `other` is larger.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Mul<u32> for Cost {
    type Output = Self;
    #[inline]
    fn mul(self, times: u32) -> Self {
        // Machines of 32 bits call a function to find out whether a product of 64 bits fits; that of a move does.
        if cfg!(target_pointer_width = "32")
            && let Ok(each) = u32::try_from(self.0)
        {
            return Self(u64::from(each) * u64::from(times));
        }
        Self(self.0.saturating_mul(u64::from(times)))
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.length(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_are_the_nearest_integers_to_the_roots() {
        for (cost, square) in [(Cost::FACE_DIAGONAL, 2u128), (Cost::BODY_DIAGONAL, 3)] {
            // round(sqrt(n) * 2^30) = floor((sqrt(4 n) * 2^30 + 1) / 2)
            let doubled = ((4 * square) << 60).isqrt();
            assert_eq!(u128::from(cost.raw()), doubled.div_ceil(2));
        }
    }

    #[test]
    fn sums_saturate_and_differences_stop_at_zero() {
        assert_eq!(Cost::MAX + Cost::STRAIGHT, Cost::MAX);
        assert_eq!(Cost::MAX * 2, Cost::MAX);
        assert_eq!(Cost::ZERO - Cost::STRAIGHT, Cost::ZERO);
    }
}

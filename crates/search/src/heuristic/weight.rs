//! The factor of a weighted estimate, which is also the bound on the cost of a path.

use std::fmt;

use crate::arithmetic::scaled;
use crate::cost::Cost;

/// A factor from 1 to 1000, in steps of 2^-20: that of a weighted estimate, and that by which a path
/// may exceed the optimum (see [`Query::within`](crate::Query::within)).
///
/// ```
/// use voxnav_search::Weight;
///
/// let weight = Weight::new(1.01)?;
/// assert!(weight.factor() <= 1.01 && weight.factor() > 1.01 - 1e-6);
/// assert_eq!(weight.to_string(), "1.01");
/// for factor in [0.99, f64::NAN, f64::INFINITY] {
///     assert!(Weight::new(factor).is_err());
/// }
/// # Ok::<(), voxnav_search::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Weight(u32);

/// Error for a factor that is not a weight.
///
/// ```
/// use voxnav_search::{Weight, WeightError};
///
/// assert_eq!(Weight::new(0.5), Err(WeightError { factor: 0.5 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the weight {factor} is not a number from 1 to 1000")]
pub struct WeightError {
    /// The factor that was given.
    pub factor: f64,
}

impl Weight {
    /// The weight that changes nothing.
    pub const ONE: Self = Self(1 << Self::FRACTIONAL_BITS);
    /// The fractional bits: enough that a bound of a millionth is not lost.
    pub(crate) const FRACTIONAL_BITS: u32 = 20;

    /// Returns the largest weight that is not above `factor`, so that a cost bounded by the weight
    /// is bounded by the factor.
    ///
    /// # Errors
    ///
    /// [`WeightError`] if `factor` is not a number from 1 to 1000.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 1000 times 2^20"
    )]
    pub fn new(factor: f64) -> Result<Self, WeightError> {
        if (1.0..=1000.0).contains(&factor) {
            Ok(Self((factor * f64::from(Self::ONE.0)) as u32))
        } else {
            Err(WeightError { factor })
        }
    }

    /// Returns a weight of so many quarters, at least four.
    pub(crate) const fn of_quarters(quarters: u32) -> Self {
        Self(quarters << (Self::FRACTIONAL_BITS - 2))
    }

    /// Returns the weight as a number.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.0) / f64::from(Self::ONE.0)
    }

    /// Returns the weight in steps of 2^-20.
    #[inline]
    pub(crate) fn raw(self) -> u64 {
        self.0.into()
    }

    /// Returns the product, rounded down: the most that a path within the factor costs. Below
    /// [`Cost::MAX`] if the cost is.
    #[must_use]
    #[inline]
    pub fn times(self, cost: Cost) -> Cost {
        if self == Self::ONE || cost == Cost::MAX {
            return cost;
        }
        let product = scaled::<{ Self::FRACTIONAL_BITS }>(cost.raw(), self.raw());
        Cost::from_raw(product.min(u64::MAX - 1))
    }

    /// Returns the difference between the product and `cost`, rounded down.
    #[inline]
    pub(crate) fn excess(self, cost: Cost) -> Cost {
        let over = u64::from(self.0 - Self::ONE.0);
        Cost::from_raw(scaled::<{ Self::FRACTIONAL_BITS }>(cost.raw(), over))
    }

    /// Returns the least cost of which `cost` is no more than this multiple: the lower bound that
    /// has to be proved of the optimum, so that a path of this cost is within the factor.
    #[must_use]
    pub fn divided(self, cost: Cost) -> Cost {
        if self == Self::ONE || cost == Cost::MAX {
            return cost;
        }
        let scaled = u128::from(cost.raw()) << Self::FRACTIONAL_BITS;
        let least = scaled.div_ceil(u128::from(self.0));
        Cost::from_raw(u64::try_from(least).unwrap_or(u64::MAX))
    }
}

/// Returns [`Weight::ONE`].
impl Default for Weight {
    fn default() -> Self {
        Self::ONE
    }
}

/// Writes the shortest decimal number for which [`Weight::new`] returns this weight.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut power = 1_u64;
        for digits in 0..=7_usize {
            let decimal = (self.raw() * power).div_ceil(Self::ONE.raw());
            if decimal * Self::ONE.raw() < (self.raw() + 1) * power {
                let [whole, part] = [decimal / power, decimal % power];
                return match digits {
                    0 => write!(f, "{whole}"),
                    _ => write!(f, "{whole}.{part:0digits$}"),
                };
            }
            power *= 10;
        }
        fmt::Display::fmt(&self.factor(), f)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<f64> for Weight {
    type Error = WeightError;

    fn try_from(factor: f64) -> Result<Self, WeightError> {
        Self::new(factor)
    }
}

#[cfg(feature = "serde")]
impl From<Weight> for f64 {
    fn from(weight: Weight) -> Self {
        weight.factor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_as_they_were_read() {
        for text in [
            "1", "1.01", "1.05", "1.5", "2", "1.001", "1.000001", "37.25", "1000",
        ] {
            let weight = Weight::new(text.parse().unwrap()).unwrap();
            assert_eq!(weight.to_string(), text);
        }
        for raw in (1 << 20..1 << 30).step_by(99_991) {
            let weight = Weight(raw.min(1000 << 20));
            let read = Weight::new(weight.to_string().parse().unwrap());
            assert_eq!(read, Ok(weight));
            assert_eq!(Weight::new(weight.factor()), Ok(weight));
        }
    }

    #[test]
    fn products_and_quotients_are_rounded_toward_each_other() {
        for factor in [1.0, 1.000_001, 1.01, 1.5, 999.9] {
            let weight = Weight::new(factor).unwrap();
            for raw in [0, 1, 2, 1_000_003, u64::MAX / 3, u64::MAX - 1] {
                let cost = Cost::from_raw(raw);
                let product = weight.times(cost);
                assert!(cost <= product && product < Cost::MAX);
                let quotient = weight.divided(cost);
                let exact = u128::from(quotient.raw()) * u128::from(weight.raw());
                assert!(exact >= u128::from(raw) << 20);
                assert!(weight.divided(product) <= cost);
            }
            assert_eq!(weight.times(Cost::MAX), Cost::MAX);
        }
    }
}

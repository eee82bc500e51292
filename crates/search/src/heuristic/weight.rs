//! The factor of a weighted estimate.

use crate::cost::Cost;

/// The factor of a weighted estimate, from 1 to 1000, in steps of 1/1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Weight(u32);

/// Error for a factor that is not a weight.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the weight {factor} is not a number from 1 to 1000")]
pub struct WeightError {
    /// What was given.
    pub factor: f64,
}

impl Weight {
    /// The weight that changes nothing.
    pub const ONE: Self = Self(1 << Self::FRACTIONAL_BITS);
    const FRACTIONAL_BITS: u32 = 10;

    /// The weight nearest to `factor`.
    ///
    /// # Errors
    ///
    /// [`WeightError`] if `factor` is not a number from 1 to 1000.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "in 1024..=1024000"
    )]
    pub fn new(factor: f64) -> Result<Self, WeightError> {
        if (1.0..=1000.0).contains(&factor) {
            Ok(Self((factor * f64::from(Self::ONE.0)).round() as u32))
        } else {
            Err(WeightError { factor })
        }
    }

    /// The weight as a number.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.0) / f64::from(Self::ONE.0)
    }

    #[inline]
    pub(crate) fn times(self, h: Cost) -> Cost {
        if self == Self::ONE {
            return h;
        }
        let product = (u128::from(h.raw()) * u128::from(self.0)) >> Self::FRACTIONAL_BITS;
        Cost::from_raw(u64::try_from(product).unwrap_or(u64::MAX))
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

//! Heuristics as they are stored: [`Heuristic`] by its variants, and those that were removed.

use super::Heuristic;
use crate::query::NameError;

/// A heuristic by the name of its variant.
#[derive(serde::Deserialize)]
#[serde(rename = "Heuristic")]
pub(super) enum StoredHeuristic {
    Octile,
    Euclidean,
    Manhattan,
    Chebyshev,
    Zero,
    Landmarks,
}

impl TryFrom<StoredHeuristic> for Heuristic {
    type Error = NameError;

    fn try_from(stored: StoredHeuristic) -> Result<Self, NameError> {
        Ok(match stored {
            StoredHeuristic::Octile => Self::Octile,
            StoredHeuristic::Euclidean => Self::Euclidean,
            StoredHeuristic::Manhattan => Self::Manhattan,
            StoredHeuristic::Chebyshev => Self::Chebyshev,
            StoredHeuristic::Zero => Self::Zero,
            StoredHeuristic::Landmarks => return Err(NameError::LANDMARKS),
        })
    }
}

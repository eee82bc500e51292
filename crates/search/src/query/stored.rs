//! Heuristics as they are stored: [`Heuristic`] by its variants, and those that were removed.

use serde::de::{Deserialize, Deserializer, Error};

use super::NameError;
use crate::heuristic::Heuristic;

/// A heuristic by the name of its variant.
#[derive(serde::Deserialize)]
#[serde(rename = "Heuristic")]
enum StoredHeuristic {
    Octile,
    Euclidean,
    Manhattan,
    Chebyshev,
    Zero,
    Landmarks,
}

impl<'de> Deserialize<'de> for Heuristic {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        Ok(match StoredHeuristic::deserialize(reader)? {
            StoredHeuristic::Octile => Self::Octile,
            StoredHeuristic::Euclidean => Self::Euclidean,
            StoredHeuristic::Manhattan => Self::Manhattan,
            StoredHeuristic::Chebyshev => Self::Chebyshev,
            StoredHeuristic::Zero => Self::Zero,
            StoredHeuristic::Landmarks => return Err(D::Error::custom(NameError::LANDMARKS)),
        })
    }
}

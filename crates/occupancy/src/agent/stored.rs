//! Values that must obey rules, as they are read back: by [`serde`], with the feature of that name.

use glam::Vec3;
use serde::de::{Deserialize, Deserializer, Error};

use super::footprint::FootprintError;
use crate::coordinates::MAX_WORLD_COORDINATE;

/// Reads half extents as an agent may have them; a number that no `f32` holds arrives as infinite.
pub(crate) fn half_extents<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec3, D::Error> {
    let half_extents = Vec3::deserialize(deserializer)?;
    let in_range = |half: f32| (0.0..=MAX_WORLD_COORDINATE).contains(&f64::from(half));
    if half_extents.to_array().into_iter().all(in_range) {
        Ok(half_extents)
    } else {
        let error = FootprintError::InvalidHalfExtents { half_extents };
        Err(D::Error::custom(error))
    }
}

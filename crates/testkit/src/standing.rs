//! Draws of what bears ground agents.

use voxnav_occupancy::Support;

use crate::Draws;

/// Draws the cells that have to bear a body, every rule alike.
#[must_use]
pub fn drawn_support(draws: &mut Draws) -> Support {
    draws.pick(&[
        Support::Center,
        Support::Any,
        Support::Whole,
        Support::Slope,
    ])
}

/// Draws the steepest ground, in degrees: none in half of the draws, else one on which all flat ground can be stood on.
#[must_use]
pub fn drawn_slope(draws: &mut Draws) -> Option<u8> {
    draws.percent(50).then(|| draws.between(1, 89))
}

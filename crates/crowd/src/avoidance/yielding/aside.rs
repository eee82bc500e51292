//! Turning aside: how a body that gets nowhere goes around what it stands straight before.
//!
//! The velocity nearest to a wanted one that leads straight into something is to stand still. So a body that is hindered
//! turns its wanted velocity aside, the more the longer, and back again once it gets on. All turn to their right first, so
//! that of two that come against each other each goes past the other, and flows in a passage part into lanes. One that is
//! hindered for longer tries another side every two seconds, drawn from the number that orders bodies.
//!
//! # References
//!
//! Rules of the Air, Annex 2 to the Convention on International Civil Aviation, 3.2.2.2: of two that approach head-on,
//! each alters its heading to the right.

use glam::DVec3;

use super::pace::Pace;
use crate::avoidance::shape::Shape;

/// The turn of a body out of the way that it wants.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::avoidance) struct Aside {
    /// The part of it, 0 for straight on to 1 for as much aside as ahead.
    share: f64,
    /// The time for which it has been hindered without a break, in seconds.
    hindered: f64,
}

/// The share of the speed that it would reach below which a body is hindered.
const HINDERED: f64 = 0.3;

/// The greatest part: with as much aside as ahead, rounding would decide which of the two leads past an edge.
const MOST: f64 = 15.0 / 16.0;

/// The rates at which it turns aside and back, in shares a second.
const TURNS: f64 = 2.0;
const RETURNS: f64 = 0.5;

/// The squared sine of the angle to the direction that is up below which a way has no right side.
const STEEP: f64 = 1.0 / 16.0;

/// The time after which another side is tried, in seconds.
const TRIES: f64 = 2.0;

impl Aside {
    /// Takes note of how a tick went.
    pub(in crate::avoidance) fn update(&mut self, pace: &Pace, seconds: f64) {
        let is_hindered = pace.is_below(HINDERED);
        let rate = if is_hindered { TURNS } else { -RETURNS };
        self.share = (self.share + rate * seconds).clamp(0.0, MOST);
        self.hindered = if is_hindered {
            (self.hindered + seconds).min(1e6)
        } else {
            0.0
        };
    }

    /// Returns the wanted velocity, turned aside: for a disc within the plane across the direction that is up.
    pub(in crate::avoidance) fn turned(
        &self,
        wanted: DVec3,
        order: u32,
        up: DVec3,
        shape: Shape,
    ) -> DVec3 {
        let squared = wanted.length_squared();
        if self.share <= 0.0 || squared <= 0.0 {
            return wanted;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small"
        )]
        let turn = (self.hindered / TRIES) as u32;
        let drawn = drawn(u64::from(order) << 32 | u64::from(turn));
        let right = wanted.cross(up);
        let side = if turn == 0 && right.length_squared() > STEEP * squared {
            right
        } else if shape.is_disc() {
            right * drawn.x.signum()
        } else {
            drawn - wanted * (drawn.dot(wanted) / squared)
        };
        let length = side.length_squared().sqrt();
        if length > 0.0 {
            wanted + side * (squared.sqrt() * self.share / length)
        } else {
            wanted
        }
    }
}

/// Draws a vector between -1 and 1 on each axis from a number.
fn drawn(number: u64) -> DVec3 {
    // SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^= word >> 31;
    let part = |shift: u32| f64::from((word >> shift & 0xffff) as u16) / 32_768.0 - 1.0;
    DVec3::new(part(0), part(16), part(32))
}

//! Reaching a velocity: how a body with limited acceleration changes its velocity.
//!
//! The *way* of a velocity is the displacement until the body is at rest, if it goes on at it for a tick and brakes then. A
//! body that turned its velocity by the shortest change would spend all of its acceleration on the turn, and come to the end
//! of its way too fast. So the point at which it would come to rest moves straight from where it is if the body brakes now to
//! where it is for the wanted velocity, as far as the acceleration allows in a tick. If the way of the wanted velocity
//! ends at a point, the body stops there, and at no time would rest beyond, wherever its velocity led before.
//!
//! Bodies brake straight on, by the law of all trajectories: [`Braking`].

use glam::DVec3;
use voxnav::guidance::Braking;

/// The number of times that the line between two points of rest is halved.
const HALVINGS: u32 = 40;

/// Returns the velocity of a body that has braked for a tick.
pub(super) fn slowed(law: Braking, velocity: DVec3) -> DVec3 {
    let (gain, speed) = (law.gain(), velocity.length());
    if speed <= gain {
        DVec3::ZERO
    } else {
        velocity * ((speed - gain) / speed)
    }
}

/// Returns the way of a velocity.
pub(crate) fn way(law: Braking, velocity: DVec3) -> DVec3 {
    velocity * law.seconds_of(velocity.length())
}

/// Returns the stopping displacement of a body at a greatest deceleration.
pub(crate) fn stopping(velocity: DVec3, most: f64) -> DVec3 {
    way(Braking::new(most, 0.0), velocity)
}

/// Returns the velocity of a way.
fn velocity_of(law: Braking, way: DVec3) -> DVec3 {
    let length = way.length();
    if length > 0.0 {
        way * (law.fastest(0.0, length) / length)
    } else {
        DVec3::ZERO
    }
}

/// Returns the velocity that a body reaches in a tick on its way to a wanted one.
pub(super) fn reached(law: Braking, velocity: DVec3, wanted: DVec3) -> DVec3 {
    let is_reached = |next: DVec3| (next - velocity).length() <= law.gain();
    if is_reached(wanted) {
        return wanted;
    }
    let braked = slowed(law, velocity);
    let [from, to] = [braked, wanted].map(|it| way(law, it));
    let at = |share: f64| velocity_of(law, from + (to - from) * share);
    let (mut kept, mut left) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (kept + left) * 0.5;
        if is_reached(at(middle)) {
            kept = middle;
        } else {
            left = middle;
        }
    }
    let next = at(kept);
    if kept > 0.0 && next.is_finite() {
        next
    } else {
        braked
    }
}

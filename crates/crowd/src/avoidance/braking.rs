//! Braking: how a body comes to another velocity that takes time to gather speed and to stop.
//!
//! The *way* of a velocity is the displacement until the body is at rest, if it goes on at it for a tick and brakes then. A
//! body that turned its velocity by the shortest change would spend all of its acceleration on the turn, and come to the end
//! of its way too fast. So the point at which it would come to rest moves straight from where it is if the body brakes now to
//! where it is for the wanted velocity, as far as the acceleration allows in a tick. Whoever wants a velocity whose way ends
//! at a point comes to rest there, and at no time would rest beyond, wherever its velocity led before.
//!
//! Only this file knows by which law bodies brake: at their greatest deceleration, straight on.

use glam::DVec3;

/// The number of times that the line between two points of rest is halved.
const HALVINGS: u32 = 40;

/// The greatest acceleration of a body, in world units a second squared, in ticks of some seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Braking {
    pub(crate) most: f64,
    pub(crate) seconds: f64,
}

impl Braking {
    /// Returns the greatest change of a velocity in a tick.
    pub(crate) fn gain(self) -> f64 {
        self.most * self.seconds
    }

    /// Returns the velocity of a body that has braked for a tick.
    pub(super) fn slowed(self, velocity: DVec3) -> DVec3 {
        let (gain, speed) = (self.gain(), velocity.length());
        if speed <= gain {
            DVec3::ZERO
        } else {
            velocity * ((speed - gain) / speed)
        }
    }

    /// Returns the way of a velocity.
    pub(super) fn way(self, velocity: DVec3) -> DVec3 {
        velocity * (self.seconds + velocity.length() / (2.0 * self.most))
    }

    /// Returns the greatest speed whose way is no longer than a length.
    pub(crate) fn speed(self, length: f64) -> f64 {
        // v t + v^2 / 2a is the length.
        let gain = self.gain();
        (gain * gain + 2.0 * self.most * length).sqrt() - gain
    }

    /// Returns the velocity of a way.
    fn velocity(self, way: DVec3) -> DVec3 {
        let length = way.length();
        if length > 0.0 {
            way * (self.speed(length) / length)
        } else {
            DVec3::ZERO
        }
    }

    /// Returns the velocity that a body reaches in a tick on its way to a wanted one.
    pub(super) fn reached(self, velocity: DVec3, wanted: DVec3) -> DVec3 {
        let is_reached = |next: DVec3| (next - velocity).length() <= self.gain();
        if is_reached(wanted) {
            return wanted;
        }
        let braked = self.slowed(velocity);
        let [from, to] = [braked, wanted].map(|it| self.way(it));
        let at = |share: f64| self.velocity(from + (to - from) * share);
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
}

/// Returns the way in which a body comes to rest at a greatest deceleration.
pub(crate) fn stopping(velocity: DVec3, most: f64) -> DVec3 {
    velocity * (velocity.length() / (2.0 * most))
}

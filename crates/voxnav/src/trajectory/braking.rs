//! Braking: the speeds from which an agent slows down in time, for a trajectory and for agents that are steered.
//!
//! Source of the speed at corners: Jeon, "Improving Grbl: Cornering Algorithm", 2011: that at which an arc has the lateral
//! acceleration as its limit whose distance from the corner is allowed. Here an arc begins no farther from its corner than in
//! the middle of a leg, so that many short legs around a curve are passed as the curve is.

use glam::DVec3;

use super::corners::Corner;
use super::limits::MotionLimits;

/// The law by which an agent slows down: at a constant deceleration, after some seconds in which it keeps its speed.
///
/// ```
/// use voxnav::guidance::Braking;
///
/// let law = Braking::new(2.0, 0.5);
/// // Half a second at 4 units a second, and two to stop.
/// assert_eq!(law.seconds_of(4.0) * 4.0, 6.0);
/// assert_eq!(law.fastest(0.0, 6.0), 4.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Braking {
    /// The deceleration, in world units a second squared.
    pub deceleration: f64,
    /// The seconds in which the agent keeps its speed: those of a frame, 0 for one that brakes at once.
    pub seconds: f64,
}

impl Braking {
    /// Makes the law of a deceleration in units a second squared, after some seconds.
    #[must_use]
    pub const fn new(deceleration: f64, seconds: f64) -> Self {
        Self {
            deceleration,
            seconds,
        }
    }

    /// Returns the greatest change of the speed in as many seconds as it is kept.
    #[must_use]
    pub fn gain(&self) -> f64 {
        if self.seconds == 0.0 {
            0.0
        } else {
            self.deceleration * self.seconds
        }
    }

    /// Returns the seconds in which an agent that keeps a speed goes as far as it does by this law until it is at rest.
    #[must_use]
    pub fn seconds_of(&self, speed: f64) -> f64 {
        self.seconds + speed / (2.0 * self.deceleration)
    }

    /// Returns the greatest speed from which the agent has slowed down to another one at the end of a length in world units.
    #[must_use]
    pub fn fastest(&self, slow: f64, length: f64) -> f64 {
        // v t + (v^2 - u^2) / 2a is the length.
        let gain = self.gain();
        (slow * slow + gain * gain + 2.0 * self.deceleration * length).sqrt() - gain
    }
}

/// The way of an agent that is steered: straight to a point, and from there on along its path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    pub(crate) place: DVec3,
    pub(crate) to: DVec3,
    /// A point of the path before the first one ahead, farther from that than `off` if there is one.
    pub(crate) passed: DVec3,
    /// The distance that the agent may be off a corner, in world units.
    pub(crate) off: f64,
    /// The length that the agent spares itself at most where it sees the end, and goes straight for it.
    pub(crate) spared: f64,
}

impl Ahead {
    /// Returns the greatest speed for some seconds from which the agent slows down in time for each corner of the points that
    /// follow `to`, and for the last of them.
    pub(crate) fn speed(
        &self,
        limits: &MotionLimits,
        seconds: f64,
        points: impl Iterator<Item = DVec3> + Clone,
    ) -> f64 {
        let law = Braking::new(limits.braking, seconds);
        let most_at = |ends: [DVec3; 3], room: f64| {
            let radius = Corner::of(ends).map(|corner| corner.radius(self.off, room));
            limits.most_on(radius.unwrap_or(f64::INFINITY), 0.0)
        };
        // The agent may come to `to` from beside its path.
        let straight = self.place.distance(self.to);
        let after = (points.clone()).find(|point| point.distance(self.to) >= self.off);
        let most = after.map_or(f64::INFINITY, |after| {
            most_at([self.place, self.to, after], f64::INFINITY)
        });
        let mut speed = limits.speed.min(law.fastest(most, straight));
        let enough = speed * law.seconds_of(speed) + self.spared;
        let (mut before, mut corner, mut length) = (self.passed, self.to, straight);
        let mut leg = self.off;
        let mut end = corner;
        for (number, point) in points.enumerate() {
            end = point;
            let next = corner.distance(point);
            if number > 0 && next < self.off {
                // Shorter legs belong to one corner.
                continue;
            }
            if number == 0 {
                leg = before.distance(point).max(self.off);
            } else {
                let most = most_at([before, corner, point], leg.min(next) / 2.0);
                speed = speed.min(law.fastest(most, length));
                (before, leg) = (corner, next);
            }
            (corner, length) = (point, length + next);
            if length >= enough {
                return speed;
            }
        }
        let left = (length - self.spared).max(self.place.distance(end));
        speed.min(law.fastest(limits.end_speed, left))
    }
}

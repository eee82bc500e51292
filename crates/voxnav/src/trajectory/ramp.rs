//! Changes of speed within limits of acceleration and jerk, without acceleration at both ends.
//!
//! A change takes up to three phases: the acceleration grows, stays and shrinks again. It is as fast at the begin as it is
//! slow at the end, so its length is the time by the mean of both speeds.

use super::braking::Braking;

/// The number of halvings until two speeds are equal.
const HALVINGS: u32 = 64;

/// A time for which the jerk stays as it is, with the acceleration at its begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) seconds: f64,
    pub(super) acceleration: f64,
    pub(super) jerk: f64,
}

/// The limits of a change, above zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ramp {
    pub(super) acceleration: f64,
    pub(super) jerk: f64,
}

impl Ramp {
    /// Returns the greatest acceleration of a change.
    fn peak(&self, change: f64) -> f64 {
        self.acceleration.min((change * self.jerk).sqrt())
    }

    fn seconds(&self, change: f64) -> f64 {
        let peak = self.peak(change);
        if change == 0.0 || peak.is_infinite() {
            return 0.0;
        }
        change / peak + peak / self.jerk
    }

    /// Returns the length of a change of speed, either way.
    pub(super) fn length(&self, from: f64, to: f64) -> f64 {
        f64::midpoint(from, to) * self.seconds((to - from).abs())
    }

    /// Returns the fastest speed to which a change is no longer than a length, or from which it is.
    pub(super) fn fastest(&self, slow: f64, length: f64) -> f64 {
        let most = Braking::new(self.acceleration, 0.0).fastest(slow, length);
        if self.jerk.is_infinite() {
            return most;
        }
        let by_jerk = slow + libm::cbrt(length * length * self.jerk);
        largest(slow, by_jerk.min(most), |fast| {
            self.length(slow, fast) <= length
        })
    }

    /// Returns the slowest speed to which a change is no longer than a length.
    pub(super) fn slowest(&self, fast: f64, length: f64) -> f64 {
        if self.length(fast, 0.0) <= length {
            return 0.0;
        }
        // Below this speed a stop is shorter than a change to a speed above zero, and too long.
        let least = (self.acceleration * self.acceleration / (2.0 * self.jerk)).min(fast);
        fast - largest(0.0, fast - least, |less| {
            self.length(fast, fast - less) <= length
        })
    }

    /// Returns the phases of a change.
    pub(super) fn stretches(&self, from: f64, to: f64) -> impl Iterator<Item = Stretch> + use<> {
        let change = (to - from).abs();
        let peak = self.peak(change);
        let is_none = change == 0.0 || peak.is_infinite();
        let sign = if to < from { -1.0 } else { 1.0 };
        let grows = peak / self.jerk;
        let stays = (change / peak - grows).max(0.0);
        let jerk = if self.jerk.is_infinite() {
            0.0
        } else {
            sign * self.jerk
        };
        let all = [
            (grows, 0.0, jerk),
            (stays, sign * peak, 0.0),
            (grows, sign * peak, -jerk),
        ];
        all.into_iter()
            .filter(move |it| !is_none && it.0 > 0.0)
            .map(|(seconds, acceleration, jerk)| Stretch {
                seconds,
                acceleration,
                jerk,
            })
    }
}

/// Returns the largest number from one to another of which something is true, which it is of all smaller ones.
pub(super) fn largest(least: f64, most: f64, is_true: impl Fn(f64) -> bool) -> f64 {
    if is_true(most) {
        return most;
    }
    let (mut low, mut high) = (least, most);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if is_true(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

//! The pace of a body in a tick.

use glam::DVec3;

/// The part of its wanted speed by which a pace may be rounded.
const ROUNDING: f64 = 1e-9;

/// The pace of a body in a tick, and the one that it would have alone.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct Pace {
    /// The velocity that it wants.
    pub(in crate::avoidance) wanted: DVec3,
    /// The velocity nearest to that which it reaches in the tick.
    pub(in crate::avoidance) reached: DVec3,
    /// The velocity at which it moves.
    pub(in crate::avoidance) velocity: DVec3,
}

impl Pace {
    /// Returns whether others or walls keep a body that wants to move below a share of the speed that it would reach.
    pub(in crate::avoidance) fn is_below(&self, share: f64) -> bool {
        let squared = self.wanted.length_squared();
        let [reached, gained] = [self.reached, self.velocity].map(|it| it.dot(self.wanted));
        // One that has to turn round first is slow only if it turns slower than it can.
        let least = reached.max(0.0) * share + reached.min(0.0);
        squared > 0.0 && gained < least - ROUNDING * squared
    }
}

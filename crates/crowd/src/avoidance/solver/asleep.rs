//! Bodies at rest among others at rest, for which a tick finds out nothing but that.

use glam::DVec3;

use super::{Scratch, VelocitySolver};
use crate::avoidance::free_space::FreeSpace;

impl VelocitySolver<'_> {
    /// Returns whether the body rests where it wants to be, in free cells, and so do all others in sight, none of which it
    /// overlaps: zero is in all half-spaces then.
    pub(in crate::avoidance) fn sleeps(&self, place: usize, scratch: &mut Scratch) -> bool {
        let (own, tick) = (&self.own, self.tick);
        if own.wanted != DVec3::ZERO || own.velocity != DVec3::ZERO {
            return false;
        }
        let is_free = |room: &FreeSpace| room.is_settled(own.reach.position);
        if !self.room().is_none_or(is_free) {
            return false;
        }
        let sight = tick.settings.sight(self.body.max_speed).max(2.0 * self.far);
        let distance = own.reach.shape.reach() + tick.most_reach + sight + tick.most_stopping;
        let mut around = tick
            .grid
            .around(own.reach.position, distance, &mut scratch.rows);
        around.all(|other| {
            let seen = &tick.seen[other];
            seen.velocity == DVec3::ZERO
                && seen.reach.stopping == DVec3::ZERO
                && (other == place || own.reach.gap_to(&seen.reach, tick.up).gap >= 0.0)
        })
    }
}

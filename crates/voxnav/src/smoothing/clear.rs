//! Whether the agent gets from one point to another: the one question that all steps ask.

use glam::DVec3;
use voxnav_occupancy::{SweepHit, Traversability};

/// What segments are checked against.
pub(crate) struct Space<'a> {
    pub(crate) world: &'a Traversability,
}

impl Space<'_> {
    /// Whether the agent's box meets nothing on the way. The sweep rounds ends to 2^-30 of a cell,
    /// which changes no point of a polyline.
    pub(crate) fn is_clear(&self, from: DVec3, to: DVec3) -> bool {
        self.world.is_clear(from, to) == Ok(true)
    }

    /// What the agent's box meets first on the way between two points of a polyline, whose sweep is
    /// never refused.
    pub(crate) fn first_hit(&self, from: DVec3, to: DVec3) -> Option<SweepHit> {
        self.world.sweep(from, to).ok().flatten()
    }
}

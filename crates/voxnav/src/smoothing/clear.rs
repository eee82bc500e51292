//! Whether the agent gets from one point to another: the one question that all steps ask.

use glam::DVec3;
use voxnav_occupancy::{SweepHit, Traversability, UnknownPolicy};

/// What segments are checked against.
pub(crate) struct Space {
    world: Traversability,
}

impl Space {
    /// Where the snapshot lets the agent plan.
    pub(crate) fn planned(world: &Traversability) -> Self {
        Self {
            world: world.clone(),
        }
    }

    /// Where the agent goes: for one that stops at the boundary of known space, that space. Its
    /// paths end there, but straight lines between their points need not keep to it.
    pub(crate) fn entered(world: &Traversability) -> Self {
        let world = match world.unknown_policy() {
            UnknownPolicy::StopAtBoundary => world.with_unknown(UnknownPolicy::Blocked),
            _ => world.clone(),
        };
        Self { world }
    }

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

//! The weights on the way, as far as a sample of the cells around both ends tells.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::problem::{Problem, Target};
use crate::heuristic::Weight;

/// The cells around both ends that are taken as a sample, and their number along each axis.
const MARGIN: i32 = 8;
const SAMPLES: i32 = 5;

/// A sample of the weights on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weights {
    /// The number of cells where the agent can be.
    free: u32,
    /// The number of those that weigh more than the least weight, and of those that weigh four times as much or more.
    heavy: u32,
    far_heavier: u32,
}

impl Weights {
    /// Returns whether a fifth of the cells or more have a weight above the least.
    pub(super) fn are_often_heavy(self) -> bool {
        self.free > 0 && 5 * self.heavy >= self.free
    }

    /// Returns whether three quarters of the cells or more weigh so much more than the least that an estimate, which counts
    /// on that, says nothing: searches with one and without reach about as many cells then.
    pub(super) fn make_estimates_useless(self) -> bool {
        self.free > 0 && 4 * self.far_heavier >= 3 * self.free
    }
}

impl Problem<'_> {
    /// Returns a sample of the weights on the way; an empty one for a search that may stop at a path within a factor of the
    /// best, which goes where estimates lead it.
    pub(super) fn weights(&self) -> Weights {
        let is_exact = self.settings.effective_within() == Weight::ONE;
        let Some(terrain) = self.terrain.filter(|_| is_exact) else {
            return Weights::default();
        };
        let mut weights = Weights::default();
        let far_above = 4 * u32::from(terrain.scale().base());
        let around = self.around_ends(MARGIN);
        for sample in CellBox::from_size(IVec3::splat(SAMPLES)).cells() {
            let along = around.size().as_i64vec3() * (2 * sample.as_i64vec3() + 1);
            let cell = around.min + (along / (2 * i64::from(SAMPLES))).as_ivec3();
            if self.world.is_traversable(cell) {
                weights.free += 1;
                weights.heavy += u32::from(terrain.is_heavy(cell));
                weights.far_heavier += u32::from(terrain.weight(cell) >= far_above);
            }
        }
        weights
    }

    /// Returns the box of the cells around both ends, with a margin.
    pub(super) fn around_ends(&self, margin: i32) -> CellBox {
        let other = match self.target {
            Target::Cell(goal) => goal,
            Target::Region(_) => self.start,
        };
        let (min, max) = (self.start.min(other), self.start.max(other));
        CellBox::new(min - margin, max + margin + 1)
    }
}

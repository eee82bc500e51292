//! The weights on the way, as far as a sample of the cells around both ends tells.

use std::iter;

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::problem::{Problem, Target};
use crate::heuristic::Weight;
use crate::movement::Terrain;

/// The cells around both ends of which a sample is taken, and its cells along each axis: at first, and where a cell weighs
/// more than the least.
const MARGIN: i32 = 8;
const FEW: i32 = 3;
const MANY: i32 = 5;

/// A sample of the weights on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weights {
    /// The number of cells where the agent can be.
    free: u32,
    /// The number of those that weigh more than the least weight, and of those that weigh four times as much or more.
    heavy: u32,
    far_heavier: u32,
    /// True if the start or the goal weighs more than the least weight.
    is_at_end: bool,
}

impl Weights {
    /// Returns whether searches from both ends reach fewer cells than one that prunes: where an eighth of the cells or more
    /// weigh more than the least, and where an end does. The least weights that an estimate counts on are not those around
    /// such an end: a search toward it goes on through all that is cheap before it pays for the last cells.
    pub(super) fn call_for_both_ends(self) -> bool {
        self.is_at_end || (self.free > 0 && 8 * self.heavy >= self.free)
    }

    /// Returns whether three quarters of the cells or more weigh so much more than the least that an estimate, which counts
    /// on that, says nothing: searches with one and without reach about as many cells then.
    pub(super) fn make_estimates_useless(self) -> bool {
        self.free > 0 && 4 * self.far_heavier >= 3 * self.free
    }
}

impl Problem<'_> {
    /// Returns a sample of the weights on the way: of a few cells, and of more where one of them weighs more than the least.
    /// It is empty for a search that may stop at a path within a factor of the best, which goes where estimates lead it.
    pub(super) fn weights(&self) -> Weights {
        let is_exact = self.settings.effective_within() == Weight::ONE;
        let Some(terrain) = self.terrain.filter(|_| is_exact) else {
            return Weights::default();
        };
        let is_at_end = self.ends().any(|end| terrain.is_heavy(end));
        let few = self.sample(terrain, FEW);
        let weights = if is_at_end || few.heavy > 0 {
            self.sample(terrain, MANY)
        } else {
            few
        };
        Weights {
            is_at_end,
            ..weights
        }
    }

    /// Returns the weights of a cube of cells around both ends, `along_axis` along each axis.
    fn sample(&self, terrain: &Terrain, along_axis: i32) -> Weights {
        let mut weights = Weights::default();
        let far_above = 4 * u32::from(terrain.scale().base());
        let around = self.around_ends(MARGIN);
        for sample in CellBox::from_size(IVec3::splat(along_axis)).cells() {
            let along = around.size().as_i64vec3() * (2 * sample.as_i64vec3() + 1);
            let cell = around.min + (along / (2 * i64::from(along_axis))).as_ivec3();
            if self.world.is_traversable(cell) {
                weights.free += 1;
                weights.heavy += u32::from(terrain.is_heavy(cell));
                weights.far_heavier += u32::from(terrain.weight(cell) >= far_above);
            }
        }
        weights
    }

    /// Returns the start, and the goal if that is one cell.
    fn ends(&self) -> impl Iterator<Item = IVec3> {
        let goal = match self.target {
            Target::Cell(goal) => Some(goal),
            Target::Region(_) => None,
        };
        iter::once(self.start).chain(goal)
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

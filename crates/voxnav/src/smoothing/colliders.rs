//! The colliders themselves, where the cells that were baked from them do not tell all.

use glam::DVec3;
use voxnav_occupancy::{Agent, CellBox, CellState, Lattice, Occupancy, UnknownPolicy};

use crate::obstacles::Obstacles;

/// The colliders that a world was baked from, and the agent that it was baked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colliders<'a> {
    pub(crate) obstacles: &'a Obstacles,
    pub(crate) agent: &'a Agent,
    pub(crate) lattice: &'a Lattice,
    /// The cells set in addition to the obstacles, if any.
    pub(crate) cells: Option<&'a Occupancy>,
    /// The policy for unknown cells among these.
    pub(crate) unknown: UnknownPolicy,
}

impl Colliders<'_> {
    pub(super) fn are_clear(&self, from: DVec3, to: DVec3) -> bool {
        let [from, to] = [from, to].map(|point| self.lattice.position_of(point));
        self.are_clear_in_world(from, to)
    }

    /// Returns whether the agent's box meets nothing wherever it is in a box of points, in cells.
    pub(super) fn are_clear_within(&self, low: DVec3, high: DVec3) -> bool {
        let [low, high] = [low, high].map(|point| self.lattice.position_of(point));
        let more = ((high - low) / 2.0).as_vec3() * (1.0 + f32::EPSILON);
        let mut around = *self.agent;
        around.half_extents += more;
        let center = low.midpoint(high);
        let grown = Colliders {
            agent: &around,
            ..*self
        };
        grown.are_clear_in_world(center, center)
    }

    /// Returns whether the agent's box meets no obstacle and no blocked cell on a straight way
    /// between two positions in world units.
    pub(crate) fn are_clear_in_world(&self, from: DVec3, to: DVec3) -> bool {
        let Agent {
            half_extents,
            layers,
            ..
        } = *self.agent;
        let hit = self.obstacles.sweep(from, to, half_extents, layers);
        matches!(hit, Ok(None)) && self.cells.is_none_or(|cells| self.pass(cells, from, to))
    }

    /// Returns whether the box overlaps no blocked cell by more than the touching rule forgives.
    fn pass(&self, cells: &Occupancy, from: DVec3, to: DVec3) -> bool {
        let [Ok(from), Ok(to)] = [from, to].map(|end| self.lattice.coordinates_of(end)) else {
            return false;
        };
        let depth = self.agent.half_extents.as_dvec3() - self.obstacles.skin().depth();
        let reach = (depth / self.lattice.sizes() + 0.5).max(DVec3::ZERO);
        let low = (from.min(to) - reach).ceil().as_ivec3();
        let high = (from.max(to) + reach).floor().as_ivec3();
        let near = CellBox::new(low, high + 1).intersection(&cells.bounds());
        near.cells().all(|cell| {
            let is_free = match cells.state(cell) {
                CellState::Free => true,
                CellState::Occupied => false,
                CellState::Unknown => self.unknown != UnknownPolicy::Blocked,
            };
            is_free || !meets(from - cell.as_dvec3(), to - from, reach)
        })
    }
}

/// Returns whether a segment enters the open box around the origin that reaches so far on each
/// axis.
fn meets(from: DVec3, along: DVec3, reach: DVec3) -> bool {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        let (from, along, reach) = (from[axis], along[axis], reach[axis]);
        if along == 0.0 {
            if from.abs() >= reach {
                return false;
            }
            continue;
        }
        let ends = [(-reach - from) / along, (reach - from) / along];
        enters = enters.max(ends[0].min(ends[1]));
        leaves = leaves.min(ends[0].max(ends[1]));
    }
    enters < leaves
}

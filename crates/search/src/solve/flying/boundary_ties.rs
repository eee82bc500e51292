//! Ties at the boundary of known space: where a best path leads into unknown cells, the search goes
//! on for one that costs the same and leads into fewer.

use voxnav_occupancy::Traversability;

use super::super::engines::planned;
use crate::engine::CostCutoff;
use crate::outcome::Solution;
use crate::query::{Guarantee, Query};

impl Query<'_> {
    /// Returns the bar that a path must stay below to be better than that of the solution; `None`
    /// if the solution stands as it is.
    pub(super) fn bar(&self, solution: &Solution, world: &Traversability) -> Option<CostCutoff> {
        let boundary = self.boundary(world);
        if !boundary.cuts() {
            return None;
        }
        // Agents that stop at unknown cells get paths over the cells, whatever the algorithm.
        let optimal = [Guarantee::Optimal, Guarantee::AnyAngle(1.0)];
        let path = planned(&solution.outcome)?;
        if !optimal.contains(&self.guarantee()) || !world.is_known(path.start()) {
            return None;
        }
        let unknown_moves = boundary.unknown_moves(path);
        let is_one_cell = self.region.is_none() || solution.outcome.path().is_none();
        let most = u32::try_from(unknown_moves).unwrap_or(u32::MAX);
        let radius = is_one_cell.then(|| world.unknown_radius(path.goal(), most));
        let last_moves = radius.flatten().map_or(0, |radius| u64::from(radius) + 1);
        CostCutoff::set_by(path.cost(), unknown_moves, last_moves)
    }
}

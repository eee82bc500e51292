//! Ends that are moved to where the agent can be.

use glam::IVec3;
use voxnav_occupancy::{CellFilter, Traversability};

use crate::cost::Cost;
use crate::heuristic::offset_magnitude;
use crate::movement::CornerRule;
use crate::path::rounded_length;
use crate::query::{Query, SnapPolicy};

impl Query<'_> {
    /// Returns the start and the goal to be used, as they are or moved.
    pub(crate) fn placed_ends(&self, world: &Traversability) -> [IVec3; 2] {
        let can_be = |cell| world.bounds().contains(cell) && world.is_traversable(cell);
        let mut start = self.start;
        if let SnapPolicy::Nearest { radius } = self.snap_start
            && !can_be(start)
        {
            start = nearest(world, start, radius, CellFilter::Traversable).unwrap_or(start);
        }
        let goal = self.goal;
        let SnapPolicy::Nearest { radius } = self.snap_goal else {
            return [start, goal];
        };
        if self.region.is_some() {
            return [start, goal];
        }
        let is_strict = self.settings.corners != CornerRule::Lenient;
        let is_apart = is_strict && world.is_connected(start, goal) == Ok(false);
        let moved = is_apart.then(|| nearest(world, goal, radius, CellFilter::ConnectedTo(start)));
        let fallback = || {
            let blocked = !can_be(goal);
            let nearest = || nearest(world, goal, radius, CellFilter::Traversable);
            blocked.then(nearest).flatten()
        };
        [start, moved.flatten().or_else(fallback).unwrap_or(goal)]
    }
}

/// Returns the cell nearest to another one, which may lie anywhere.
fn nearest(world: &Traversability, cell: IVec3, radius: Cost, among: CellFilter) -> Option<IVec3> {
    // Distances are rounded as costs are: a diagonal is within the cost of the diagonal.
    let radius = (Cost::from_raw(radius.raw().saturating_add(1))).length();
    let nearest = world.nearest(cell.as_dvec3(), radius, among).ok()??;
    Some(nearest.cell)
}

/// Returns the straight distance between two cells.
pub(crate) fn distance(from: IVec3, to: IVec3) -> Cost {
    rounded_length(offset_magnitude(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_rounded_as_costs_are() {
        let from = |x, y, z| distance(IVec3::ZERO, IVec3::new(x, y, z));
        assert_eq!(from(0, 0, -7), Cost::STRAIGHT * 7);
        assert_eq!(from(1, -1, 0), Cost::FACE_DIAGONAL);
        assert_eq!(from(1, 1, 1), Cost::BODY_DIAGONAL);
        assert!(distance(IVec3::MIN, IVec3::MAX) < Cost::MAX);
    }
}

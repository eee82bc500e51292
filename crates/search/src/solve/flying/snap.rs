//! Ends that are moved to where the agent can be.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellFilter, MAX_COORDINATE, Traversability};

use crate::cost::Cost;
use crate::goal::in_order;
use crate::heuristic::offset_magnitude;
use crate::movement::{CellShape, CornerRule};
use crate::query::{Query, SnapPolicy};

impl Query<'_> {
    /// Returns the start and the goal to be used, as they are or moved.
    pub(crate) fn placed_ends(&self, world: &Traversability) -> [IVec3; 2] {
        let shape = self.settings.shape;
        let nearest = |cell, radius, among| {
            if shape.is_cubic() {
                nearest(world, cell, radius, among)
            } else {
                nearest_by(shape, world, cell, radius, among)
            }
        };
        let can_be = |cell| world.bounds().contains(cell) && world.is_traversable(cell);
        let mut start = self.start;
        if let SnapPolicy::Nearest { radius } = self.snap_start
            && !can_be(start)
        {
            start = nearest(start, radius, CellFilter::Traversable).unwrap_or(start);
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
        let moved = is_apart.then(|| nearest(goal, radius, CellFilter::ConnectedTo(start)));
        let fallback = || {
            let blocked = !can_be(goal);
            let nearest = || nearest(goal, radius, CellFilter::Traversable);
            blocked.then(nearest).flatten()
        };
        [start, moved.flatten().or_else(fallback).unwrap_or(goal)]
    }
}

/// Returns the cube nearest to another one, which may lie anywhere.
fn nearest(world: &Traversability, cell: IVec3, radius: Cost, among: CellFilter) -> Option<IVec3> {
    // Distances are rounded as costs are: a diagonal is within the cost of the diagonal.
    let radius = (Cost::from_raw(radius.raw().saturating_add(1))).length();
    let nearest = world.nearest(cell.as_dvec3(), radius, among).ok()??;
    Some(nearest.cell)
}

/// Returns the cell of any shape nearest to another one; of equals the first in cell order. Looks
/// at all cells of boxes around it, each twice as large as the one before, until one is found.
fn nearest_by(
    shape: CellShape,
    world: &Traversability,
    cell: IVec3,
    radius: Cost,
    among: CellFilter,
) -> Option<IVec3> {
    let is_supported = |at: i32| at.unsigned_abs() <= MAX_COORDINATE.unsigned_abs();
    if !cell.to_array().into_iter().all(is_supported) {
        return None;
    }
    let costs = shape.costs();
    let may_be = |at: IVec3| match among {
        CellFilter::ConnectedTo(start) => world.is_connected(start, at) == Ok(true),
        _ => world.is_traversable(at),
    };
    let mut reach = Cost::STRAIGHT;
    loop {
        let cells = costs.sides().map(|side| reach.min(radius).raw() / side);
        let cells = cells.map(|cells| i32::try_from(cells).unwrap_or(i32::MAX));
        let around = CellBox::new(
            cell.saturating_sub(cells.into()),
            cell.saturating_add(cells.into()).saturating_add(IVec3::ONE),
        );
        let inside = around.intersection(&world.bounds());
        let is_all = inside == world.bounds() || reach >= radius;
        // Nothing outside of the box is as near as this.
        let most = if is_all { radius } else { reach };
        let away = |at: IVec3| offset_magnitude(cell, at);
        let near = inside
            .cells()
            .filter(|&at| costs.distance(away(at)) <= most);
        let among = near.filter(|&at| may_be(at));
        let nearest = among.min_by_key(|&at| (costs.square(away(at)), in_order(at)));
        if nearest.is_some() || is_all {
            return nearest;
        }
        reach = reach * 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_rounded_as_costs_are() {
        let cubes = CellShape::CUBIC;
        let from = |x, y, z| cubes.distance(IVec3::ZERO, IVec3::new(x, y, z));
        assert_eq!(from(0, 0, -7), Cost::STRAIGHT * 7);
        assert_eq!(from(1, -1, 0), Cost::FACE_DIAGONAL);
        assert_eq!(from(1, 1, 1), Cost::BODY_DIAGONAL);
        assert!(cubes.distance(IVec3::MIN, IVec3::MAX) < Cost::MAX);
    }
}

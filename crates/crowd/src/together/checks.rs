//! The checks of starts and goals, before a plan is looked for.

use std::collections::BTreeMap;

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};

use super::error::TogetherError;
use super::options::Bodies;
use super::step::conflicts::conflict;

/// Checks that agents fit at their starts and goals, one by one and together.
pub(super) fn check(
    world: &Traversability,
    starts: &[IVec3],
    goals: &[IVec3],
    bodies: Bodies,
) -> Result<(), TogetherError> {
    let fits = |cell| world.is_traversable(cell);
    check_ends(&world.bounds(), fits, starts, goals, |cells| {
        overlapping(cells, bodies)
    })
}

/// Checks that agents can be at their starts and goals, by the cells where one fits and the first two of which the
/// bodies overlap.
pub(super) fn check_ends(
    bounds: &CellBox,
    fits: impl Fn(IVec3) -> bool,
    starts: &[IVec3],
    goals: &[IVec3],
    overlapping: impl Fn(&[IVec3]) -> Option<[usize; 2]>,
) -> Result<(), TogetherError> {
    if starts.len() != goals.len() {
        let (starts, goals) = (starts.len(), goals.len());
        return Err(TogetherError::Counts { starts, goals });
    }
    if starts.len() > MOST_AGENTS {
        return Err(TogetherError::TooManyAgents(starts.len()));
    }
    for (agent, (&start, &goal)) in starts.iter().zip(goals).enumerate() {
        if !bounds.contains(start) {
            return Err(TogetherError::StartOutside { agent, cell: start });
        }
        if !bounds.contains(goal) {
            return Err(TogetherError::GoalOutside { agent, cell: goal });
        }
        if !fits(start) {
            return Err(TogetherError::StartBlocked { agent, cell: start });
        }
        if !fits(goal) {
            return Err(TogetherError::GoalBlocked { agent, cell: goal });
        }
    }
    if let Some(agents) = overlapping(starts) {
        return Err(TogetherError::StartsOverlap { agents });
    }
    overlapping(goals).map_or(Ok(()), |agents| Err(TogetherError::GoalsOverlap { agents }))
}

/// The most agents of a plan: their numbers and those of cells fit into 64 bits.
const MOST_AGENTS: usize = 1 << 24;

/// Returns the first two agents whose bodies overlap at some cells.
pub(super) fn overlapping(cells: &[IVec3], bodies: Bodies) -> Option<[usize; 2]> {
    let reach = bodies.reach();
    // Sorted along x, then y, then z, so that only a few rows of cells are near.
    let mut at: BTreeMap<[i32; 3], usize> = BTreeMap::new();
    for (agent, &cell) in cells.iter().enumerate() {
        let (low, high) = (cell.saturating_sub(reach), cell.saturating_add(reach));
        for x in low.x..=high.x {
            for y in low.y..=high.y {
                let row = [x, y, low.z]..=[x, y, high.z];
                let mut near = at.range(row);
                let overlap = |(other, _): &(&[i32; 3], &usize)| {
                    let apart = IVec3::from_array(**other) - cell;
                    conflict(bodies, apart, IVec3::ZERO)
                };
                if let Some((_, &other)) = near.find(overlap) {
                    return Some([other, agent]);
                }
            }
        }
        at.insert(cell.to_array(), agent);
    }
    None
}

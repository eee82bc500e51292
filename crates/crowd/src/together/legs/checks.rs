//! The checks of starts and goals, before a plan of legs is looked for.

use voxnav::glam::IVec3;
use voxnav::ground::Successors;

use super::{near_cells, numbers};
use crate::together::checks::MOST_AGENTS;
use crate::together::error::TogetherError;
use crate::together::options::JointOptions;

/// Checks that agents can be at their starts and goals, one by one and together.
pub(super) fn check<S: Successors>(
    moves: &S,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<(), TogetherError> {
    if starts.len() != goals.len() {
        let (starts, goals) = (starts.len(), goals.len());
        return Err(TogetherError::Counts { starts, goals });
    }
    if starts.len() > MOST_AGENTS {
        return Err(TogetherError::TooManyAgents(starts.len()));
    }
    let bounds = moves.bounds();
    for (agent, (&start, &goal)) in starts.iter().zip(goals).enumerate() {
        if !bounds.contains(start) {
            return Err(TogetherError::StartOutside { agent, cell: start });
        }
        if !bounds.contains(goal) {
            return Err(TogetherError::GoalOutside { agent, cell: goal });
        }
        if !moves.can_be_at(start) {
            return Err(TogetherError::StartBlocked { agent, cell: start });
        }
        if !moves.can_be_at(goal) {
            return Err(TogetherError::GoalBlocked { agent, cell: goal });
        }
    }
    let near = near_cells(options.bodies, moves.extent());
    if let Some(agents) = overlapping(starts, &near) {
        return Err(TogetherError::StartsOverlap { agents });
    }
    let overlap = overlapping(goals, &near);
    overlap.map_or(Ok(()), |agents| Err(TogetherError::GoalsOverlap { agents }))
}

/// Returns the first two agents that are too near to each other at some cells.
fn overlapping(cells: &[IVec3], near: &[IVec3]) -> Option<[usize; 2]> {
    let mut at = numbers();
    for (agent, &cell) in (0..).zip(cells) {
        let mut around = near.iter().filter_map(|offset| {
            let there = cell.checked_add(*offset)?;
            at.get(&there).copied()
        });
        if let Some(other) = around.next() {
            return Some([other as usize, agent as usize]);
        }
        at.insert(cell, agent);
    }
    None
}

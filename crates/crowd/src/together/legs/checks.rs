//! The checks of starts and goals, before a plan of legs is looked for.

use voxnav::glam::IVec3;
use voxnav::ground::Successors;

use super::near::near_offsets;
use super::numbers;
use crate::together::checks::check_ends;
use crate::together::error::TogetherError;
use crate::together::options::JointOptions;

/// Checks that agents can be at their starts and goals, one by one and together.
pub(super) fn check<S: Successors>(
    moves: &S,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<(), TogetherError> {
    let near = near_offsets(options.bodies, moves.extent());
    let fits = |cell| moves.can_be_at(cell);
    check_ends(&moves.bounds(), fits, starts, goals, |cells| {
        overlapping(cells, &near)
    })
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

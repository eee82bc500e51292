//! Where a world has an index and the ends are near, a first path is as good as any, whatever the estimate.

use voxnav_search::{Algorithm, Outcome, Workspace};
use voxnav_testkit::Draws;

use super::{Law, Met, What, rows};
use crate::engine::{Asked as _, Flying, corner_rule, move_set};

const LAW: Law<'static> = Law {
    name: "looked_up",
    percent: 60,
    // All are asked by the same algorithm, with their estimates.
    asks: |entry| entry.algorithm == Algorithm::Auto && !entry.is_bounded(),
    what: What::Counted(&holds),
};

/// The largest distance of near ends along an axis.
const NEAR: i32 = 96;

/// Returns whether the question was one for the index.
fn holds(case: &Flying<'_>, _: &mut Draws, workspace: &mut Workspace) -> Met {
    let query = case.query();
    let (moves, corners) = (move_set(case.rules.moves), corner_rule(case.rules.corners));
    let settings = voxnav_search::SearchSettings::default()
        .moves(moves)
        .corners(corners);
    let (Some(goal), Some(optimum)) = (case.target.cell, case.optimum) else {
        return Ok(0);
    };
    let is_near = (0..3).all(|axis| (goal[axis] - case.start[axis]).abs() <= NEAR);
    let is_exact = case.entry.is_exact(case.rules.moves);
    if !settings.has_portals(&case.world.cells) || !is_near || !is_exact {
        return Ok(0);
    }
    let solution = query.anytime().solve(&case.world.cells, workspace);
    let proved = solution.statistics.lower_bound.raw();
    match &solution.outcome {
        Outcome::Found(path) if path.cost().raw() == optimum && proved == optimum => Ok(1),
        _ => Err(format!("not {optimum}: {solution:?}")),
    }
}

rows! { LAW; passages lenient_passages doorways }

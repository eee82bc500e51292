//! One obstacle more makes no path cheaper.

use voxnav_search::Workspace;
use voxnav_testkit::Draws;

use super::{Law, Tried, What, rows};
use crate::engine::{Entry, Flying, World};

const LAW: Law<'static> = Law {
    name: "obstructed",
    percent: 6,
    asks: Entry::is_basic,
    what: What::Flying(&holds),
};

fn holds(case: &Flying<'_>, draws: &mut Draws, workspace: &mut Workspace) -> Tried {
    if !case.faults().is_empty() {
        return Ok(());
    }
    let mut before = case.optimum;
    let mut grid = case.grid.clone();
    let ends = [case.start, case.goal()];
    for _ in 0..4 {
        let cell = draws.pick(&grid.open_cells());
        if ends.contains(&cell) {
            continue;
        }
        grid.set(cell, None);
        let question = (case.rules, case.start, case.goal());
        let after = case.cost_in(&grid, &World::plain(&grid), question, workspace)?;
        let is_cheaper = match (before, after) {
            (Some(before), Some(after)) => after < before,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if is_cheaper {
            return Err(format!("closing {cell:?} turns {before:?} into {after:?}"));
        }
        before = after;
    }
    Ok(())
}

rows! { LAW; any jump_lenient built patches }

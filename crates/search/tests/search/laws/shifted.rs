//! Moving a world across the borders of chunks keeps the cost.

use voxnav_search::Workspace;
use voxnav_testkit::Draws;
use voxnav_testkit::grid::Cell;

use super::{Law, Tried, What, rows};
use crate::engine::{Entry, Flying, World};

const LAW: Law<'static> = Law {
    name: "shifted",
    percent: 6,
    asks: Entry::is_basic,
    what: What::Flying(&holds),
};

const SHIFTS: [i32; 12] = [0, 1, -1, 31, 62, 63, 64, 65, -63, -64, 1000, 1 << 29];

fn holds(case: &Flying<'_>, draws: &mut Draws, workspace: &mut Workspace) -> Tried {
    if !case.faults().is_empty() {
        return Ok(());
    }
    // The extremes of the coordinates leave no room for shifts: all begin near the origin.
    let home = case.grid.min();
    for _ in 0..4 {
        let new: Cell = std::array::from_fn(|_| draws.pick(&SHIFTS));
        let shifted = |cell: Cell| std::array::from_fn(|axis| cell[axis] - home[axis] + new[axis]);
        let grid = case.grid.at(new);
        let image = (case.rules, shifted(case.start), shifted(case.goal()));
        let cost = case.cost_in(&grid, &World::plain(&grid), image, workspace)?;
        if cost != case.optimum {
            return Err(format!("at {new:?} the cost is {cost:?}"));
        }
    }
    Ok(())
}

rows! { LAW;
    any auto_strict auto_lenient jump_strict jump_lenient canonical_strict wide built patches
}

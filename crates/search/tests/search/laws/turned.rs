//! Turning and mirroring a world in each of 48 ways, the shape of its cells with it, keeps the cost.

use voxnav_search::Workspace;
use voxnav_testkit::{Draws, Symmetry};

use super::{Law, Tried, What, rows};
use crate::engine::{Entry, Flying, World};
use crate::oracle::{Moves, Rules};

const LAW: Law<'static> = Law {
    name: "turned",
    percent: 2,
    asks: Entry::is_basic,
    what: What::Flying(&holds),
};

/// Maps rules as their worlds are.
fn mapped(symmetry: Symmetry, rules: Rules) -> Rules {
    let moves = match rules.moves {
        Moves::Planar8(fixed) => Moves::Planar8(symmetry.axis(fixed)),
        Moves::Planar4(fixed) => Moves::Planar4(symmetry.axis(fixed)),
        any => any,
    };
    let mut sides = rules.sides;
    for axis in 0..3 {
        sides[symmetry.axis(axis)] = rules.sides[axis];
    }
    Rules {
        moves,
        sides,
        ..rules
    }
}

fn holds(case: &Flying<'_>, draws: &mut Draws, workspace: &mut Workspace) -> Tried {
    if !case.faults().is_empty() || draws.percent(50) {
        return Ok(());
    }
    for symmetry in Symmetry::all() {
        let [start, goal] = [case.start, case.goal()].map(|cell| symmetry.cell(cell));
        let grid = symmetry.grid(case.grid);
        let image = (mapped(symmetry, case.rules), start, goal);
        let cost = case.cost_in(&grid, &World::plain(&grid), image, workspace)?;
        if cost != case.optimum {
            return Err(format!("{symmetry:?} makes the cost {cost:?}"));
        }
    }
    Ok(())
}

rows! { LAW;
    any auto_strict auto_lenient jump_strict jump_lenient canonical_strict built weights
}

//! The way back costs the same.

use voxnav_search::Workspace;
use voxnav_testkit::Draws;

use super::{Law, Tried, What, rows};
use crate::engine::{Entry, Flying};

const LAW: Law<'static> = Law {
    name: "reversed",
    percent: 30,
    asks: Entry::is_basic,
    what: What::Flying(&holds),
};

fn holds(case: &Flying<'_>, _: &mut Draws, workspace: &mut Workspace) -> Tried {
    if !case.faults().is_empty() {
        return Ok(());
    }
    let back = (case.rules, case.goal(), case.start);
    let cost = case.cost_in(case.grid, case.world, back, workspace)?;
    (cost == case.optimum)
        .then_some(())
        .ok_or_else(|| format!("{cost:?} back"))
}

rows! { LAW;
    any auto_strict auto_lenient jump_strict jump_lenient canonical_strict bidirectional wide built
    plain_planes passages lenient_passages doorways portals
}

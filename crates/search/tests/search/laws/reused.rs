//! What a workspace was used for before does not show.

use voxnav_search::Workspace;
use voxnav_testkit::Draws;

use super::{Law, Tried, What, all, rows};
use crate::engine::Asked;

const LAW: Law<'static> = Law {
    name: "reused",
    percent: 10,
    asks: all,
    what: What::All(&holds),
};

fn holds(asked: &dyn Asked, _: &mut Draws, workspace: &mut Workspace) -> Tried {
    let used = asked.at_once(&asked.query(), workspace);
    let fresh = asked.at_once(&asked.query(), &mut Workspace::new());
    (fresh == used)
        .then_some(())
        .ok_or_else(|| format!("a fresh workspace answers {fresh:?}, a used one {used:?}"))
}

rows! { LAW;
    any auto_strict jump_lenient bidirectional planes weights passages doorways portals regions
    stopping ground ground_even ground_first
}

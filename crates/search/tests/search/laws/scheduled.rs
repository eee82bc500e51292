//! A scheduler gives a query the solution that it has alone, also where a limit of memory ends it.

use voxnav_search::{Limits, Workspace};
use voxnav_testkit::Draws;

use super::{Law, Tried, What, all, rows};
use crate::engine::Asked;

const LAW: Law<'static> = Law {
    name: "scheduled",
    percent: 20,
    asks: all,
    what: What::All(&holds),
};

fn holds(asked: &dyn Asked, draws: &mut Draws, _: &mut Workspace) -> Tried {
    let limits = match draws.below(3) {
        0 => Limits::none(),
        1 => Limits::none().expanded(draws.below(200_u64)),
        _ => Limits::none().memory(draws.below(100_u64) << 6),
    };
    let query = asked.query().limits(limits);
    let whole = asked.at_once(&query, &mut Workspace::new());
    let (turn, budget) = (1 + draws.below(9_u64), 1 + draws.below(50_u64));
    let ended = asked.scheduled(&query, turn, budget);
    (ended == [whole.clone()])
        .then_some(())
        .ok_or_else(|| format!("{limits:?}: {ended:?} for {whole:?}"))
}

rows! { LAW;
    any auto_strict jump_lenient canonical_strict weights passages lenient_passages doorways
    portals regions stopping ground ground_unknown ground_even ground_first
}

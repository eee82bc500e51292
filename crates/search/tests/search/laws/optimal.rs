//! An answer is what the oracle says: its path is checked cell by cell and costs what the query guarantees, and
//! what was proved is true.
//!
//! The check, `verify_cells`, shares no code with the search. The program checks every path that it prints.

use voxnav_search::Workspace;
use voxnav_testkit::Draws;

use super::{Law, Tried, What, all, rows};
use crate::engine::Asked;

const LAW: Law<'static> = Law {
    name: "optimal",
    percent: 100,
    asks: all,
    what: What::All(&holds),
};

fn holds(asked: &dyn Asked, _: &mut Draws, workspace: &mut Workspace) -> Tried {
    let query = asked.query();
    let answer = asked.at_once(&query, workspace);
    // Long paths tell nothing; the world that goes with a complaint is made small.
    let told = |text: String| {
        let answer: String = format!("{answer:?}").chars().take(800).collect();
        format!("{text}\n{answer}")
    };
    asked.judge(&answer).map_err(told)
}

rows! { LAW;
    any auto_strict auto_one_side auto_lenient jump_strict jump_one_side jump_lenient
    canonical_strict canonical_one_side canonical_lenient a_star dijkstra bidirectional weighted
    greedy clusters bounded tiny wide halls weighted_halls tunnels planes plain_planes built islands weights patches indexed
    indexed_halls passages lenient_passages doorways first_in_rooms portals regions
    regions_over_weights regions_in_planes regions_in_halls regions_in_wide_worlds taken_for_long
    stopping ground ground_inexact ground_regions ground_unknown ground_even ground_even_regions ground_bounded
    ground_landmarks ground_first
}

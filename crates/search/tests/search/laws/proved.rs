//! No path costs less than the lower bound, in any world that the unknown cells may turn out to be; nor less than a plan
//! through unknown cells that an exact search made.

use voxnav_search::{Guarantee, Workspace};
use voxnav_testkit::Draws;

use super::{Law, Met, What, all, rows};
use crate::engine::Asked;

const LAW: Law<'static> = Law {
    name: "proved",
    percent: 60,
    asks: all,
    what: What::CountedOfAll(&holds),
};

/// The worlds that unknown cells are taken to be, for each question.
const WORLDS: u32 = 4;

/// Returns in how many worlds there is a way.
fn holds(asked: &dyn Asked, draws: &mut Draws, workspace: &mut Workspace) -> Met {
    let query = asked.query();
    let answer = asked.at_once(&query, workspace);
    // What was proved of an end that is no end says nothing.
    if asked.is_refused() {
        return Ok(0);
    }
    let proved = answer.statistics().lower_bound.raw();
    let told = |text: String| Err(format!("{text}: {answer:?}"));
    if asked.optimum().is_some_and(|optimum| proved > optimum) {
        return told(format!("the bound is above {:?}", asked.optimum()));
    }
    let exact = answer.planned().filter(|_| asked.is_admissible());
    let mut met = 0;
    for _ in 0..WORLDS {
        let Some(cost) = asked.found_out(draws) else {
            continue;
        };
        met += 1;
        if proved > cost {
            return told(format!("a path of {cost} is below the bound"));
        }
        if exact.is_some_and(|planned| query.guarantee() == Guarantee::Optimal && planned > cost) {
            return told(format!("a path of {cost} is below the plan"));
        }
    }
    Ok(met)
}

rows! { LAW; any clusters bounded weighted stopping ground ground_inexact ground_unknown ground_even ground_first }

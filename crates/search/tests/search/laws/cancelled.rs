//! A search that is cancelled says so and returns the best path so far, or it was complete before.

use std::sync::atomic::AtomicBool;

use voxnav_search::{Path, Workspace};
use voxnav_testkit::Draws;

use super::{Law, Tried, What, all, rows};
use crate::engine::Asked;

const LAW: Law<'static> = Law {
    name: "cancelled",
    percent: 15,
    asks: all,
    what: What::All(&holds),
};

fn holds(asked: &dyn Asked, draws: &mut Draws, workspace: &mut Workspace) -> Tried {
    let whole = asked.at_once(&asked.query(), workspace);
    let cancel = AtomicBool::new(true);
    let answer = asked.at_once(&asked.query().cancel(&cancel), workspace);
    let check =
        |way: Option<Path>| way.map_or(Err("no path".to_owned()), |it| asked.check_way(&it));
    if answer.is_cancelled() && !asked.is_refused() {
        check(answer.way())?;
    } else if !answer.ends_like(&whole) {
        return Err(format!("{answer:?} for {whole:?}"));
    }
    // Again in the middle.
    let query = asked.query();
    let mut slices = asked.in_slices(&query);
    for _ in 0..=draws.below(6) {
        if slices.step(1 + draws.below(5_u64)) {
            return Ok(());
        }
    }
    let best = slices.best_so_far();
    slices.cancel();
    let answer = slices.answer().ok_or("no answer")?;
    if !answer.is_cancelled() || answer.way() != Some(best) {
        return Err(format!("{answer:?}"));
    }
    check(answer.way())
}

rows! { LAW;
    any auto_strict jump_lenient a_star bidirectional passages lenient_passages doorways first_in_rooms portals
    regions ground ground_even ground_first
}

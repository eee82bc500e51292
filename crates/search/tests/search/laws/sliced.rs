//! However a search is divided into slices, it ends with the solution of one go; no slice takes more expansions than
//! it may, or, of flying agents, fewer before the end; each leaves a path that leads from the start and costs what it says.

use voxnav_search::{Cost, Limits, Query, Workspace};
use voxnav_testkit::Draws;

use super::{Law, Tried, What, all, rows};
use crate::engine::{Asked, Slices};

const LAW: Law<'static> = Law {
    name: "sliced",
    percent: 20,
    asks: all,
    what: What::All(&holds),
};

/// The query, now and then with limits.
fn varied<'q>(query: Query<'q>, draws: &mut Draws) -> Query<'q> {
    let limits = match draws.below(8) {
        0 => Limits::none().expanded(draws.below(60)),
        1 => Limits::none().memory(draws.below(9_u64) << 13),
        // A few records more or less.
        2 | 3 => Limits::none().memory(draws.below(60_u64) << 6),
        4 => Limits::none().cost(Cost::STRAIGHT * draws.below(12)),
        _ => Limits::none(),
    };
    query.limits(limits)
}

fn holds(asked: &dyn Asked, draws: &mut Draws, _: &mut Workspace) -> Tried {
    let query = varied(asked.query(), draws);
    let whole = asked.at_once(&query, &mut Workspace::new());
    let mut slices = asked.in_slices(&query);
    for most in [
        draws.pick(&[1, 2, 3, 7]),
        draws.pick(&[31, 32, 33, 1000, u64::MAX]),
    ] {
        slices.restart();
        run(asked, slices.as_mut(), || most)?;
        if slices.answer().as_ref() != Some(&whole) {
            return Err(format!("{most}: {:?} for {whole:?}", slices.answer()));
        }
    }
    slices.restart();
    run(asked, slices.as_mut(), || draws.below(40))?;
    (slices.answer().as_ref() == Some(&whole))
        .then_some(())
        .ok_or_else(|| format!("{:?} for {whole:?}", slices.answer()))
}

/// Runs a search to its end, slice by slice.
fn run(asked: &dyn Asked, slices: &mut dyn Slices, mut size: impl FnMut() -> u64) -> Tried {
    loop {
        let (before, most) = (slices.expanded(), size());
        let has_ended = slices.step(most);
        let Some(taken) = slices.expanded().checked_sub(before) else {
            return Err(format!("fewer expansions than {before}"));
        };
        if taken > most || taken < most && !has_ended && asked.fills_slices() {
            return Err(format!("{taken} of {most} expansions"));
        }
        if !asked.is_refused() {
            asked.check_way(&slices.best_so_far())?;
        }
        if has_ended {
            return Ok(());
        }
    }
}

rows! { LAW;
    any auto_strict auto_lenient jump_strict jump_lenient canonical_strict a_star bidirectional
    weighted bounded tiny wide halls tunnels planes weights patches indexed passages
    lenient_passages doorways first_in_rooms portals regions taken_for_long stopping ground ground_inexact
    ground_regions ground_unknown ground_even ground_bounded ground_landmarks ground_first
}

//! A limit ends a search that names it, with a path that leads from the start and a bound that is true; or it changes
//! nothing.

use voxnav_search::{Cost, Limit, Limits, Partial, Query, Workspace};
use voxnav_testkit::Draws;

use super::{Law, Met, Tried, What, all, rows};
use crate::engine::{Answer, Asked};

const LAW: Law<'static> = Law {
    name: "limited",
    percent: 15,
    asks: all,
    what: What::CountedOfAll(&holds),
};

/// The query, for all of a way or nothing.
fn plain(asked: &dyn Asked) -> Query<'_> {
    asked.query().partial(Partial::Refused)
}

fn holds(asked: &dyn Asked, draws: &mut Draws, workspace: &mut Workspace) -> Met {
    let whole = asked.at_once(&plain(asked), workspace);
    let cut = expansions(asked, &whole, workspace)?;
    costs(asked, &whole, workspace)?;
    bytes(asked, &whole, draws)?;
    Ok(cut)
}

/// Checks an answer that a limit ended.
fn check_cut(asked: &dyn Asked, answer: &Answer, limit: Limit) -> Tried {
    let told = |text: &str| Err(format!("{text}: {answer:?}"));
    if answer.limit() != Some(limit) || asked.is_refused() {
        return told("another end");
    }
    let Some(way) = answer.way() else {
        return told("no path");
    };
    asked.check_way(&way)?;
    let proved = answer.statistics().lower_bound.raw();
    if asked.optimum().is_some_and(|optimum| proved > optimum) {
        return told("the bound is above the optimum");
    }
    Ok(())
}

/// Returns how many answers the limit ended.
fn expansions(asked: &dyn Asked, whole: &Answer, workspace: &mut Workspace) -> Met {
    let needed = whole.statistics().expanded;
    let mut cut = 0;
    let near = [needed.saturating_sub(1), needed, needed + 1];
    for most in [0, 1, needed / 2].into_iter().chain(near) {
        let query = plain(asked).limits(Limits::none().expanded(most));
        let answer = asked.at_once(&query, workspace);
        // A search may not know that the last expansion allowed was also the last one needed.
        if answer == *whole && most >= needed {
            continue;
        }
        if most > needed || answer.statistics().expanded > most {
            return Err(format!("{most} of {needed}: {answer:?} for {whole:?}"));
        }
        check_cut(asked, &answer, Limit::Expanded)?;
        cut += 1;
    }
    Ok(cut)
}

fn costs(asked: &dyn Asked, whole: &Answer, workspace: &mut Workspace) -> Tried {
    let optimum = asked.optimum();
    let far = optimum.unwrap_or(1 << 33);
    // Without a guarantee, paths may cost more.
    let had = whole.planned();
    let near = [far.saturating_sub(1), far, had.unwrap_or(far)];
    for most in [0, far / 2]
        .into_iter()
        .chain(near)
        .chain([far.saturating_mul(2)])
    {
        let query = plain(asked).limits(Limits::none().cost(Cost::from_raw(most)));
        let answer = asked.at_once(&query, workspace);
        let told = || Err(format!("{most} of {optimum:?}: {answer:?} for {whole:?}"));
        if asked.is_refused() {
            if !answer.ends_like(whole) {
                return told();
            }
        } else if answer.limit() == Some(Limit::Cost) {
            check_cut(asked, &answer, Limit::Cost)?;
            let can_be_had = if asked.is_admissible() { optimum } else { had };
            if can_be_had.is_some_and(|cost| cost <= most) {
                return told();
            }
        } else if let Some(cost) = answer.planned() {
            if cost > most || optimum.is_none_or(|optimum| cost < optimum) {
                return told();
            }
        } else if optimum.is_some() || answer.name() != whole.name() {
            return told();
        }
    }
    Ok(())
}

fn bytes(asked: &dyn Asked, whole: &Answer, draws: &mut Draws) -> Tried {
    for most in [draws.below(400_u64), draws.below(6_u64) << 13] {
        let query = plain(asked).limits(Limits::none().memory(most));
        let answer = asked.at_once(&query, &mut Workspace::new());
        if answer != *whole {
            check_cut(asked, &answer, Limit::Memory)?;
        }
    }
    Ok(())
}

rows! { LAW;
    any auto_strict auto_lenient jump_strict jump_lenient canonical_strict a_star bidirectional
    weighted greedy clusters bounded tunnels planes weights patches passages lenient_passages doorways first_in_rooms portals
    regions stopping ground ground_inexact ground_unknown ground_even ground_bounded ground_first
}

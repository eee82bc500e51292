//! Searches in slices.

use voxnav::AgentView;
use voxnav::ground::{Ground, GroundView};
use voxnav::search::RouteSearch;

use crate::agents::{AnyView, view, with_either};
use crate::failure::{Answer, Blamed};
use crate::routes::Smooths;
use crate::state::State;

/// A search under a handle, with the view that it searches in.
#[derive(Debug)]
pub(crate) enum Searching {
    /// A search for a flight.
    Flying(Box<(AgentView, RouteSearch)>),
    /// A search over the ground.
    Ground(Box<(GroundView, RouteSearch<Ground>)>),
}

/// Begins a search. Numbers: from, to.
pub(crate) fn begin(state: &mut State, agent: u32) -> Answer {
    let numbers = state.asked();
    let (from, to) = (numbers.position("from", 0)?, numbers.position("to", 3)?);
    let search = match view(&mut state.agents, &mut state.worlds, agent)? {
        AnyView::Flying(view) => {
            let search = view.search(from, to).blamed("from, to")?;
            Searching::Flying(Box::new((AgentView::clone(view), search)))
        }
        AnyView::Ground(view) => {
            let search = view.search(from, to).blamed("from, to")?;
            Searching::Ground(Box::new((GroundView::clone(view), search)))
        }
    };
    let handle = state.searches.insert(search);
    state.hand_out(handle)
}

/// Searches on. Numbers: the most expansions, and whether the smooth path is wanted. Answers with the route
/// if there is one, with 1 at place 16 and the number of expansions so far at place 17.
pub(crate) fn step(state: &mut State, search: u32) -> Answer {
    let numbers = state.asked();
    let most = u64::from(numbers.count("expansions", 0)?);
    let is_smooth = numbers.0[1] != 0.0;
    let State { searches, out, .. } = state;
    out.numbers[16] = 0.0;
    with_either!(Searching, searches.get(search)?, both => {
        let (view, search) = &mut **both;
        if let Some(route) = search.step(most).blamed("search")? {
            out.route(route);
            out.numbers[16] = 1.0;
            if is_smooth {
                view.smooth(route, out)?;
            }
        }
        out.numbers[17] = as_number(search.expanded());
    });
    Ok(())
}

/// Answers with the best route so far.
pub(crate) fn best(state: &mut State, search: u32) -> Answer {
    let State { searches, out, .. } = state;
    with_either!(Searching, searches.get(search)?, both => {
        out.route(&both.1.best_so_far().blamed("search")?);
    });
    Ok(())
}

/// Goes on from the route that was found to the next better one; answers with 1 if there is anything to do.
pub(crate) fn improve(state: &mut State, search: u32) -> Answer {
    let improves =
        with_either!(Searching, state.searches.get(search)?, both => both.1.improve_next());
    state.out.numbers[0] = f64::from(u8::from(improves));
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "exact below 2^53")]
fn as_number(count: u64) -> f64 {
    count as f64
}

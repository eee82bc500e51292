//! Searches in slices.

use crate::agents::view;
use crate::failure::{Answer, Blamed};
use crate::searching::routes::smooth;
use crate::state::State;

/// Begins a search. Numbers: from, to.
pub(crate) fn begin(state: &mut State, agent: u32) -> Answer {
    let numbers = state.asked();
    let (from, to) = (numbers.position("from", 0)?, numbers.position("to", 3)?);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let search = view.search(from, to).blamed("from, to")?;
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
    let search = searches.get(search)?;
    search.step(most).blamed("search")?;
    if let Some(route) = search.route() {
        out.route(route);
        out.numbers[16] = 1.0;
        if is_smooth {
            smooth(search.view(), route, out)?;
        }
    }
    out.numbers[17] = as_number(search.expanded());
    Ok(())
}

/// Answers with the best route so far.
pub(crate) fn best(state: &mut State, search: u32) -> Answer {
    let State { searches, out, .. } = state;
    out.route(&searches.get(search)?.best_so_far().blamed("search")?);
    Ok(())
}

/// Goes on from the route that was found to the next better one; answers with 1 if there is anything to do.
pub(crate) fn improve(state: &mut State, search: u32) -> Answer {
    let improves = state.searches.get(search)?.improve_next();
    state.out.numbers[0] = f64::from(u8::from(improves));
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "exact below 2^53")]
fn as_number(count: u64) -> f64 {
    count as f64
}

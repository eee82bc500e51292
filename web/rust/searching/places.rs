//! Places: where to hide, from where to see, where to flee to, the best spot around.

use voxnav::glam::DVec3;
use voxnav::spatial::places::{EscapeSearch, Place, PlaceQuery, PlaceSearch, Sight};

use crate::agents::view;
use crate::failure::{Answer, Blamed};
use crate::request::{json, rows};
use crate::state::{Out, State};

/// A search for places, or for the one to flee to.
#[derive(Debug)]
pub(crate) enum AnyPlaceSearch {
    Places(Box<PlaceSearch>),
    Escape(Box<EscapeSearch>),
}

/// Begins a search for the best places for an agent. Handles: the agent, and that through whose cells eyes look or 0. Input:
/// the query as JSON. Numbers: the position.
pub(crate) fn begin(state: &mut State, agent: u32, eyes: u32) -> Answer {
    let query: PlaceQuery = json("query", &state.input)?;
    let from = state.asked().position("from", 0)?;
    let mut view = |agent| view(&mut state.agents, &mut state.worlds, agent).cloned();
    let sight = (eyes != 0).then(|| view(eyes)).transpose()?;
    let view = view(agent)?;
    let search = match &sight {
        Some(eyes) => PlaceSearch::with_sight(&view, from, &query, &Sight::of(eyes)),
        None => PlaceSearch::new(&view, from, &query),
    };
    let sought = AnyPlaceSearch::Places(search.blamed("query")?.into());
    let handle = state.sought.insert(sought);
    state.hand_out(handle)
}

/// Begins a search for the place to flee to. Input: the positions of dangers. Numbers: the position, and the length.
pub(crate) fn begin_escape(state: &mut State, agent: u32) -> Answer {
    let dangers = rows::<3>("dangers", &state.input)?;
    let dangers = dangers.into_iter().map(DVec3::from_array);
    let numbers = state.asked();
    let (from, length) = (numbers.position("from", 0)?, numbers.0[3]);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let search = EscapeSearch::new(view, from, dangers, length).blamed("dangers")?;
    let handle = state.sought.insert(AnyPlaceSearch::Escape(search.into()));
    state.hand_out(handle)
}

/// Searches on. Numbers: the most work. Answers with whether the search has ended, the work so far, whether there can be no
/// better places or the one is a dead end; and the places, of a search that has not ended the best so far.
pub(crate) fn step(state: &mut State, search: u32) -> Answer {
    let most = u64::from(state.asked().count("work", 0)?);
    let State { sought, out, .. } = state;
    let (has_ended, work, mark) = match sought.get(search)? {
        AnyPlaceSearch::Places(search) => {
            let has_ended = search.step(most).blamed("query")?.is_some();
            let found = search.best_so_far();
            out.places(&found.best);
            (has_ended, found.work, found.is_complete)
        }
        AnyPlaceSearch::Escape(search) => {
            let has_ended = search.step(most).blamed("dangers")?;
            let escape = search.escape();
            let is_dead_end = escape.as_ref().is_some_and(|escape| escape.is_dead_end);
            out.places(escape.map(|escape| escape.place).as_slice());
            (has_ended, search.work(), is_dead_end)
        }
    };
    let as_number = |is_so: bool| f64::from(u8::from(is_so));
    #[expect(clippy::cast_precision_loss, reason = "counts are exact below 2^53")]
    let work = work.total() as f64;
    out.numbers[..3].copy_from_slice(&[as_number(has_ended), work, as_number(mark)]);
    Ok(())
}

/// Finds places around a target. Numbers: the target, the radius, and the most places. Answers with the gap, the number of
/// ways out, and positions.
pub(crate) fn surround(state: &mut State, agent: u32) -> Answer {
    let numbers = state.asked();
    let (target, radius) = (numbers.position("target", 0)?, numbers.0[3]);
    let count = numbers.count("count", 4)? as usize;
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let held = view.surround(target, radius, count).blamed("target")?;
    #[expect(clippy::cast_precision_loss, reason = "counts are exact below 2^53")]
    let ways_out = held.ways_out as f64;
    state.out.numbers[..2].copy_from_slice(&[held.gap, ways_out]);
    let positions = held.positions.iter().flat_map(DVec3::to_array);
    state.out.points.extend(positions);
    Ok(())
}

impl Out {
    /// Writes places: the cell of each, its position, score and way in one row, and its route with the number of waypoints.
    fn places(&mut self, places: &[Place]) {
        for place in places {
            self.cells.extend(place.cell.to_array());
            self.points.extend(place.position.to_array());
            let way = place.way.unwrap_or(f64::NAN);
            self.points.extend([place.score, way]);
            let waypoints = place.route.iter().flat_map(|route| &route.waypoints);
            let before = self.smooth.len();
            self.smooth.extend(waypoints.flat_map(DVec3::to_array));
            let count = u32::try_from((self.smooth.len() - before) / 3);
            self.parts.push(count.unwrap_or(u32::MAX));
        }
    }
}

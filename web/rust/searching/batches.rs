//! Many routes of one agent at once.

use voxnav::glam::DVec3;

use crate::agents::view;
use crate::answers::outcome_number;
use crate::failure::{Answer, Blamed};
use crate::request::rows;
use crate::state::State;

/// Finds routes. Input: six numbers each, from and to. Answers with three numbers of points for each (outcome, length,
/// cost of the path), four of parts (outcome, the first of its waypoints, their number, the number of
/// expansions), and all waypoints as smooth ones.
pub(crate) fn find(state: &mut State, agent: u32) -> Answer {
    let requests = rows::<6>("requests", &state.input)?;
    let (workspace, out) = (&mut state.workspace, &mut state.out);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    for (place, [x, y, z, u, v, w]) in requests.iter().enumerate() {
        let (from, to) = (DVec3::new(*x, *y, *z), DVec3::new(*u, *v, *w));
        let route = view.find_route_in(from, to, workspace);
        let route = route.map_err(|error| format!("row {place}: {error}"));
        let route = route.blamed("requests")?;
        let cost = route.path().map_or(f64::NAN, |path| path.cost().length());
        let outcome = outcome_number(&route.outcome);
        let first = u32::try_from(out.smooth.len() / 3).unwrap_or(u32::MAX);
        let count = u32::try_from(route.waypoints.len()).unwrap_or(u32::MAX);
        let expanded = u32::try_from(route.statistics.expanded).unwrap_or(u32::MAX);
        out.points.extend([f64::from(outcome), route.length, cost]);
        out.parts.extend([outcome, first, count, expanded]);
        (out.smooth).extend(route.waypoints.iter().flat_map(DVec3::to_array));
    }
    Ok(())
}

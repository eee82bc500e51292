//! Routes of agents.

use voxnav::glam::DVec3;
use voxnav::ground::{Action, Footing};
use voxnav::smoothing::Smoothing;
use voxnav::{Route, SmoothPathOptions, View};

use crate::agents::view;
use crate::answers::deed;
use crate::failure::{Answer, Blamed};
use crate::state::{Out, State};

/// Finds a route. Numbers: from, to, and whether the smooth path is wanted.
pub(crate) fn find(state: &mut State, agent: u32) -> Answer {
    let numbers = state.asked();
    let (from, to) = (numbers.position("from", 0)?, numbers.position("to", 3)?);
    let is_smooth = numbers.0[6] != 0.0;
    let (workspace, out) = (&mut state.workspace, &mut state.out);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let route = view.find_route_in(from, to, workspace).blamed("from, to")?;
    out.route(&route);
    if is_smooth {
        smooth(view, &route, out)?;
    }
    Ok(())
}

/// Writes the smooth parts of a route: of each its deed, label, footing and number of waypoints.
pub(crate) fn smooth(view: &View, route: &Route, out: &mut Out) -> Answer {
    let smoothing = Smoothing::new().pull_string();
    if let Some(view) = view.ground() {
        for leg in view.smooth_legs(route, &smoothing).blamed("route")? {
            let footing = u32::from(leg.footing == Footing::Cells);
            part(out, deed(leg.action), footing, leg.path.waypoints());
        }
    } else if let Some(view) = view.flight() {
        let options = SmoothPathOptions::default().smoothing(smoothing);
        if let Some(path) = view.smooth_path(route, &options).blamed("route")? {
            part(out, deed(Action::Fly), 0, path.waypoints());
        }
    }
    Ok(())
}

fn part(out: &mut Out, [deed, label]: [u32; 2], footing: u32, waypoints: &[DVec3]) {
    let count = u32::try_from(waypoints.len()).unwrap_or(u32::MAX);
    out.parts.extend([deed, label, footing, count]);
    out.smooth
        .extend(waypoints.iter().flat_map(DVec3::to_array));
}

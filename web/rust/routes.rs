//! Routes of agents.

use voxnav::glam::DVec3;
use voxnav::ground::{Footing, GroundRoute, GroundView};
use voxnav::smoothing::Smoothing;
use voxnav::{AgentView, Route, SmoothPathOptions};

use crate::agents::{AnyView, view};
use crate::answers::Deed;
use crate::failure::{Answer, Blamed};
use crate::state::{Out, State};

/// Finds a route. Numbers: from, to, and whether the smooth path is wanted.
pub(crate) fn find(state: &mut State, agent: u32) -> Answer {
    let numbers = state.asked();
    let (from, to) = (numbers.position("from", 0)?, numbers.position("to", 3)?);
    let is_smooth = numbers.0[6] != 0.0;
    let State {
        agents,
        worlds,
        workspace,
        out,
        ..
    } = state;
    match view(agents, worlds, agent)? {
        AnyView::Flying(view) => {
            let route = view.find_route_in(from, to, workspace).blamed("from, to")?;
            out.route(&route);
            if is_smooth {
                smooth_flight(out, view, &route)?;
            }
        }
        AnyView::Ground(view) => {
            let route = view.find_route_in(from, to, workspace).blamed("from, to")?;
            out.route(&route);
            if is_smooth {
                smooth_walk(out, view, &route)?;
            }
        }
    }
    Ok(())
}

/// Returns the smoothing of all smooth paths: the string pulled tight.
fn smoothing() -> Smoothing {
    Smoothing::new().pull_string()
}

/// Writes the smooth path of a flight as one part: its deed, label, footing and number of waypoints.
pub(crate) fn smooth_flight(out: &mut Out, view: &AgentView, route: &Route) -> Answer {
    let options = SmoothPathOptions::default().smoothing(smoothing());
    if let Some(path) = view.smooth_path(route, &options).blamed("route")? {
        part(out, ().numbers(), 0, path.waypoints());
    }
    Ok(())
}

/// Writes the smooth parts of a route on the ground.
pub(crate) fn smooth_walk(out: &mut Out, view: &GroundView, route: &GroundRoute) -> Answer {
    for leg in view.smooth_legs(route, &smoothing()).blamed("route")? {
        let footing = u32::from(leg.footing == Footing::Cells);
        part(out, leg.action.numbers(), footing, leg.path.waypoints());
    }
    Ok(())
}

fn part(out: &mut Out, [deed, label]: [u32; 2], footing: u32, waypoints: &[DVec3]) {
    let count = u32::try_from(waypoints.len()).unwrap_or(u32::MAX);
    out.parts.extend([deed, label, footing, count]);
    out.smooth
        .extend(waypoints.iter().flat_map(DVec3::to_array));
}

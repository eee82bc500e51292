//! Routes found at once, and views of the world of an agent.

use voxnav::Destination;

use super::answers::answer;
use super::destinations::{VoxnavDestination, destination};
use super::options::{VoxnavRouteOptions, options};
use crate::border::call;
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{give, read};
use crate::ids::{VoxnavAgent, VoxnavRoute, VoxnavView};
use crate::memory::{In, Out};
use crate::objects::{FoundRoute, Kind, with_agent};
use crate::values::VoxnavPoint;
use crate::workspaces;

/// Finds the best route of an agent from a position to a destination, in the world as it is now, and writes its handle
/// into `route`: where that holds the handle of a route already, this takes its place, so a variable that is reused
/// needs no freeing; it has to be 0 at first.
///
/// Returns the outcome of the search, such as `VOXNAV_STATUS_FOUND`; there is a route with every outcome. Other calls
/// with the navigator wait meanwhile: searches on many threads take views.
///
/// Errors: positions that are not finite or too far away, refused options.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_find_route(
    agent: VoxnavAgent,
    from: VoxnavPoint,
    to: In<VoxnavDestination>,
    options: In<VoxnavRouteOptions>,
    route: Out<VoxnavRoute>,
) -> VoxnavStatus {
    call(|| {
        let (to, options) = (destination(to)?, self::options(options)?);
        route.check("route")?;
        find(agent, from, to, &options, route)
    })
}

/// Finds the best route of an agent from one position to another: `voxnav_find_route` with default options.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_find_route_to(
    agent: VoxnavAgent,
    from: VoxnavPoint,
    to: VoxnavPoint,
    route: Out<VoxnavRoute>,
) -> VoxnavStatus {
    call(|| {
        route.check("route")?;
        let options = voxnav::RouteOptions::default();
        let to = Destination::Position(to.into());
        find(agent, from, to, &options, route)
    })
}

fn find(
    agent: VoxnavAgent,
    from: VoxnavPoint,
    to: Destination,
    options: &voxnav::RouteOptions,
    route: Out<VoxnavRoute>,
) -> Result<VoxnavStatus, Refusal> {
    let found = with_agent(agent, |navigator, agent| {
        Ok(FoundRoute {
            route: navigator.find_route_with(agent.id, from, to, options)?,
            kind: agent.kind,
        })
    })?;
    answer(found, route)
}

/// Makes the index of the world of a flying agent as it is now, for the moves and corners of `options`: in buildings,
/// ships, dungeons, mazes and mines routes go from doorway to doorway and from junction to junction, and are found several
/// to hundreds of times sooner. In other worlds, but for noise, it reports where straight runs lead, for corners that are not
/// cut. Routes cost the same. Returns `VOXNAV_STATUS_NOTHING` for a world that has none.
///
/// It takes 100 to 300 ns for each free cell of rooms and passages, as a rule, and the next edit that changes the agent's
/// world drops it: ask again when the world rests. Of other worlds it takes some 3 ns a cell, and edits keep it up. Views
/// keep that of their snapshot.
///
/// Errors: refused options, too many chunks near obstacles, a ground agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_prepare_index(
    agent: VoxnavAgent,
    options: In<VoxnavRouteOptions>,
) -> VoxnavStatus {
    call(|| {
        let options = self::options(options)?;
        let is_there = with_agent(agent, |navigator, agent| match agent.kind {
            Kind::Flight => Ok(navigator.prepare_index(agent.id, &options.settings)?),
            Kind::Ground => Err(Refusal::unsupported(
                "worlds of agents on the ground have no index".to_owned(),
            )),
        })?;
        Ok(VoxnavStatus::ok_if(is_there, VoxnavStatus::Nothing))
    })
}

/// Takes a snapshot of the world of an agent as it is now, with options for all its searches, and writes its handle
/// into `view`. Later edits do not change it, and any number of threads may search it at the same time.
///
/// Errors: refused options, too many chunks near obstacles.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_view_new(
    agent: VoxnavAgent,
    options: In<VoxnavRouteOptions>,
    view: Out<VoxnavView>,
) -> VoxnavStatus {
    call(|| {
        let options = self::options(options)?;
        give(view, "view", || {
            with_agent(agent, |navigator, agent| {
                Ok(navigator.view(agent.id, &options)?)
            })
        })
    })
}

/// Finds the best route from a position to a destination in the world of a view, and writes its handle into `route`,
/// as `voxnav_find_route` does; with the options of the view.
///
/// Errors: positions that are not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_view_find_route(
    view: VoxnavView,
    from: VoxnavPoint,
    to: In<VoxnavDestination>,
    route: Out<VoxnavRoute>,
) -> VoxnavStatus {
    call(|| {
        let to = destination(to)?;
        route.check("route")?;
        let mut workspace = workspaces::taken();
        let found = read(view, |view| {
            Ok(FoundRoute {
                route: view.find_route_in(from, to, &mut workspace)?,
                kind: Kind::of(view.moves()),
            })
        });
        workspaces::give_back(workspace);
        answer(found?, route)
    })
}

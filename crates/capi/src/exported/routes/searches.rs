//! Searches in slices: a first route at once, better ones later.

use voxnav::search::Weight;

use super::answers::{answer, outcome};
use super::destinations::{VoxnavDestination, destination};
use crate::border::{call, changing, reading};
use crate::error::VoxnavStatus;
use crate::handles::{change, give, read};
use crate::ids::{VoxnavRoute, VoxnavSearch, VoxnavView};
use crate::memory::{In, Out};
use crate::objects::{FoundRoute, Kind};
use crate::values::VoxnavPoint;
use crate::workspaces;

/// Begins a search from a position to a destination in the world of a view, and writes its handle into `search`:
/// `voxnav_search_step` does it in slices.
///
/// Errors: positions that are not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_search_new(
    view: VoxnavView,
    from: VoxnavPoint,
    to: In<VoxnavDestination>,
    search: Out<VoxnavSearch>,
) -> VoxnavStatus {
    call(|| {
        let to = destination(to)?;
        give(search, "search", || {
            read(view, |view| {
                let workspace = workspaces::taken();
                Ok(view.search_in(from, to, workspace)?)
            })
        })
    })
}

/// Searches on for at most `most` expansions of 50 to 500 ns each, as a rule. Returns `VOXNAV_STATUS_PENDING`, or the
/// outcome once there is one.
///
/// Errors: a route that is too long to be listed.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_search_step(search: VoxnavSearch, most: u64) -> VoxnavStatus {
    changing(search, |search| {
        Ok(match search.step(most)? {
            Some(route) => outcome(&route.outcome),
            None => VoxnavStatus::Pending,
        })
    })
}

/// Writes the best route known so far, as `voxnav_find_route` does, and returns its outcome. A search that has not
/// ended returns `VOXNAV_STATUS_CANCELLED`, with the way to the most promising cell; one that is being improved
/// returns the best route so far.
///
/// Errors: a route that is too long to be listed.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_search_route(
    search: VoxnavSearch,
    route: Out<VoxnavRoute>,
) -> VoxnavStatus {
    call(|| {
        route.check("route")?;
        let best = change(search, |search| {
            Ok(FoundRoute {
                route: search.best_so_far()?,
                kind: Kind::of(search.view().moves()),
            })
        })?;
        answer(best, route)
    })
}

/// Goes on from the route that was found to one that costs at most `within` times the optimum, 1 to 1000, in the next
/// steps. Returns `VOXNAV_STATUS_NOTHING` where there is nothing to do: no route was found, it is proved already, or
/// the search has not ended.
///
/// Errors: a factor out of range.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_search_improve(search: VoxnavSearch, within: f64) -> VoxnavStatus {
    changing(search, |search| {
        let within = Weight::new(within)?;
        let goes_on = search.improve(within);
        Ok(VoxnavStatus::ok_if(goes_on, VoxnavStatus::Nothing))
    })
}

/// Goes on from the route that was found to the next better one, up to the optimum, in the next steps. Returns
/// `VOXNAV_STATUS_NOTHING` where there is nothing to do, as `voxnav_search_improve` does.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_search_improve_next(search: VoxnavSearch) -> VoxnavStatus {
    changing(search, |search| {
        let goes_on = search.improve_next();
        Ok(VoxnavStatus::ok_if(goes_on, VoxnavStatus::Nothing))
    })
}

/// Ends a search with the best route so far: the next step returns it.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_search_cancel(search: VoxnavSearch) -> VoxnavStatus {
    changing(search, |search| {
        search.cancel();
        Ok(())
    })
}

/// Writes the number of cells expanded so far into `expanded`, and the proved lower bound on the length of any path
/// between the cells of both ends, with what terrain adds and in world units, into `least`; both may be null.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_search_progress(
    search: VoxnavSearch,
    expanded: Out<u64>,
    least: Out<f64>,
) -> VoxnavStatus {
    reading(search, |search| {
        expanded.put_if_asked(search.expanded(), "expanded")?;
        least.put_if_asked(search.lower_bound(), "least")
    })
}

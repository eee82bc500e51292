//! Many routes at once, on all processors.

use voxnav::Destination;
use voxnav::glam::DVec3;

use super::answers::{answer, outcome};
use crate::border::{call, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, give, read};
use crate::ids::{VoxnavBatch, VoxnavRoute, VoxnavView};
use crate::memory::{In, Out};
use crate::objects::{Answers, FoundRoute, Kind};
use crate::values::VoxnavPoint;

/// Finds the routes from each position in `from` to that in `to`, `count` of them, in the world of a view, on all
/// processors, and writes the handle of the answers into `batch`. Each is that of `voxnav_view_find_route`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_batch_new(
    view: VoxnavView,
    from: In<VoxnavPoint>,
    to: In<VoxnavPoint>,
    count: usize,
    batch: Out<VoxnavBatch>,
) -> VoxnavStatus {
    call(|| {
        let (from, to) = (from.list(count, "from")?, to.list(count, "to")?);
        let to = to.into_iter().map(|to| Destination::Position(to.into()));
        let requests = from.into_iter().map(DVec3::from).zip(to);
        give(batch, "batch", || {
            read(view, |view| {
                let routes = view.find_routes(requests);
                let found = routes.into_iter().map(|route| {
                    Some(route.map(|it| FoundRoute {
                        route: it,
                        kind: Kind::of(view.moves()),
                    }))
                });
                Ok(Answers(found.collect()))
            })
        })
    })
}

/// Writes the outcome of each request as a number of `VoxnavStatus`, in their order, `VOXNAV_STATUS_NOTHING` where the route
/// was taken: at most `capacity`, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_batch_outcomes(
    batch: VoxnavBatch,
    buffer: Out<i32>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(batch, |answers| {
        let outcomes = answers.0.iter().map(|answer| match answer {
            Some(Ok(found)) => outcome(&found.route.outcome) as i32,
            Some(Err(error)) => Refusal::from(error.clone()).status as i32,
            None => VoxnavStatus::Nothing as i32,
        });
        buffer.fill(capacity, count, outcomes)
    })
}

/// Writes the length of each route along its waypoints, in world units, in the order of the requests; 0 without one. At
/// most `capacity` are
/// written, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_batch_lengths(
    batch: VoxnavBatch,
    buffer: Out<f64>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(batch, |answers| {
        let lengths = answers.0.iter().map(|answer| match answer {
            Some(Ok(found)) => found.route.length,
            _ => 0.0,
        });
        buffer.fill(capacity, count, lengths)
    })
}

/// Takes the route that answers the request with a number, from 0, out of a batch, as `voxnav_find_route` writes it,
/// and returns its outcome. It can be taken once.
///
/// Errors: that of the request; no request has the number, or its route was taken.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_batch_take(
    batch: VoxnavBatch,
    number: usize,
    route: Out<VoxnavRoute>,
) -> VoxnavStatus {
    call(|| {
        route.check("route")?;
        let taken = change(batch, |answers| {
            let count = answers.0.len();
            let place = answers.0.get_mut(number).ok_or_else(|| {
                Refusal::argument(format!(
                    "the batch has {count} requests, none with {number}"
                ))
            })?;
            let taken = place.take().ok_or_else(|| {
                Refusal::argument(format!("the route of request {number} was taken"))
            })?;
            Ok(taken?)
        })?;
        answer(taken, route)
    })
}

//! Schedulers: many searches that share a budget of expansions a frame.

use std::collections::VecDeque;
use std::num::NonZeroU8;

use voxnav::search::{Priority, Scheduler, Ticket};

use super::answers::answer;
use super::destinations::{VoxnavDestination, destination};
use crate::border::{call, changing};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, give, read};
use crate::ids::{VoxnavRoute, VoxnavScheduler, VoxnavView};
use crate::memory::{In, Out};
use crate::objects::{FoundRoute, Kind, Queue};
use crate::values::{VoxnavPoint, given};

/// Makes a scheduler for agents that move as that of a view does, flying or on the ground, and writes its handle into
/// `scheduler`: `in_flight` searches take turns, 0 for 16, of `turn` expansions each, 0 for 256; others wait.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_scheduler_new(
    view: VoxnavView,
    in_flight: u32,
    turn: u64,
    scheduler: Out<VoxnavScheduler>,
) -> VoxnavStatus {
    call(|| {
        let in_flight = given(in_flight).map_or(16, |most| most as usize);
        let turn = given(turn).unwrap_or(256);
        give(scheduler, "scheduler", || {
            read(view, |view| {
                Ok(Queue {
                    scheduler: Scheduler::new().taking_turns(in_flight, turn),
                    kind: Kind::of(view.moves()),
                    ended: VecDeque::new(),
                })
            })
        })
    })
}

/// Adds the question for a route from a position to a destination in the world of a view, and writes the number of its
/// search into `ticket`, from 1. A search gets `priority` turns at a time, 1 to 255, 0 for 1, and places first.
///
/// Errors: positions that are not finite or too far away, a view of an agent that moves another way.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_scheduler_add(
    scheduler: VoxnavScheduler,
    view: VoxnavView,
    from: VoxnavPoint,
    to: In<VoxnavDestination>,
    priority: u32,
    ticket: Out<u64>,
) -> VoxnavStatus {
    call(|| {
        let to = destination(to)?;
        ticket.check("ticket")?;
        let turns = u8::try_from(priority)
            .map_err(|_| Refusal::argument(format!("a priority of {priority} is more than 255")))?;
        let priority = NonZeroU8::new(turns).map_or(Priority::NORMAL, Priority::new);
        let added = change(scheduler, |own| {
            read(view, |view| {
                own.kind.check(view)?;
                Ok(own.scheduler.add(view, from, to, priority)?)
            })
        })?;
        ticket.put(added.number(), "ticket")
    })
}

/// Searches on for at most `most` expansions: once in a frame. Returns `VOXNAV_STATUS_PENDING` while there are searches
/// that have not ended, else `VOXNAV_STATUS_OK`; `voxnav_scheduler_take` has the routes of those that have.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_scheduler_step(scheduler: VoxnavScheduler, most: u64) -> VoxnavStatus {
    changing(scheduler, |own| {
        let ended = own.scheduler.step(most);
        own.ended.extend(ended);
        let is_done = own.scheduler.is_empty();
        Ok(VoxnavStatus::ok_if(is_done, VoxnavStatus::Pending))
    })
}

/// Takes the route of the next search that has ended, in the order in which they did: writes its number into `ticket`
/// and the route into `route`, as `voxnav_find_route` does, and returns the outcome. Returns `VOXNAV_STATUS_NOTHING`
/// where there is none.
///
/// Errors: a route that is too long to be listed; it is taken all the same, and `ticket` names it.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_scheduler_take(
    scheduler: VoxnavScheduler,
    ticket: Out<u64>,
    route: Out<VoxnavRoute>,
) -> VoxnavStatus {
    call(|| {
        ticket.check("ticket")?;
        route.check("route")?;
        let taken = change(scheduler, |own| {
            let (taken, kind) = (own.ended.pop_front(), own.kind);
            let found = |route| FoundRoute { route, kind };
            Ok(taken.map(|(ended, route)| (ended.number(), route.map(found))))
        })?;
        VoxnavStatus::found(taken, |(number, found)| {
            ticket.put(number, "ticket")?;
            answer(found?, route)
        })
    })
}

/// Ends a search without a route. Returns `VOXNAV_STATUS_NOTHING` where it has ended already, or never was.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_scheduler_cancel(scheduler: VoxnavScheduler, ticket: u64) -> VoxnavStatus {
    changing(scheduler, |own| {
        let is_cancelled = own.scheduler.cancel(Ticket::from_number(ticket));
        Ok(VoxnavStatus::ok_if(is_cancelled, VoxnavStatus::Nothing))
    })
}

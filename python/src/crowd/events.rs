//! Events of crowds, as Python receives them.

use pyo3::prelude::*;
use voxnav::ground::LinkSide;
use voxnav_crowd::crowd::{Event, Neighbor, NoPathReason};

use crate::values::answers::made;

/// Makes the event that Python receives.
pub(super) fn told<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyAny>> {
    let (kind, other, detail) = match *event {
        Event::Arrived(_) => ("arrived", None, None),
        Event::RouteChanged(_) => ("route changed", None, None),
        Event::PathBlocked(_) => ("path blocked", None, None),
        Event::NoPath(_, why) => ("no path", None, Some(reason(why).to_owned())),
        Event::StopsShort(_, why) => ("stops short", None, Some(reason(why).to_owned())),
        Event::ActionStarted(_, action) => ("action started", None, Some(action.to_string())),
        Event::WaitsFor(_, other) => ("waits for", Some(other), None),
        Event::PushedAside(_) => ("pushed aside", None, None),
        Event::Stuck(..) => ("stuck", None, None),
        Event::Overlaps(_, other) => ("overlaps", Some(other), None),
        Event::Enclosed(_) => ("enclosed", None, None),
        Event::Leads(_) => ("leads", None, None),
        _ => ("unknown", None, None),
    };
    let other = match *event {
        Event::StopsShort(_, NoPathReason::Taken(by)) => Some(Neighbor::Agent(by)),
        _ => other,
    };
    let (other, character) = match other {
        Some(Neighbor::Agent(id)) => (Some(id.to_bits()), None),
        Some(Neighbor::Character(place)) => (None, Some(place)),
        None => (None, None),
    };
    let since = match *event {
        Event::Stuck(_, since) => Some(since),
        _ => None,
    };
    let end = match *event {
        Event::NoPath(_, NoPathReason::LinkEnd(end))
        | Event::StopsShort(_, NoPathReason::LinkEnd(end)) => Some(end),
        _ => None,
    };
    let (link, nearest) = (
        end.map(|end| end.link.to_bits()),
        end.map(|end| end.nearest.to_array()),
    );
    let nearest = nearest.map(|[x, y, z]| (x, y, z));
    let agent = event.agent().to_bits();
    made(
        py,
        "CrowdEvent",
        (agent, kind, other, character, detail, since, link, nearest),
    )
}

fn reason(why: NoPathReason) -> &'static str {
    match why {
        NoPathReason::End(fault) => fault.name(),
        NoPathReason::Unreachable => "unreachable",
        NoPathReason::LinkEnd(end) if end.side == LinkSide::From => "link from",
        NoPathReason::LinkEnd(_) => "link to",
        NoPathReason::Limit => "limit reached",
        NoPathReason::OutOfRange => "out of range",
        NoPathReason::Unknown => "stopped at unknown",
        NoPathReason::LeaderRemoved => "leader removed",
        NoPathReason::Taken(_) => "taken",
        _ => "other",
    }
}

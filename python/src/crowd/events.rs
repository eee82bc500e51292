//! Events of crowds, as Python is told them.

use pyo3::prelude::*;
use voxnav::ground::LinkSide;
use voxnav_crowd::crowd::{Event, NoWay, Other};

use crate::answers::made;

/// Makes the event that Python is told.
pub(super) fn told<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyAny>> {
    let (kind, other, detail) = match *event {
        Event::Arrived(_) => ("arrived", None, None),
        Event::NewRoute(_) => ("new route", None, None),
        Event::Waits(_) => ("waits", None, None),
        Event::NoWay(_, why) => ("no way", None, Some(reason(why).to_owned())),
        Event::StopsShort(_, why) => ("stops short", None, Some(reason(why).to_owned())),
        Event::Begins(_, action) => ("begins", None, Some(action.to_string())),
        Event::WaitsFor(_, other) => ("waits for", Some(other), None),
        Event::PushedAside(_) => ("pushed aside", None, None),
        Event::Stuck(..) => ("stuck", None, None),
        Event::RunInto(_, other) => ("run into", Some(other), None),
        Event::Enclosed(_) => ("enclosed", None, None),
        Event::Leads(_) => ("leads", None, None),
        _ => ("unknown", None, None),
    };
    let other = match *event {
        Event::StopsShort(_, NoWay::Taken(by)) => Some(Other::Mover(by)),
        _ => other,
    };
    let (other, stranger) = match other {
        Some(Other::Mover(id)) => (Some(id.to_bits()), None),
        Some(Other::Stranger(place)) => (None, Some(place)),
        None => (None, None),
    };
    let since = match *event {
        Event::Stuck(_, since) => Some(since),
        _ => None,
    };
    let end = match *event {
        Event::NoWay(_, NoWay::LinkEnd(end)) | Event::StopsShort(_, NoWay::LinkEnd(end)) => {
            Some(end)
        }
        _ => None,
    };
    let (link, nearest) = (
        end.map(|end| end.link.to_bits()),
        end.map(|end| end.nearest.to_array()),
    );
    let nearest = nearest.map(|[x, y, z]| (x, y, z));
    let agent = event.mover().to_bits();
    made(
        py,
        "CrowdEvent",
        (agent, kind, other, stranger, detail, since, link, nearest),
    )
}

fn reason(why: NoWay) -> &'static str {
    match why {
        NoWay::End(fault) => fault.name(),
        NoWay::Unreachable => "unreachable",
        NoWay::LinkEnd(end) if end.side == LinkSide::From => "link from",
        NoWay::LinkEnd(_) => "link to",
        NoWay::Limit => "limit reached",
        NoWay::OutOfRange => "out of range",
        NoWay::Unknown => "stopped at unknown",
        NoWay::Gone => "gone",
        NoWay::Taken(_) => "taken",
        _ => "other",
    }
}

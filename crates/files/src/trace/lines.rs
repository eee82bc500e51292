//! The lines of a trace as they stand in the file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use voxnav_search::Side;

use super::TraceEventKind;

#[derive(Deserialize, Serialize)]
pub(super) struct HeaderLine<'a> {
    pub(super) trace: Cow<'a, str>,
    pub(super) version: u32,
    pub(super) program: Cow<'a, str>,
    pub(super) map: Cow<'a, str>,
    pub(super) size: [i32; 3],
    pub(super) occupied: u64,
    pub(super) start: [i32; 3],
    pub(super) goal: [i32; 3],
    pub(super) algorithm: Cow<'a, str>,
    pub(super) heuristic: Cow<'a, str>,
    pub(super) moves: Cow<'a, str>,
    pub(super) corners: Cow<'a, str>,
    pub(super) guarantee: Cow<'a, str>,
}

#[derive(Deserialize, Serialize)]
pub(super) struct EventLine {
    #[serde(with = "Event")]
    pub(super) event: TraceEventKind,
    #[serde(with = "End")]
    pub(super) side: Side,
    pub(super) cell: [i32; 3],
    pub(super) g: u64,
    pub(super) f: u64,
}

/// The names of events.
#[derive(Deserialize, Serialize)]
#[serde(remote = "TraceEventKind", rename_all = "lowercase")]
enum Event {
    Expanded,
    Queued,
}

/// The names of the ends from which searches go.
#[derive(Deserialize, Serialize)]
#[serde(remote = "Side", rename_all = "lowercase")]
enum End {
    Start,
    Goal,
}

#[derive(Deserialize, Serialize)]
pub(super) struct EndLine<'a> {
    pub(super) end: Cow<'a, str>,
    pub(super) cost: Option<u64>,
    pub(super) path: Vec<[i32; 3]>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) reopened: u64,
    pub(super) stale: u64,
    pub(super) peak_open: u64,
    pub(super) lower_bound: u64,
    pub(super) events: u64,
    pub(super) omitted: u64,
}

//! Reading traces back.

use serde::de::DeserializeOwned;
use voxnav_occupancy::glam::IVec3;
use voxnav_search::{Cost, Statistics};

use super::lines::{EndLine, EventLine, HeaderLine};
use super::{Trace, TraceEnd, TraceEvent, TraceHeader, VERSION};
use crate::error::{FormatError, FormatReason, quote};
use crate::lines::Lines;

/// Reads the trace in `bytes`; errors carry `name`.
///
/// # Errors
///
/// [`FormatReason::Json`] for a line that is not the object that belongs there,
/// [`FormatReason::TraceVersion`] for a version that is not [`VERSION`],
/// [`FormatReason::CellOutside`] for a cell that is not in the map,
/// [`FormatReason::EventCount`] where the end counts other events than there are, and
/// [`FormatReason::UnexpectedEnd`] and [`FormatReason::UnexpectedLine`] where lines are missing or
/// follow the end.
pub fn read(bytes: &[u8], name: &str) -> Result<Trace, FormatError> {
    // Its last line has the whole path, however long, and a trace is read whole.
    let mut lines = Lines::of_any_length(bytes, name);
    let header = lines.expect("the header of a trace", header)?;
    let mut events = Vec::new();
    let end = loop {
        let line = lines.expect("an event or the end of the trace", |line| {
            event_or_end(line, header.size)
        })?;
        match line {
            Line::Event(event) => events.push(event),
            Line::End(end, count) if count == events.len() as u64 => break end,
            Line::End(_, stated) => {
                let found = events.len() as u64;
                return Err(lines.error(FormatReason::EventCount { stated, found }));
            }
        }
    };
    match lines.next_filled()?.map(quote) {
        None => Ok(Trace {
            header,
            events,
            end,
        }),
        Some(found) => Err(lines.error(FormatReason::UnexpectedLine {
            expected: "nothing after the end of the trace",
            found,
        })),
    }
}

enum Line {
    Event(TraceEvent),
    /// The end, with the number of events that it counts.
    End(TraceEnd, u64),
}

fn header(line: &[u8]) -> Result<TraceHeader, FormatReason> {
    let header = parse::<HeaderLine>(line, "the header of a trace")?;
    check_kind("voxnav", &header.trace, header.version)?;
    Ok(TraceHeader {
        program: header.program.into_owned(),
        map: header.map.into_owned(),
        size: IVec3::from(header.size),
        occupied: header.occupied,
        start: IVec3::from(header.start),
        goal: IVec3::from(header.goal),
        algorithm: header.algorithm.into_owned(),
        heuristic: header.heuristic.into_owned(),
        moves: header.moves.into_owned(),
        corners: header.corners.into_owned(),
        guarantee: header.guarantee.into_owned(),
    })
}

fn event_or_end(line: &[u8], size: IVec3) -> Result<Line, FormatReason> {
    let refused = match parse::<EventLine>(line, "an event") {
        Ok(event) => return event_of(&event, size).map(Line::Event),
        Err(refused) => refused,
    };
    if !line.trim_ascii_start().starts_with(b"{\"end\"") {
        return Err(refused);
    }
    let end = parse::<EndLine>(line, "the end of a trace")?;
    let events = end.events;
    let path = end.path.iter().map(|&cell| inside(cell, size));
    let mut statistics = Statistics::default();
    statistics.expanded = end.expanded;
    statistics.generated = end.generated;
    statistics.reopened = end.reopened;
    statistics.stale = end.stale;
    statistics.peak_open = end.peak_open;
    statistics.lower_bound = Cost::from_raw(end.lower_bound);
    let end = TraceEnd {
        outcome: end.end.into_owned(),
        cost: end.cost.map(Cost::from_raw),
        path: path.collect::<Result<_, _>>()?,
        statistics,
        omitted: end.omitted,
    };
    Ok(Line::End(end, events))
}

fn event_of(event: &EventLine, size: IVec3) -> Result<TraceEvent, FormatReason> {
    Ok(TraceEvent {
        kind: event.event,
        side: event.side,
        cell: inside(event.cell, size)?,
        g: Cost::from_raw(event.g),
        f: Cost::from_raw(event.f),
    })
}

/// Refuses a trace of another kind or version.
pub(super) fn check_kind(kind: &str, found: &str, version: u32) -> Result<(), FormatReason> {
    if found == kind && version == VERSION {
        return Ok(());
    }
    let found = quote(format!("{found} {version}").as_bytes());
    Err(FormatReason::TraceVersion { found })
}

pub(super) fn inside(cell: [i32; 3], size: IVec3) -> Result<IVec3, FormatReason> {
    let cell = IVec3::from(cell);
    if cell.cmpge(IVec3::ZERO).all() && cell.cmplt(size).all() {
        Ok(cell)
    } else {
        Err(FormatReason::CellOutside { cell, size })
    }
}

pub(super) fn parse<T: DeserializeOwned>(
    line: &[u8],
    expected: &'static str,
) -> Result<T, FormatReason> {
    serde_json::from_slice(line).map_err(|error| {
        let message = error.to_string();
        // The place within the line; which line it is, is known better here.
        let reason = message
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        FormatReason::Json {
            expected,
            reason,
            column: error.column(),
        }
    })
}

//! Reading traces back.

use voxnav_occupancy::glam::IVec3;

use super::lines::{EndLine, inside, parse, parse_header};
use super::{Trace, TraceEnd, TraceEvent, TraceHeader};
use crate::error::{Fault, FileError, malformed};
use crate::text::lines::{Lines, unexpected};

const HEADER: &str = "the header of a trace";

/// Reads the trace in `bytes`; errors carry `name`.
///
/// # Errors
///
/// [`FileError`] with the line, for one that is not the object that belongs there, a version that is not
/// [`VERSION`](super::VERSION), a cell that is not in the map, an end that counts other events than there are, and
/// where lines are missing or follow the end.
pub fn read(bytes: &[u8], name: &str) -> Result<Trace, FileError> {
    trace(bytes).map_err(|fault| fault.of(name))
}

fn trace(bytes: &[u8]) -> Result<Trace, Fault> {
    // Its last line has the whole path, however long, and a trace is read whole.
    let mut lines = Lines::of_any_length(bytes);
    let header: TraceHeader = lines.expect(HEADER, |line| parse_header(line, "voxnav", HEADER))?;
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
                let what = format!("the last line states {stated} events, but there are {found}");
                return Err(lines.error(malformed(what)));
            }
        }
    };
    let nothing = |line| unexpected("nothing after the end of the trace", line);
    match lines.next_filled()?.map(nothing) {
        None => Ok(Trace {
            header,
            events,
            end,
        }),
        Some(fault) => Err(lines.error(fault)),
    }
}

enum Line {
    Event(TraceEvent),
    /// The end, with the number of events that it counts.
    End(TraceEnd, u64),
}

fn event_or_end(line: &[u8], size: IVec3) -> Result<Line, Fault> {
    let refused = match parse::<TraceEvent>(line, "an event") {
        Ok(event) => return inside(event.cell, size).map(|_| Line::Event(event)),
        Err(refused) => refused,
    };
    if !line.trim_ascii_start().starts_with(b"{\"end\"") {
        return Err(refused);
    }
    let EndLine {
        mut end,
        events,
        omitted,
    } = parse(line, "the end of a trace")?;
    for cell in &end.path {
        inside(*cell, size)?;
    }
    end.omitted = omitted;
    Ok(Line::End(end, events))
}

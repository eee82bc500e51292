//! The lines of a trace as they stand in the file.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use voxnav_occupancy::glam::IVec3;
use voxnav_search::Side;

use super::{TraceEnd, VERSION};
use crate::error::{Fault, malformed, quote};

/// The first line: the kind of trace and its version, and what the kind says of its world.
#[derive(Serialize)]
struct HeaderLine<'a, H> {
    #[serde(flatten)]
    kind: Kind<'a>,
    #[serde(flatten)]
    header: H,
}

#[derive(Deserialize, Serialize)]
struct Kind<'a> {
    trace: Cow<'a, str>,
    version: u32,
}

/// Writes the first line of a trace of a kind.
pub(super) fn write_header(
    out: &mut impl Write,
    trace: &str,
    header: &impl Serialize,
) -> io::Result<()> {
    let kind = Kind {
        trace: trace.into(),
        version: VERSION,
    };
    write_line(out, &HeaderLine { kind, header })
}

/// Parses the first line of a trace, which must be of this kind and version.
pub(super) fn parse_header<H: DeserializeOwned>(
    line: &[u8],
    trace: &str,
    what: &str,
) -> Result<H, Fault> {
    let kind: Kind<'_> = parse(line, what)?;
    if kind.trace == trace && kind.version == VERSION {
        return parse(line, what);
    }
    let found = quote(format!("{} {}", kind.trace, kind.version).as_bytes());
    Err(malformed(format!("unknown kind of trace \"{found}\"")))
}

/// The names of the ends from which searches go.
#[derive(Deserialize, Serialize)]
#[serde(remote = "Side", rename_all = "lowercase")]
pub(super) enum End {
    Start,
    Goal,
}

/// The last line.
#[derive(Deserialize, Serialize)]
pub(super) struct EndLine {
    #[serde(flatten)]
    pub(super) end: TraceEnd,
    pub(super) events: u64,
    pub(super) omitted: u64,
}

/// Writes an object as a line.
pub(super) fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// Parses the object in a line.
pub(super) fn parse<T: DeserializeOwned>(line: &[u8], expected: &str) -> Result<T, Fault> {
    serde_json::from_slice(line).map_err(|error| {
        let message = error.to_string();
        // The place within the line; which line it is, is known better here.
        let reason = message.split(" at line ").next().unwrap_or_default();
        let column = error.column();
        malformed(format!("column {column}: this is not {expected}: {reason}"))
    })
}

/// Refuses a cell that is not in a map of a size.
pub(super) fn inside(cell: IVec3, size: IVec3) -> Result<IVec3, Fault> {
    if cell.cmpge(IVec3::ZERO).all() && cell.cmplt(size).all() {
        Ok(cell)
    } else {
        Err(malformed(format!(
            "cell {cell} is not in the map of {size} cells"
        )))
    }
}

//! Writing traces while a search runs.

use std::io::{self, Write};

use voxnav_occupancy::glam::IVec3;
use voxnav_search::{Cost, Observer, Side, Solution};

use super::lines::{EndLine, write_header, write_line};
use super::{TraceEnd, TraceEvent, TraceEventKind, TraceHeader};

/// A writer of the trace of one search, as its [`Observer`].
///
/// An observer cannot fail, so a failure of the destination is kept and comes back from
/// [`TraceWriter::finish`]; the search goes on.
#[derive(Debug)]
pub struct TraceWriter<W> {
    out: W,
    traced: Traced,
    limit: u64,
    failure: Option<io::Error>,
}

/// The extent to which a search was traced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traced {
    /// The number of events that were written.
    pub events: u64,
    /// The number of events that followed and were left out.
    pub omitted: u64,
}

impl<W: Write> TraceWriter<W> {
    /// Begins a trace, and writes its header. After `limit` events further ones are counted only.
    ///
    /// # Errors
    ///
    /// That of the destination.
    pub fn begin(mut out: W, header: &TraceHeader, limit: u64) -> io::Result<Self> {
        write_header(&mut out, "voxnav", header)?;
        Ok(Self {
            out,
            traced: Traced::default(),
            limit,
            failure: None,
        })
    }

    /// Writes how the search ended, and reports how much of it was traced.
    ///
    /// # Errors
    ///
    /// The first one of the destination since the beginning.
    pub fn finish(mut self, solution: &Solution) -> io::Result<Traced> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let line = EndLine {
            end: TraceEnd::of(solution),
            events: self.traced.events,
            omitted: self.traced.omitted,
        };
        write_line(&mut self.out, &line)?;
        self.out.flush()?;
        Ok(self.traced)
    }

    fn note(&mut self, kind: TraceEventKind, side: Side, cell: IVec3, [g, f]: [Cost; 2]) {
        if self.traced.events == self.limit {
            self.traced.omitted += 1;
            return;
        }
        if self.failure.is_some() {
            return;
        }
        let event = TraceEvent {
            kind,
            side,
            cell,
            g,
            f,
        };
        match write_line(&mut self.out, &event) {
            Ok(()) => self.traced.events += 1,
            Err(failure) => self.failure = Some(failure),
        }
    }
}

impl<W: Write> Observer for TraceWriter<W> {
    fn expanded(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        self.note(TraceEventKind::Expanded, side, cell, [g, f]);
    }

    fn queued(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        self.note(TraceEventKind::Queued, side, cell, [g, f]);
    }
}

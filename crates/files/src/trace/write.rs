//! Writing traces while a search runs.

use std::io::{self, Write};

use serde::Serialize;
use voxnav_occupancy::glam::IVec3;
use voxnav_search::{Cost, Observer, Side, Solution};

use super::lines::{EndLine, EventLine, HeaderLine};
use super::{TraceEnd, TraceEventKind, TraceHeader, VERSION};

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
        let line = HeaderLine {
            trace: "voxnav".into(),
            version: VERSION,
            program: header.program.as_str().into(),
            map: header.map.as_str().into(),
            size: header.size.to_array(),
            occupied: header.occupied,
            start: header.start.to_array(),
            goal: header.goal.to_array(),
            algorithm: header.algorithm.as_str().into(),
            heuristic: header.heuristic.as_str().into(),
            moves: header.moves.as_str().into(),
            corners: header.corners.as_str().into(),
            guarantee: header.guarantee.as_str().into(),
        };
        write_line(&mut out, &line)?;
        Ok(Self {
            out,
            traced: Traced::default(),
            limit,
            failure: None,
        })
    }

    /// Writes how the search ended, and says how much of it was traced.
    ///
    /// # Errors
    ///
    /// The first one of the destination since the beginning.
    pub fn finish(mut self, solution: &Solution) -> io::Result<Traced> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let end = TraceEnd::of(solution);
        let statistics = &end.statistics;
        let line = EndLine {
            end: end.outcome.as_str().into(),
            cost: end.cost.map(Cost::raw),
            path: end.path.iter().map(IVec3::to_array).collect(),
            expanded: statistics.expanded,
            generated: statistics.generated,
            reopened: statistics.reopened,
            stale: statistics.stale,
            peak_open: statistics.peak_open,
            lower_bound: statistics.lower_bound.raw(),
            events: self.traced.events,
            omitted: self.traced.omitted,
        };
        write_line(&mut self.out, &line)?;
        self.out.flush()?;
        Ok(self.traced)
    }

    fn note(&mut self, event: TraceEventKind, side: Side, cell: IVec3, [g, f]: [Cost; 2]) {
        if self.traced.events == self.limit {
            self.traced.omitted += 1;
            return;
        }
        if self.failure.is_some() {
            return;
        }
        let line = EventLine {
            event,
            side,
            cell: cell.to_array(),
            g: g.raw(),
            f: f.raw(),
        };
        match write_line(&mut self.out, &line) {
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

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

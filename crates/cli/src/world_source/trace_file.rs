//! Traces of searches: the options that ask for one, and writing it while a query runs.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use voxnav::Workspace;
use voxnav::experiment::{Observer, Side};
use voxnav::glam::IVec3;
use voxnav::search::{Cost, Query, SearchSettings, Solution};
use voxnav_files::trace::{Trace, TraceHeader, TraceWriter, posthoc};

use crate::error::{CliError, Context};
use crate::files::{Leftover, NewFile, write_whole};
use crate::report::output::note;
use crate::values::whole;
use crate::version::VERSION;
use crate::world_source::map_file::MapFile;
use voxnav_lab::figures::grouped;

#[derive(Args, Debug, Default)]
pub(crate) struct TraceOptions {
    /// Also write the search to FILE, one JSON object a line
    ///
    /// A header with the map and the query, one line for each cell that was queued or expanded, and
    /// the outcome at the end. `voxnav view MAP --replay FILE` shows it. A FILE whose name ends in
    /// .yaml is written for Posthoc, the visualizer, instead.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// Write at most N events of the trace, and how many more there were
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000_000,
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole::<u64>(0..=u64::MAX))]
    trace_limit: u64,
}

impl TraceOptions {
    /// The file to write, if a trace is asked for.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.trace.as_deref()
    }

    /// Solves a query while `observer` watches, and writes the trace if one is asked for.
    pub(crate) fn solve(
        &self,
        map: &MapFile,
        search: &SearchSettings,
        (start, goal): (IVec3, IVec3),
        token: &AtomicBool,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Solution, CliError> {
        let query = Query::new(start, goal).settings(*search).cancel(token);
        let query = query.terrain(&map.terrain);
        let Some(path) = &self.trace else {
            return Ok(query.solve_observed(&map.world, workspace, observer));
        };
        let header = header(map, search, (start, goal));
        let is_for_posthoc = path.extension().is_some_and(|ending| ending == "yaml");
        let (mut file, mut lines) = (None, Vec::new());
        let out: &mut dyn Write = if is_for_posthoc {
            &mut lines
        } else {
            file.insert(NewFile::begin(path, Leftover::Removed).writing(path)?)
        };
        let writer = TraceWriter::begin(out, &header, self.trace_limit).writing(path)?;
        let mut both = Both { writer, observer };
        let solution = query.solve_observed(&map.world, workspace, &mut both);
        let traced = both.writer.finish(&solution).writing(path)?;
        if let Some(file) = file {
            file.finish().writing(path)?;
        } else {
            let trace = voxnav_files::trace::read(&lines, &path.display().to_string())?;
            write_whole(path, |file| posthoc::write(&trace, map.shape, file)).writing(path)?;
        }
        if traced.omitted > 0 {
            say_what_is_missing(path, traced.events, traced.omitted);
        }
        Ok(solution)
    }
}

/// Refuses to trace ground agents.
pub(crate) fn on_foot() -> CliError {
    CliError::bad_input(
        "--trace does not support agents on the ground; leave out --trace or --locomotion",
    )
}

/// A trace of a search on this map: one of this program, or one for Posthoc.
pub(crate) fn read(path: &Path, map: &MapFile) -> Result<Trace, CliError> {
    let is_for_posthoc = |ending: &OsStr| ["yaml", "yml"].iter().any(|it| ending == *it);
    if !path.extension().is_some_and(is_for_posthoc) {
        return Ok(voxnav_files::read_trace(path)?);
    }
    read_posthoc(path, map)
}

#[cfg(not(feature = "formats"))]
fn read_posthoc(path: &Path, _map: &MapFile) -> Result<Trace, CliError> {
    let reason = crate::error::left_out("formats", "reads traces for Posthoc");
    Err(CliError::at(path, reason))
}

#[cfg(feature = "formats")]
fn read_posthoc(path: &Path, map: &MapFile) -> Result<Trace, CliError> {
    let bytes = std::fs::read(path).reading(path)?;
    let name = map.path.display().to_string();
    Ok(posthoc::read(
        &bytes,
        &path.to_string_lossy(),
        &name,
        &map.occupancy,
    )?)
}

/// Reports how many events a trace leaves out, at the time of writing.
fn say_what_is_missing(path: &Path, written: u64, omitted: u64) {
    let [written, omitted] = [written, omitted].map(grouped);
    let said = format!(
        "{omitted} events left out after the first {written}; --trace-limit sets how many are kept"
    );
    note(path.display(), said);
}

/// The header of a trace of this search.
fn header(map: &MapFile, search: &SearchSettings, ends: (IVec3, IVec3)) -> TraceHeader {
    let name = map.path.file_name().unwrap_or_default();
    TraceHeader::of(
        format!("voxnav {VERSION}"),
        name.to_string_lossy(),
        &map.occupancy,
        search,
        ends,
    )
}

/// Tells two observers.
struct Both<'o, W, O> {
    writer: TraceWriter<W>,
    observer: &'o mut O,
}

impl<W: Write, O: Observer> Observer for Both<'_, W, O> {
    fn expanded(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        self.writer.expanded(side, cell, g, f);
        self.observer.expanded(side, cell, g, f);
    }

    fn queued(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        self.writer.queued(side, cell, g, f);
        self.observer.queued(side, cell, g, f);
    }

    fn looked_at(&mut self, cluster: IVec3) {
        self.observer.looked_at(cluster);
    }

    fn entered(&mut self, cell: IVec3) {
        self.observer.entered(cell);
    }
}

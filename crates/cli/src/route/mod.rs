//! `voxnav route`: many requests on one map, in parallel, one row of results each.

mod form;
mod lines;
mod requests;
mod results;
mod rows;
mod sizes;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;
use voxnav::{Answer, Batch, Kept, Limits, Request};

use crate::error::CliError;
use crate::map_file::{MapFile, MapSource};
use crate::output::spare_inputs;
use crate::progress::Progress;
use crate::search_options::{Search, SearchOptions};
use form::Form;
pub(crate) use requests::BadHeader;
use requests::{Line, Requests, Wanted};
use results::Done;
use rows::{Keeping, Row, RowWriter};
use sizes::Worlds;

/// Find the ways for a file of requests, on all processors
///
/// Requests are read and results written one by one, so there may be millions. Results
/// are in the order of the requests and do not depend on the number of threads. Every path
/// that is kept is checked cell by cell against the moves and the corner rule.
///
/// Requests with a common goal or a common start are answered by one search together where
/// that is cheaper: with --algorithm auto, without a limit, within 1024 requests in a row.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav route cave.3dmap --requests agents.csv --out routes.csv
  voxnav route cave.3dmap --requests agents.csv --out routes.csv --resume
  generator | voxnav route cave.3dmap --requests - --out - --keep cost

Requests are CSV (.csv) with the header id,sx,sy,sz,gx,gy,gz, the columns in any
order, or JSON lines (.jsonl, .ndjson, .json), one object with these members a
line. What comes from standard input is told by its first character.

Agents are one cell large unless agent_x, agent_y and agent_z state a size in
cells, 1 to 127 each. An agent lies around its cell, evenly where the size is
odd, else with one more cell towards larger coordinates. All that it covers must
be free. A run may name 64 sizes; each takes as much memory as the map.

Results are CSV or JSON lines by extension; on standard output, as the requests
came. Columns, or members:
  id           as in the request
  outcome      found, unreachable, limit reached, start blocked, ...; malformed
  cost         an integer, 2^30 for a straight move
  length       the same in cells
  path         (--keep path) start, cells where the path turns, goal: in CSV
               `x y z;x y z`; in between it goes on in equal moves, with
               --algorithm lazy-theta in a straight line
  step         (--keep step) the first move, `x y z`, each -1, 0 or 1
  expanded, generated, reopened, stale, peak_open, lower_bound
               what the search took; of a shared search, all of it
  source       query: a search of its own; field: a shared one
  error        of a malformed line, with its number

Exit codes: 0 if every line was understood, whatever the outcomes; 1 if lines
were malformed and --keep-going made rows of them; 2 for anything else.")]
pub(crate) struct RouteOptions {
    /// The map: a .3dmap or .map file, also .gz or .zst, or generated:KIND:X,Y,Z:SEED
    map: MapSource,

    /// The requests; - for standard input
    #[arg(long, value_name = "FILE")]
    requests: PathBuf,

    /// Where results go; - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How many threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// What to keep of each path
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    keep: Keeping,

    /// Stop each search after N expansions
    #[arg(long, value_name = "N")]
    limit_expanded: Option<u64>,

    /// Make malformed lines rows with their error, instead of stopping there
    #[arg(long)]
    keep_going: bool,

    /// Go on after the last complete row of an interrupted run
    ///
    /// With the same requests and options the results are those of a run that was not interrupted.
    #[arg(long)]
    resume: bool,

    #[command(flatten)]
    search: SearchOptions,
}

pub(crate) fn run(options: &RouteOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let inputs = [options.map.file(), Some(options.requests.as_path())];
    spare_inputs(inputs.into_iter().flatten(), [options.out.as_path()])?;
    let mut requests = Requests::open(&options.requests)?;
    // First, because results of an earlier run are gone when their file is opened.
    let map = MapFile::load(&options.map)?;
    let (writer, done) = open_results(options, requests.form(), out)?;
    let mut batch = Batch::new(map.world.clone()).keep(options.keep.keep());
    if let Some(threads) = options.threads {
        batch = batch.threads(threads)?;
    }
    let replay = skip(&mut requests, &done, options)?;
    let bar = bar(options, requests.form(), done.rows);
    let run = RefCell::new(Run {
        options,
        batch: &batch,
        worlds: Worlds::new(&map.occupancy, map.world.clone()),
        search: options.search.on(map.kind),
        next_row: done.rows - replay.len() as u64,
        done: done.rows,
        replay: replay.into(),
        pending: VecDeque::new(),
        rows: writer,
        malformed: 0,
        failed: None,
        bar,
    });
    let asked = std::iter::from_fn(|| run.borrow_mut().next_request(&mut requests));
    let streamed = batch.stream(asked, |answer| run.borrow_mut().hand_out(&answer));
    let run = run.into_inner();
    run.bar.finish();
    // Rows that are complete belong to the reader, whatever happened then.
    let finished = run.rows.finish();
    if let Some(error) = run.failed {
        return Err(error);
    }
    finished.map_err(|reason| unwritable(options, reason))?;
    streamed?;
    match run.malformed {
        0 => Ok(()),
        lines => Err(CliError::MalformedRows { lines }),
    }
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn unwritable(options: &RouteOptions, reason: io::Error) -> CliError {
    if is_standard(&options.out) {
        CliError::Output(reason)
    } else {
        results::unwritable(&options.out, reason)
    }
}

fn open_results<'o>(
    options: &RouteOptions,
    form: Form,
    out: &'o mut dyn Write,
) -> Result<(RowWriter<'o>, Done), CliError> {
    let (keeping, path) = (options.keep, &options.out);
    if is_standard(path) {
        if options.resume {
            return Err(CliError::NothingToResume);
        }
        if form == Form::Csv {
            out.write_all(keeping.header().as_bytes())?;
        }
        return Ok((
            RowWriter::new(form, keeping, Box::new(out)),
            Done::default(),
        ));
    }
    let form = Form::of_name(path)?;
    let (file, done) = if options.resume {
        results::resume(path, form, keeping)?
    } else {
        (results::begin(path, form, keeping)?, Done::default())
    };
    Ok((RowWriter::new(form, keeping, Box::new(file)), done))
}

/// Passes over the lines that have rows already, and returns those of them that stand in the same
/// block as the first without: they are answered again, because requests in a block share searches.
fn skip(
    requests: &mut Requests,
    done: &Done,
    options: &RouteOptions,
) -> Result<Vec<Line>, CliError> {
    let (mut block, mut valid) = (Vec::<Line>::new(), 0);
    for row in 1..=done.rows {
        let line = next_line(requests, options)?;
        let line = line.ok_or_else(|| CliError::OtherResults(options.out.clone()))?;
        if row == done.rows && done.last_id.as_ref().map(id_text) != Some(id_of(&line)) {
            return Err(CliError::OtherResults(options.out.clone()));
        }
        if line.content.is_ok() {
            if valid == Batch::BLOCK {
                block.clear();
                valid = 0;
            }
            valid += 1;
        }
        block.push(line);
    }
    if valid == Batch::BLOCK {
        block.clear();
    }
    Ok(block)
}

fn next_line(requests: &mut Requests, options: &RouteOptions) -> Result<Option<Line>, CliError> {
    let unreadable = |reason| CliError::UnreadableRequests {
        path: options.requests.clone(),
        reason,
    };
    requests.next_line().map_err(unreadable)
}

fn id_of(line: &Line) -> String {
    let wanted = line.content.as_ref();
    wanted.map_or(String::new(), |wanted| id_text(&wanted.id))
}

/// An id as CSV shows it.
fn id_text(id: &Value) -> String {
    match id {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A bar for people, over as many steps as a file has requests, if none of its lines is empty.
fn bar(options: &RouteOptions, form: Form, done: u64) -> Progress {
    let header = u64::from(form == Form::Csv);
    let count = || {
        let mut reader = BufReader::with_capacity(1 << 16, File::open(&options.requests).ok()?);
        let mut lines = 0_u64;
        while reader.skip_until(b'\n').ok()? > 0 {
            lines += 1;
        }
        Some(lines.saturating_sub(header))
    };
    let total = (!is_standard(&options.requests)).then(count).flatten();
    Progress::with_rate(total, done)
}

/// A run: what was read and not yet written.
struct Run<'o> {
    options: &'o RouteOptions,
    batch: &'o Batch<'o>,
    worlds: Worlds<'o>,
    search: Search,
    /// Rows before this one have been written, or were by the interrupted run.
    next_row: u64,
    /// Rows that the interrupted run wrote.
    done: u64,
    replay: VecDeque<Line>,
    pending: VecDeque<Line>,
    rows: RowWriter<'o>,
    malformed: u64,
    failed: Option<CliError>,
    bar: Progress,
}

impl Run<'_> {
    /// The next request, after noting malformed lines before it; `None` ends the run.
    fn next_request(&mut self, requests: &mut Requests) -> Option<Request<'static>> {
        loop {
            let line = match self.replay.pop_front() {
                Some(line) => line,
                None => match next_line(requests, self.options) {
                    Ok(line) => line?,
                    Err(error) => {
                        self.failed = Some(error);
                        return None;
                    }
                },
            };
            let request = line
                .content
                .as_ref()
                .ok()
                .map(|wanted| self.request(wanted));
            self.worlds.provide(requests.sizes(), self.batch);
            if let (Err(reason), false) = (&line.content, self.options.keep_going) {
                self.failed = Some(CliError::MalformedRequest {
                    path: self.options.requests.clone(),
                    line: line.number,
                    reason: reason.to_string(),
                });
                return None;
            }
            self.pending.push_back(line);
            if request.is_some() {
                return request;
            }
            if let Err(error) = self.write_malformed() {
                self.failed = Some(error);
                return None;
            }
        }
    }

    fn request(&self, wanted: &Wanted) -> Request<'static> {
        let query = self.search.query(wanted.start, wanted.goal);
        let limits = self.options.limit_expanded;
        let limits = limits.map_or(Limits::none(), |most| Limits::none().expanded(most));
        Request::new(wanted.agent, query.limits(limits))
    }

    /// Writes the row of an answer, and of malformed lines around it.
    fn hand_out(&mut self, answer: &Answer) -> ControlFlow<()> {
        let written = self
            .write_answer(answer)
            .and_then(|()| self.write_malformed());
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }

    fn write_answer(&mut self, answer: &Answer) -> Result<(), CliError> {
        let Some(Ok(wanted)) = self.pending.pop_front().map(|line| line.content) else {
            return Ok(());
        };
        if let Some(path) = answer.outcome.path().and_then(Kept::path) {
            let world = self.worlds.of(wanted.agent);
            path.verify(world, self.search.moves, self.search.corners, None)
                .map_err(CliError::InvalidPath)?;
        }
        self.write(&Row::of_answer(wanted.id, answer))
    }

    /// Writes the malformed lines that nothing stands before.
    fn write_malformed(&mut self) -> Result<(), CliError> {
        while self
            .pending
            .front()
            .is_some_and(|line| line.content.is_err())
        {
            if let Some(line) = self.pending.pop_front() {
                self.malformed += 1;
                self.write(&Row::of_malformed(&line))?;
            }
        }
        Ok(())
    }

    fn write(&mut self, row: &Row) -> Result<(), CliError> {
        self.next_row += 1;
        if self.next_row > self.done {
            let written = self.rows.write(row);
            written.map_err(|reason| unwritable(self.options, reason))?;
            self.bar.inc(1);
        }
        Ok(())
    }
}

//! A run over requests: what was read and is not yet written.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;

use voxnav::batch::{Answer, Batch, PathRecord, Request};
use voxnav::glam::IVec3;
use voxnav::search::Solution;
use voxnav::search::{Query, SearchSettings};
use voxnav::{Outcome, Path};

use super::ledger::{Checkpoint, Ledger};
use super::on_foot::OnFoot;
use super::requests::{Line, Requests, RouteRequest};
use super::results::{FinishedRows, WrittenAnswer};
use super::rows::{Row, RowWriter};
use super::sizes::{Costs, Worlds};
use super::{FEWER_THREADS, RouteOptions, cut, next_line};
use crate::error::{CliError, Context};
use crate::report::progress::Progress;
use crate::report::summary::{Outcomes, Summary};
use crate::search::limits::Clock;
use crate::search::mode::Mode;
use crate::search::walker::Walker;
use crate::world_source::map_file::MapFile;
use crate::world_source::path_export::PathsFile;
use voxnav_lab::figures::grouped;

/// The answers of an interrupted run.
pub(super) struct Skipped {
    /// The lines in the same block as the first without a row. They are answered again, because requests
    /// in a block share searches.
    replay: Vec<Line>,
    /// The number of rows with each outcome.
    outcomes: Outcomes,
}

/// The distance within which requests look for a place to stand: many ends may have none near, and each looks by
/// itself.
const REACH: f64 = 8.0;

/// Passes over the lines that have rows already.
pub(super) fn skip(
    requests: &mut Requests,
    done: &FinishedRows,
    options: &RouteOptions,
) -> Result<Skipped, CliError> {
    let others = |row| {
        CliError::at(
            &options.out,
            format!(
                "row {row} does not answer request {row}; give the requests of the interrupted run, \
                 or start over with --force"
            ),
        )
    };
    let (mut block, mut valid) = (Vec::<Line>::new(), 0);
    let mut outcomes = Outcomes::default();
    let mut rows = done.rows().writing(&options.out)?;
    let mut checkpoints = done.checkpoints.iter().peekable();
    for row in 1..=done.count {
        let line = next_line(requests, options)?.ok_or_else(|| others(row))?;
        let written = rows.next().transpose().writing(&options.out)?;
        let is_its = |written: &WrittenAnswer| written.id.trim() == id_of(&line).trim();
        let written = written
            .flatten()
            .filter(is_its)
            .ok_or_else(|| others(row))?;
        outcomes.note(written.outcome);
        while let Some(noted) = checkpoints.next_if(|noted| noted.rows <= row) {
            if noted.rows == row && *noted != Checkpoint::new(row, line.hash) {
                return Err(others(row));
            }
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
    Ok(Skipped {
        replay: block,
        outcomes,
    })
}

fn id_of(line: &Line) -> String {
    let id = line.id.as_ref();
    id.map_or(String::new(), |id| id.text().into_owned())
}

/// A run with everything that it needs.
pub(super) struct Run<'o> {
    options: &'o RouteOptions,
    batch: &'o Batch<'o>,
    worlds: Worlds<'o>,
    /// The answers for a ground agent, used instead of the batch.
    on_foot: Option<&'o OnFoot<'o>>,
    search: SearchSettings,
    clock: &'o Clock,
    replay: VecDeque<Line>,
    pending: VecDeque<Line>,
    /// Rows before this one have been written, or were by the interrupted run.
    next_row: u64,
    /// The hash of the requests up to there.
    hash: u128,
    failed: Option<CliError>,
    summary: Summary,
    sink: Sink<'o>,
    /// True if rows could not be written: none may follow them.
    is_cut: bool,
}

/// An answer to a request.
#[derive(Clone, Copy)]
enum Answered<'a> {
    ByBatch(&'a Answer),
    OnFoot(&'a Walker, &'a Solution),
}

impl Answered<'_> {
    fn is_cancelled(self) -> bool {
        match self {
            Self::ByBatch(answer) => matches!(answer.outcome, Outcome::Cancelled { .. }),
            Self::OnFoot(_, solution) => matches!(solution.outcome, Outcome::Cancelled { .. }),
        }
    }
}

/// The file, pipe or device to which rows go.
pub(super) struct Sink<'o> {
    pub(super) rows: RowWriter<'o>,
    pub(super) ledger: Option<&'o mut Ledger>,
    pub(super) paths: Option<PathsFile>,
    pub(super) progress: Progress,
}

impl<'o> Run<'o> {
    pub(super) fn new(
        options: &'o RouteOptions,
        (batch, on_foot): (&'o Batch<'o>, Option<&'o OnFoot<'o>>),
        (map, costs): (&'o MapFile, &'o Costs),
        (search, clock): (SearchSettings, &'o Clock),
        sink: Sink<'o>,
    ) -> Self {
        Self {
            options,
            batch,
            worlds: Worlds::new((map, costs), batch),
            on_foot,
            search,
            clock,
            replay: VecDeque::new(),
            pending: VecDeque::new(),
            next_row: 0,
            hash: 0,
            failed: None,
            summary: Summary::new(),
            sink,
            is_cut: false,
        }
    }

    /// Goes on after `done` rows; the lines of the last of them are to be answered again.
    pub(super) fn go_on(&mut self, done: u64, skipped: Skipped) {
        let Skipped { replay, outcomes } = skipped;
        self.next_row = done - replay.len() as u64;
        self.replay = replay.into();
        self.summary.go_on(done, outcomes);
    }

    /// Answers all requests.
    pub(super) fn all(self, requests: &mut Requests) -> (Summary, Result<(), CliError>) {
        let (batch, on_foot) = (self.batch, self.on_foot);
        let options = self.options;
        let run = RefCell::new(self);
        let asked = std::iter::from_fn(|| run.borrow_mut().next_request(requests));
        let hand_out = |answer: Answered<'_>| run.borrow_mut().hand_out(answer);
        let streamed = if let Some(on_foot) = on_foot {
            on_foot.stream(asked, |solution| {
                hand_out(Answered::OnFoot(&on_foot.walker, solution))
            });
            Ok(())
        } else {
            let asked = asked.map(|wanted| run.borrow().request(&wanted));
            let streamed = batch.stream(asked, |answer| hand_out(Answered::ByBatch(&answer)));
            streamed.map(drop)
        };
        let run = run.into_inner();
        let Sink {
            mut rows,
            ledger,
            paths,
            progress,
        } = run.sink;
        progress.finish();
        // Rows that are complete belong to the reader, whatever happened then.
        let finished = match ledger {
            _ if run.is_cut => Ok(()),
            None => rows.pass_on(),
            Some(ledger) => {
                let last = Checkpoint::new(run.next_row, run.hash);
                rows.pass_on().and_then(|()| ledger.note(&last))
            }
        };
        let outcome = match (run.failed, finished, streamed) {
            (Some(error), ..) => Err(error),
            (None, Err(reason), _) => Err(cut(options, reason)),
            (None, Ok(()), Err(error)) => Err(error).or_advise(FEWER_THREADS),
            (None, Ok(()), Ok(())) => paths.map_or(Ok(()), PathsFile::finish),
        };
        (run.summary, outcome)
    }

    /// The next request, after noting malformed lines before it; `None` ends the run.
    fn next_request(&mut self, requests: &mut Requests) -> Option<RouteRequest> {
        loop {
            if self.is_interrupted() {
                return None;
            }
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
            let wanted = line.content.as_ref().ok().copied();
            self.worlds.provide(requests.sizes(), self.batch);
            if let (Err(reason), false) = (&line.content, self.options.keep_going) {
                self.failed = Some(CliError::bad_input(format!(
                    "{}:{}: {reason}; correct the line{}, or turn such lines into error rows with --keep-going",
                    self.options.requests.display(),
                    line.number,
                    self.options.then()
                )));
                return None;
            }
            self.pending.push_back(line);
            if wanted.is_some() {
                return wanted;
            }
            if let Err(error) = self.write_malformed() {
                self.failed = Some(error);
                return None;
            }
        }
    }

    fn is_interrupted(&mut self) -> bool {
        let is_interrupted = crate::interrupt::is_requested();
        if is_interrupted {
            let rows = grouped(self.next_row.max(self.summary.done));
            let sequel = self.options.sequel();
            let sequel = sequel.unwrap_or("a run can be continued if its --out is a file");
            let message = format!("interrupted after {rows} rows; {sequel}");
            self.failed
                .get_or_insert_with(|| CliError::unexpected(message));
        }
        is_interrupted
    }

    fn request(&self, wanted: &RouteRequest) -> Request<'o> {
        let agent = self.worlds.agent(wanted.agent, wanted.start);
        let query = Query::new(wanted.start, wanted.goal).settings(self.search);
        Request::new(agent, query.terrain(self.worlds.terrain(agent)))
    }

    /// Writes the row of an answer, and of malformed lines around it.
    fn hand_out(&mut self, answer: Answered<'_>) -> ControlFlow<()> {
        // What was cancelled because the run ends is no answer.
        if answer.is_cancelled() && self.is_interrupted() {
            return ControlFlow::Break(());
        }
        let written = self
            .write_answer(answer)
            .and_then(|()| self.write_malformed());
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed.get_or_insert(error);
                crate::interrupt::end_searches();
                ControlFlow::Break(())
            }
        }
    }

    fn write_answer(&mut self, answer: Answered<'_>) -> Result<(), CliError> {
        let Some(line) = self.pending.pop_front() else {
            return Ok(());
        };
        let Ok(wanted) = line.content.as_ref().copied() else {
            return Ok(());
        };
        let hash = line.hash;
        let row = match answer {
            Answered::ByBatch(answer) => {
                let path = answer.outcome.path().and_then(PathRecord::path);
                let turns = |path: &Path| path.corners();
                let agent = self.worlds.agent(wanted.agent, wanted.start);
                let flight = self.worlds.flight(agent);
                take(
                    &flight,
                    (path, &self.search),
                    &line,
                    &mut self.sink.paths,
                    turns,
                )?;
                let outcome = self.clock.name_of(&answer.outcome);
                let nearest = flight.instead(outcome, [wanted.start, wanted.goal], REACH);
                let told = (self.options.keep, outcome, self.search.shape);
                Row::of_answer(line, answer, told).with_nearest(nearest)
            }
            Answered::OnFoot(walker, solution) => {
                let path = solution.outcome.path();
                let cells = |path: &Path| path.cells().collect();
                take(
                    walker,
                    (path, &self.search),
                    &line,
                    &mut self.sink.paths,
                    cells,
                )?;
                let outcome = self.clock.name_of(&solution.outcome);
                let nearest = walker.instead(outcome, [wanted.start, wanted.goal], REACH);
                Row::of_legs(line, solution, (self.options.keep, outcome)).with_nearest(nearest)
            }
        };
        self.write(&row.with_proof(&self.search), hash)
    }

    /// Writes the malformed lines that nothing stands before.
    fn write_malformed(&mut self) -> Result<(), CliError> {
        while self
            .pending
            .front()
            .is_some_and(|line| line.content.is_err())
        {
            let Some(line) = self.pending.pop_front() else {
                break;
            };
            let hash = line.hash;
            self.write(&Row::of_malformed(line), hash)?;
        }
        Ok(())
    }

    fn write(&mut self, row: &Row, hash: u128) -> Result<(), CliError> {
        self.next_row += 1;
        self.hash = hash;
        if self.next_row <= self.summary.done {
            return Ok(());
        }
        let mut written = self.sink.rows.write(row);
        if let Some(ledger) = &mut self.sink.ledger
            && written.is_ok()
            && ledger.is_due()
        {
            written = ledger.note(&Checkpoint::new(self.next_row, hash));
        }
        if let Err(reason) = written {
            self.is_cut = true;
            return Err(cut(self.options, reason));
        }
        self.summary.note(row.outcome());
        self.sink.progress.inc(1);
        Ok(())
    }
}

/// Checks a path that is kept, and exports it if that is asked for.
fn take<M: Mode>(
    mode: &M,
    (path, search): (Option<&Path>, &SearchSettings),
    line: &Line,
    paths: &mut Option<PathsFile>,
    cells: impl FnOnce(&Path) -> Vec<IVec3>,
) -> Result<(), CliError> {
    let (Some(path), Ok(wanted)) = (path, &line.content) else {
        return Ok(());
    };
    let checked = mode.check(path, [wanted.start, wanted.goal], search);
    checked.map_err(CliError::invalid_path)?;
    match paths {
        Some(paths) => paths.add(&id_of(line), &cells(path)),
        None => Ok(()),
    }
}

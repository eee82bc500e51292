//! The rows of the CSV file: one for each combination on each problem, written as they come.

use std::io;

use serde::Serialize;

use crate::contest::{Course, Lineup, Repetitions, Round};
use crate::report::tidy;

/// All answers to a problem, to be written as rows of CSV.
pub struct RoundRows<'a> {
    course: &'a Course,
    lineup: &'a Lineup,
    round: &'a Round,
    repetitions: Repetitions,
}

impl std::fmt::Debug for RoundRows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RoundRows")
            .field(&self.round.problem)
            .finish()
    }
}

impl<'a> RoundRows<'a> {
    pub(crate) fn new(
        course: &'a Course,
        lineup: &'a Lineup,
        round: &'a Round,
        repetitions: Repetitions,
    ) -> Self {
        Self {
            course,
            lineup,
            round,
            repetitions,
        }
    }
}

/// A writer of rows of CSV, with the names of the columns first.
#[derive(Debug)]
pub struct RowWriter<W: io::Write> {
    writer: csv::Writer<W>,
}

/// One row; the names of its fields are the header.
#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the names of columns")]
struct Row<'a> {
    map: &'a str,
    row: usize,
    sx: i32,
    sy: i32,
    sz: i32,
    gx: i32,
    gy: i32,
    gz: i32,
    algorithm: String,
    heuristic: String,
    moves: String,
    corners: String,
    ties: String,
    outcome: &'a str,
    /// The median of the repetitions, or the minimum if that counts.
    time_ms: f64,
    cpu_ms: Option<f64>,
    expanded: u64,
    generated: u64,
    reopened: u64,
    stale: u64,
    peak_open: u64,
    /// The cost in units of 2^-30 straight moves, like the next two.
    cost: Option<u64>,
    optimum: Option<u64>,
    lower_bound: u64,
    ratio: Option<f64>,
    listed: Option<f64>,
    guarantee: String,
    /// The flaw of the answer; empty if there is none.
    flaw: String,
}

impl<W: io::Write> RowWriter<W> {
    /// Makes a writer of rows into a file, or whatever is written to.
    pub fn new(file: W) -> Self {
        let writer = csv::Writer::from_writer(file);
        Self { writer }
    }

    /// Writes the rows of a round through to the file.
    ///
    /// # Errors
    /// That of the writer.
    pub fn write(&mut self, rows: &RoundRows<'_>) -> io::Result<()> {
        self.write_rows(rows)?;
        self.writer.flush()
    }

    /// Returns what was written to.
    ///
    /// # Errors
    /// That of the writer, for what was not written yet.
    pub fn finish(self) -> io::Result<W> {
        let file = self.writer.into_inner();
        file.map_err(|error| io::Error::from(error.error().kind()))
    }

    fn write_rows(&mut self, rows: &RoundRows<'_>) -> io::Result<()> {
        let RoundRows {
            course,
            lineup,
            round,
            repetitions,
        } = *rows;
        let map = &course.name;
        let problem = &round.problem;
        let (start, goal) = (problem.start, problem.goal);
        for (entry, answer) in lineup.contestants().iter().zip(&round.answers) {
            let search = entry.search();
            let statistics = &answer.statistics;
            let flaw = answer.flaw.clone();
            self.writer.serialize(Row {
                map,
                row: problem.number,
                sx: start.x,
                sy: start.y,
                sz: start.z,
                gx: goal.x,
                gy: goal.y,
                gz: goal.z,
                algorithm: search.algorithm.to_string(),
                heuristic: entry.heuristic(),
                moves: entry.moves(),
                corners: entry.corners(),
                ties: search.ties.to_string(),
                outcome: &answer.outcome,
                time_ms: tidy(repetitions.one(&answer.times_ms())),
                cpu_ms: answer.cpu_ms().map(|times| tidy(repetitions.one(&times))),
                expanded: statistics.expanded,
                generated: statistics.generated,
                reopened: statistics.reopened,
                stale: statistics.stale,
                peak_open: statistics.peak_open,
                cost: answer.cost.map(voxnav::search::Cost::raw),
                optimum: answer.optimum.map(voxnav::search::Cost::raw),
                lower_bound: statistics.lower_bound.raw(),
                ratio: answer.ratio().map(tidy),
                listed: problem.listed,
                guarantee: entry.guarantee().to_string(),
                flaw: flaw.unwrap_or_default(),
            })?;
        }
        Ok(())
    }
}

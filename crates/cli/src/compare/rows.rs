//! The rows of the CSV file: one for each combination on each problem, written as they come.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use voxnav_worlds::Distribution;

use super::course::Course;
use super::lineup::Lineup;
use super::measure::Round;
use super::unwritable;
use crate::error::CliError;
use crate::new_file::{Leftover, NewFile};

/// A file of rows. What was written is in the partial file after every round, however the run ends.
pub(super) struct RowFile {
    path: PathBuf,
    writer: csv::Writer<NewFile>,
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
    outcome: &'static str,
    /// The median of the repetitions.
    time_ms: f64,
    expanded: u64,
    generated: u64,
    reopened: u64,
    stale: u64,
    peak_open: u64,
    /// In units of 2^-30 straight moves, like the next two.
    cost: Option<u64>,
    optimum: Option<u64>,
    lower_bound: u64,
    ratio: Option<f64>,
    listed: Option<f64>,
    guarantee: String,
    /// What is wrong with the answer; empty if nothing is.
    flaw: String,
}

impl RowFile {
    pub(super) fn begin(path: &Path) -> Result<Self, CliError> {
        let file = NewFile::begin(path, Leftover::Kept);
        Ok(Self {
            path: path.to_owned(),
            writer: csv::Writer::from_writer(file.map_err(|reason| unwritable(path, reason))?),
        })
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), CliError> {
        let file = self.writer.into_inner();
        let finished = file
            .map_err(|error| io::Error::from(error.error().kind()))
            .and_then(NewFile::finish);
        finished.map_err(|reason| unwritable(&self.path, reason))
    }

    /// Writes the rows of a round through to the file.
    pub(super) fn write(
        &mut self,
        course: &Course,
        lineup: &Lineup,
        round: &Round,
    ) -> Result<(), CliError> {
        let written = self
            .write_rows(course, lineup, round)
            .and_then(|()| self.writer.flush());
        written.map_err(|reason| unwritable(&self.path, reason))
    }

    fn write_rows(&mut self, course: &Course, lineup: &Lineup, round: &Round) -> io::Result<()> {
        let map = course.map.path.display().to_string();
        let problem = &round.problem;
        let (start, goal) = (problem.start, problem.goal);
        for (entry, answer) in lineup.entries.iter().zip(&round.answers) {
            let search = &entry.search;
            let statistics = &answer.statistics;
            let flaw = answer.flaw.as_ref().map(ToString::to_string);
            self.writer.serialize(Row {
                map: &map,
                row: problem.number,
                sx: start.x,
                sy: start.y,
                sz: start.z,
                gx: goal.x,
                gy: goal.y,
                gz: goal.z,
                algorithm: search.algorithm.to_string(),
                heuristic: entry.heuristic.to_string(),
                moves: search.moves.to_string(),
                corners: search.corners.to_string(),
                ties: search.ties.to_string(),
                outcome: answer.outcome,
                time_ms: Distribution::new(answer.times_ms.clone()).median(),
                expanded: statistics.expanded,
                generated: statistics.generated,
                reopened: statistics.reopened,
                stale: statistics.stale,
                peak_open: statistics.peak_open,
                cost: answer.cost.map(voxnav::search::Cost::raw),
                optimum: answer.optimum.map(voxnav::search::Cost::raw),
                lower_bound: statistics.lower_bound.raw(),
                ratio: answer.ratio(),
                listed: problem.listed,
                guarantee: search.guarantee().to_string(),
                flaw: flaw.unwrap_or_default(),
            })?;
        }
        Ok(())
    }
}

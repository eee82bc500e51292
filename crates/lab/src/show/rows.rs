//! The rows of the CSV file: one for each combination on each problem, written as they come.

use std::io;

use serde_json::json;
use voxnav::search::Cost;

use crate::contest::{Lineup, ProblemSet, Repetitions, Round};
use crate::report::tidy;

/// All answers to a problem, to be written as rows of CSV.
pub struct RoundRows<'a> {
    set: &'a ProblemSet,
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
        set: &'a ProblemSet,
        lineup: &'a Lineup,
        round: &'a Round,
        repetitions: Repetitions,
    ) -> Self {
        Self {
            set,
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
    /// True if the names of the columns are written.
    is_begun: bool,
}

impl<W: io::Write> RowWriter<W> {
    /// Makes a writer of rows into a file, or whatever is written to.
    pub fn new(file: W) -> Self {
        Self {
            writer: csv::Writer::from_writer(file),
            is_begun: false,
        }
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
            set,
            lineup,
            round,
            repetitions,
        } = *rows;
        let problem = &round.problem;
        let (start, goal) = (problem.start, problem.goal);
        for (entry, answer) in lineup.contestants().iter().zip(&round.answers) {
            let search = entry.search();
            let statistics = &answer.statistics;
            // The median of the repetitions, or the minimum if that counts.
            let one = |times: Vec<f64>| tidy(repetitions.one(&times));
            let cells = [
                ("map", json!(set.name)),
                ("row", json!(problem.number)),
                ("sx", json!(start.x)),
                ("sy", json!(start.y)),
                ("sz", json!(start.z)),
                ("gx", json!(goal.x)),
                ("gy", json!(goal.y)),
                ("gz", json!(goal.z)),
                ("algorithm", json!(search.algorithm.to_string())),
                ("heuristic", json!(entry.heuristic())),
                ("moves", json!(entry.moves())),
                ("corners", json!(entry.corners())),
                ("ties", json!(search.ties.to_string())),
                ("outcome", json!(answer.outcome)),
                ("time_ms", json!(one(answer.times_ms()))),
                ("cpu_ms", json!(answer.cpu_ms().map(one))),
                ("expanded", json!(statistics.expanded)),
                ("generated", json!(statistics.generated)),
                ("reopened", json!(statistics.reopened)),
                ("stale", json!(statistics.stale)),
                ("peak_open", json!(statistics.peak_open)),
                // The cost in units of 2^-30 straight moves, like the next two.
                ("cost", json!(answer.cost.map(Cost::raw))),
                ("optimum", json!(answer.optimum.map(Cost::raw))),
                ("lower_bound", json!(statistics.lower_bound.raw())),
                ("ratio", json!(answer.ratio().map(tidy))),
                ("listed", json!(problem.listed)),
                ("guarantee", json!(entry.guarantee().to_string())),
                ("turns", json!(answer.turns)),
                ("flaw", json!(answer.flaw)),
            ];
            if !self.is_begun {
                self.writer.write_record(cells.each_ref().map(|it| it.0))?;
                self.is_begun = true;
            }
            self.writer.serialize(cells.map(|(_, value)| value))?;
        }
        Ok(())
    }
}

//! Answers kept as they come, so that a run that ended too early goes on where it was.
//!
//! A journal is text of one JSON object a line. The first describes what the answers were asked under; then each
//! world has a line with what its answers depend on, and after it a line for each problem that all
//! contestants have answered, with everything that reports are made of:
//!
//! ```text
//! {"journal":{"version":1,"terms":{"program":"voxnav 0.1.0"}}}
//! {"world":{"terms":{"contestant 1":"astar octile: ...","map":"9f2c...","reference":"astar",...}}}
//! {"round":{"row":1,"start":[1,2,3],"goal":[9,9,9],"fault":null,"answers":[{"outcome":"found",...}]}}
//! ```
//!
//! INVARIANT: lines are written whole and in the order of the run. A last line without its end was cut, and
//! its problem is asked again.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use fs4::FileExt;
use serde::{Deserialize, Serialize};
use voxnav::grid::Traversability;

use super::Experiment;
use crate::contest::{
    Answer, Lineup, MoveSource, Problem, ProblemSet, Round, fingerprint, fingerprint_of_costs,
};

/// The version that is written and read.
const VERSION: u32 = 1;

/// The conditions that answers depend on, by name.
type Terms = BTreeMap<String, String>;

/// Answers kept in a file as they come: of a run that goes on where an earlier one ended.
///
/// What is in the file already is not asked again. The file stays when the run is over: the same run again
/// makes other reports of the same answers.
///
/// ```
/// use voxnav::{Algorithm, search::SearchSettings};
/// use voxnav_lab::{Contestant, Experiment, Journal, Lineup, ProblemSet};
///
/// let set = ProblemSet::generated(&"generated:caves:16,16,16:1".parse()?, 5)?;
/// let lineup = Lineup::new([Contestant::new(SearchSettings::default())]);
/// let path = std::env::temp_dir().join(format!("journal-{}.jsonl", std::process::id()));
/// let mut times = Vec::new();
/// for _ in 0..2 {
///     let mut journal = Journal::open(&path, [("program", "mine 1.0")])?;
///     let run = Experiment::default().run_kept(&set, &lineup, &mut journal, |_| Ok(()));
///     let (world, _) = run.map_err(|error: voxnav_lab::JournalError| error)?;
///     times.push(world.combinations[0].time_ms.total);
/// }
/// assert_eq!(times[0], times[1], "nothing was asked again");
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Journal {
    /// The file; `None` where nothing is kept.
    file: Option<File>,
    /// The lines that an earlier run noted and this one has not come to yet, with their numbers.
    noted: VecDeque<(u64, Line)>,
}

/// The reason why a run does not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another run has it open, whose lines would come between those of this one.
    #[error("another run is writing it")]
    Busy,
    /// A line is not what it must be.
    #[error("line {line} is not a journal entry: {reason}")]
    Malformed {
        /// The line, from 1.
        line: u64,
        /// The reason, with what the line must be.
        reason: String,
    },
    /// The earlier run was another one.
    #[error("{what} was {was}, but is now {is}")]
    OtherRun {
        /// The name of the condition that differs.
        what: String,
        /// The condition as it was.
        was: String,
        /// The condition as it is.
        is: String,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Line {
    Journal { version: u32, terms: Terms },
    World { terms: Terms },
    Round(ProblemAnswers),
}

/// All answers to a problem.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemAnswers {
    row: usize,
    start: [i32; 3],
    goal: [i32; 3],
    /// The fault of the reference.
    fault: Option<String>,
    answers: Vec<Answer>,
}

impl Journal {
    /// Makes a journal that keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens the journal at a path: that of an earlier run, or a new one. `terms` are what its answers
    /// depend on besides worlds, contestants and the experiment: the program, limits of time.
    ///
    /// # Errors
    ///
    /// [`JournalError::Io`] if it cannot be read and written; [`JournalError::Busy`] while another run has
    /// it open; [`JournalError::Malformed`] if it is no journal; [`JournalError::OtherRun`] if the terms
    /// were others.
    pub fn open<K: Into<String>, V: Into<String>>(
        path: &Path,
        terms: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        // Given back when the file is closed, however the run ends.
        if FileExt::try_lock(&file).is_err() {
            return Err(JournalError::Busy);
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |end| end + 1);
        let mut noted = lines(&text[..whole])?;
        let terms: Terms = terms
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        let is_new = noted.is_empty();
        match noted.pop_front() {
            None if looks_alike(&text) => {}
            None => return Err(malformed(1, "it must begin with {\"journal\": ...}")),
            Some((
                _,
                Line::Journal {
                    version: VERSION,
                    terms: was,
                },
            )) => same(&was, &terms)?,
            Some((line, Line::Journal { .. })) => {
                return Err(malformed(line, "it is of another version"));
            }
            Some((line, _)) => return Err(malformed(line, "the journal begins otherwise")),
        }
        // What was cut in the middle of a line is written again.
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = Self {
            file: Some(file),
            noted,
        };
        if is_new {
            let version = VERSION;
            journal.write(&Line::Journal { version, terms })?;
        }
        Ok(journal)
    }

    /// Begins a world: the rounds that are known of it.
    pub(crate) fn begin(
        &mut self,
        set: &ProblemSet,
        lineup: &Lineup,
        experiment: &Experiment<'_>,
    ) -> Result<Vec<Round>, JournalError> {
        if self.file.is_none() {
            return Ok(Vec::new());
        }
        let terms = terms(set, lineup, experiment);
        match self.noted.pop_front() {
            None => {
                self.write(&Line::World { terms })?;
                return Ok(Vec::new());
            }
            Some((_, Line::World { terms: was })) => same(&was, &terms)?,
            Some((line, _)) => return Err(malformed(line, "a world must begin here")),
        }
        let mut rounds = Vec::new();
        while let Some((line, noted)) = self.noted.pop_front() {
            let Line::Round(kept) = noted else {
                self.noted.push_front((line, noted));
                break;
            };
            let Some(problem) = set.problems.get(rounds.len()) else {
                return Err(malformed(line, "the world has fewer problems"));
            };
            kept.check(line, problem, lineup, experiment)?;
            rounds.push(Round {
                problem: *problem,
                answers: kept.answers,
                reference_fault: kept.fault,
            });
        }
        if !self.noted.is_empty() && rounds.len() < set.problems.len() {
            let (line, _) = self.noted[0];
            return Err(malformed(line, "the world before it has more problems"));
        }
        Ok(rounds)
    }

    /// Keeps all answers to a problem.
    pub(crate) fn note(&mut self, round: &Round) -> Result<(), JournalError> {
        let problem = &round.problem;
        self.write(&Line::Round(ProblemAnswers {
            row: problem.number,
            start: problem.start.to_array(),
            goal: problem.goal.to_array(),
            fault: round.reference_fault.clone(),
            answers: round.answers.clone(),
        }))
    }

    fn write(&mut self, line: &Line) -> Result<(), JournalError> {
        if let Some(file) = &mut self.file {
            let mut text = serde_json::to_vec(line).map_err(io::Error::from)?;
            text.push(b'\n');
            file.write_all(&text)?;
        }
        Ok(())
    }
}

/// Returns whether a text without a whole line may be the beginning of a journal that was cut. Nothing else
/// is written over.
fn looks_alike(text: &[u8]) -> bool {
    let begins = b"{\"journal\"";
    text.iter().zip(begins).all(|(is, must)| is == must)
}

fn lines(text: &[u8]) -> Result<VecDeque<(u64, Line)>, JournalError> {
    let lines = text.split(|&byte| byte == b'\n');
    let lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
    let parsed = lines.map(|(number, line)| {
        let line =
            serde_json::from_slice(line).map_err(|reason| malformed(number, reason.to_string()))?;
        Ok((number, line))
    });
    parsed.collect()
}

fn malformed(line: u64, reason: impl Into<String>) -> JournalError {
    let reason = reason.into();
    JournalError::Malformed { line, reason }
}

/// Checks that terms are the same as they were.
fn same(was: &Terms, is: &Terms) -> Result<(), JournalError> {
    let names = was.keys().chain(is.keys());
    let differs = |name: &&String| was.get(*name) != is.get(*name);
    match names.into_iter().find(differs) {
        None => Ok(()),
        Some(name) => {
            let told = |terms: &Terms| terms.get(name).map_or("none", String::as_str).to_owned();
            Err(JournalError::OtherRun {
                what: name.clone(),
                was: told(was),
                is: told(is),
            })
        }
    }
}

/// Returns what the answers of a world depend on.
fn terms(set: &ProblemSet, lineup: &Lineup, experiment: &Experiment<'_>) -> Terms {
    let worlds = [Some(&set.world), set.water.as_ref()];
    let worlds = worlds.into_iter().flatten().map(Traversability::occupancy);
    let mut terms: Terms = [
        ("the map", fingerprint(worlds)),
        ("the number of problems", set.problems.len().to_string()),
        ("the number of repetitions", experiment.repeat.to_string()),
        ("the reference", experiment.reference.to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    if !set.terrain.is_uniform() {
        let costs = fingerprint_of_costs(&set.terrain);
        terms.insert("the costs".to_owned(), costs);
    }
    for (number, contestant) in (1..).zip(lineup.contestants()) {
        let label = contestant.label();
        let (settings, asks) = (contestant.search(), contestant.question());
        let guided = contestant.guidance();
        let mut said = format!("{label} ({settings:?}, {guided:?}, {asks:?})");
        said.extend(contestant.mover().map(MoveSource::terms));
        terms.insert(format!("contestant {number}"), said);
    }
    terms
}

impl ProblemAnswers {
    /// Checks that these are answers to this problem, by these contestants.
    fn check(
        &self,
        line: u64,
        problem: &Problem,
        lineup: &Lineup,
        experiment: &Experiment<'_>,
    ) -> Result<(), JournalError> {
        let told = |number: usize, [start, goal]: [[i32; 3]; 2]| {
            format!("row {number}, from {start:?} to {goal:?}")
        };
        let was = told(self.row, [self.start, self.goal]);
        let ends = [problem.start, problem.goal];
        let is = told(problem.number, ends.map(|cell| cell.to_array()));
        if was != is {
            let what = "a problem".to_owned();
            return Err(JournalError::OtherRun { what, was, is });
        }
        let times = experiment.repeat.get() as usize;
        let reason = if self.answers.len() != lineup.contestants().len() {
            "an answer of each contestant must be there"
        } else if self.answers.iter().any(|it| it.timings.len() != times) {
            "a time of each repetition must be there"
        } else {
            return Ok(());
        };
        Err(malformed(line, reason))
    }
}

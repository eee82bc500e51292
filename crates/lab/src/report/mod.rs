//! Reports of comparisons: the numbers behind the table, the JSON object and the page.

mod comparison;
mod joined;
mod machine;
mod setting;
mod spread;
mod statistics;

use serde::Serialize;
use voxnav::MoveSet;
use voxnav::experiment::Heuristic;
use voxnav::search::{Cost, Guarantee, Statistics};

use crate::check::Laws;
use crate::contest::{
    Answer, Contestant, Lineup, Merged, Problem, ProblemSet, Question, Repetitions, Round,
};
use crate::figures::as_number;
pub(crate) use comparison::paired;
pub use comparison::{Bucket, Comparison, Measure, SpeedUp};
pub use joined::IgnoredRows;
pub(crate) use joined::by_published;
pub use machine::Machine;
pub use setting::Setting;
pub(crate) use spread::tidy;
pub use spread::{Spread, Suboptimality};

use crate::suite::Published;

/// The number of faults that are listed for each combination.
const SHOWN_FAULTS: usize = 5;

/// The label of plain A*.
pub(crate) const PLAIN: &str = "astar octile";

/// The results on all worlds, and the circumstances.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The circumstances.
    #[serde(flatten)]
    pub setting: Setting,
    /// True if the run ended before its last row.
    pub interrupted: bool,
    /// The results on each problem set.
    pub worlds: Vec<WorldReport>,
    /// Every combination against a baseline, if there is one.
    pub comparison: Option<Comparison>,
    /// The rows of other programs that stand in no world, see [`Report::note_ignored`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<IgnoredRows>,
}

/// The results on one world.
#[derive(Debug, Serialize)]
pub struct WorldReport {
    /// The name of the world: of files, the path.
    pub name: String,
    /// Size and content in one line.
    pub description: String,
    /// A hash of its cells, if one was made.
    pub hash: Option<String>,
    /// The source of the problems.
    pub problems: String,
    /// The number of rows answered by every combination.
    pub rows: u64,
    /// The number of these rows that are from an earlier run that this one goes on with.
    #[serde(skip_serializing_if = "is_none")]
    pub kept: u64,
    /// The number of rows to choose from; `None` where they are drawn at will.
    pub available: Option<u64>,
    /// The number of times that each combination answered each row.
    pub repeat: u32,
    /// The name of the times that count: all, the median or the minimum of each row.
    pub repetitions: String,
    /// The source of the optimum.
    pub reference: String,
    /// The load of the machine.
    pub machine: Machine,
    /// The time from opening a file to being ready for the first query, in milliseconds.
    pub load_ms: f64,
    /// The memory of the occupancy, in bytes.
    pub occupancy_bytes: usize,
    /// The memory of what searches see of it, in bytes.
    pub traversability_bytes: usize,
    /// The memory of searches in the end, in bytes.
    pub workspace_bytes: usize,
    /// The numbers published of combinations in this world of a suite, and where they are from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub published: Vec<Published>,
    /// The results of each search, in the order of the lineup.
    pub combinations: Vec<Line>,
    /// The comparison of estimates with true costs, where that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub laws: Vec<Laws>,
    /// The contestants that did not run, because another is the same search.
    pub merged: Vec<Merged>,
    /// The faults of the reference engine where it disagrees with what the scenario lists.
    pub reference_faults: Vec<ShownFault>,
}

/// Returns every label, in the order of its first appearance.
pub(crate) fn labels(worlds: &[WorldReport]) -> Vec<&str> {
    let mut labels = Vec::new();
    for line in worlds.iter().flat_map(|world| &world.combinations) {
        if !labels.contains(&line.label.as_str()) {
            labels.push(&line.label);
        }
    }
    labels
}

/// The results of one combination on one world.
#[derive(Debug, Default, Serialize)]
pub struct Line {
    /// The name of the combination.
    pub label: String,
    /// True if another program found this, and it was not run here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// The name of its algorithm.
    pub algorithm: String,
    /// The name of what guides it.
    pub heuristic: String,
    /// The name of its moves.
    pub moves: String,
    /// The name of its corner rule.
    pub corners: String,
    /// The name of its rule of ties.
    pub ties: String,
    /// The guarantee: what is proved of the cost of its paths.
    pub guarantee: String,
    /// True if the guarantee is the optimum itself.
    pub exact: bool,
    /// The proved factor of the optimum over the cells, which any-angle paths may undercut.
    pub bound: Option<f64>,
    /// True if every answer kept the guarantee; `None` if there is no guarantee, or no path to hold
    /// against it.
    pub held: Option<bool>,
    /// The number of rows with a path.
    pub found: u64,
    /// The number of rows proved to have no path.
    pub unreachable: u64,
    /// The number of rows that reached the limit. Their times and counts are in the spreads as far as
    /// they got.
    pub limited: u64,
    /// The number of rows whose answer is not what it must be.
    pub wrong: u64,
    /// The time of a query, in milliseconds.
    pub time_ms: Spread,
    /// The time of the processor that a query took, in milliseconds, where the system tells.
    pub cpu_ms: Option<Spread>,
    /// The number of cells expanded by a query.
    pub expanded: Spread,
    /// The number of successors that a query generated.
    pub generated: Spread,
    /// The number of cells that a query expanded again.
    pub reopened: Spread,
    /// The cost by the optimum, of the paths found.
    pub suboptimality: Option<Suboptimality>,
    /// The mean of the turns of the paths found: changes of direction from move to move, on the ground as seen from above.
    pub turns: Option<f64>,
    /// Some of the rows whose answer is wrong.
    pub faults: Vec<ShownFault>,
    /// The measurements row by row.
    #[serde(skip)]
    pub(crate) rows: Vec<RowFigures>,
}

/// The measurements of one row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowFigures {
    /// The number of the problem.
    pub(crate) number: usize,
    pub(crate) start: [i32; 3],
    pub(crate) goal: [i32; 3],
    pub(crate) time_ms: Option<f64>,
    pub(crate) expanded: Option<f64>,
    /// The length of the path found.
    pub(crate) found: Option<f64>,
    /// The length of the best path, where it is known.
    pub(crate) optimum: Option<f64>,
    /// The length of the best path, or else of the path found.
    pub(crate) length: Option<f64>,
    /// The length by the octile distance.
    pub(crate) detour: Option<f64>,
    pub(crate) limited: bool,
}

impl RowFigures {
    fn of(
        problem: &Problem,
        answer: &Answer,
        moves: Option<MoveSet>,
        repetitions: Repetitions,
    ) -> Self {
        let length = answer.optimum.or(answer.cost).map(Cost::length);
        let octile = |moves| Heuristic::Octile.estimate(moves, problem.start, problem.goal);
        let free = moves.map_or(0.0, |moves| octile(moves).length());
        Self {
            number: problem.number,
            start: problem.start.to_array(),
            goal: problem.goal.to_array(),
            time_ms: Some(repetitions.one(&answer.times_ms())),
            expanded: Some(as_number(answer.statistics.expanded)),
            found: answer.cost.map(Cost::length),
            optimum: answer.optimum.map(Cost::length),
            length,
            detour: length.filter(|_| free > 0.0).map(|length| length / free),
            limited: answer.is_limited(),
        }
    }
}

/// A row whose answer is not what it must be.
#[derive(Clone, Debug, Serialize)]
pub struct ShownFault {
    /// The row of the scenario, from 1.
    pub row: usize,
    /// The cell where its path begins.
    pub start: [i32; 3],
    /// The cell where its path ends.
    pub goal: [i32; 3],
    /// The reason why the answer is wrong.
    pub reason: String,
}

impl ShownFault {
    fn new(problem: &Problem, reason: &impl ToString) -> Self {
        Self {
            row: problem.number,
            start: problem.start.to_array(),
            goal: problem.goal.to_array(),
            reason: reason.to_string(),
        }
    }

    /// Returns which row it is, in words: `row 3, 1,2,3 to 9,9,9`.
    pub(crate) fn of_row(&self) -> String {
        let [from, to] = [self.start, self.goal].map(|[x, y, z]| format!("{x},{y},{z}"));
        format!("row {}, {from} to {to}", self.row)
    }
}

impl Report {
    /// Joins what was found on several worlds.
    #[must_use]
    pub fn new(setting: Setting, worlds: Vec<WorldReport>) -> Self {
        Self {
            setting,
            interrupted: false,
            worlds,
            comparison: None,
            ignored: Vec::new(),
        }
    }

    /// Holds every combination against the one with a label; without one against plain A* with octile
    /// estimates, or else the first. Returns whether there is such a combination.
    pub fn compare_with(&mut self, baseline: Option<&str>) -> bool {
        let labels = self.labels();
        let usual = labels.iter().find(|it| **it == PLAIN).or(labels.first());
        let Some(baseline) = baseline.or(usual.copied()).map(str::to_owned) else {
            return false;
        };
        let is_there = labels.contains(&baseline.as_str());
        self.comparison = Comparison::with(self, &baseline);
        is_there
    }

    /// Returns every label, in the order of its first appearance.
    #[must_use]
    pub fn labels(&self) -> Vec<&str> {
        labels(&self.worlds)
    }

    /// Returns how many answers are wrong, of all worlds; also of the reference against listed
    /// lengths.
    #[must_use]
    pub fn wrong(&self) -> u64 {
        let of = |world: &WorldReport| {
            let lines = world.combinations.iter().map(|line| line.wrong);
            lines.sum::<u64>() + world.reference_faults.len() as u64
        };
        self.worlds.iter().map(of).sum()
    }

    /// Answers of combinations, repetitions not counted.
    #[must_use]
    pub fn answers(&self) -> u64 {
        let lines = self.worlds.iter().flat_map(|world| &world.combinations);
        lines.map(Line::answered).sum()
    }

    /// Returns how many searches ended at a limit.
    #[must_use]
    pub fn limited(&self) -> u64 {
        let lines = self.worlds.iter().flat_map(|world| &world.combinations);
        lines.map(|line| line.limited).sum()
    }
}

impl WorldReport {
    /// Returns the combination of this label.
    #[must_use]
    pub fn line(&self, label: &str) -> Option<&Line> {
        self.combinations.iter().find(|line| line.label == label)
    }

    /// Returns what rounds say, without the circumstances in which they were held.
    pub(crate) fn of_rounds(
        set: &ProblemSet,
        lineup: &Lineup,
        rounds: &[Round],
        repetitions: Repetitions,
    ) -> Self {
        let combinations = lineup
            .contestants()
            .iter()
            .enumerate()
            .map(|(index, entry)| {
                let answers = rounds
                    .iter()
                    .map(|round| (&round.problem, &round.answers[index]));
                Line::new(entry, &answers.collect::<Vec<_>>(), repetitions)
            });
        let faults = rounds.iter().filter_map(|round| {
            let fault = round.reference_fault.as_ref()?;
            Some(ShownFault::new(&round.problem, fault))
        });
        Self {
            name: set.name.clone(),
            description: set.description.clone(),
            hash: set.hash.clone(),
            problems: set.source.clone(),
            rows: rounds.len() as u64,
            kept: 0,
            available: set.available.map(|rows| rows as u64),
            repeat: 1,
            repetitions: repetitions.to_string(),
            reference: String::new(),
            machine: Machine::default(),
            load_ms: set.load.as_secs_f64() * 1e3,
            occupancy_bytes: set.occupancy_bytes,
            traversability_bytes: set.world.memory_bytes(),
            workspace_bytes: 0,
            published: Vec::new(),
            combinations: combinations.collect(),
            reference_faults: faults.collect(),
            laws: Vec::new(),
            merged: lineup.merged().to_vec(),
        }
    }
}

impl Line {
    fn new(entry: &Contestant, answers: &[(&Problem, &Answer)], repetitions: Repetitions) -> Self {
        let search = entry.search();
        let guarantee = entry.guarantee();
        let bound = match guarantee {
            Guarantee::Optimal => Some(1.0),
            Guarantee::Within(factor) | Guarantee::AnyAngle(factor) => Some(factor),
            _ => None,
        };
        let count = |holds: fn(&Answer) -> bool| {
            answers.iter().filter(|(_, answer)| holds(answer)).count() as u64
        };
        let (found, wrong) = (
            count(|answer| answer.cost.is_some()),
            count(|answer| answer.flaw.is_some()),
        );
        let counts = |of: fn(&Statistics) -> u64| {
            Spread::of(answers, |answer| vec![as_number(of(&answer.statistics))])
        };
        let cpu = answers.iter().all(|(_, answer)| answer.cpu_ms().is_some());
        let cpu_ms = |answer: &Answer| repetitions.counted(&answer.cpu_ms().unwrap_or_default());
        let moves = match entry.question() {
            Question::Lattice(moves, _) => Some(moves),
            Question::Own(_) => None,
        };
        let rows = answers
            .iter()
            .map(|(problem, answer)| RowFigures::of(problem, answer, moves, repetitions));
        Self {
            label: entry.label(),
            imported: false,
            algorithm: search.algorithm.to_string(),
            heuristic: entry.heuristic(),
            moves: entry.moves(),
            corners: entry.corners(),
            ties: search.ties.to_string(),
            guarantee: guarantee.to_string(),
            exact: guarantee == Guarantee::Optimal,
            bound,
            held: bound.filter(|_| found > 0 || wrong > 0).map(|_| wrong == 0),
            found,
            unreachable: count(|answer| answer.outcome == UNREACHABLE),
            limited: count(Answer::is_limited),
            wrong,
            time_ms: Spread::of(answers, |answer| repetitions.counted(&answer.times_ms())),
            cpu_ms: cpu.then(|| Spread::of(answers, cpu_ms)),
            expanded: counts(|statistics| statistics.expanded),
            generated: counts(|statistics| statistics.generated),
            reopened: counts(|statistics| statistics.reopened),
            suboptimality: Suboptimality::of(answers.iter().filter_map(|(_, it)| it.ratio())),
            turns: mean(answers.iter().filter_map(|(_, it)| it.turns)),
            faults: faults(answers),
            rows: rows.collect(),
        }
    }

    /// Returns the number of rows that it answered: all of the world, unless it was imported.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Returns whether nothing is proved about its paths.
    pub(crate) fn is_unbounded(&self) -> bool {
        self.bound.is_none()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// The name of [`voxnav::Outcome::Unreachable`].
const UNREACHABLE: &str = "unreachable";

fn faults(answers: &[(&Problem, &Answer)]) -> Vec<ShownFault> {
    let faults = answers.iter().filter_map(|(problem, answer)| {
        let flaw = answer.flaw.as_ref()?;
        Some(ShownFault::new(problem, flaw))
    });
    faults.take(SHOWN_FAULTS).collect()
}

/// Returns the mean of some counts; `None` if there are none.
fn mean(counts: impl Iterator<Item = u64>) -> Option<f64> {
    let counts: Vec<f64> = counts.map(as_number).collect();
    let sum: f64 = counts.iter().sum();
    (!counts.is_empty()).then(|| sum / as_number(counts.len() as u64))
}

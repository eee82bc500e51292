//! What a comparison found: the numbers behind the table, the JSON object and the page.

use serde::Serialize;
use voxnav::search::{Guarantee, Statistics};
use voxnav_worlds::Distribution;

use super::course::{Course, Problem};
use super::lineup::{Entry, Lineup, Merged};
use super::measure::{Answer, Asking, Round};
use super::preparation::{Preparation, Prepared};
use super::setting::Setting;

/// How many faults are listed for each combination.
const SHOWN_FAULTS: usize = 5;

#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    pub(super) setting: Setting,
    /// Whether the run ended before its last row.
    pub(super) interrupted: bool,
    pub(super) worlds: Vec<WorldReport>,
}

/// What was found on one world.
#[derive(Serialize)]
pub(super) struct WorldReport {
    pub(super) name: String,
    /// Size and content in one line.
    pub(super) description: String,
    pub(super) problems: String,
    /// Rows answered by every combination.
    pub(super) rows: u64,
    /// Rows to choose from; none where they are drawn at will.
    pub(super) available: Option<u64>,
    pub(super) repeat: u32,
    pub(super) load_ms: f64,
    pub(super) occupancy_bytes: usize,
    pub(super) traversability_bytes: usize,
    pub(super) workspace_bytes: usize,
    /// What was worked out before the first query, apart from loading.
    pub(super) prepared: Vec<Prepared>,
    /// What a tutorial published for such a scene.
    pub(super) published_ms: Option<f64>,
    pub(super) combinations: Vec<Line>,
    pub(super) merged: Vec<Merged>,
    /// Where the reference engine is not what the scenario lists.
    pub(super) reference_faults: Vec<ShownFault>,
}

/// What was found about one combination on one world.
#[derive(Serialize)]
pub(super) struct Line {
    pub(super) label: String,
    pub(super) algorithm: String,
    pub(super) heuristic: String,
    pub(super) moves: String,
    pub(super) corners: String,
    pub(super) ties: String,
    pub(super) guarantee: String,
    /// Whether the guarantee is the optimum itself.
    pub(super) exact: bool,
    /// The proved factor of the optimum over the cells, which any-angle paths may undercut.
    pub(super) bound: Option<f64>,
    /// Whether every answer kept it; none if there is none, or no path to hold against it.
    pub(super) held: Option<bool>,
    pub(super) found: u64,
    pub(super) unreachable: u64,
    /// Rows that reached the limit. Their times and counts are in the spreads as far as they got.
    pub(super) limited: u64,
    /// Rows whose answer is not what it must be.
    pub(super) wrong: u64,
    pub(super) time_ms: Spread,
    pub(super) expanded: Spread,
    pub(super) generated: Spread,
    pub(super) reopened: Spread,
    /// The cost by the optimum, of the paths found.
    pub(super) suboptimality: Option<Suboptimality>,
    pub(super) faults: Vec<ShownFault>,
    /// For each path found its length and the expansions it took, for the chart.
    #[serde(skip)]
    pub(super) points: Vec<(f64, u64)>,
}

/// The distribution of a measurement over the rows.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Spread {
    pub(super) mean: f64,
    pub(super) p5: f64,
    pub(super) q1: f64,
    pub(super) median: f64,
    pub(super) q3: f64,
    pub(super) p95: f64,
    pub(super) max: f64,
    pub(super) total: f64,
    /// Whether the median is only known to be at least this, because of rows that reached the limit.
    pub(super) median_at_least: bool,
    /// The same of the mean.
    pub(super) mean_at_least: bool,
}

#[derive(Clone, Copy, Serialize)]
pub(super) struct Suboptimality {
    pub(super) mean: f64,
    pub(super) max: f64,
}

#[derive(Clone, Serialize)]
pub(super) struct ShownFault {
    /// The row of the scenario, from 1.
    pub(super) row: usize,
    pub(super) start: [i32; 3],
    pub(super) goal: [i32; 3],
    pub(super) reason: String,
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
}

impl Report {
    pub(super) fn wrong(&self) -> u64 {
        let of = |world: &WorldReport| {
            let lines = world.combinations.iter().map(|line| line.wrong);
            lines.sum::<u64>() + world.reference_faults.len() as u64
        };
        self.worlds.iter().map(of).sum()
    }

    /// Answers of combinations, repetitions not counted.
    pub(super) fn answers(&self) -> u64 {
        let of = |world: &WorldReport| world.rows * world.combinations.len() as u64;
        self.worlds.iter().map(of).sum()
    }

    pub(super) fn limited(&self) -> u64 {
        let lines = self.worlds.iter().flat_map(|world| &world.combinations);
        lines.map(|line| line.limited).sum()
    }
}

impl WorldReport {
    pub(super) fn new(
        course: &Course,
        lineup: &Lineup,
        rounds: &[Round],
        asking: Asking,
        prepared: &[Preparation],
        workspace_bytes: usize,
    ) -> Self {
        let map = &course.map;
        let combinations = lineup.entries.iter().enumerate().map(|(index, entry)| {
            let answers = rounds
                .iter()
                .map(|round| (&round.problem, &round.answers[index]));
            Line::new(entry, &answers.collect::<Vec<_>>())
        });
        let faults = rounds.iter().filter_map(|round| {
            let fault = round.reference_fault.as_ref()?;
            Some(ShownFault::new(&round.problem, fault))
        });
        Self {
            name: map.path.display().to_string(),
            description: map.description(),
            problems: course.source.clone(),
            rows: rounds.len() as u64,
            available: course.available.map(|rows| rows as u64),
            repeat: asking.repeat,
            load_ms: map.load.as_secs_f64() * 1e3,
            occupancy_bytes: map.occupancy.memory_bytes(),
            traversability_bytes: map.world.memory_bytes(),
            workspace_bytes,
            prepared: prepared.iter().map(Preparation::report).collect(),
            published_ms: course
                .scene
                .map(|scene| scene.published_time().as_secs_f64() * 1e3),
            combinations: combinations.collect(),
            reference_faults: faults.collect(),
            merged: lineup.merged.clone(),
        }
    }
}

impl Line {
    fn new(entry: &Entry, answers: &[(&Problem, &Answer)]) -> Self {
        let search = &entry.search;
        let guarantee = search.guarantee();
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
        let points = answers
            .iter()
            .filter_map(|(_, answer)| Some((answer.cost?.length(), answer.statistics.expanded)));
        Self {
            label: entry.label.clone(),
            algorithm: search.algorithm.to_string(),
            heuristic: entry.heuristic.to_string(),
            moves: search.moves.to_string(),
            corners: search.corners.to_string(),
            ties: search.ties.to_string(),
            guarantee: guarantee.to_string(),
            exact: guarantee == Guarantee::Optimal,
            bound,
            held: bound.filter(|_| found > 0 || wrong > 0).map(|_| wrong == 0),
            found,
            unreachable: count(|answer| answer.outcome == UNREACHABLE),
            limited: count(Answer::is_limited),
            wrong,
            time_ms: Spread::of(answers, |answer| answer.times_ms.clone()),
            expanded: counts(|statistics| statistics.expanded),
            generated: counts(|statistics| statistics.generated),
            reopened: counts(|statistics| statistics.reopened),
            suboptimality: Suboptimality::of(answers),
            faults: faults(answers),
            points: points.collect(),
        }
    }

    /// Whether nothing is proved about its paths.
    pub(super) fn is_unbounded(&self) -> bool {
        self.bound.is_none()
    }
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

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(super) fn as_number(count: u64) -> f64 {
    count as f64
}

impl Spread {
    fn of(answers: &[(&Problem, &Answer)], measured: impl Fn(&Answer) -> Vec<f64>) -> Self {
        let mut known = Vec::new();
        // What would come out if rows that reached the limit had gone on for ever.
        let mut at_most = Vec::new();
        for (_, answer) in answers {
            for amount in measured(answer) {
                known.push(amount);
                at_most.push(if answer.is_limited() {
                    f64::MAX
                } else {
                    amount
                });
            }
        }
        let limited = at_most.contains(&f64::MAX);
        let (known, at_most) = (Distribution::new(known), Distribution::new(at_most));
        Self {
            mean: known.mean(),
            p5: known.quantile(0.05),
            q1: known.quantile(0.25),
            median: known.median(),
            q3: known.quantile(0.75),
            p95: known.quantile(0.95),
            max: known.max(),
            total: known.total(),
            median_at_least: known.median() < at_most.median(),
            mean_at_least: limited,
        }
    }
}

impl Suboptimality {
    fn of(answers: &[(&Problem, &Answer)]) -> Option<Self> {
        let ratios: Vec<_> = answers.iter().filter_map(|(_, a)| a.ratio()).collect();
        if ratios.is_empty() {
            return None;
        }
        let ratios = Distribution::new(ratios);
        Some(Self {
            mean: ratios.mean(),
            max: ratios.max(),
        })
    }
}

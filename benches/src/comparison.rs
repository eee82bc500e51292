//! The run: every problem by every engine, one after the other on one thread, and the judgment of
//! each answer.
//!
//! The engines answer row by row, so that whatever else the machine does meanwhile falls on all of
//! them, and their order is drawn again for each row, so that none always finds the caches as the same
//! other left them. The order of the rows is drawn, too: an engine that has spent its budget is not
//! asked the rest, and what it answered until then is a fair sample of all rows.

use std::time::Duration;

use thiserror::Error;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, PathError, SearchSettings, verify_cells};
use voxnav_files::ScenarioRow;
use voxnav_lab::Problem;
use voxnav_worlds::{Distribution, random_order};

use crate::clock::Clock;
use crate::engine::{Answer, EngineName, Unfit};

/// The share by which a path may be longer of an engine that proves no optimum: `grid_pathfinding`
/// rounds costs to whole numbers, and some of its paths are half a cell longer than a shortest one.
pub const INEXACT_TOLERANCE: f64 = 0.05;

/// Error for an answer that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum Fault {
    /// A path exists, and the engine found none.
    #[error("no path was found")]
    NoPath,
    /// The path leads from or to another cell.
    #[error("the path does not join the cells asked for")]
    WrongEnds,
    /// The path breaks a rule.
    #[error(transparent)]
    Illegal(#[from] PathError),
    /// The path costs something else than the engine says.
    #[error("the path costs {actual}, and {claimed} was claimed")]
    WrongCost {
        /// The cost that the engine says.
        claimed: Cost,
        /// The sum of the costs of the moves.
        actual: Cost,
    },
    /// Another engine found a cheaper path, which was verified.
    #[error("the path costs {cost}, and there is one for {best}")]
    NotShortest {
        /// The cost of this path.
        cost: Cost,
        /// The cost of the other.
        best: Cost,
    },
    /// The scenario lists another length.
    #[error("the path costs {cost}, and the scenario lists {listed}")]
    NotAsListed {
        /// The cost of this path.
        cost: Cost,
        /// The listed length.
        listed: f64,
    },
}

/// A wrong answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mismatch {
    /// The problem.
    pub problem: Problem,
    /// The fault of the answer.
    pub fault: Fault,
}

/// The times, expansions and faults of one engine.
#[derive(Clone, Debug)]
pub struct EngineRecord {
    /// The engine.
    pub name: EngineName,
    /// Times, one for each row that the engine was asked. The rows come in the same order for all engines,
    /// so that those of one are the first of those of another.
    pub times: Vec<Duration>,
    /// Expansions in all of these rows.
    pub expanded: u64,
    /// The wrong answers.
    pub mismatches: Vec<Mismatch>,
}

impl EngineRecord {
    fn new(name: EngineName) -> Self {
        Self {
            name,
            times: Vec::new(),
            expanded: 0,
            mismatches: Vec::new(),
        }
    }

    /// Returns how many times as fast the engine is as another, by the mean and by the median of the rows
    /// that both answered.
    #[must_use]
    pub fn speed(&self, other: &Self) -> [f64; 2] {
        let both = self.times.len().min(other.times.len());
        let [own, other] = [self, other].map(|it| {
            let seconds = it.times[..both].iter().map(Duration::as_secs_f64);
            Distribution::new(seconds.collect())
        });
        [other.mean() / own.mean(), other.median() / own.median()]
    }
}

/// Answers all `problems` with all engines by the moves and corners of `rules`, timed by `clock`. An
/// engine whose answers have taken more than `budget` together is asked no further row.
///
/// # Errors
/// [`Unfit`] if an engine cannot take the world.
pub fn compare(
    names: &[EngineName],
    world: &Traversability,
    rules: SearchSettings,
    problems: &[Problem],
    clock: Clock,
    budget: Duration,
) -> Result<Vec<EngineRecord>, Unfit> {
    let engines = names.iter().map(|name| name.engine(world, rules, clock));
    let mut engines = engines.collect::<Result<Vec<_>, _>>()?;
    let mut records: Vec<_> = names.iter().copied().map(EngineRecord::new).collect();
    // None where it is spent.
    let mut budgets = vec![Some(budget); engines.len()];
    for row in random_order(problems.len(), ROW_SEED) {
        let problem = &problems[row];
        let mut answers = Vec::new();
        for index in random_order(engines.len(), row as u64) {
            if let Some(budget) = budgets[index] {
                let answer = engines[index](problem.start, problem.goal);
                budgets[index] = budget.checked_sub(answer.elapsed);
                answers.push((index, answer));
            }
        }
        record_row(problem, &answers, world, rules, &mut records);
    }
    Ok(records)
}

/// Draws the order of the rows.
const ROW_SEED: u64 = 31;

/// Judges the answers to one row, each with the place of its record.
fn record_row(
    problem: &Problem,
    answers: &[(usize, Answer)],
    world: &Traversability,
    rules: SearchSettings,
    records: &mut [EngineRecord],
) {
    let checked: Vec<_> = answers
        .iter()
        .map(|(_, answer)| checked_cost(problem, answer, world, rules))
        .collect();
    // A verified path proves that the optimum is no more than its cost.
    let best = checked.iter().flatten().min().copied();
    for ((index, answer), checked) in answers.iter().zip(checked) {
        let record = &mut records[*index];
        record.times.push(answer.elapsed);
        record.expanded += answer.expanded;
        let judged =
            checked.and_then(|cost| optimal(record.name, problem, cost, best.unwrap_or(cost)));
        if let Err(fault) = judged {
            record.mismatches.push(Mismatch {
                problem: *problem,
                fault,
            });
        }
    }
}

/// Returns the cost of the answered path, re-checked move by move.
fn checked_cost(
    problem: &Problem,
    answer: &Answer,
    world: &Traversability,
    rules: SearchSettings,
) -> Result<Cost, Fault> {
    let cells = answer.path.as_ref().ok_or(Fault::NoPath)?;
    if [cells.first(), cells.last()] != [Some(&problem.start), Some(&problem.goal)] {
        return Err(Fault::WrongEnds);
    }
    let cells = cells.iter().copied();
    let actual = verify_cells(cells, world, rules.moves, rules.corners, None)?;
    match answer.claimed {
        Some(claimed) if claimed != actual => Err(Fault::WrongCost { claimed, actual }),
        _ => Ok(actual),
    }
}

/// Checks that a verified cost is that of a shortest path, as far as is known and the engine proves it.
fn optimal(name: EngineName, problem: &Problem, cost: Cost, best: Cost) -> Result<(), Fault> {
    let is_inexact = name == EngineName::GridPathfinding;
    let most = best.length() * (1.0 + INEXACT_TOLERANCE);
    if cost > best && !(is_inexact && cost.length() <= most) {
        return Err(Fault::NotShortest { cost, best });
    }
    let Some(listed) = problem.listed.filter(|_| !is_inexact) else {
        return Ok(());
    };
    let row = ScenarioRow {
        rounding: problem.rounding,
        ..ScenarioRow::new(problem.start, problem.goal, listed)
    };
    if (cost.length() - listed).abs() > row.tolerance() {
        return Err(Fault::NotAsListed { cost, listed });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;
    use voxnav::glam::IVec3;
    use voxnav::{CornerRule, UnknownPolicy};
    use voxnav_worlds::{WorldKind, generate};

    use super::*;
    use crate::problem_set;

    fn all_but(left_out: EngineName) -> Vec<EngineName> {
        let mut names = EngineName::value_variants().to_vec();
        names.retain(|&name| name != left_out);
        names
    }

    fn assert_agreement(world: &str, names: &[EngineName], corners: CornerRule) {
        let set = problem_set(world, 20).unwrap();
        let rules = SearchSettings::default().moves(set.moves).corners(corners);
        let (world, problems) = (&set.world, &set.problems);
        let records = compare(names, world, rules, problems, Clock::Wall, Duration::MAX);
        for record in records.unwrap() {
            let EngineRecord { name, times, .. } = &record;
            assert_eq!(record.mismatches, [], "{}, {name}", set.name);
            assert_eq!(times.len(), problems.len());
        }
    }

    #[test]
    fn engines_agree_on_worlds_of_one_layer_under_either_rule() {
        for kind in ["empty", "caves", "random:30", "maze", "rooms"] {
            let world = format!("generated:{kind}:70,66,1:5");
            assert_agreement(
                &world,
                &all_but(EngineName::GridPathfinding),
                CornerRule::Strict,
            );
            assert_agreement(&world, &all_but(EngineName::Textbook), CornerRule::Lenient);
        }
    }

    #[test]
    fn all_engines_agree_on_every_kind_of_world() {
        for kind in ["empty", "caves", "random:30", "maze", "rooms", "towers"] {
            let world = format!("generated:{kind}:30,24,20:5");
            let names = all_but(EngineName::GridPathfinding);
            assert_agreement(&world, &names, CornerRule::Strict);
        }
    }

    /// Checks that an engine without time left answers one row.
    #[test]
    fn an_engine_that_has_spent_its_budget_is_asked_no_more() {
        let set = problem_set("generated:empty:12,12,12:3", 30).unwrap();
        let names = [EngineName::Voxnav, EngineName::Textbook];
        let asked = |budget| {
            let (rules, rows) = (SearchSettings::default(), &set.problems);
            let records = compare(&names, &set.world, rules, rows, Clock::Wall, budget);
            let records = records.unwrap();
            assert!(records.iter().all(|it| it.mismatches.is_empty()));
            [records[0].times.len(), records[1].times.len()]
        };
        assert_eq!(asked(Duration::ZERO), [1, 1]);
        assert_eq!(asked(Duration::MAX), [30, 30]);
    }

    #[test]
    fn speeds_are_over_the_rows_that_both_answered() {
        let record = |name, times: &[u64]| EngineRecord {
            times: times.iter().copied().map(Duration::from_secs).collect(),
            ..EngineRecord::new(name)
        };
        let own = record(EngineName::Voxnav, &[1, 2, 100]);
        let peer = record(EngineName::Pathfinding, &[8, 10]);
        assert_eq!(own.speed(&peer).map(f64::to_bits), [6_f64.to_bits(); 2]);
        assert_eq!(peer.speed(&peer).map(f64::to_bits), [1_f64.to_bits(); 2]);
    }

    #[test]
    fn every_kind_of_wrong_answer_is_noticed() {
        let occupancy = generate(WorldKind::Empty, IVec3::splat(4), 0).unwrap();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let (start, goal) = (IVec3::ZERO, IVec3::X * 2);
        let fault = |cells: &[IVec3], claimed: Cost, length: Option<f64>| {
            let problem = Problem {
                listed: length,
                ..Problem::new(1, start, goal)
            };
            let answer = |path, claimed| Answer {
                elapsed: Duration::ZERO,
                expanded: 0,
                path,
                claimed: Some(claimed),
            };
            let shortest = answer(Some(vec![start, IVec3::X, goal]), Cost::STRAIGHT * 2);
            let other = answer((!cells.is_empty()).then(|| cells.to_vec()), claimed);
            let answers = [(0, shortest), (1, other)];
            let names = [EngineName::Voxnav, EngineName::Textbook];
            let mut records = names.map(EngineRecord::new);
            let rules = SearchSettings::default();
            record_row(&problem, &answers, &world, rules, &mut records);
            records[1].mismatches.first().map(|mismatch| mismatch.fault)
        };
        let straight = [start, IVec3::X, goal];
        let two = Cost::STRAIGHT * 2;
        assert_eq!(fault(&straight, two, None), None);
        assert_eq!(fault(&straight, two, Some(2.000_000_1)), None);
        assert_eq!(fault(&[], two, None), Some(Fault::NoPath));
        assert_eq!(fault(&straight[..2], two, None), Some(Fault::WrongEnds));
        assert!(matches!(
            fault(&[start, goal], two, None),
            Some(Fault::Illegal(_))
        ));
        assert!(matches!(
            fault(&straight, Cost::STRAIGHT, None),
            Some(Fault::WrongCost { .. })
        ));
        let detour = [start, IVec3::new(1, 1, 0), goal];
        assert!(matches!(
            fault(&detour, Cost::FACE_DIAGONAL * 2, None),
            Some(Fault::NotShortest { .. })
        ));
        assert!(matches!(
            fault(&straight, two, Some(2.001)),
            Some(Fault::NotAsListed { .. })
        ));
    }
}

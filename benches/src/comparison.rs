//! The run: every problem by every engine, one after the other on one thread, and the judgment of
//! each answer.
//!
//! The engines answer row by row, so that whatever else the machine does meanwhile falls on all of
//! them, and their order is drawn anew for each row, so that none always finds the caches as the same
//! other left them. The order of the rows is drawn, too: an engine that has spent its budget is not
//! asked the rest, and what it answered until then is a fair sample of all rows.

use std::time::Duration;

use thiserror::Error;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, PathError, verify_cells};
use voxnav_worlds::random_order;

use crate::clock::Clock;
use crate::engine::{Answer, Engine, EngineName, Unfit};
use crate::problems::Problem;
use crate::rules::Rules;

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
    /// The row's position in the list of problems.
    pub row: usize,
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
    /// Milliseconds, one value for each row that it was asked. The rows come in the same order for all
    /// engines, so that those of one are the first of those of another.
    pub times: Vec<f64>,
    /// Expansions, one value for each of these rows.
    pub expanded: Vec<u64>,
    /// The wrong answers.
    pub mismatches: Vec<Mismatch>,
    /// Bytes that the engine held at the end.
    pub memory_bytes: usize,
}

impl EngineRecord {
    fn new(name: EngineName) -> Self {
        Self {
            name,
            times: Vec::new(),
            expanded: Vec::new(),
            mismatches: Vec::new(),
            memory_bytes: 0,
        }
    }
}

/// The clock of the engines, and the time they may take.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The clock.
    pub clock: Clock,
    /// The time that the answers of an engine may take together. One that has taken more is asked no further
    /// row.
    pub budget: Duration,
}

/// Answers all `problems` with all engines, as far as the budget of each allows; calls `after_row`
/// after each row.
///
/// # Errors
/// [`Unfit`] if an engine cannot take the world.
pub fn compare(
    names: &[EngineName],
    world: &Traversability,
    rules: Rules,
    problems: &[Problem],
    timing: Timing,
    mut after_row: impl FnMut(),
) -> Result<Vec<EngineRecord>, Unfit> {
    let mut engines = Vec::new();
    let mut records = Vec::new();
    for &name in names {
        engines.push(Engine::new(name, world, rules)?);
        records.push(EngineRecord::new(name));
    }
    // None where it is spent.
    let mut budgets = vec![Some(timing.budget); engines.len()];
    let mut answers = Vec::new();
    for row in random_order(problems.len(), ROW_SEED) {
        let problem = &problems[row];
        answers.clear();
        for index in random_order(engines.len(), row as u64) {
            if let Some(budget) = budgets[index] {
                let answer = engines[index].answer(problem, timing.clock);
                budgets[index] = budget.checked_sub(answer.elapsed);
                answers.push((index, answer));
            }
        }
        record_row(row, problem, &answers, world, rules, &mut records);
        after_row();
    }
    for (record, engine) in records.iter_mut().zip(&engines) {
        record.memory_bytes = engine.memory_bytes();
    }
    Ok(records)
}

/// Draws the order of the rows.
const ROW_SEED: u64 = 31;

/// Judges the answers to one row, each with the place of its record.
fn record_row(
    row: usize,
    problem: &Problem,
    answers: &[(usize, Answer)],
    world: &Traversability,
    rules: Rules,
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
        record.times.push(answer.elapsed.as_secs_f64() * 1e3);
        record.expanded.push(answer.expanded);
        let judged = checked.and_then(|cost| match record.name {
            EngineName::GridPathfinding => nearly_optimal(cost, best.unwrap_or(cost)),
            _ => optimal(problem, cost, best.unwrap_or(cost)),
        });
        if let Err(fault) = judged {
            record.mismatches.push(Mismatch {
                row,
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
    rules: Rules,
) -> Result<Cost, Fault> {
    let (cells, claimed) = answer.path.as_ref().ok_or(Fault::NoPath)?;
    let ends = [cells.first(), cells.last()];
    if ends != [Some(&problem.start), Some(&problem.goal)] {
        return Err(Fault::WrongEnds);
    }
    let cells = cells.iter().copied();
    let actual = verify_cells(cells, world, rules.moves, rules.corners, None)?;
    if actual == *claimed {
        Ok(actual)
    } else {
        Err(Fault::WrongCost {
            claimed: *claimed,
            actual,
        })
    }
}

/// Checks that a verified cost is that of a shortest path, as far as is known.
fn optimal(problem: &Problem, cost: Cost, best: Cost) -> Result<(), Fault> {
    if cost > best {
        return Err(Fault::NotShortest { cost, best });
    }
    match problem.listed {
        Some(row) if (cost.length() - row.length).abs() > row.tolerance() => {
            let listed = row.length;
            Err(Fault::NotAsListed { cost, listed })
        }
        _ => Ok(()),
    }
}

/// Checks that a verified cost is about that of a shortest path.
fn nearly_optimal(cost: Cost, best: Cost) -> Result<(), Fault> {
    if cost.length() > best.length() * (1.0 + INEXACT_TOLERANCE) {
        return Err(Fault::NotShortest { cost, best });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;
    use voxnav::UnknownPolicy;
    use voxnav::glam::IVec3;
    use voxnav_formats::ScenarioRow;
    use voxnav_worlds::{WorldKind, generate};

    use super::*;
    use crate::problems::random_pairs;
    use crate::rules::Corners;

    const ALL_THE_TIME: Timing = Timing {
        clock: Clock::Wall,
        budget: Duration::MAX,
    };

    fn all_but_grids() -> Vec<EngineName> {
        let mut names = EngineName::value_variants().to_vec();
        names.retain(|&name| name != EngineName::GridPathfinding);
        names
    }

    #[test]
    fn engines_agree_on_worlds_of_one_layer_under_either_rule() {
        for kind in ["empty", "caves", "random:30", "maze", "rooms"] {
            let kind: WorldKind = kind.parse().unwrap();
            let occupancy = generate(kind, IVec3::new(70, 66, 1), 5).unwrap();
            let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
            let problems = random_pairs(&occupancy, &world, 5, 20).rows;
            for corners in [Corners::Strict, Corners::Lenient] {
                let mut names = all_but_grids();
                if corners == Corners::Lenient {
                    names.retain(|&name| name != EngineName::Textbook);
                    names.push(EngineName::GridPathfinding);
                }
                let rules = Rules::of(&world, corners);
                let records = compare(&names, &world, rules, &problems, ALL_THE_TIME, || ());
                for record in records.unwrap() {
                    assert_eq!(record.mismatches, [], "{kind}, {}", record.name);
                }
            }
        }
    }

    #[test]
    fn all_engines_agree_on_every_kind_of_world() {
        for kind in ["empty", "caves", "random:30", "maze", "rooms", "towers"] {
            let kind: WorldKind = kind.parse().unwrap();
            let occupancy = generate(kind, IVec3::new(30, 24, 20), 5).unwrap();
            let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
            let problems = random_pairs(&occupancy, &world, 5, 20).rows;
            assert!(!problems.is_empty(), "{kind}");
            let mut rows = 0;
            let records = compare(
                &all_but_grids(),
                &world,
                Rules::of(&world, Corners::Strict),
                &problems,
                ALL_THE_TIME,
                || {
                    rows += 1;
                },
            );
            assert_eq!(rows, problems.len());
            for record in records.unwrap() {
                assert_eq!(record.mismatches, [], "{kind}, {}", record.name);
                assert_eq!(record.times.len(), problems.len());
                assert_eq!(record.expanded.len(), problems.len());
            }
        }
    }

    /// Checks that an engine without time left answers one row, and the others go on.
    #[test]
    fn an_engine_that_has_spent_its_budget_is_asked_no_more() {
        let occupancy = generate(WorldKind::Empty, IVec3::splat(12), 0).unwrap();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let problems = random_pairs(&occupancy, &world, 3, 30).rows;
        let names = [EngineName::Voxnav, EngineName::Textbook];
        let rules = Rules::of(&world, Corners::Strict);
        let asked = |budget| {
            let timing = Timing {
                budget,
                ..ALL_THE_TIME
            };
            let records = compare(&names, &world, rules, &problems, timing, || ()).unwrap();
            for record in &records {
                assert_eq!(record.mismatches, []);
                assert_eq!(record.times.len(), record.expanded.len());
            }
            [records[0].times.len(), records[1].times.len()]
        };
        assert_eq!(asked(Duration::ZERO), [1, 1]);
        assert_eq!(asked(Duration::MAX), [30, 30]);
    }

    #[test]
    fn every_kind_of_wrong_answer_is_noticed() {
        let occupancy = generate(WorldKind::Empty, IVec3::splat(4), 0).unwrap();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let (start, goal) = (IVec3::ZERO, IVec3::X * 2);
        let fault = |cells: &[IVec3], claimed: Cost, length: Option<f64>| {
            let problem = Problem {
                start,
                goal,
                listed: length.map(|length| ScenarioRow::new(start, goal, length)),
            };
            let answer = |path| Answer {
                elapsed: Duration::ZERO,
                expanded: 0,
                path,
            };
            let shortest = (vec![start, IVec3::X, goal], Cost::STRAIGHT * 2);
            let other = (!cells.is_empty()).then(|| (cells.to_vec(), claimed));
            let answers = [(0, answer(Some(shortest))), (1, answer(other))];
            let names = [EngineName::Voxnav, EngineName::Textbook];
            let mut records = names.map(EngineRecord::new);
            let rules = Rules::of(&world, Corners::Strict);
            record_row(0, &problem, &answers, &world, rules, &mut records);
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

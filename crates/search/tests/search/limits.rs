//! What a limit may change: a search that ends early says so, what it returns is true all the same,
//! and a limit that is not reached changes nothing.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use std::sync::atomic::AtomicBool;

use voxnav_search::{Cost, Limit, Limits, Outcome, Path, Solution, Workspace};
use voxnav_testkit::grid::{Cell, Grid, sample_cell, sample_grid, sample_wide_grid};
use voxnav_testkit::{Draws, seeds};

use crate::engine::{Entry, Question, World, entries};
use crate::oracle::{Distances, Rules, Toward, check_path};

/// Worlds by default.
const CASES: u64 = 1500;

/// A question with the answer to it, and one way to ask it.
struct Case {
    grid: Grid,
    world: World,
    question: Question,
    entry: Entry,
    optimum: Option<u64>,
}

impl Case {
    fn sample(draws: &mut Draws) -> Self {
        let grid = if draws.percent(5) {
            sample_wide_grid(draws)
        } else {
            sample_grid(draws)
        };
        let world = World::plain(&grid);
        let rules = Rules::sample(draws);
        let start = sample_cell(&grid, draws);
        let distances = Distances::new(&grid, rules, start, Toward::Others);
        let reached = distances.reached();
        let goal = if reached.is_empty() || draws.percent(20) {
            sample_cell(&grid, draws)
        } else {
            draws.pick(&reached)
        };
        let optimum = distances.cost(goal);
        let question = Question { rules, start, goal };
        let entry = draws.pick(&entries());
        Self {
            grid,
            world,
            question,
            entry,
            optimum,
        }
    }

    fn solve(&self, limits: Limits, workspace: &mut Workspace) -> Solution {
        self.question
            .query(&self.world, &self.entry)
            .limits(limits)
            .solve(&self.world.cells, workspace)
    }

    /// Whether the ends are such that nothing is searched.
    fn is_refused(&self) -> bool {
        !self.question.faults(&self.grid, &self.world).is_empty()
    }

    /// Checks the path of a search that was ended.
    fn check_best(&self, best: &Path) -> Result<u64, String> {
        let cells: Vec<Cell> = best.cells().map(|cell| cell.to_array()).collect();
        let end = best.goal().to_array();
        let cost = check_path(
            &self.grid,
            self.question.rules,
            &cells,
            self.question.start,
            end,
        )?;
        let agrees = cost == best.cost().raw();
        agrees
            .then_some(cost)
            .ok_or_else(|| format!("it costs {cost}, not {:?}", best.cost()))
    }
}

/// Runs a law on random cases.
fn hold(
    name: &str,
    first_seed: u64,
    law: impl Fn(&Case, &mut Workspace) -> Result<(), String> + Sync,
) {
    let seeds = seeds(first_seed, CASES);
    voxnav_testkit::hold(name, seeds, Workspace::new, |seed, workspace| {
        let case = Case::sample(&mut Draws::new(seed));
        law(&case, workspace).map_err(|text| {
            let Case {
                grid,
                question,
                entry,
                optimum,
                ..
            } = case;
            format!(
                "{text}
{question:?}
{entry:?}
{optimum:?}
{grid}"
            )
        })
    });
}

#[test]
fn limited_expansions_end_a_search_or_change_nothing() {
    hold("expansions", 9_000_000, |case, workspace| {
        let whole = case.solve(Limits::none(), workspace);
        let needed = whole.statistics.expanded;
        for limit in [
            0,
            1,
            needed / 2,
            needed.saturating_sub(1),
            needed,
            needed + 1,
        ] {
            let solution = case.solve(Limits::none().expanded(limit), workspace);
            // A search may not know that the last expansion allowed was also the last one needed.
            if solution == whole && limit >= needed {
                continue;
            }
            if limit > needed || case.is_refused() {
                return Err(format!("limit {limit} turns {whole:?} into {solution:?}"));
            }
            let Solution {
                outcome,
                statistics,
                ..
            } = &solution;
            let Outcome::LimitReached {
                limit: Limit::Expanded,
                path: best,
            } = outcome
            else {
                return Err(format!("limit {limit} of {needed} gives {outcome:?}"));
            };
            case.check_best(best)?;
            let proved = case
                .optimum
                .is_none_or(|optimum| statistics.lower_bound.raw() <= optimum);
            if statistics.expanded > limit || !proved {
                return Err(format!(
                    "limit {limit}, optimum {:?}: {statistics:?}",
                    case.optimum
                ));
            }
        }
        Ok(())
    });
}

#[test]
fn limited_costs_exclude_dearer_paths_only() {
    hold("costs", 9_100_000, |case, workspace| {
        let whole = case.solve(Limits::none(), workspace);
        let reference = case.optimum.unwrap_or(1 << 33);
        for limit in [
            0,
            reference / 2,
            reference.saturating_sub(1),
            reference,
            2 * reference,
        ] {
            let solution = case.solve(Limits::none().cost(Cost::from_raw(limit)), workspace);
            let exact = case.entry.is_admissible(case.question.rules.moves);
            let fits = match &solution.outcome {
                outcome if case.is_refused() => *outcome == whole.outcome,
                Outcome::Found(path) => {
                    case.check_best(path)? <= limit && path.goal() == case.question.goal.into()
                }
                Outcome::LimitReached {
                    limit: Limit::Cost,
                    path: best,
                } => {
                    case.check_best(best)?;
                    case.optimum.is_none_or(|optimum| optimum > limit || !exact)
                }
                Outcome::Unreachable => case.optimum.is_none(),
                _ => false,
            };
            if !fits {
                return Err(format!("limit {limit} gives {solution:?}"));
            }
        }
        Ok(())
    });
}

#[test]
fn cancelled_searches_say_so_or_are_complete() {
    hold("cancelling", 9_200_000, |case, workspace| {
        let whole = case.solve(Limits::none(), workspace);
        let cancel = AtomicBool::new(true);
        let query = case
            .question
            .query(&case.world, &case.entry)
            .cancel(&cancel);
        let solution = query.solve(&case.world.cells, workspace);
        match &solution.outcome {
            Outcome::Cancelled { path: best } if !case.is_refused() => {
                case.check_best(best).map(drop)
            }
            outcome if *outcome == whole.outcome => Ok(()),
            outcome => Err(format!("{outcome:?} instead of {:?}", whole.outcome)),
        }
    });
}

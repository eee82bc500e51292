//! What a limit may change: a search that ends early says so, what it returns is true all the same,
//! and a limit that is not reached changes nothing.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use std::sync::atomic::AtomicBool;

use voxnav_search::{Cost, Limit, Limits, Outcome, Path, Solution, Workspace};
use voxnav_testkit::grid::Cell;

use crate::engine::Question;
use crate::oracle::check_path;
use crate::solved::{Solved, hold};

impl Solved {
    fn solve(&self, limits: Limits, workspace: &mut Workspace) -> Solution {
        let query = self.query().limits(limits);
        query.solve(&self.world.cells, workspace)
    }

    /// Checks the path of a search that was ended.
    fn check_best(&self, best: &Path) -> Result<Cost, String> {
        let cells: Vec<Cell> = best.cells().map(|cell| cell.to_array()).collect();
        let Question { rules, start, .. } = self.question;
        let cost = check_path(&self.grid, rules, &cells, start, best.goal().to_array())?;
        let agrees = cost == best.cost().raw();
        agrees
            .then_some(best.cost())
            .ok_or_else(|| format!("it costs {cost}, not {:?}", best.cost()))
    }
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
                .is_none_or(|optimum| statistics.lower_bound <= optimum);
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
        let reference = case.optimum.map_or(1 << 33, Cost::raw);
        for limit in [
            0,
            reference / 2,
            reference.saturating_sub(1),
            reference,
            2 * reference,
        ] {
            let limit = Cost::from_raw(limit);
            let solution = case.solve(Limits::none().cost(limit), workspace);
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
                return Err(format!("limit {limit:?} gives {solution:?}"));
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
        let query = case.query().cancel(&cancel);
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

//! Questions with the answer to them, which laws of single queries are tried on.

use std::fmt::{self, Display};

use voxnav_search::{Cost, Query, Workspace};
use voxnav_testkit::grid::{Grid, sample_cell, sample_grid, sample_wide_grid};
use voxnav_testkit::{Case, Draws, hold_on_cases, seeds};

use crate::engine::{Entry, Question, World, entries};
use crate::oracle::{Distances, Rules, Toward};

/// Worlds by default.
const CASES: u64 = 1500;

/// A question with the answer to it, and one way to ask it.
pub(crate) struct Solved {
    pub(crate) grid: Grid,
    pub(crate) world: World,
    pub(crate) question: Question,
    pub(crate) entry: Entry,
    /// The cost of the best path, `None` if there is no path.
    pub(crate) optimum: Option<Cost>,
}

impl Case for Solved {
    fn sample(draws: &mut Draws) -> Option<Self> {
        let grid = if draws.percent(5) {
            sample_wide_grid(draws)
        } else {
            sample_grid(draws)
        };
        let rules = Rules::sample(draws);
        let start = sample_cell(&grid, draws);
        let distances = Distances::new(&grid, rules, start, Toward::Others);
        let reached = distances.reached();
        let goal = if reached.is_empty() || draws.percent(20) {
            sample_cell(&grid, draws)
        } else {
            draws.pick(&reached)
        };
        Some(Self {
            world: World::plain(&grid),
            question: Question { rules, start, goal },
            entry: draws.pick(&entries()),
            optimum: distances.cost(goal).map(Cost::from_raw),
            grid,
        })
    }
}

impl Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            grid,
            question,
            entry,
            optimum,
            ..
        } = self;
        write!(f, "{question:?}\n{entry:?}\n{optimum:?}\n{grid}")
    }
}

impl Solved {
    pub(crate) fn query(&self) -> Query<'_> {
        self.question.query(&self.world, &self.entry)
    }

    /// Whether the ends are such that nothing is searched.
    pub(crate) fn is_refused(&self) -> bool {
        !self.question.faults(&self.grid, &self.world).is_empty()
    }
}

/// Tries a law on the questions that the seeds from `first_seed` on give.
pub(crate) fn hold(
    name: &str,
    first_seed: u64,
    law: impl Fn(&Solved, &mut Workspace) -> Result<(), String> + Sync,
) {
    let seeds = seeds(first_seed, CASES);
    hold_on_cases(name, seeds, |case, _, workspace| law(case, workspace));
}

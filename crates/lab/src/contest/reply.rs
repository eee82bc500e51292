//! Replies of queries, whatever their moves are.

use voxnav::grid::Axis;
use voxnav::search::{Cost, Solution, Statistics};
use voxnav::{Outcome, Path};

use crate::expectation::Fault;

/// The name of [`Outcome::LimitReached`], also for a search whose time was up.
pub(crate) const LIMITED: &str = "limit reached";

/// The reply of a query.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) end: End,
    /// The outcome, in the words of [`Outcome::name`].
    pub(crate) name: &'static str,
    /// The cost of the path to the goal, if one was found.
    pub(crate) cost: Option<Cost>,
    /// The turns of that path.
    pub(crate) turns: Option<u64>,
    pub(crate) statistics: Statistics,
    /// The fault of that path.
    pub(crate) fault: Option<Fault>,
}

/// The end of a search: its own, or one that it was not allowed to go beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Own,
    Limit,
    /// The time of the search was up, or the run was stopped.
    Cancelled,
}

impl Reply {
    /// Returns the reply of a query, whose path is checked. Ground agents turn as seen from above.
    pub(crate) fn of(
        solution: &Solution,
        up: Option<Axis>,
        check: impl FnOnce(&Path) -> Result<(), Fault>,
    ) -> Self {
        let outcome = &solution.outcome;
        let path = outcome.path();
        Self {
            end: match outcome {
                Outcome::LimitReached { .. } => End::Limit,
                Outcome::Cancelled { .. } => End::Cancelled,
                _ => End::Own,
            },
            name: outcome.name(),
            cost: path.map(Path::cost),
            turns: path.map(|path| path.turns(up) as u64),
            statistics: solution.statistics,
            fault: path.and_then(|path| check(path).err()),
        }
    }
}

//! What a query came to, whatever its moves are.

use voxnav::Outcome;
use voxnav::search::{Cost, Statistics};

use crate::check::Fault;

/// The name of [`Outcome::LimitReached`], also for a search whose time was up.
pub(crate) const LIMITED: &str = "limit reached";

/// What a query came to.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) end: End,
    /// In the words of [`Outcome::name`].
    pub(crate) name: &'static str,
    /// Of the path to the goal, if one was found.
    pub(crate) cost: Option<Cost>,
    pub(crate) statistics: Statistics,
    /// What is wrong with that path.
    pub(crate) fault: Option<Fault>,
}

/// Whether a search was allowed to go on to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Own,
    Limit,
    /// Its time was up, or the run was stopped.
    Cancelled,
}

impl Reply {
    pub(crate) fn of<P>(
        outcome: &Outcome<P>,
        cost: Option<Cost>,
        statistics: Statistics,
        fault: Option<Fault>,
    ) -> Self {
        Self {
            end: match outcome {
                Outcome::LimitReached { .. } => End::Limit,
                Outcome::Cancelled { .. } => End::Cancelled,
                _ => End::Own,
            },
            name: outcome.name(),
            cost,
            statistics,
            fault,
        }
    }
}

//! Answers of flying agents and of ground agents, as laws see them.

use voxnav_search::{Cost, Limit, Outcome, Path, Solution, Statistics};

/// The solution of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer(pub(crate) Solution);

impl Answer {
    /// Names the outcome.
    pub(crate) fn name(&self) -> &'static str {
        self.0.outcome.name()
    }

    /// Returns the limit that ended the search.
    pub(crate) fn limit(&self) -> Option<Limit> {
        match &self.0.outcome {
            Outcome::LimitReached { limit, .. } => Some(*limit),
            _ => None,
        }
    }

    /// Returns whether the search was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self.0.outcome, Outcome::Cancelled { .. })
    }

    /// Returns whether the outcomes are the same, whatever was counted on the way.
    pub(crate) fn ends_like(&self, other: &Self) -> bool {
        self.0.outcome == other.0.outcome
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.0.statistics
    }

    /// Returns the path of any outcome that has one.
    pub(crate) fn way(&self) -> Option<Path> {
        self.0.outcome.any_path().cloned()
    }

    /// Returns the cost of the way to the goal, the rest behind unknown cells included.
    pub(crate) fn planned(&self) -> Option<u64> {
        let cost = match &self.0.outcome {
            Outcome::Found(path) => Some(path.cost()),
            Outcome::StoppedAtUnknown { path, rest, .. } => Some(path.cost() + *rest),
            _ => None,
        };
        cost.map(Cost::raw)
    }
}

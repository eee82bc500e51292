//! Answers and ways of agents that fly and of agents on the ground, each as one type. Laws see these alone, so
//! that nothing else depends on how the library tells the two apart.

use voxnav_search::{Action, Cost, Limit, Outcome, Path, Solution, Statistics};

/// The solution of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    Flying(Solution),
    OnGround(Solution<Action>),
}

/// A path, whole or in part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Way {
    Flying(Path),
    OnGround(Path<Action>),
}

/// Calls a method of the outcome of either kind of solution.
macro_rules! of_outcome {
    ($answer:expr, $outcome:ident => $value:expr) => {
        match $answer {
            Answer::Flying(Solution {
                outcome: $outcome, ..
            }) => $value,
            Answer::OnGround(Solution {
                outcome: $outcome, ..
            }) => $value,
        }
    };
}

impl Answer {
    /// Names the outcome.
    pub(crate) fn name(&self) -> &'static str {
        of_outcome!(self, outcome => outcome.name())
    }

    /// Returns the limit that ended the search.
    pub(crate) fn limit(&self) -> Option<Limit> {
        of_outcome!(self, outcome => match outcome {
            Outcome::LimitReached { limit, .. } => Some(*limit),
            _ => None,
        })
    }

    /// Whether the search was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        of_outcome!(self, outcome => matches!(outcome, Outcome::Cancelled { .. }))
    }

    /// Whether the outcomes are the same, whatever was counted on the way.
    pub(crate) fn ends_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Flying(one), Self::Flying(other)) => one.outcome == other.outcome,
            (Self::OnGround(one), Self::OnGround(other)) => one.outcome == other.outcome,
            _ => false,
        }
    }

    pub(crate) fn statistics(&self) -> Statistics {
        match self {
            Self::Flying(solution) => solution.statistics,
            Self::OnGround(solution) => solution.statistics,
        }
    }

    /// Returns the path of any outcome that has one.
    pub(crate) fn way(&self) -> Option<Way> {
        match self {
            Self::Flying(solution) => solution.outcome.any_path().cloned().map(Way::Flying),
            Self::OnGround(solution) => solution.outcome.any_path().cloned().map(Way::OnGround),
        }
    }

    /// Returns the cost of the way to the goal, the rest behind unknown cells included.
    pub(crate) fn planned(&self) -> Option<u64> {
        let cost = of_outcome!(self, outcome => match outcome {
            Outcome::Found(path) => Some(path.cost()),
            Outcome::StoppedAtUnknown { path, rest, .. } => Some(path.cost() + *rest),
            _ => None,
        });
        cost.map(Cost::raw)
    }
}

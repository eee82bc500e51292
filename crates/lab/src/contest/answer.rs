//! The answers of combinations to problems, round by round.

use serde::{Deserialize, Serialize};
use voxnav::search::{Cost, Statistics};

use super::clock::Timing;
use super::problem_set::Problem;
use super::reply::LIMITED;

/// The answer of a combination to a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// The outcome, in the words of [`Outcome::name`](voxnav::Outcome::name).
    pub(crate) outcome: String,
    /// The times, one for each repetition.
    #[serde(rename = "times")]
    pub(crate) timings: Vec<Timing>,
    pub(crate) statistics: Statistics,
    /// The cost of the path, if one was found.
    pub(crate) cost: Option<Cost>,
    /// The turns of that path.
    pub(crate) turns: Option<u64>,
    pub(crate) optimum: Option<Cost>,
    /// The flaw of the answer.
    pub(crate) flaw: Option<String>,
}

impl Answer {
    /// Returns the cost by the optimum; 1 where both are nothing.
    pub(crate) fn ratio(&self) -> Option<f64> {
        let (cost, optimum) = (self.cost?, self.optimum?);
        Some(if cost == optimum {
            1.0
        } else {
            cost.length() / optimum.length()
        })
    }

    /// Returns the times on the wall.
    pub(crate) fn times_ms(&self) -> Vec<f64> {
        self.timings.iter().map(|timing| timing.0).collect()
    }

    /// Returns the times of the processor, where the system tells all of them.
    pub(crate) fn cpu_ms(&self) -> Option<Vec<f64>> {
        self.timings.iter().map(|timing| timing.1).collect()
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.outcome == LIMITED
    }
}

/// All answers to a problem.
pub(crate) struct Round {
    pub(crate) problem: Problem,
    /// The answers, in the order of the lineup.
    pub(crate) answers: Vec<Answer>,
    /// The fault of the reference engine where it disagrees with what the scenario lists.
    pub(crate) reference_fault: Option<String>,
}

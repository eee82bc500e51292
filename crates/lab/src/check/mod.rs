//! What is wrong with an answer: held against the path itself, the exact optimum and what the
//! algorithm guarantees.

mod expectation;
mod laws;

use voxnav::Outcome;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, Guarantee, Query, SearchSettings, Solution};

pub use expectation::{Expectation, Fault, Listed, tolerance};
pub use laws::Laws;

use crate::contest::Problem;
use expectation::check_path;

/// What the reference engine says about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    /// There is a path, and none is cheaper than this.
    Optimum(Cost),
    /// There is none, in the words of [`Outcome::name`].
    NoPath(&'static str),
}

impl Truth {
    pub(crate) fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Found(path) => Self::Optimum(path.cost()),
            other => Self::NoPath(other.name()),
        }
    }

    pub(crate) fn optimum(self) -> Option<Cost> {
        match self {
            Self::Optimum(cost) => Some(cost),
            Self::NoPath(_) => None,
        }
    }
}

/// Why an answer is not what it must be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Flaw {
    #[error("{0}")]
    Path(#[from] Fault),
    #[error("{found}, and the reference says {truth}")]
    Outcome {
        found: &'static str,
        truth: &'static str,
    },
    #[error("length {length:.8}, shorter than the optimum {optimum:.8}")]
    BelowOptimum { length: f64, optimum: f64 },
    #[error("length {length:.8}, optimum {optimum:.8}, and what is guaranteed is: {guarantee}")]
    AboveBound {
        length: f64,
        optimum: f64,
        guarantee: Guarantee,
    },
    #[error("no path is said to be shorter than {bound:.8}, and the optimum is {optimum:.8}")]
    LowerBound { bound: f64, optimum: f64 },
    #[error("asked again, the same query took another way")]
    Changed,
}

/// Checks an answer to a problem.
pub(crate) fn check(
    search: &SearchSettings,
    problem: &Problem,
    world: &Traversability,
    solution: &Solution,
    truth: Truth,
) -> Result<(), Flaw> {
    if let Some(path) = solution.outcome.path() {
        check_path(path, problem.start, problem.goal, world, search)?;
    }
    match (&solution.outcome, truth) {
        (Outcome::LimitReached { .. }, Truth::NoPath(_)) => Ok(()),
        (Outcome::LimitReached { .. }, Truth::Optimum(optimum)) => {
            check_lower_bound(solution, optimum)
        }
        (Outcome::Found(path), Truth::Optimum(optimum)) => {
            let query = Query::new(problem.start, problem.goal).settings(*search);
            check_cost(path.cost(), optimum, query.guarantee())?;
            check_lower_bound(solution, optimum)
        }
        (outcome, Truth::NoPath(name)) if outcome.name() == name => Ok(()),
        (outcome, truth) => Err(Flaw::Outcome {
            found: outcome.name(),
            truth: match truth {
                Truth::Optimum(_) => "found",
                Truth::NoPath(name) => name,
            },
        }),
    }
}

fn check_cost(cost: Cost, optimum: Cost, guarantee: Guarantee) -> Result<(), Flaw> {
    // Nothing is proved of a greedy path but that it goes over the cells as the optimum does.
    let kept = guarantee.is_kept(cost, optimum);
    let below = cost < optimum && (guarantee == Guarantee::None || !kept);
    let (length, optimum) = (cost.length(), optimum.length());
    if below {
        Err(Flaw::BelowOptimum { length, optimum })
    } else if kept {
        Ok(())
    } else {
        Err(Flaw::AboveBound {
            length,
            optimum,
            guarantee,
        })
    }
}

fn check_lower_bound(solution: &Solution, optimum: Cost) -> Result<(), Flaw> {
    let bound = solution.statistics.lower_bound;
    if bound > optimum {
        return Err(Flaw::LowerBound {
            bound: bound.length(),
            optimum: optimum.length(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_compare_exactly() {
        let optimum = Cost::STRAIGHT * 10;
        let more = Cost::from_raw(optimum.raw() + 1);
        let less = Cost::from_raw(optimum.raw() - 1);
        assert_eq!(check_cost(optimum, optimum, Guarantee::Optimal), Ok(()));
        assert!(matches!(
            check_cost(more, optimum, Guarantee::Optimal),
            Err(Flaw::AboveBound { .. })
        ));
        for guarantee in [Guarantee::Optimal, Guarantee::Within(9.0), Guarantee::None] {
            assert!(matches!(
                check_cost(less, optimum, guarantee),
                Err(Flaw::BelowOptimum { .. })
            ));
        }
    }

    #[test]
    fn bounds_are_inclusive() {
        let optimum = Cost::STRAIGHT * 10;
        let most = Cost::STRAIGHT * 15;
        let within = Guarantee::Within(1.5);
        assert_eq!(check_cost(most, optimum, within), Ok(()));
        let more = Cost::from_raw(most.raw() + 2);
        assert!(check_cost(more, optimum, within).is_err());
        assert_eq!(check_cost(more, optimum, Guarantee::None), Ok(()));
        let any_angle = Guarantee::AnyAngle(1.0);
        assert_eq!(check_cost(optimum, optimum, any_angle), Ok(()));
        assert_eq!(check_cost(Cost::ZERO, optimum, any_angle), Ok(()));
        assert!(check_cost(most, optimum, any_angle).is_err());
    }
}

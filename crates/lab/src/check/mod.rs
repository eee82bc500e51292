//! Checks of answers: held against the path itself, the exact optimum and what the algorithm guarantees.

mod laws;

use voxnav::search::{Cost, Guarantee};
use voxnav::{Outcome, Path};

pub use laws::Laws;

use crate::contest::{Answer, Contestant, End, Lineup, Question, Reply};
use crate::expectation::Fault;

/// The answer of the reference engine to a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    /// A path exists, and none is cheaper than this.
    Optimum(Cost),
    /// No path exists, in the words of [`Outcome::name`].
    NoPath(&'static str),
    /// The length that the scenario lists, to the digits that it has.
    Listed,
    /// No search was made, or not to the end.
    Unknown,
}

impl Truth {
    pub(crate) fn of(reply: &Reply) -> Self {
        match (reply.cost, reply.end) {
            (Some(cost), _) => Self::Optimum(cost),
            (None, End::Limit | End::Cancelled) => Self::Unknown,
            (None, End::Own) => Self::NoPath(reply.name),
        }
    }

    pub(crate) fn optimum(self) -> Option<Cost> {
        match self {
            Self::Optimum(cost) => Some(cost),
            Self::NoPath(_) | Self::Listed | Self::Unknown => None,
        }
    }
}

/// The reason why an answer is not what it must be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Flaw {
    #[error("{0}")]
    Path(#[from] Fault),
    #[error("{found}, but the reference search says {truth}")]
    Outcome { found: String, truth: &'static str },
    #[error("length {length:.8}, shorter than the optimum {optimum:.8}")]
    BelowOptimum { length: f64, optimum: f64 },
    #[error(
        "length {length:.8}, but the optimum is {optimum:.8} and the guarantee is: {guarantee}"
    )]
    AboveBound {
        length: f64,
        optimum: f64,
        guarantee: Guarantee,
    },
    #[error("the stated lower bound {bound:.8} is above the optimum {optimum:.8}")]
    LowerBound { bound: f64, optimum: f64 },
    #[error("repeating the query gave another path")]
    Changed,
}

/// Checks an answer to a problem.
pub(crate) fn check(contestant: &Contestant, reply: &Reply, truth: Truth) -> Result<(), Flaw> {
    if let Some(fault) = &reply.fault {
        return Err(fault.clone().into());
    }
    let bound = reply.statistics.lower_bound;
    match (reply.end, reply.cost, truth) {
        (_, _, Truth::Listed | Truth::Unknown) | (End::Limit, _, Truth::NoPath(_)) => Ok(()),
        (End::Limit, _, Truth::Optimum(optimum)) => check_lower_bound(bound, optimum),
        (_, Some(cost), Truth::Optimum(optimum)) => {
            check_cost(cost, optimum, contestant.guarantee())?;
            check_lower_bound(bound, optimum)
        }
        (_, _, Truth::NoPath(name)) if reply.name == name => Ok(()),
        (_, _, truth) => Err(Flaw::Outcome {
            found: reply.name.to_owned(),
            truth: match truth {
                Truth::NoPath(name) => name,
                _ => FOUND,
            },
        }),
    }
}

/// The name of [`Outcome::Found`].
const FOUND: &str = "found";

/// The knowledge about the answers to a problem, for each question.
#[derive(Debug, Default)]
pub(crate) struct Truths<'a>(Vec<(Question<'a>, Truth)>);

impl<'a> Truths<'a> {
    /// Notes what is known of the question that a contestant asks.
    pub(crate) fn add(&mut self, asking: &'a Contestant, truth: Truth) {
        self.0.push((asking.question(), truth));
    }

    pub(crate) fn of(&self, contestant: &Contestant) -> Truth {
        let question = contestant.question();
        let found = self.0.iter().find(|(asked, _)| *asked == question);
        found.map_or(Truth::Unknown, |&(_, truth)| truth)
    }

    /// Settles the questions that no reference answered: the cheapest path of an exact search is the
    /// optimum, and all are held against that: exact searches must agree.
    pub(crate) fn settle(&self, lineup: &Lineup, answers: &mut [Answer]) {
        for (question, truth) in &self.0 {
            if !matches!(truth, Truth::Listed | Truth::Unknown) {
                continue;
            }
            let asked = |contestant: &Contestant| contestant.question() == *question;
            let exact = |contestant: &Contestant| contestant.guarantee() == Guarantee::Optimal;
            let pairs = || lineup.contestants().iter().zip(&*answers);
            let mine = || pairs().filter(|(contestant, _)| asked(contestant));
            let sound = mine().filter(|(contestant, it)| exact(contestant) && it.flaw.is_none());
            let optimum = sound.filter_map(|(_, answer)| answer.cost).min();
            // A path of anybody is a path.
            let is_found = mine().any(|(_, answer)| answer.cost.is_some());
            for (contestant, answer) in lineup.contestants().iter().zip(answers.iter_mut()) {
                if asked(contestant) {
                    answer.optimum = optimum;
                    let settled = answer.settled(contestant.guarantee(), is_found);
                    let settled = settled.err().map(|flaw| flaw.to_string());
                    answer.flaw = answer.flaw.take().or(settled);
                }
            }
        }
    }
}

impl Answer {
    fn settled(&self, guarantee: Guarantee, is_found: bool) -> Result<(), Flaw> {
        match (self.cost, self.optimum) {
            (Some(cost), Some(optimum)) => {
                check_cost(cost, optimum, guarantee)?;
                check_lower_bound(self.statistics.lower_bound, optimum)
            }
            (None, _) if is_found && self.outcome == Outcome::<Path>::Unreachable.name() => {
                Err(Flaw::Outcome {
                    found: self.outcome.clone(),
                    truth: FOUND,
                })
            }
            _ => Ok(()),
        }
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

fn check_lower_bound(bound: Cost, optimum: Cost) -> Result<(), Flaw> {
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

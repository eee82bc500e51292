//! Expectations of the answer to a row.

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::ground::LegError;
use voxnav::search::{CellShape, Cost, EndFault, Flight, Guarantee, PathError, SearchSettings};
use voxnav::{CornerRule, MoveSet, Outcome, Path, Terrain};
use voxnav_files::ScenarioRow;

/// The name of [`Outcome::Unreachable`].
const UNREACHABLE: &str = "unreachable";

/// The names of outcomes which prove that there is no path.
const NO_PATH: [&str; 3] = [
    UNREACHABLE,
    EndFault::StartBlocked.name(),
    EndFault::GoalBlocked.name(),
];

/// The knowledge about the cost of a row's path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expectation {
    /// The listed length.
    Equal,
    /// A length from the listed one to so many times it.
    Within(f64),
    /// The listed length or more.
    AtLeast,
    /// A length of at most so many times the listed one: the path may leave the lattice.
    AtMost(f64),
    /// No knowledge, not even that there is a path: the listed lengths are about other moves.
    Unknown,
}

/// The ground agent that listed lengths are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedFor {
    /// The agent that is asked for.
    This,
    /// Other agents, or none.
    Others,
}

/// The fault of the answer to a row.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// No path where one is listed; the name of the outcome.
    #[error("{0}, but the scenario lists a path")]
    NoPath(&'static str),
    /// A path where the row [lists none](ScenarioRow::lists_no_path).
    #[error("length {length:.8}, but the scenario lists that there is no path")]
    PathWhereNone {
        /// The length of the path.
        length: f64,
    },
    /// The path breaks a rule of its moves.
    #[error("{0}")]
    InvalidPath(#[from] PathError),
    /// A leg of the path breaks a rule of its agent.
    #[error("{0}")]
    InvalidLegs(#[from] LegError),
    /// A move that does not exist, or a cheaper one under another name.
    #[error("there is no move from {from} to {to}")]
    NoMove {
        /// The cell where the move begins.
        from: IVec3,
        /// The cell where the move ends.
        to: IVec3,
    },
    /// The path is one between other cells.
    #[error("the path does not lead from the start to the goal")]
    OtherEnds,
    /// The cost is not that of the path.
    #[error("the path claims the cost {stated}, but costs {actual}")]
    WrongCost {
        /// The cost that was stated.
        stated: f64,
        /// The cost of the path's moves.
        actual: f64,
    },
    /// The path is shorter than can be.
    #[error("length {length:.8}, below the limit of {least:.8}")]
    Shorter {
        /// The length of the path.
        length: f64,
        /// The least that it can be.
        least: f64,
    },
    /// The path is longer than is guaranteed.
    #[error("length {length:.8}, above the limit of {most:.8}")]
    Longer {
        /// The length of the path.
        length: f64,
        /// The most that it may be.
        most: f64,
    },
}

impl Fault {
    /// Returns whether the path itself breaks a rule.
    #[must_use]
    pub fn is_invalid_path(&self) -> bool {
        matches!(
            self,
            Self::InvalidPath(_)
                | Self::InvalidLegs(_)
                | Self::NoMove { .. }
                | Self::OtherEnds
                | Self::WrongCost { .. }
        )
    }
}

/// The length that a scenario lists.
#[derive(Clone, Copy, Debug)]
pub struct Listed(f64);

impl Listed {
    /// Makes a listed length.
    #[must_use]
    pub fn of(length: f64) -> Self {
        Self(length)
    }

    /// Returns `length` by the listed one; 1 where both are nothing.
    #[must_use]
    pub fn ratio(self, length: f64) -> f64 {
        if self.0 > 0.0 {
            length / self.0
        } else if length > 0.0 {
            f64::MAX
        } else {
            1.0
        }
    }
}

impl Expectation {
    /// Returns what must hold with this search where the listed lengths are about these moves among cells of this shape.
    #[must_use]
    pub fn of(search: &SearchSettings, listed: MoveSet, shape: CellShape) -> Self {
        let is_listed = search.moves == listed && search.corners == CornerRule::Strict;
        if !is_listed || search.shape != shape {
            return Self::Unknown;
        }
        Self::proved_by(search.guarantee())
    }

    /// Returns what must hold if the listed lengths are about the agent that is asked for, or not.
    #[must_use]
    pub fn of_walker(search: &SearchSettings, listed: ListedFor) -> Self {
        match listed {
            ListedFor::This => Self::proved_by(search.guarantee()),
            ListedFor::Others => Self::Unknown,
        }
    }

    fn proved_by(guarantee: Guarantee) -> Self {
        match guarantee {
            Guarantee::Optimal => Self::Equal,
            Guarantee::Within(factor) => Self::Within(factor),
            Guarantee::AnyAngle(factor) => Self::AtMost(factor),
            _ => Self::AtLeast,
        }
    }

    /// Holds an answer against a row.
    ///
    /// # Errors
    /// The first [`Fault`] of the answer.
    pub fn check(
        self,
        row: &ScenarioRow,
        outcome: &Outcome,
        world: &Traversability,
        search: &SearchSettings,
    ) -> Result<(), Fault> {
        self.check_by(row, outcome, |path| {
            check_path(path, [row.start, row.goal], world, None, search)?;
            Ok(path.cost())
        })
    }

    /// Checks an outcome whose path is checked, and its cost told, by `cost_of`.
    ///
    /// # Errors
    ///
    /// The [`Fault`] of the path, or of its length.
    pub fn check_by<P>(
        self,
        row: &ScenarioRow,
        outcome: &Outcome<P>,
        cost_of: impl FnOnce(&P) -> Result<Cost, Fault>,
    ) -> Result<(), Fault> {
        let cost = outcome.path().map(cost_of).transpose()?;
        self.check_cost(row, cost, outcome.name())
    }

    /// Checks the cost of the path to a goal, or the name of the outcome if there is none.
    pub(crate) fn check_cost(
        self,
        row: &ScenarioRow,
        cost: Option<Cost>,
        outcome: &'static str,
    ) -> Result<(), Fault> {
        match cost {
            Some(cost) => self.check_length(cost.length(), row),
            None if outcome == UNREACHABLE && self == Self::Unknown => Ok(()),
            None if row.lists_no_path() && NO_PATH.contains(&outcome) => Ok(()),
            None => Err(Fault::NoPath(outcome)),
        }
    }

    fn check_length(self, length: f64, row: &ScenarioRow) -> Result<(), Fault> {
        let (least, most) = (row.length - row.tolerance(), row.length + row.tolerance());
        let most = match self {
            Self::Unknown => return Ok(()),
            _ if row.lists_no_path() => return Err(Fault::PathWhereNone { length }),
            Self::Equal => most,
            Self::Within(factor) | Self::AtMost(factor) => most * factor,
            Self::AtLeast => f64::INFINITY,
        };
        let may_be_shorter = matches!(self, Self::AtMost(_));
        if !may_be_shorter && length < least {
            Err(Fault::Shorter { length, least })
        } else if length > most {
            Err(Fault::Longer { length, most })
        } else {
            Ok(())
        }
    }
}

/// Checks the path cell by cell, from end to end, and its cost.
pub(crate) fn check_path(
    path: &Path,
    ends: [IVec3; 2],
    world: &Traversability,
    terrain: Option<&Terrain>,
    search: &SearchSettings,
) -> Result<(), Fault> {
    let flight = Flight {
        terrain: terrain.cloned().unwrap_or_default(),
        moves: search.moves,
        corners: search.corners,
        shape: search.shape,
        ..Flight::new(world)
    };
    let actual = path.verify_flight(&flight)?;
    Fault::unless_stated([[path.start(), path.goal()], ends], path.cost(), actual)
}

impl Fault {
    /// Returns the fault of a legal path, unless its `ends`, those it has and those that were asked for, are
    /// the same and it costs what it states.
    ///
    /// # Errors
    ///
    /// [`Fault::OtherEnds`] or [`Fault::WrongCost`].
    pub fn unless_stated(ends: [[IVec3; 2]; 2], stated: Cost, actual: Cost) -> Result<(), Self> {
        if ends[0] != ends[1] {
            return Err(Self::OtherEnds);
        }
        if actual != stated {
            return Err(Self::WrongCost {
                stated: stated.length(),
                actual: actual.length(),
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row that lists a length with an error of its own.
    fn row(length: f64, rounding: f64) -> ScenarioRow {
        ScenarioRow {
            rounding,
            ..ScenarioRow::new(IVec3::ZERO, IVec3::X, length)
        }
    }

    #[test]
    fn exact_lengths_must_be_those_listed() {
        let listed = row(94.585_541_44, 5e-9);
        let check = |by| Expectation::Equal.check_length(listed.length + by, &listed);
        assert_eq!(check(4e-9), Ok(()));
        assert!(matches!(check(0.01), Err(Fault::Longer { .. })));
        assert!(matches!(check(-0.01), Err(Fault::Shorter { .. })));
    }

    #[test]
    fn lengths_may_differ_by_what_their_digits_leave_open() {
        let exact = 2.0_f64.sqrt() + 2.0;
        for (listed, rounding) in [(3.41421, 5e-6), (3.41, 5e-3), (3.4, 5e-2)] {
            let listed = row(listed, rounding);
            assert_eq!(Expectation::Equal.check_length(exact, &listed), Ok(()));
            assert_eq!(Expectation::AtLeast.check_length(exact, &listed), Ok(()));
            // A millionth of the length besides.
            let most = rounding + listed.length * 1e-6;
            for beyond in [listed.length + 1.01 * most, listed.length - 1.01 * most] {
                assert!(Expectation::Equal.check_length(beyond, &listed).is_err());
            }
        }
    }

    /// The lengths of paths of two public maps, with the digits that their scenarios list.
    #[test]
    fn the_errors_of_summing_and_of_rounding_add() {
        for (listed, straight) in [(261.764, 126.0), (354.764, 219.0)] {
            let exact = straight + 96.0 * 2.0_f64.sqrt();
            let listed = row(listed, 5e-4);
            assert!((exact - listed.length).abs() > listed.rounding);
            assert_eq!(Expectation::Equal.check_length(exact, &listed), Ok(()));
            for off in [1e-3, -2e-3] {
                assert!(
                    Expectation::Equal
                        .check_length(exact + off, &listed)
                        .is_err()
                );
            }
        }
    }

    #[test]
    fn length_zero_between_different_cells_lists_that_there_is_no_path() {
        let none = row(0.0, 5e-6);
        let known = [
            Expectation::Equal,
            Expectation::Within(2.0),
            Expectation::AtMost(1.0),
            Expectation::AtLeast,
        ];
        for expectation in known {
            let check = |cost, outcome| expectation.check_cost(&none, cost, outcome);
            for outcome in ["unreachable", "start blocked", "goal blocked"] {
                assert_eq!(check(None, outcome), Ok(()), "{expectation:?}");
            }
            for outcome in ["goal outside", "limit reached", "cancelled"] {
                assert_eq!(check(None, outcome), Err(Fault::NoPath(outcome)));
            }
            assert_eq!(
                check(Some(Cost::STRAIGHT), "found"),
                Err(Fault::PathWhereNone { length: 1.0 })
            );
        }
        let found = Some(Cost::STRAIGHT);
        assert_eq!(
            Expectation::Unknown.check_cost(&none, found, "found"),
            Ok(())
        );
        // From a cell to itself there is a path, whatever is listed.
        let same = ScenarioRow::new(IVec3::ZERO, IVec3::ZERO, 0.0);
        let check = |cost, outcome| Expectation::Equal.check_cost(&same, cost, outcome);
        assert_eq!(check(Some(Cost::ZERO), "found"), Ok(()));
        assert!(check(None, "unreachable").is_err());
    }

    #[test]
    fn bounded_lengths_may_be_longer_and_never_shorter() {
        let ten = row(10.0, 0.0);
        assert_eq!(Expectation::Within(1.5).check_length(15.0, &ten), Ok(()));
        assert!(Expectation::Within(1.5).check_length(15.1, &ten).is_err());
        assert!(Expectation::Within(1.5).check_length(9.9, &ten).is_err());
        assert_eq!(Expectation::AtMost(1.0).check_length(9.0, &ten), Ok(()));
        assert!(Expectation::AtMost(1.0).check_length(10.1, &ten).is_err());
        assert_eq!(Expectation::AtLeast.check_length(1e9, &ten), Ok(()));
        assert!(Expectation::AtLeast.check_length(9.9, &ten).is_err());
        assert_eq!(Expectation::Unknown.check_length(1.0, &ten), Ok(()));
    }

    #[test]
    fn ratios_are_finite() {
        assert_eq!(Listed::of(0.0).ratio(0.0).to_bits(), 1f64.to_bits());
        assert!(Listed::of(0.0).ratio(3.0).is_finite());
    }
}

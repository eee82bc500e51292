//! What the answer to a row must be.

use voxnav::glam::IVec3;
use voxnav::{CornerRule, Guarantee, Outcome, Path, PathError, Traversability};
use voxnav_formats::ScenarioRow;

use crate::map_file::MapKind;
use crate::search_options::Search;

/// How much a cost may differ from a listed length, relative to it, and count as equal.
///
/// Listed lengths carry 8 decimals, and some old 2D scenarios fewer; a [`voxnav::Cost`] is exact to
/// 4e-10. Two different paths can hardly be that close: it takes hundreds of moves of each kind.
const TOLERANCE: f64 = 1e-6;

/// What is known about the cost of a row's path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Expectation {
    /// The listed length.
    Equal,
    /// From the listed length to so many times it.
    Within(f64),
    /// The listed length or more.
    AtLeast,
    /// At most so many times the listed length: the path may leave the lattice.
    AtMost(f64),
    /// Nothing, not even that there is a path: the listed lengths are about other moves.
    Unknown,
}

/// What is wrong with the answer to a row.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Fault {
    #[error("{0}, and a path is listed")]
    NoPath(&'static str),
    #[error("{0}")]
    InvalidPath(#[from] PathError),
    #[error("the path does not lead from the start to the goal")]
    OtherEnds,
    #[error("the path is stated to cost {stated} and costs {actual}")]
    WrongCost { stated: f64, actual: f64 },
    #[error("length {length:.8}, shorter than the listed {listed:.8}")]
    Shorter { length: f64, listed: f64 },
    #[error("length {length:.8}, longer than {most:.8}")]
    Longer { length: f64, most: f64 },
}

impl Fault {
    /// Whether the path itself breaks a rule.
    pub(crate) fn is_invalid_path(&self) -> bool {
        matches!(
            self,
            Self::InvalidPath(_) | Self::OtherEnds | Self::WrongCost { .. }
        )
    }
}

/// The length that a scenario lists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed(f64);

impl Listed {
    pub(crate) fn of(length: f64) -> Self {
        Self(length)
    }

    /// `length` by the listed one; 1 where both are nothing.
    pub(crate) fn ratio(self, length: f64) -> f64 {
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
    /// What must hold with this search on a map of this kind.
    pub(crate) fn of(search: &Search, kind: MapKind, row: &ScenarioRow) -> Self {
        if search.moves != kind.moves() || search.corners != CornerRule::Strict {
            return Self::Unknown;
        }
        match search.query(row.start, row.goal).guarantee() {
            Guarantee::Optimal => Self::Equal,
            Guarantee::Within(factor) => Self::Within(factor),
            Guarantee::AnyAngle(factor) => Self::AtMost(factor),
            _ => Self::AtLeast,
        }
    }

    pub(crate) fn check(
        self,
        row: &ScenarioRow,
        outcome: &Outcome,
        world: &Traversability,
        search: &Search,
    ) -> Result<(), Fault> {
        match outcome {
            Outcome::Found(path) => {
                check_path(path, row.start, row.goal, world, search)?;
                self.check_length(path.cost().length(), row.length)
            }
            Outcome::Unreachable if self == Self::Unknown => Ok(()),
            other => Err(Fault::NoPath(other.name())),
        }
    }

    fn check_length(self, length: f64, listed: f64) -> Result<(), Fault> {
        let most = match self {
            Self::Unknown => return Ok(()),
            Self::Equal => listed,
            Self::Within(factor) | Self::AtMost(factor) => listed * factor,
            Self::AtLeast => f64::INFINITY,
        };
        let may_be_shorter = matches!(self, Self::AtMost(_));
        if !may_be_shorter && length < listed * (1.0 - TOLERANCE) {
            Err(Fault::Shorter { length, listed })
        } else if length > most * (1.0 + TOLERANCE) {
            Err(Fault::Longer { length, most })
        } else {
            Ok(())
        }
    }
}

/// Checks the path cell by cell, from end to end, and its cost.
pub(crate) fn check_path(
    path: &Path,
    start: IVec3,
    goal: IVec3,
    world: &Traversability,
    search: &Search,
) -> Result<(), Fault> {
    let actual = path.verify(world, search.moves, search.corners, None)?;
    if path.start() != start || path.goal() != goal {
        return Err(Fault::OtherEnds);
    }
    if actual != path.cost() {
        return Err(Fault::WrongCost {
            stated: path.cost().length(),
            actual: actual.length(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_lengths_must_be_those_listed() {
        let listed = 94.585_541_44;
        assert_eq!(
            Expectation::Equal.check_length(listed + 4e-9, listed),
            Ok(())
        );
        let longer = Expectation::Equal.check_length(listed + 0.01, listed);
        assert!(matches!(longer, Err(Fault::Longer { .. })));
        let shorter = Expectation::Equal.check_length(listed - 0.01, listed);
        assert!(matches!(shorter, Err(Fault::Shorter { .. })));
    }

    #[test]
    fn bounded_lengths_may_be_longer_and_never_shorter() {
        assert_eq!(Expectation::Within(1.5).check_length(15.0, 10.0), Ok(()));
        assert!(Expectation::Within(1.5).check_length(15.1, 10.0).is_err());
        assert!(Expectation::Within(1.5).check_length(9.9, 10.0).is_err());
        assert_eq!(Expectation::AtMost(1.0).check_length(9.0, 10.0), Ok(()));
        assert!(Expectation::AtMost(1.0).check_length(10.1, 10.0).is_err());
        assert_eq!(Expectation::AtLeast.check_length(1e9, 10.0), Ok(()));
        assert!(Expectation::AtLeast.check_length(9.9, 10.0).is_err());
        assert_eq!(Expectation::Unknown.check_length(1.0, 10.0), Ok(()));
    }

    #[test]
    fn ratios_are_finite() {
        assert_eq!(Listed::of(0.0).ratio(0.0).to_bits(), 1f64.to_bits());
        assert!(Listed::of(0.0).ratio(3.0).is_finite());
    }
}

//! The names of algorithms, heuristics, move sets, corner rules and rules for ties in the words of reports and
//! command lines.
//!
//! INVARIANT: every text that [`Display`](fmt::Display) writes, [`FromStr`] reads back as the same
//! value.

use std::fmt;
use std::str::FromStr;

use voxnav_occupancy::Axis;

use super::algorithm::Algorithm;
use super::tie_breaking::TieBreaking;
use crate::heuristic::{Heuristic, Weight, WeightError};
use crate::movement::{CornerRule, MoveSet};

/// Error for an unknown name; its message lists the valid ones.
///
/// ```
/// use voxnav_search::{MoveSet, NameError};
///
/// let refused = "27".parse::<MoveSet>();
/// assert!(matches!(refused, Err(NameError::Unknown { kind: "move set", .. })));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// No value of this kind has that name.
    #[error("no {kind} is called `{found}`; there are {}", choices.join(", "))]
    Unknown {
        /// The kind of the value: `algorithm`, `heuristic`, `move set`, `corner rule` or
        /// `tie-breaking rule`.
        kind: &'static str,
        /// The name as given.
        found: String,
        /// The names there are.
        choices: &'static [&'static str],
    },
    /// The text after `weighted:` is not a number.
    #[error("`{found}` is not a weight: write weighted:W with a number W from 1 to 1000")]
    NotANumber {
        /// The text after the colon as given.
        found: String,
    },
    /// The number after `weighted:` is not a weight.
    #[error("{0}: write weighted:W")]
    Weight(WeightError),
}

impl NameError {
    fn unknown(kind: &'static str, found: &str, choices: &'static [&'static str]) -> Self {
        Self::Unknown {
            kind,
            found: found.to_owned(),
            choices,
        }
    }
}

impl Algorithm {
    /// The names that [`FromStr`] accepts, where `W` stands for a number from 1 to 1000.
    pub const NAMES: [&'static str; 9] = [
        "auto",
        "jump",
        "canonical",
        "astar",
        "dijkstra",
        "weighted:W",
        "bidirectional",
        "lazy-theta",
        "greedy",
    ];
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.pad("auto"),
            Self::Jump => f.pad("jump"),
            Self::Canonical => f.pad("canonical"),
            Self::AStar => f.pad("astar"),
            Self::Dijkstra => f.pad("dijkstra"),
            Self::WeightedAStar(weight) => f.pad(&format!("weighted:{weight}")),
            Self::Bidirectional => f.pad("bidirectional"),
            Self::LazyTheta => f.pad("lazy-theta"),
            Self::GreedyBestFirst => f.pad("greedy"),
        }
    }
}

impl FromStr for Algorithm {
    type Err = NameError;

    /// Reads a name in any mix of cases.
    ///
    /// # Errors
    ///
    /// [`NameError::Unknown`] for any other name; [`NameError::NotANumber`] and
    /// [`NameError::Weight`] where the weight is not a number from 1 to 1000.
    ///
    /// ```
    /// use voxnav_search::{Algorithm, Weight};
    ///
    /// let weight = Weight::new(1.5).expect("from 1 to 1000");
    /// assert_eq!("weighted:1.5".parse(), Ok(Algorithm::WeightedAStar(weight)));
    /// assert!("weighted:0.5".parse::<Algorithm>().is_err());
    /// assert_eq!(Algorithm::AStar.to_string(), "astar");
    /// ```
    fn from_str(text: &str) -> Result<Self, NameError> {
        let lower = text.trim().to_ascii_lowercase();
        Ok(match lower.as_str() {
            "auto" => Self::Auto,
            "jump" => Self::Jump,
            "canonical" => Self::Canonical,
            "astar" => Self::AStar,
            "dijkstra" => Self::Dijkstra,
            "bidirectional" => Self::Bidirectional,
            "lazy-theta" => Self::LazyTheta,
            "greedy" => Self::GreedyBestFirst,
            other => match other.strip_prefix("weighted:") {
                Some(factor) => Self::WeightedAStar(weight(factor)?),
                None => return Err(NameError::unknown("algorithm", text, &Self::NAMES)),
            },
        })
    }
}

fn weight(text: &str) -> Result<Weight, NameError> {
    let factor = text.parse().map_err(|_| NameError::NotANumber {
        found: text.to_owned(),
    })?;
    Weight::new(factor).map_err(NameError::Weight)
}

impl Heuristic {
    /// The names that [`FromStr`] accepts, in the order of [`Heuristic::ALL`].
    pub const NAMES: [&'static str; 6] = [
        "octile",
        "euclidean",
        "manhattan",
        "chebyshev",
        "zero",
        "landmarks",
    ];
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Octile => "octile",
            Self::Euclidean => "euclidean",
            Self::Manhattan => "manhattan",
            Self::Chebyshev => "chebyshev",
            Self::Zero => "zero",
            Self::Landmarks => "landmarks",
        })
    }
}

impl FromStr for Heuristic {
    type Err = NameError;

    /// Reads a name in any mix of cases.
    ///
    /// # Errors
    ///
    /// [`NameError::Unknown`] for any other name.
    fn from_str(text: &str) -> Result<Self, NameError> {
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            "octile" => Self::Octile,
            "euclidean" => Self::Euclidean,
            "manhattan" => Self::Manhattan,
            "chebyshev" => Self::Chebyshev,
            "zero" => Self::Zero,
            "landmarks" => Self::Landmarks,
            _ => return Err(NameError::unknown("heuristic", text, &Self::NAMES)),
        })
    }
}

impl MoveSet {
    /// The names that [`Display`](fmt::Display) writes and [`FromStr`] accepts; the latter also
    /// takes `vertex26`, `edge18` and `face6`. The letter is the axis that never changes.
    pub const NAMES: [&'static str; 9] = [
        "26",
        "18",
        "6",
        "planar8-x",
        "planar8-y",
        "planar8-z",
        "planar4-x",
        "planar4-y",
        "planar4-z",
    ];
}

impl fmt::Display for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Vertex26 => "26",
            Self::Edge18 => "18",
            Self::Face6 => "6",
            Self::Planar8(Axis::X) => "planar8-x",
            Self::Planar8(Axis::Y) => "planar8-y",
            Self::Planar8(Axis::Z) => "planar8-z",
            Self::Planar4(Axis::X) => "planar4-x",
            Self::Planar4(Axis::Y) => "planar4-y",
            Self::Planar4(Axis::Z) => "planar4-z",
        })
    }
}

impl FromStr for MoveSet {
    type Err = NameError;

    /// Reads a name in any mix of cases.
    ///
    /// # Errors
    ///
    /// [`NameError::Unknown`] for any other name.
    fn from_str(text: &str) -> Result<Self, NameError> {
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            "26" | "vertex26" => Self::Vertex26,
            "18" | "edge18" => Self::Edge18,
            "6" | "face6" => Self::Face6,
            "planar8-x" => Self::Planar8(Axis::X),
            "planar8-y" => Self::Planar8(Axis::Y),
            "planar8-z" => Self::Planar8(Axis::Z),
            "planar4-x" => Self::Planar4(Axis::X),
            "planar4-y" => Self::Planar4(Axis::Y),
            "planar4-z" => Self::Planar4(Axis::Z),
            _ => return Err(NameError::unknown("move set", text, &Self::NAMES)),
        })
    }
}

impl CornerRule {
    /// The names that [`FromStr`] accepts.
    pub const NAMES: [&'static str; 3] = ["strict", "one-side", "lenient"];
}

impl fmt::Display for CornerRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Strict => "strict",
            Self::OneSide => "one-side",
            Self::Lenient => "lenient",
        })
    }
}

impl FromStr for CornerRule {
    type Err = NameError;

    /// Reads a name in any mix of cases.
    ///
    /// # Errors
    ///
    /// [`NameError::Unknown`] for any other name.
    fn from_str(text: &str) -> Result<Self, NameError> {
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            "strict" => Self::Strict,
            "one-side" => Self::OneSide,
            "lenient" => Self::Lenient,
            _ => return Err(NameError::unknown("corner rule", text, &Self::NAMES)),
        })
    }
}

impl TieBreaking {
    /// The names that [`FromStr`] accepts, in the order of [`TieBreaking::ALL`].
    pub const NAMES: [&'static str; 5] =
        ["larger-g", "smaller-g", "first-in", "last-in", "cell-order"];
}

impl fmt::Display for TieBreaking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::LargerG => "larger-g",
            Self::SmallerG => "smaller-g",
            Self::FirstIn => "first-in",
            Self::LastIn => "last-in",
            Self::CellOrder => "cell-order",
        })
    }
}

impl FromStr for TieBreaking {
    type Err = NameError;

    /// Reads a name in any mix of cases.
    ///
    /// # Errors
    ///
    /// [`NameError::Unknown`] for any other name.
    fn from_str(text: &str) -> Result<Self, NameError> {
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            "larger-g" => Self::LargerG,
            "smaller-g" => Self::SmallerG,
            "first-in" => Self::FirstIn,
            "last-in" => Self::LastIn,
            "cell-order" => Self::CellOrder,
            _ => return Err(NameError::unknown("tie-breaking rule", text, &Self::NAMES)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every listed name is read, and written as it was.
    fn survive<T: FromStr<Err = NameError> + fmt::Display>(names: &[&str]) {
        for name in names {
            let name = name.replace(":W", ":1.25");
            assert_eq!(name.parse::<T>().unwrap().to_string(), name);
            let shouted = name.to_ascii_uppercase();
            assert_eq!(shouted.parse::<T>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn names_survive_reading_and_writing() {
        survive::<Algorithm>(&Algorithm::NAMES);
        survive::<Heuristic>(&Heuristic::NAMES);
        survive::<MoveSet>(&MoveSet::NAMES);
        survive::<CornerRule>(&CornerRule::NAMES);
        survive::<TieBreaking>(&TieBreaking::NAMES);
        for (heuristic, name) in Heuristic::ALL.into_iter().zip(Heuristic::NAMES) {
            assert_eq!(heuristic.to_string(), name);
        }
    }

    #[test]
    fn errors_list_the_choices() {
        assert_eq!(
            "diagonal".parse::<Heuristic>().unwrap_err().to_string(),
            "no heuristic is called `diagonal`; there are octile, euclidean, manhattan, chebyshev, zero, landmarks"
        );
        for text in ["weighted:", "weighted:x", "weighted:0.5", "weighted:NaN"] {
            let message = text.parse::<Algorithm>().unwrap_err().to_string();
            assert!(message.contains("write weighted:W"), "{message}");
        }
        assert!("weighted".parse::<Algorithm>().is_err());
    }
}

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
    /// A value of this name was removed.
    #[error("the {kind} `{found}` was removed: {instead}")]
    Removed {
        /// The kind of the value, as above.
        kind: &'static str,
        /// The name that it had.
        found: &'static str,
        /// The text that describes what to write in its place.
        instead: &'static str,
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
    /// The heuristic that needed a table of costs, which took longer to make than it saved.
    pub(super) const LANDMARKS: Self = Self::Removed {
        kind: "heuristic",
        found: "landmarks",
        instead: "write octile, and prepare an index where many paths lead through mazes or rooms",
    };

    fn unknown(kind: &'static str, found: &str, choices: &'static [&'static str]) -> Self {
        if kind == "heuristic" && found.trim().eq_ignore_ascii_case("landmarks") {
            return Self::LANDMARKS;
        }
        Self::Unknown {
            kind,
            found: found.to_owned(),
            choices,
        }
    }
}

impl Algorithm {
    /// The names that [`FromStr`] accepts, where `W` stands for a number from 1 to 1000.
    pub const NAMES: [&'static str; 10] = [
        "auto",
        "jump",
        "canonical",
        "astar",
        "dijkstra",
        "weighted:W",
        "bidirectional",
        "lazy-theta",
        "clusters",
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
            Self::Hierarchical => f.pad("clusters"),
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
            "clusters" => Self::Hierarchical,
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

/// Gives the values of a type their names, each with another one that is read as well, if any.
macro_rules! names {
    ($(#[$doc:meta])* $type:ident, $kind:literal, [
        $($name:literal $(| $other:literal)? => $value:ident $(($axis:ident))?),+ $(,)?
    ]) => {
        impl $type {
            $(#[$doc])*
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $(Self::$value $((Axis::$axis))? => $name,)+
                })
            }
        }

        impl FromStr for $type {
            type Err = NameError;

            /// Reads a name.
            ///
            /// # Errors
            ///
            /// [`NameError::Unknown`] for any other name.
            fn from_str(text: &str) -> Result<Self, NameError> {
                match text.trim().to_ascii_lowercase().as_str() {
                    $($name $(| $other)? => Ok(Self::$value $((Axis::$axis))?),)+
                    _ => Err(NameError::unknown($kind, text, &Self::NAMES)),
                }
            }
        }
    };
}

names!(
    /// The names that [`FromStr`] accepts, in the order of [`Heuristic::ALL`].
    Heuristic, "heuristic", [
        "octile" => Octile,
        "euclidean" => Euclidean,
        "manhattan" => Manhattan,
        "chebyshev" => Chebyshev,
        "zero" => Zero,
    ]
);

names!(
    /// The names that [`Display`](fmt::Display) writes and [`FromStr`] accepts; the latter also
    /// takes `vertex26`, `edge18` and `face6`. The letter is the axis that never changes.
    MoveSet, "move set", [
        "26" | "vertex26" => Vertex26,
        "18" | "edge18" => Edge18,
        "6" | "face6" => Face6,
        "planar8-x" => Planar8(X),
        "planar8-y" => Planar8(Y),
        "planar8-z" => Planar8(Z),
        "planar4-x" => Planar4(X),
        "planar4-y" => Planar4(Y),
        "planar4-z" => Planar4(Z),
    ]
);

names!(
    /// The names that [`FromStr`] accepts.
    CornerRule, "corner rule", [
        "strict" => Strict,
        "one-side" => OneSide,
        "lenient" => Lenient,
    ]
);

names!(
    /// The names that [`FromStr`] accepts, in the order of [`TieBreaking::ALL`].
    TieBreaking, "tie-breaking rule", [
        "larger-g" => LargerG,
        "smaller-g" => SmallerG,
        "first-in" => FirstIn,
        "last-in" => LastIn,
        "cell-order" => CellOrder,
    ]
);

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
            "no heuristic is called `diagonal`; there are octile, euclidean, manhattan, chebyshev, zero"
        );
        let removed = " Landmarks".parse::<Heuristic>().unwrap_err();
        assert!(matches!(removed, NameError::Removed { .. }));
        assert_eq!(
            removed.to_string(),
            "the heuristic `landmarks` was removed: write octile, and prepare an index where many paths lead through \
             mazes or rooms"
        );
        for text in ["weighted:", "weighted:x", "weighted:0.5", "weighted:NaN"] {
            let message = text.parse::<Algorithm>().unwrap_err().to_string();
            assert!(message.contains("write weighted:W"), "{message}");
        }
        assert!("weighted".parse::<Algorithm>().is_err());
    }
}

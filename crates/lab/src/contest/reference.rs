//! References against which answers are held.

use std::fmt;
use std::str::FromStr;

use voxnav::Algorithm;

/// The source of the optimum that answers are held against.
///
/// ```
/// use voxnav_lab::Reference;
///
/// assert_eq!("listed".parse(), Ok(Reference::Listed));
/// assert!("best".parse::<Reference>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// A search by the fastest exact algorithm: engines of the same kind check each other.
    Auto,
    /// A search by plain A*, the simplest there is.
    #[default]
    AStar,
    /// The lengths that the scenario lists, within their digits. Exact searches must also agree
    /// with each other.
    Listed,
    /// No reference: exact searches must agree with each other.
    None,
}

impl Reference {
    /// Every reference.
    pub const ALL: [Self; 4] = [Self::Auto, Self::AStar, Self::Listed, Self::None];

    /// Returns the algorithm that searches for the optimum, if any does.
    pub(crate) fn algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Auto => Some(Algorithm::Auto),
            Self::AStar => Some(Algorithm::AStar),
            Self::Listed | Self::None => None,
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Auto => "auto",
            Self::AStar => "astar",
            Self::Listed => "listed",
            Self::None => "none",
        })
    }
}

/// A text that names no choice; the message names those there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choose {0}")]
pub struct UnknownChoice(&'static str);

/// Returns the choice that a text names, in letters of any case.
fn named<T: fmt::Display>(all: impl IntoIterator<Item = T>, text: &str) -> Option<T> {
    let mut all = all.into_iter();
    all.find(|it| it.to_string().eq_ignore_ascii_case(text.trim()))
}

impl FromStr for Reference {
    type Err = UnknownChoice;

    fn from_str(text: &str) -> Result<Self, UnknownChoice> {
        named(Self::ALL, text).ok_or(UnknownChoice("auto, astar, listed or none"))
    }
}

/// The rule for which time of several repetitions counts for a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetitions {
    /// Every one.
    #[default]
    All,
    /// The median of the times.
    Median,
    /// The shortest, the one least disturbed.
    Minimum,
}

impl Repetitions {
    /// Every rule.
    pub const ALL: [Self; 3] = [Self::All, Self::Median, Self::Minimum];

    /// Returns the times that count in distributions.
    pub(crate) fn counted(self, times: &[f64]) -> Vec<f64> {
        match self {
            Self::All => times.to_vec(),
            Self::Median | Self::Minimum => vec![self.one(times)],
        }
    }

    /// Returns the one time that stands for a row.
    pub(crate) fn one(self, times: &[f64]) -> f64 {
        match self {
            Self::All | Self::Median => voxnav_worlds::Distribution::new(times.to_vec()).median(),
            Self::Minimum => times.iter().copied().fold(f64::MAX, f64::min),
        }
    }
}

impl fmt::Display for Repetitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::All => "all",
            Self::Median => "median",
            Self::Minimum => "minimum",
        })
    }
}

impl FromStr for Repetitions {
    type Err = UnknownChoice;

    fn from_str(text: &str) -> Result<Self, UnknownChoice> {
        named(Self::ALL, text).ok_or(UnknownChoice("all, median or minimum"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_time_of_several_counts() {
        let times = [3.0, 1.0, 2.0];
        assert_eq!(Repetitions::All.counted(&times), times);
        assert_eq!(Repetitions::Median.counted(&times), [2.0]);
        assert_eq!(Repetitions::Minimum.counted(&times), [1.0]);
        for rule in Repetitions::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        for reference in Reference::ALL {
            assert_eq!(reference.to_string().parse(), Ok(reference));
        }
    }
}

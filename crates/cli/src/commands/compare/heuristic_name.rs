//! The heuristics of reports: those of the library, and one that is supplied to it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use voxnav::experiment::Heuristic;
use voxnav::search::{NameError, SearchSettings};
use voxnav_lab::{Contestant, TutorialOctile};

/// A heuristic by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeuristicName {
    Known(Heuristic),
    /// The formula that tutorials publish as the octile distance: see [`TutorialOctile`].
    Tutorial,
}

/// The name of the formula of the tutorials.
const TUTORIAL: &str = "tutorial";

impl HeuristicName {
    /// Every heuristic.
    pub(super) fn all() -> Vec<Self> {
        let known = Heuristic::ALL.map(Self::Known);
        known.into_iter().chain([Self::Tutorial]).collect()
    }

    /// The search that is guided by it.
    pub(super) fn guide(self, search: SearchSettings) -> Contestant {
        match self {
            Self::Known(heuristic) => Contestant::new(search.heuristic(heuristic)),
            Self::Tutorial => Contestant::new(search).guided_by(TUTORIAL, Arc::new(TutorialOctile)),
        }
    }
}

impl Default for HeuristicName {
    fn default() -> Self {
        Self::Known(Heuristic::default())
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(heuristic) => heuristic.fmt(f),
            Self::Tutorial => f.pad(TUTORIAL),
        }
    }
}

impl FromStr for HeuristicName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        if text.trim().eq_ignore_ascii_case(TUTORIAL) {
            Ok(Self::Tutorial)
        } else {
            text.parse().map(Self::Known)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in HeuristicName::all() {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        assert!("diagonal".parse::<HeuristicName>().is_err());
    }
}

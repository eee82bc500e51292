//! The heuristics of reports: those of the library, and one that is supplied to it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use voxnav::MoveSet;
use voxnav::experiment::{EstimateLaw, Estimator, Heuristic};
use voxnav::glam::IVec3;
use voxnav::search::{Cost, NameError};

/// A heuristic by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeuristicName {
    Known(Heuristic),
    /// The formula that tutorials publish as the octile distance: see [`TutorialOctile`].
    Tutorial,
}

/// What the formula of the tutorials is called.
const TUTORIAL: &str = "tutorial";

impl HeuristicName {
    /// Every heuristic.
    pub(super) fn all() -> Vec<Self> {
        let known = Heuristic::ALL.map(Self::Known);
        known.into_iter().chain([Self::Tutorial]).collect()
    }

    /// That of the library that queries have. Where another is supplied it does not count.
    pub(super) fn known(self) -> Heuristic {
        match self {
            Self::Known(heuristic) => heuristic,
            Self::Tutorial => Heuristic::default(),
        }
    }

    /// What queries are guided by in place of a heuristic of the library.
    pub(super) fn estimator(self) -> Option<Arc<dyn Estimator>> {
        match self {
            Self::Known(_) => None,
            Self::Tutorial => Some(Arc::new(TutorialOctile)),
        }
    }

    /// Whether the estimate never drops by more than a move costs.
    pub(super) fn is_consistent(self, moves: MoveSet) -> bool {
        match self {
            Self::Known(heuristic) => heuristic.is_consistent(moves),
            Self::Tutorial => TutorialOctile.law().is_consistent(),
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

/// `D min + (D2 - D) (dx + dy + dz - 2 min)` with D = sqrt 2 and D2 = 1, where `min` is the smallest
/// component, and zero where that is negative, as it is along every axis.
///
/// It never exceeds the smallest component and so never overestimates, but a single move can change it
/// by more than the move costs: cells are expanded again where need be, and paths are optimal.
#[derive(Debug)]
struct TutorialOctile;

impl Estimator for TutorialOctile {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        let [dx, dy, dz] = [
            from.x.abs_diff(to.x),
            from.y.abs_diff(to.y),
            from.z.abs_diff(to.z),
        ];
        let least = dx.min(dy).min(dz);
        let rest = (dx - least).saturating_add(dy - least).saturating_add(dz);
        // Differences of costs stop at zero.
        Cost::FACE_DIAGONAL * least - (Cost::FACE_DIAGONAL - Cost::STRAIGHT) * rest
    }

    fn law(&self) -> EstimateLaw {
        EstimateLaw::Admissible
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

    #[test]
    fn the_tutorials_formula_is_what_they_publish_where_that_is_positive() {
        for to in [[9, 0, 0], [9, 9, 0], [9, 9, 9], [-3, 7, 20], [8, 9, -8]] {
            let parts = to.map(|n: i32| f64::from(n.abs()));
            let min = parts.into_iter().fold(f64::MAX, f64::min);
            let sum = parts.iter().sum::<f64>();
            let (d, d2) = (2f64.sqrt(), 1.0);
            let published = d * min + (d2 - d) * (sum - 2.0 * min).max(0.0);
            let here = TutorialOctile.estimate(IVec3::ZERO, IVec3::from_array(to));
            assert!((here.length() - published.max(0.0)).abs() < 1e-6, "{to:?}");
        }
    }
}

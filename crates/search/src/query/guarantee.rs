//! Guarantees of the algorithms.

use std::fmt;

use super::algorithm::Algorithm;
use crate::cost::Cost;
use crate::heuristic::{HeuristicBound, Weight};

/// The proved bound on the cost of a path that an algorithm finds.
///
/// ```
/// use voxnav_search::{Algorithm, Guarantee, Query, Weight};
/// # use glam::IVec3;
///
/// let query = Query::new(IVec3::ZERO, IVec3::ONE);
/// assert_eq!(query.guarantee(), Guarantee::Optimal);
/// let weight = Weight::new(1.5)?;
/// let weighted = query.algorithm(Algorithm::WeightedAStar(weight));
/// assert_eq!(weighted.guarantee(), Guarantee::Within(1.5));
/// # Ok::<(), voxnav_search::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Guarantee {
    /// The cost is the optimum.
    Optimal,
    /// The cost is at most this factor times the optimum.
    Within(f64),
    /// The cost is at most this factor times the optimum over the cells, and may be less: the path
    /// may leave the lattice.
    AnyAngle(f64),
    /// No guarantee.
    None,
}

impl Guarantee {
    /// Returns the guarantee of an algorithm whose estimate has `bound`.
    #[must_use]
    pub fn of(algorithm: Algorithm, bound: HeuristicBound) -> Self {
        match (algorithm, bound) {
            (Algorithm::Dijkstra, _) => Self::Optimal,
            (Algorithm::GreedyBestFirst | Algorithm::Hierarchical, _)
            | (_, HeuristicBound::Unknown) => Self::None,
            (Algorithm::LazyTheta, bound) => Self::AnyAngle(bound.factor()),
            (Algorithm::WeightedAStar(weight), bound) if weight != Weight::ONE => {
                Self::Within(weight.factor() * bound.factor())
            }
            (_, HeuristicBound::Admissible) => Self::Optimal,
            (_, HeuristicBound::Factor(factor)) => Self::Within(factor),
        }
    }

    /// Returns whether a path of this cost keeps the guarantee where the best path costs `optimum`.
    /// Never if the factor is not a number of at least one.
    ///
    /// ```
    /// use voxnav_search::{Cost, Guarantee};
    ///
    /// let optimum = Cost::STRAIGHT * 10;
    /// assert!(Guarantee::Optimal.is_kept(optimum, optimum));
    /// assert!(!Guarantee::Optimal.is_kept(optimum + Cost::from_raw(1), optimum));
    /// assert!(Guarantee::Within(1.5).is_kept(Cost::STRAIGHT * 15, optimum));
    /// assert!(!Guarantee::Within(1.5).is_kept(Cost::STRAIGHT * 16, optimum));
    /// assert!(!Guarantee::Within(f64::NAN).is_kept(optimum, optimum));
    /// ```
    #[must_use]
    pub fn is_kept(self, cost: Cost, optimum: Cost) -> bool {
        match self {
            Self::Optimal => cost == optimum,
            Self::Within(factor) => {
                factor >= 1.0 && cost >= optimum && cost.divided(factor) <= optimum
            }
            Self::AnyAngle(factor) => factor >= 1.0 && cost.divided(factor) <= optimum,
            Self::None => true,
        }
    }
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal => f.write_str("optimal"),
            Self::Within(factor) => write!(f, "at most {factor:.4} times the optimum"),
            Self::AnyAngle(1.0) => f.write_str("at most the best path over the cells"),
            Self::AnyAngle(factor) => {
                write!(f, "at most {factor:.4} times the best path over the cells")
            }
            Self::None => f.write_str("no bound"),
        }
    }
}

//! The algorithms, which are parameters of the one loop, and what each guarantees.

use std::fmt;

use crate::{Bound, Cost};

/// How to search. All run the same best-first loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Algorithm {
    /// The fastest exact algorithm for the query: [`Algorithm::Jump`] from both ends for uniform
    /// terrain, [`Algorithm::Canonical`] for any other, [`Algorithm::AStar`] where the estimate is
    /// not consistent.
    #[default]
    Auto,
    /// Canonical ordering with straight runs scanned instead of stored, on a bucket queue. Where runs
    /// turn out to end after a cell or two, as in noise, and for terrain that is not uniform as
    /// [`Algorithm::Canonical`].
    Jump,
    /// Canonical ordering cell by cell, on a bucket queue: of paths that cost the same between two
    /// cells all but one are left out, wherever the terrain is even around the cells between. Exact
    /// for consistent estimates; otherwise as [`Algorithm::AStar`].
    Canonical,
    /// A* (Hart, Nilsson, Raphael 1968) over every legal move, on a binary heap. Optimal with an
    /// admissible estimate; otherwise within the bound of the estimate.
    AStar,
    /// Dijkstra's algorithm: A* that estimates nothing, whatever heuristic the query names.
    Dijkstra,
    /// A* with the estimate multiplied by a weight (Pohl 1970): costs at most so many times the
    /// optimum, and usually expands far less.
    WeightedAStar(Weight),
    /// Two searches over every legal move, on binary heaps, from the start and from the goal, that
    /// meet (NBA*, Pijls and Post 2009). Exact, terrain included, for consistent estimates and a
    /// goal of one cell; otherwise as [`Algorithm::AStar`]. Pays where estimates say little.
    Bidirectional,
    /// Lazy Theta* (Nash, Koenig, Tovey 2010): paths that go straight from corner to corner at any
    /// angle, each line free for the whole agent. Not the shortest such path, but never longer than
    /// the best path over the cells, given an estimate that never overestimates. The Euclidean one
    /// suits it best. For uniform terrain, 26 moves or `Planar8`, strict corners, a goal of one cell
    /// and agents that do not stop at unknown space; otherwise as [`Algorithm::AStar`].
    LazyTheta,
    /// Expands the cell with the smallest estimate. Fast, without any bound on the cost.
    GreedyBestFirst,
}

/// What is proved about the cost of a path that an algorithm finds.
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
    /// Nothing.
    None,
}

impl Guarantee {
    /// The guarantee of an algorithm whose estimate has `bound`.
    #[must_use]
    pub fn of(algorithm: Algorithm, bound: Bound) -> Self {
        match (algorithm, bound) {
            (Algorithm::GreedyBestFirst, _) => Self::None,
            (Algorithm::LazyTheta, bound) => Self::AnyAngle(bound.factor()),
            (Algorithm::WeightedAStar(weight), bound) if weight != Weight::ONE => {
                Self::Within(weight.factor() * bound.factor())
            }
            (Algorithm::Dijkstra, _) | (_, Bound::Admissible) => Self::Optimal,
            (_, Bound::Factor(factor)) => Self::Within(factor),
        }
    }

    /// Whether a path of this cost is what is guaranteed where the best path costs `optimum`.
    ///
    /// ```
    /// use voxnav_search::{Cost, Guarantee};
    ///
    /// let optimum = Cost::STRAIGHT * 10;
    /// assert!(Guarantee::Optimal.is_kept(optimum, optimum));
    /// assert!(!Guarantee::Optimal.is_kept(optimum + Cost::from_raw(1), optimum));
    /// assert!(Guarantee::Within(1.5).is_kept(Cost::STRAIGHT * 15, optimum));
    /// assert!(!Guarantee::Within(1.5).is_kept(Cost::STRAIGHT * 16, optimum));
    /// ```
    #[must_use]
    pub fn is_kept(self, cost: Cost, optimum: Cost) -> bool {
        match self {
            Self::Optimal => cost == optimum,
            Self::Within(factor) => cost >= optimum && cost.divided(factor) <= optimum,
            Self::AnyAngle(factor) => cost.divided(factor) <= optimum,
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

/// The factor of a weighted estimate, from 1 to 1000, in steps of 1/1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Weight(u32);

/// A factor that is not a weight.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the weight {factor} is not a number from 1 to 1000")]
pub struct WeightError {
    /// What was given.
    pub factor: f64,
}

impl Weight {
    /// The weight that changes nothing.
    pub const ONE: Self = Self(1 << Self::FRACTIONAL_BITS);
    const FRACTIONAL_BITS: u32 = 10;

    /// The weight nearest to `factor`.
    ///
    /// # Errors
    ///
    /// [`WeightError`] if `factor` is not a number from 1 to 1000.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "in 1024..=1024000"
    )]
    pub fn new(factor: f64) -> Result<Self, WeightError> {
        if (1.0..=1000.0).contains(&factor) {
            Ok(Self((factor * f64::from(Self::ONE.0)).round() as u32))
        } else {
            Err(WeightError { factor })
        }
    }

    /// The weight as a number.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.0) / f64::from(Self::ONE.0)
    }

    #[inline]
    pub(crate) fn times(self, h: Cost) -> Cost {
        if self == Self::ONE {
            return h;
        }
        let product = (u128::from(h.raw()) * u128::from(self.0)) >> Self::FRACTIONAL_BITS;
        Cost::from_raw(u64::try_from(product).unwrap_or(u64::MAX))
    }
}

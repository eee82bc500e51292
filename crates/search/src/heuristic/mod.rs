//! Estimates of the cost that remains between two cells.
//!
//! Every estimate is an integer function of the offset between the cells. The move lengths that it
//! uses are those of [`Cost`], so that an admissible estimate here is also consistent: it never
//! drops by more than the move costs.

mod bounded;
mod estimate;
mod estimator;
mod weight;

pub(crate) use estimate::{AnyEstimate, Estimate, Octile26, Weighed, Weighing};
pub use estimator::{Estimator, EstimatorGuarantee};
pub use weight::{Weight, WeightError};

use std::fmt;

use glam::IVec3;

use crate::arithmetic::scaled_length;
use crate::cost::Cost;
use crate::movement::{CellShape, MoveCosts, MoveSet};

/// An estimate of the cost between two cells in a world without obstacles.
///
/// ```
/// use voxnav_search::{Cost, Heuristic, MoveSet};
/// # use glam::IVec3;
///
/// let estimate = |heuristic: Heuristic| heuristic.estimate(MoveSet::Vertex26, IVec3::ZERO, IVec3::new(5, 5, 0));
/// assert_eq!(estimate(Heuristic::Octile), Cost::FACE_DIAGONAL * 5);
/// assert_eq!(estimate(Heuristic::Chebyshev), Cost::STRAIGHT * 5);
/// assert_eq!(estimate(Heuristic::Zero), Cost::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Heuristic {
    /// The exact cost in free space for the move set of the query, which is the largest estimate
    /// that never overestimates: the best choice for every move set.
    ///
    /// With the components of the offset sorted, `a >= b >= c`: for 26 moves
    /// `a + (sqrt2 - 1) b + (sqrt3 - sqrt2) c`; for 18 moves as many face diagonals as fit; for 6
    /// moves the sum; for planar sets their two-dimensional forms. Over cells that are no cubes the components are
    /// sorted all the same, and the roots are the lengths of moves along the axes of the largest, of the larger two, and
    /// of all three; for 18 moves it is that of 26 moves, which is a little less than exact.
    #[default]
    Octile,
    /// The straight-line distance. Never overestimates.
    Euclidean,
    /// The sum of the components. Exact for 6 and 4 moves; overestimates where diagonals are
    /// allowed, by the factor that [`Heuristic::bound`] states.
    Manhattan,
    /// The largest component. Never overestimates.
    Chebyshev,
    /// No estimate: turns A* into Dijkstra's algorithm.
    Zero,
}

/// The factor by which an estimate may exceed the true cost.
///
/// ```
/// use voxnav_search::{HeuristicBound, Heuristic, MoveSet};
///
/// assert_eq!(Heuristic::Octile.bound(MoveSet::Vertex26), HeuristicBound::Admissible);
/// assert!(!Heuristic::Manhattan.bound(MoveSet::Vertex26).is_admissible());
/// assert_eq!(HeuristicBound::Factor(1.5).factor(), 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HeuristicBound {
    /// The estimate never overestimates: paths found with it are optimal.
    Admissible,
    /// The estimate exceeds the true cost by at most this factor: a path found with it costs at
    /// most this factor times the optimum.
    Factor(f64),
    /// No bound is known: the cost of a path found with the estimate says nothing about the
    /// optimum.
    Unknown,
}

impl HeuristicBound {
    /// Returns the factor, which is 1 for an admissible estimate and infinite where nothing is
    /// known.
    #[must_use]
    pub const fn factor(self) -> f64 {
        match self {
            Self::Admissible => 1.0,
            Self::Factor(factor) => factor,
            Self::Unknown => f64::INFINITY,
        }
    }

    /// Returns whether the estimate never overestimates.
    #[must_use]
    pub const fn is_admissible(self) -> bool {
        matches!(self, Self::Admissible)
    }
}

impl fmt::Display for HeuristicBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Admissible => f.write_str("exact"),
            Self::Factor(factor) => write!(f, "at most {factor:.4} times the optimum"),
            Self::Unknown => f.write_str("no bound"),
        }
    }
}

impl Heuristic {
    /// Every heuristic.
    pub const ALL: [Self; 5] = [
        Self::Octile,
        Self::Euclidean,
        Self::Manhattan,
        Self::Chebyshev,
        Self::Zero,
    ];

    /// Returns the estimated cost from `from` to `to` with `moves`, over cubes of weight one.
    ///
    /// For planar move sets the component along the fixed axis does not count: cells of different
    /// planes are never connected, which a query finds out before it estimates anything.
    #[must_use]
    #[inline]
    pub fn estimate(self, moves: MoveSet, from: IVec3, to: IVec3) -> Cost {
        self.of_offset(moves, MoveCosts::of_cubes(), offset_magnitude(from, to))
    }

    /// Returns the estimated cost, as [`estimate`](Self::estimate) does, over cells of a shape.
    ///
    /// ```
    /// use voxnav_search::{CellShape, Heuristic, MoveSet};
    /// # use glam::IVec3;
    ///
    /// let flat = CellShape::new([4.0, 4.0, 1.0])?;
    /// let estimate = |heuristic: Heuristic| {
    ///     heuristic.estimate_by(MoveSet::Vertex26, flat, IVec3::ZERO, IVec3::new(0, 0, 8)).length() * 4.0
    /// };
    /// assert_eq!(estimate(Heuristic::Octile), 8.0);
    /// assert_eq!(estimate(Heuristic::Chebyshev), 8.0);
    /// # Ok::<(), voxnav_search::CellShapeError>(())
    /// ```
    #[must_use]
    pub fn estimate_by(self, moves: MoveSet, shape: CellShape, from: IVec3, to: IVec3) -> Cost {
        self.of_offset(moves, shape.costs(), offset_magnitude(from, to))
    }

    /// Returns the estimate for cells that are so far apart along each axis.
    #[inline]
    pub(crate) fn of_offset(self, moves: MoveSet, costs: &MoveCosts, delta: [u32; 3]) -> Cost {
        let delta = in_plane(moves, delta);
        if !costs.is_cubic() {
            return self.of_shaped_offset(moves, costs, delta);
        }
        match self {
            Self::Octile => free_space_cost(moves, delta),
            Self::Euclidean => euclidean(delta),
            Self::Manhattan => {
                straight(u64::from(delta[0]) + u64::from(delta[1]) + u64::from(delta[2]))
            }
            Self::Chebyshev => straight(u64::from(delta[0].max(delta[1]).max(delta[2]))),
            Self::Zero => Cost::ZERO,
        }
    }

    /// Returns the estimate over cells that may have any shape.
    fn of_shaped_offset(self, moves: MoveSet, costs: &MoveCosts, delta: [u32; 3]) -> Cost {
        match (self, moves) {
            (Self::Octile, MoveSet::Face6 | MoveSet::Planar4(_)) | (Self::Manhattan, _) => {
                costs.sum(delta)
            }
            // For 18 moves it is a bound: what these cost at least is what 26 cost.
            (Self::Octile, _) => costs.free_space(delta),
            (Self::Euclidean, _) => costs.straight_bound(delta),
            (Self::Chebyshev, _) => costs.largest(delta),
            (Self::Zero, _) => Cost::ZERO,
        }
    }

    /// Returns whether the estimate never drops by more than a move costs, so that the first time a
    /// cell is expanded its cost is final. Every admissible heuristic here is consistent.
    #[must_use]
    pub fn is_consistent(self, moves: MoveSet) -> bool {
        self.bound(moves).is_admissible()
    }

    /// Returns the bound on the factor by which this estimate may exceed the true cost with
    /// `moves`, over cubes.
    ///
    /// The factors are those of the rounded move lengths: Manhattan against a body diagonal is
    /// 3 / sqrt 3, against a face diagonal 2 / sqrt 2.
    #[must_use]
    pub fn bound(self, moves: MoveSet) -> HeuristicBound {
        self.bound_by(moves, CellShape::CUBIC)
    }

    /// Returns the bound, as [`bound`](Self::bound) does, over cells of a shape: of Manhattan, the sum of the sides along
    /// a move for its length, the largest there is.
    #[must_use]
    pub fn bound_by(self, moves: MoveSet, shape: CellShape) -> HeuristicBound {
        if self != Self::Manhattan {
            return HeuristicBound::Admissible;
        }
        let sides = shape.sides();
        let factors = moves.directions().map(|direction| {
            let along = (0..3).filter(|axis| direction.axes() >> axis & 1 != 0);
            let sum: Cost = along.map(|axis| sides[axis]).sum();
            sum.length() / shape.cost(direction).length()
        });
        let largest = factors.fold(1.0, f64::max);
        if largest > 1.0 {
            HeuristicBound::Factor(largest)
        } else {
            HeuristicBound::Admissible
        }
    }
}

/// Returns the absolute offset by component, of any two cells: estimates are also asked for goals
/// outside of every world.
#[inline]
pub(crate) fn offset_magnitude(from: IVec3, to: IVec3) -> [u32; 3] {
    [
        from.x.abs_diff(to.x),
        from.y.abs_diff(to.y),
        from.z.abs_diff(to.z),
    ]
}

#[inline]
fn in_plane(moves: MoveSet, mut delta: [u32; 3]) -> [u32; 3] {
    if let Some(axis) = moves.fixed_axis() {
        delta[axis.index()] = 0;
    }
    delta
}

#[inline]
const fn straight(cells: u64) -> Cost {
    Cost::from_raw(cells.saturating_mul(Cost::STRAIGHT.raw()))
}

/// Returns the cost between two cells in free space: the octile distance of the move set.
#[inline]
fn free_space_cost(moves: MoveSet, delta: [u32; 3]) -> Cost {
    match moves {
        // A planar offset has a zero component, so the 3D form gives its 2D octile distance.
        MoveSet::Vertex26 | MoveSet::Planar8(_) => octile26(delta),
        MoveSet::Edge18 => octile18(delta),
        MoveSet::Face6 | MoveSet::Planar4(_) => {
            straight(u64::from(delta[0]) + u64::from(delta[1]) + u64::from(delta[2]))
        }
    }
}

/// Returns the cost of `c` body diagonals, `b - c` face diagonals and `a - b` straight moves, for
/// `a >= b >= c`.
#[inline]
pub(crate) fn octile26([x, y, z]: [u32; 3]) -> Cost {
    let largest = u64::from(x.max(y).max(z));
    let smallest = u64::from(x.min(y).min(z));
    let sum = u64::from(x) + u64::from(y) + u64::from(z);
    let middle = sum - largest - smallest;
    Cost::from_raw(
        smallest * (Cost::BODY_DIAGONAL.raw() - Cost::FACE_DIAGONAL.raw())
            + middle * (Cost::FACE_DIAGONAL.raw() - Cost::STRAIGHT.raw())
            + largest * Cost::STRAIGHT.raw(),
    )
}

/// Returns the octile distance for 18 moves. Face diagonals cover two units of the sum each, but no
/// component more than once: they are limited by half the sum and by the sum of the two smaller
/// components.
#[inline]
fn octile18([x, y, z]: [u32; 3]) -> Cost {
    let largest = u64::from(x.max(y).max(z));
    let sum = u64::from(x) + u64::from(y) + u64::from(z);
    let diagonals = (sum / 2).min(sum - largest);
    Cost::from_raw(
        diagonals * Cost::FACE_DIAGONAL.raw() + (sum - 2 * diagonals) * Cost::STRAIGHT.raw(),
    )
}

/// Returns the straight-line distance, rounded down, in units of `2^30 - 1` a cell.
///
/// One unit below the 2^30 of a straight move makes room for the rounding of the diagonals: the
/// body diagonal is rounded down by 0.38 of a unit, so the full scale would overestimate a long
/// chain of them. Rounding down keeps consistency, as the costs of moves are whole units.
fn euclidean(delta: [u32; 3]) -> Cost {
    Cost::from_raw(scaled_length(delta, (1 << 30) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octile_is_the_published_formula() {
        let cost = Heuristic::Octile.estimate(MoveSet::Vertex26, IVec3::ZERO, IVec3::new(-5, 9, 2));
        let expected = 9.0 + (2f64.sqrt() - 1.0) * 5.0 + (3f64.sqrt() - 2f64.sqrt()) * 2.0;
        assert!((cost.length() - expected).abs() < 1e-8);
    }

    #[test]
    fn eighteen_moves_pair_components() {
        let cost =
            |x, y, z| Heuristic::Octile.estimate(MoveSet::Edge18, IVec3::ZERO, IVec3::new(x, y, z));
        assert_eq!(cost(1, 1, 1), Cost::FACE_DIAGONAL + Cost::STRAIGHT);
        assert_eq!(cost(2, 1, 1), Cost::FACE_DIAGONAL * 2);
        assert_eq!(cost(9, 1, 1), Cost::FACE_DIAGONAL * 2 + Cost::STRAIGHT * 7);
    }

    #[test]
    fn the_largest_offsets_do_not_overflow() {
        let limit = voxnav_occupancy::MAX_COORDINATE;
        let cells = [IVec3::splat(limit - 1), IVec3::splat(-limit)];
        for [near, far] in [cells, [IVec3::MIN, IVec3::MAX]] {
            for heuristic in Heuristic::ALL {
                let cost = heuristic.estimate(MoveSet::Vertex26, near, far);
                assert!(cost < Cost::MAX, "{heuristic:?}");
            }
        }
    }
}

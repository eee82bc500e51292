//! Estimates as the loop uses them: bound to a goal, and combined with the cost so far.

use glam::IVec3;

use super::bounded::parabola;
use super::weight::Weight;
use super::{Heuristic, octile26, offset_magnitude};
use crate::cost::Cost;
use crate::movement::MoveSet;

/// An estimate toward one goal.
pub(crate) trait Estimate {
    /// The estimated cost from `cell` to the goal.
    fn h(&self, cell: IVec3) -> Cost;

    /// How the estimate counts. f = g + h, unless another is said.
    #[inline]
    fn weighing(&self) -> Weighing {
        Weighing::Sum(Weight::ONE)
    }

    /// The priority of a cell with cost so far `g` and estimate `h`.
    #[inline]
    fn f(&self, g: Cost, h: Cost) -> Cost {
        self.weighing().f(g, h)
    }

    /// A cell with cost so far `g` and estimate `h` is useless once a path is known that costs no
    /// more than this.
    #[inline]
    fn bar(&self, g: Cost, h: Cost) -> Cost {
        match self.weighing() {
            Weighing::Within(factor) => factor.times(g + h),
            Weighing::Sum(_) | Weighing::EstimateOnly => self.f(g, h),
        }
    }

    /// Whether paths may cost more than the optimum, by a factor: then f may fall along a path, though
    /// not below the estimate of the start, and what waits may have become useless.
    #[inline]
    fn is_bounded(&self) -> bool {
        matches!(self.weighing(), Weighing::Within(_))
    }
}

/// The octile distance for 26 moves, f = g + h.
pub(crate) struct Octile26 {
    pub(crate) goal: IVec3,
}

impl Estimate for Octile26 {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        octile26(offset_magnitude(cell, self.goal))
    }
}

/// Any heuristic that is never negative, weighed as the algorithm wants it.
pub(crate) struct Weighed {
    pub(crate) heuristic: Heuristic,
    pub(crate) moves: MoveSet,
    pub(crate) goal: IVec3,
    pub(crate) weighing: Weighing,
}

/// How cost so far and estimate make a priority.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Weighing {
    /// f = g + w h.
    Sum(Weight),
    /// For paths within a factor of the optimum: see [`super::bounded`].
    Within(Weight),
    /// f = h: greedy.
    EstimateOnly,
}

impl Estimate for Weighed {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        self.heuristic.estimate(self.moves, cell, self.goal)
    }

    #[inline]
    fn weighing(&self) -> Weighing {
        self.weighing
    }
}

impl Weighing {
    #[inline]
    pub(crate) fn f(self, g: Cost, h: Cost) -> Cost {
        match self {
            Self::Sum(weight) => g + weight.times(h),
            Self::Within(factor) => parabola(factor, g, h),
            Self::EstimateOnly => h,
        }
    }
}

/// An estimate that may be negative, in signed arithmetic.
///
/// Estimates are kept as their difference to [`LEAST`](Self::LEAST), which keeps their order. Their
/// sum with the cost so far is signed, too, and stops at zero: no path costs less, so it stays the
/// lower bound that the loop takes it for. Cells with a negative sum are so expanded before all
/// others, as they would be otherwise, but by larger cost so far among themselves.
pub(crate) struct Signed {
    pub(crate) heuristic: Heuristic,
    pub(crate) moves: MoveSet,
    pub(crate) goal: IVec3,
    pub(crate) weighing: Weighing,
}

impl Signed {
    /// Below every estimate: components below 2^32, at most 0.42 times 2^30 for each unit of their
    /// two largest.
    const LEAST: i64 = -(1 << 62);
}

impl Estimate for Signed {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        let estimate = self.heuristic.signed_estimate(self.moves, cell, self.goal);
        Cost::from_raw(estimate.abs_diff(Self::LEAST))
    }

    #[inline]
    fn f(&self, g: Cost, h: Cost) -> Cost {
        let weight = match self.weighing {
            Weighing::Sum(weight) => weight,
            // Bounded searches leave this estimate out: it is exact as it is.
            Weighing::Within(_) => Weight::ONE,
            Weighing::EstimateOnly => return h,
        };
        let least = Cost::from_raw(Self::LEAST.unsigned_abs());
        // One of the two differences is zero.
        (g + weight.times(h - least)) - weight.times(least - h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_estimates_are_subtracted_where_they_are_negative() {
        let estimate = |weighing| Signed {
            heuristic: Heuristic::Tutorial,
            moves: MoveSet::Vertex26,
            goal: IVec3::ZERO,
            weighing,
        };
        let sum = estimate(Weighing::Sum(Weight::ONE));
        let (near, far) = (sum.h(IVec3::X), sum.h(IVec3::X * 9));
        let diagonal = sum.h(IVec3::ONE);
        assert!(far < near && near < diagonal);
        let g = Cost::STRAIGHT * 20;
        let unit = Cost::FACE_DIAGONAL - Cost::STRAIGHT;
        assert_eq!(sum.f(g, near), g - unit);
        assert_eq!(sum.f(g, far), g - unit * 9);
        assert_eq!(sum.f(Cost::ZERO, far), Cost::ZERO);
        assert_eq!(sum.f(g, diagonal), g + Cost::STRAIGHT);
        assert_eq!(sum.f(g, sum.h(IVec3::ZERO)), g);
        let greedy = estimate(Weighing::EstimateOnly);
        assert!(greedy.f(g, far) < greedy.f(Cost::ZERO, near));
    }
}

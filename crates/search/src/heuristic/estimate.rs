//! Estimates as the loop uses them: bound to a goal, and combined with the cost so far.

use glam::IVec3;

use super::bounded::priority;
use super::estimator::Guided;
use super::landmarks::FromLandmarks;
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

/// One of the estimates that are dear or rare: to choose between them in every cell costs less than engines
/// for each of them take to compile.
pub(crate) enum AnyEstimate<'e> {
    /// A heuristic of the library.
    Weighed(Weighed),
    /// The caller's.
    Guided(Guided<'e>),
    /// That of landmarks.
    Landmarks(FromLandmarks<'e>),
}

impl Estimate for AnyEstimate<'_> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        match self {
            Self::Weighed(estimate) => estimate.h(cell),
            Self::Guided(estimate) => estimate.h(cell),
            Self::Landmarks(estimate) => estimate.h(cell),
        }
    }

    #[inline]
    fn weighing(&self) -> Weighing {
        match self {
            Self::Weighed(estimate) => estimate.weighing(),
            Self::Guided(estimate) => estimate.weighing(),
            Self::Landmarks(estimate) => estimate.weighing(),
        }
    }
}

impl Weighing {
    #[inline]
    pub(crate) fn f(self, g: Cost, h: Cost) -> Cost {
        match self {
            Self::Sum(weight) => g + weight.times(h),
            Self::Within(factor) => priority(factor, g, h),
            Self::EstimateOnly => h,
        }
    }
}

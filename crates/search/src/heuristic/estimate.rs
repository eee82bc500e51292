//! Estimates as the loop uses them: bound to a goal, and combined with the cost so far.

use glam::IVec3;

use super::bounded::priority;
use super::estimator::Estimator;
use super::weight::Weight;
use super::{Heuristic, octile26, offset_magnitude};
use crate::cost::Cost;
use crate::movement::{MoveCosts, MoveSet};

/// An estimate toward one goal.
pub(crate) trait Estimate {
    /// Returns the estimated cost from `cell` to the goal.
    fn h(&self, cell: IVec3) -> Cost;

    /// Returns the weighing of the estimate: f = g + h, unless a policy says otherwise.
    #[inline]
    fn weighing(&self) -> Weighing {
        Weighing::Sum(Weight::ONE)
    }

    /// Returns the priority of a cell with cost so far `g` and estimate `h`.
    #[inline]
    fn f(&self, g: Cost, h: Cost) -> Cost {
        self.weighing().f(g, h)
    }

    /// Returns the bar of a cell with cost so far `g` and estimate `h`: the cell is useless once a
    /// path is known that costs no more.
    #[inline]
    fn bar(&self, g: Cost, h: Cost) -> Cost {
        match self.weighing() {
            Weighing::Within(factor) => factor.times(g + h),
            Weighing::Sum(_) | Weighing::EstimateOnly => self.f(g, h),
        }
    }

    /// Returns whether paths may cost more than the optimum, by a factor: then f may fall along a
    /// path, though not below the estimate of the start, and queued entries may have become
    /// useless.
    #[inline]
    fn is_bounded(&self) -> bool {
        matches!(self.weighing(), Weighing::Within(_))
    }
}

/// The octile distance for 26 moves over cubes, f = g + h.
pub(crate) struct Octile26 {
    pub(crate) goal: IVec3,
}

impl Estimate for Octile26 {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        octile26(offset_magnitude(cell, self.goal))
    }
}

/// An estimate, weighed as the algorithm wants it.
pub(crate) struct Weighed<E> {
    pub(crate) estimate: E,
    pub(crate) weighing: Weighing,
}

/// The combination of the cost so far and the estimate into a priority.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Weighing {
    /// f = g + w h.
    Sum(Weight),
    /// The combination for paths within a factor of the optimum: see [`super::bounded`].
    Within(Weight),
    /// f = h: greedy.
    EstimateOnly,
}

impl<E: Estimate> Estimate for Weighed<E> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        self.estimate.h(cell)
    }

    #[inline]
    fn weighing(&self) -> Weighing {
        self.weighing
    }
}

/// Any estimate toward a cell: choosing between them in every cell costs less than compiling engines for each of them.
pub(crate) enum AnyEstimate<'e> {
    /// The octile distance for 26 moves over cubes to a goal.
    Octile26(Octile26),
    /// Any other heuristic of the library.
    Free {
        heuristic: Heuristic,
        moves: MoveSet,
        costs: &'static MoveCosts,
        goal: IVec3,
    },
    /// The estimate of the caller toward a goal.
    Guided(&'e dyn Estimator, IVec3),
}

impl Estimate for AnyEstimate<'_> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        match self {
            Self::Octile26(octile) => octile.h(cell),
            Self::Free {
                heuristic,
                moves,
                costs,
                goal,
            } => heuristic.of_offset(*moves, costs, offset_magnitude(cell, *goal)),
            Self::Guided(estimator, goal) => estimator.estimate(cell, *goal),
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

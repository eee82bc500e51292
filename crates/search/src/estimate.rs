//! Estimates as the loop uses them: bound to a goal, and combined with the cost so far.

use glam::IVec3;

use crate::heuristic::octile26;
use crate::{Cost, Heuristic, MoveSet, Weight};

/// An estimate towards one goal.
pub(crate) trait Estimate {
    /// The estimated cost from `cell` to the goal.
    fn h(&self, cell: IVec3) -> Cost;

    /// The priority of a cell with cost so far `g` and estimate `h`.
    fn f(&self, g: Cost, h: Cost) -> Cost;
}

/// The octile distance for 26 moves, f = g + h.
pub(crate) struct Octile26 {
    pub(crate) goal: IVec3,
}

impl Estimate for Octile26 {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        let delta = (cell - self.goal).abs();
        octile26(delta.to_array().map(i32::cast_unsigned))
    }

    #[inline]
    fn f(&self, g: Cost, h: Cost) -> Cost {
        g + h
    }
}

/// Any heuristic, weighed as the algorithm wants it.
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
    /// f = h: greedy.
    EstimateOnly,
}

impl Estimate for Weighed {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        self.heuristic.estimate(self.moves, cell, self.goal)
    }

    #[inline]
    fn f(&self, g: Cost, h: Cost) -> Cost {
        match self.weighing {
            Weighing::Sum(weight) => g + weight.times(h),
            Weighing::EstimateOnly => h,
        }
    }
}

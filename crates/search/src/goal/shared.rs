//! One type for all goals, and one for all estimates toward them: choosing in every cell costs less than a loop for each
//! kind of goal takes to compile.

use glam::IVec3;
use voxnav_occupancy::Heading;

use super::bounded::{Region, Toward};
use super::goal_test::GoalTest;
use crate::cost::Cost;
use crate::heuristic::{AnyEstimate, Estimate};

/// One cell, or any of many.
#[derive(Clone, Copy)]
pub(crate) enum AnyGoal<'g> {
    Cell(IVec3),
    Region(Region<'g>),
}

impl GoalTest for AnyGoal<'_> {
    #[inline]
    fn is_met(self, cell: IVec3) -> bool {
        match self {
            Self::Cell(goal) => goal.is_met(cell),
            Self::Region(region) => region.is_met(cell),
        }
    }

    #[inline]
    fn rank(self, cell: IVec3) -> Cost {
        match self {
            Self::Cell(goal) => goal.rank(cell),
            Self::Region(region) => region.rank(cell),
        }
    }

    #[inline]
    fn ahead(self, cell: IVec3, heading: Heading, most: u32) -> Option<u32> {
        match self {
            Self::Cell(goal) => goal.ahead(cell, heading, most),
            Self::Region(region) => region.ahead(cell, heading, most),
        }
    }

    #[inline]
    fn beside_walk(self, cell: IVec3, headings: [Heading; 2], most: u32) -> Option<u32> {
        match self {
            Self::Cell(goal) => goal.beside_walk(cell, headings, most),
            Self::Region(region) => region.beside_walk(cell, headings, most),
        }
    }
}

/// The estimate toward either.
pub(crate) enum AnyToward<'e> {
    Cell(AnyEstimate<'e>),
    Region(Toward<'e>),
}

impl Estimate for AnyToward<'_> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        match self {
            Self::Cell(estimate) => estimate.h(cell),
            Self::Region(estimate) => estimate.h(cell),
        }
    }
}

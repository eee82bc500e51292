//! Goal tests, as the loop and the scans of runs use them.
//!
//! Pruning is exact for any set of goals: which successors it leaves out does not depend on the
//! goal, and every cell is reached at its optimal cost, so the cheapest goal is too. A goal ends
//! paths in the loop, and a path through one goal to another is never the cheapest. It also ends
//! runs: the cells within a run are not looked at otherwise.

use glam::IVec3;
use voxnav_occupancy::{Heading, Sign};

use crate::cost::Cost;

/// The cells that end a search.
pub(crate) trait GoalTest: Copy {
    /// Returns whether paths end at `cell`.
    fn is_met(self, cell: IVec3) -> bool;

    /// Returns the units by which a path that ends at `cell`, where paths end, ranks behind one of the same cost that ends
    /// elsewhere. Zero at all other cells.
    #[inline]
    fn rank(self, cell: IVec3) -> Cost {
        let _ = cell;
        Cost::ZERO
    }

    /// Returns the fewest moves from `cell` along `heading`, from 1 to `most`, after which the goal
    /// is met.
    fn ahead(self, cell: IVec3, heading: Heading, most: u32) -> Option<u32>;

    /// Returns the fewest moves, from 1 to `most`, of a walk from `cell`, each one step along both
    /// headings, to a cell that meets the goal or from which the goal lies straight ahead along one
    /// of them; or fewer.
    fn beside_walk(self, cell: IVec3, headings: [Heading; 2], most: u32) -> Option<u32>;
}

/// One cell.
impl GoalTest for IVec3 {
    #[inline]
    fn is_met(self, cell: IVec3) -> bool {
        cell == self
    }

    #[inline]
    fn ahead(self, cell: IVec3, heading: Heading, most: u32) -> Option<u32> {
        let ahead = self - cell;
        // Most cells are in no line with it: one branch that is foretold.
        if ahead.cmpeq(IVec3::ZERO).bitmask().count_ones() < 2 {
            return None;
        }
        let step = heading.step();
        let moves = ahead.dot(step);
        let is_in_line = moves > 0 && ahead == step * moves;
        (is_in_line && moves.cast_unsigned() <= most).then_some(moves.cast_unsigned())
    }

    #[inline]
    fn beside_walk(self, cell: IVec3, headings: [Heading; 2], most: u32) -> Option<u32> {
        let ahead = self - cell;
        let along = headings.map(|Heading { axis, sign }| match sign {
            Sign::Positive => axis.of(ahead),
            Sign::Negative => -axis.of(ahead),
        });
        let moves = along[0].min(along[1]);
        let across = ahead - headings[0].step() * along[0] - headings[1].step() * along[1];
        let is_beside = across == IVec3::ZERO && moves > 0 && moves.cast_unsigned() <= most;
        is_beside.then_some(moves.cast_unsigned())
    }
}

/// No cell: the search spreads until something else ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nowhere;

impl GoalTest for Nowhere {
    #[inline]
    fn is_met(self, _: IVec3) -> bool {
        false
    }

    #[inline]
    fn ahead(self, _: IVec3, _: Heading, _: u32) -> Option<u32> {
        None
    }

    #[inline]
    fn beside_walk(self, _: IVec3, _: [Heading; 2], _: u32) -> Option<u32> {
        None
    }
}

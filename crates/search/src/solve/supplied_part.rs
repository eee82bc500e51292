//! Part of a path over moves that are supplied: the cell nearest to the goal of all that a search has reached.
//!
//! That is the one with the smallest estimate by the moves, of equals the one with the smallest cost, of equals the first
//! in cell order (z, y, x). Where the estimate is zero in every cell it says nothing of what is near, and the octile
//! distance counts.

use glam::IVec3;

use crate::cost::Cost;
use crate::goal::{Region, apart};
use crate::heuristic::octile26;
use crate::movement::Successors;
use crate::outcome::{Outcome, PartialReason, Solution};
use crate::path::Path;
use crate::query::Query;
use crate::workspace::Workspace;

impl Query<'_> {
    /// Returns the answer of a search that was to end near a goal, for a reason, given how it ended.
    pub(super) fn ended_near<S: Successors>(
        &self,
        reason: PartialReason,
        mut solution: Solution,
        successors: &S,
        workspace: &Workspace,
    ) -> Solution {
        let (path, reason) = match solution.outcome {
            Outcome::LimitReached { limit, path } => (path, PartialReason::Limit(limit)),
            Outcome::Cancelled { path } => (path, PartialReason::Cancelled),
            // A start where no path begins may have a way to the goal all the same.
            Outcome::Found(path) => (path, reason),
            _ => (self.path_near(successors, workspace), reason),
        };
        solution.outcome = Outcome::Partial { path, reason };
        solution
    }

    /// Returns the path to the nearest of all cells that a search from the start has reached.
    fn path_near<S: Successors>(&self, successors: &S, workspace: &Workspace) -> Path {
        let hull = self.hull(successors);
        let region = self
            .region
            .map(|goal| Region::new(goal, successors.bounds()));
        // A goal without cells is nowhere, and all cells are as near.
        let is_nowhere = region.is_some() && hull.is_empty();
        let by_moves = |cell: IVec3| {
            if is_nowhere {
                return Cost::ZERO;
            }
            let own = region.and_then(|region| region.estimate_of_caller(cell));
            own.unwrap_or_else(|| successors.estimate(cell, &hull))
        };
        let (end, most) = self.nearest_reached(successors, workspace, by_moves);
        let end = if most == Cost::ZERO && !is_nowhere {
            let straight = |cell| octile26(apart(&hull, cell));
            self.nearest_reached(successors, workspace, straight).0
        } else {
            end
        };
        self.path_to_reached(successors, workspace, end)
    }

    /// Returns the reached cell with the smallest estimate, and the largest estimate of all.
    fn nearest_reached<S: Successors>(
        &self,
        successors: &S,
        workspace: &Workspace,
        estimate: impl Fn(IVec3) -> Cost,
    ) -> (IVec3, Cost) {
        let key = |cell: IVec3, g: Cost| (estimate(cell), g, cell.z, cell.y, cell.x);
        let (mut least, mut end) = (key(self.start, Cost::ZERO), self.start);
        let mut most = least.0;
        for (cell, record) in workspace.forward.records.reached() {
            let key = key(cell, record.g());
            most = most.max(key.0);
            if key < least && successors.can_be_at(cell) {
                (least, end) = (key, cell);
            }
        }
        (end, most)
    }
}

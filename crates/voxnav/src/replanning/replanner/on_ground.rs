//! Answers of a replanner to ground agents.

use voxnav_search::Move;

use super::Replanner;
use crate::ground::GroundView;
use crate::replanning::moves::Moves;
use crate::replanning::plan::{EXACTNESS, Plan};

impl Replanner {
    /// Returns the number of the next waypoint of a ground agent.
    pub(super) fn next_on_ground(&self, view: GroundView<'_>) -> Option<usize> {
        let plan = self.plan.as_ref().filter(|plan| !plan.is_lost)?;
        if plan.base == 0 && !self.can_begin(plan, view) {
            return Some(0);
        }
        let all = plan.followed.path.move_count();
        // It begins no move that it cannot make.
        let waits = plan.base == plan.followed.passed
            && plan.base < all
            && plan
                .followed
                .blocked
                .is_some_and(|legal| legal <= plan.base);
        let next = if waits {
            plan.base
        } else {
            plan.base.max(plan.followed.passed + 1)
        };
        let is_there = next <= all;
        usize::try_from(next).ok().filter(|_| is_there)
    }

    /// Returns whether the straight way from the agent to the end of its first move leads through the two cells of the
    /// move alone.
    fn can_begin(&self, plan: &Plan, view: GroundView<'_>) -> bool {
        let (at, start) = (self.agent.at, plan.cell(0));
        if at.distance(start.as_dvec3()) <= EXACTNESS {
            return true;
        }
        let is_level = |first: Move| view.moves().room(start, &first).is_none();
        let is_along_axis = || (plan.cell(1) - start).abs().element_sum() <= 1;
        at.round().as_ivec3() == start
            && plan.followed.path.moves().next().is_none_or(is_level)
            && (is_along_axis() || plan.is_beside_move(&self.agent, 0.0))
    }
}

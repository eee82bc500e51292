//! Answers of a replanner to agents on the ground.

use voxnav_search::{Ground, Move};

use super::Replanner;
#[cfg(doc)]
use crate::ground::GroundView;
use crate::replanning::moves::Moves;
use crate::replanning::plan::{EXACTNESS, Plan};
#[cfg(doc)]
use crate::replanning::{ReplanPolicy, Verdict};

/// A keeper of the route of one agent on the ground to its goal, while cells, materials and links change: what
/// [`Replanner`] is to agents that fly.
///
/// [`update`](Replanner::update) it with the ground as it is and the position of the agent, once in a tick or after
/// an edit.
///
/// # Guarantees
///
/// After an update in which no search was cut short, all moves of the route are there as far as is looked ahead,
/// each by its action, or the verdict is [`Verdict::Blocked`]; and the route costs at most
/// [`ReplanPolicy::detour`] times what the best one does, for options that find optimal routes. An agent that goes
/// from waypoint to waypoint, from [`next`](Replanner::next) on, and no farther than it is told, makes moves that
/// its locomotion allows, from ground to ground. How it steps up, drops and jumps is up to it: straight, up before over
/// a step, over a ledge before down, or in an arc, anywhere between the two waypoints and up to a cell above. All other
/// moves, links among them, it makes straight. What [`bound`](Replanner::bound) returns is proved at any time.
///
/// An agent that is on no move of its path, nor in a cell from which its next move begins or at which it ends, is lost, and
/// gets another route from where it [settles](GroundView#positions): one that fell because its ground was
/// dug away, for one.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
/// use voxnav::ground::{Ground, GroundView, Locomotion};
/// use voxnav::replanning::{GroundReplanner, ReplanPolicy, Verdict};
/// use voxnav::{Lattice, RouteOptions};
///
/// let flat = OccupancyBuilder::new(CellBox::from_size(IVec3::new(30, 9, 9)))?.commit();
/// let see = |occupancy| {
///     let ground = Ground::new(occupancy, &Locomotion::walker())?;
///     let view = GroundView::new(Lattice::default(), ground, &RouteOptions::default())?;
///     Ok::<_, Box<dyn std::error::Error>>(view)
/// };
/// let view = see(&flat)?;
/// let mut replanner = GroundReplanner::new(&view, [25.0, 4.0, -0.5], ReplanPolicy::default());
/// assert_eq!(replanner.update(&view, [2.0, 4.0, -0.5])?, Verdict::Replanned);
/// assert_eq!(replanner.update(&view, [3.0, 4.0, -0.5])?, Verdict::Kept);
///
/// // A wall that is too high to climb, with a gap.
/// let mut edit = flat.edit();
/// edit.set_box(CellBox::new(IVec3::new(12, 0, 0), IVec3::new(13, 8, 5)), CellState::Occupied)?;
/// let walled = see(&edit.commit())?;
/// assert_eq!(replanner.update(&walled, [4.0, 4.0, -0.5])?, Verdict::Replanned);
/// assert_eq!(replanner.bound(), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type GroundReplanner = Replanner<Ground>;

impl Replanner<Ground> {
    /// Returns which of the waypoints of the route the agent is to go to next, as of the last update; `None` where it
    /// is at the last, or has no route. A lost agent is to wait. It is the first, number 0, where the agent got its
    /// route in the air and has to settle there, or where the straight way to the second would lead it through other
    /// cells than those of the move. Where the next move is blocked, it is the waypoint that the agent is at.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        let plan = self.plan.as_ref().filter(|plan| !plan.is_lost)?;
        if plan.base == 0 && !self.can_begin(plan) {
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
    fn can_begin(&self, plan: &Plan<Ground>) -> bool {
        let (at, start) = (self.agent.at, plan.cell(0));
        if at.distance(start.as_dvec3()) <= EXACTNESS {
            return true;
        }
        let is_level = |first: Move| self.view.moves().room(start, &first).is_none();
        let is_along_axis = || (plan.cell(1) - start).abs().element_sum() <= 1;
        at.round().as_ivec3() == start
            && plan.followed.path.moves().next().is_none_or(is_level)
            && (is_along_axis() || plan.is_beside_move(&self.agent, 0.0))
    }
}

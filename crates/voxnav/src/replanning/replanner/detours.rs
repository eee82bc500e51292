//! Short ways that mend a path: around what is in its way, and on to where the goal has moved.

use glam::IVec3;
use voxnav_search::{Cost, Limits, Path};

use super::Replanner;
use super::searching::JOINT;
use super::smooth::JoinedPath;
use crate::replanning::followed_path::FollowedPath;
use crate::replanning::moves;
use crate::replanning::plan::without_loops;
use crate::routes::{Destination, RouteError};

/// The most expansions of a search for a short detour, or from where a goal was to where it is.
pub(super) const DETOUR_EXPANSIONS: u64 = 500;
/// The numbers of cells before and behind a break at which a detour begins and ends, one after the
/// other.
const DETOURS: [u64; 3] = [1, 6, 24];

impl Replanner {
    /// Goes around what blocks the path by short detours, as many as it takes, if the whole is then good
    /// enough.
    pub(super) fn is_spliced(&mut self, left: &mut u64) -> Result<bool, RouteError> {
        let Some(plan) = self.plan.as_ref().filter(|plan| {
            plan.is_whole() && !plan.is_lost && !plan.is_outdated && !self.goal_moved
        }) else {
            return Ok(false);
        };
        let (Some(legal), base) = (plan.followed.blocked, plan.base) else {
            return Ok(false);
        };
        if legal < base {
            return Ok(false);
        }
        let (path, proved) = (plan.followed.path.clone(), plan.proved);
        let most = self.policy.max_suboptimality.times(proved);
        for reach in DETOURS {
            let (first, last) = (base.max(legal.saturating_sub(reach)), legal + 1 + reach);
            let part = |moves| path.part(moves);
            let [Some(before), Some(after)] = [part(base..first), part(last..u64::MAX)] else {
                break;
            };
            let kept = before.cost() + after.cost();
            if kept > most {
                continue;
            }
            let ends = [before.goal(), after.start()];
            let Some(detour) = self.short_path(ends, most - kept, left) else {
                continue;
            };
            let joined = before.joined(&detour).and_then(|path| path.joined(&after));
            if let Some(path) = joined {
                let path = without_loops(path);
                let Some(JoinedPath { path, is_led }) = self.led_here(path, left)? else {
                    return Ok(false);
                };
                let mut plan = self.plan_of(path);
                if !is_led {
                    plan.prove(proved);
                }
                self.follow(plan)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the best path between two cells that are near each other, of at most this cost.
    pub(super) fn short_path(
        &mut self,
        ends: [IVec3; 2],
        most: Cost,
        left: &mut u64,
    ) -> Option<Path> {
        let expansions = DETOUR_EXPANSIONS.min(*left);
        let limits = Limits::none().expanded(expansions).cost(most);
        let (path, expanded) = self.view.short_path(ends, limits, &mut self.spare);
        *left -= expanded.min(*left);
        self.expanded += expanded;
        path
    }

    /// Returns a path that gets from a cell onto another path over a short way, a few moves after that begins.
    pub(super) fn short_way_to(
        &mut self,
        here: IVec3,
        path: &Path,
        left: &mut u64,
    ) -> Option<Path> {
        let joint = path.move_count().min(JOINT);
        let rest = path.part(joint..u64::MAX)?;
        let short = self.short_path([here, rest.start()], Cost::MAX, left)?;
        short.joined(&rest)
    }

    /// Leads the path on to where the goal is now, or ends it there, if it is then good enough.
    pub(super) fn follow_goal(&mut self, left: &mut u64) -> Result<bool, RouteError> {
        if !matches!(self.destination, Destination::Position(_)) {
            return Ok(false);
        }
        let plan = self.plan.as_ref();
        let Some(plan) = plan.filter(|plan| plan.is_whole() && !plan.is_lost) else {
            return Ok(false);
        };
        let goal = self
            .view
            .goal_cell(self.agent.position, &self.destination)?;
        let rest = plan.between(plan.base, u64::MAX, &self.view);
        let (Some(goal), Some(rest), proved) = (goal, rest, plan.proved) else {
            return Ok(false);
        };
        let there = (0..).zip(rest.cells()).find(|&(_, cell)| cell == goal);
        // The path to the new goal, and from there to the old one.
        let (next, back) = if let Some((moves, _)) = there {
            (rest.part(0..moves), rest.part(moves..u64::MAX))
        } else {
            let last = rest.goal();
            let Some(on) = self.short_path([last, goal], Cost::MAX, left) else {
                return Ok(false);
            };
            let back = moves::of(self.view.moves()).reversed(&on);
            let back = back.or_else(|| self.short_path([goal, last], Cost::MAX, left));
            (rest.joined(&on), back)
        };
        let Some(next) = next else {
            return Ok(false);
        };
        let Some(JoinedPath { path: next, is_led }) = self.led_here(without_loops(next), left)?
        else {
            return Ok(false);
        };
        let mut plan = self.plan_of(next);
        let back = back.filter(|_| !is_led);
        if let Some(back) = back.filter(|back| FollowedPath::is_legal(back, self.view.moves())) {
            plan.prove(proved - back.cost());
        }
        let is_within = plan.is_within(self.policy.max_suboptimality, &self.view);
        if is_within {
            self.follow(plan)?;
        }
        Ok(is_within)
    }
}

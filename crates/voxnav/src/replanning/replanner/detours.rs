//! Short ways that mend a path: around what is in its way, and on to where the goal has moved.

use glam::IVec3;
use voxnav_search::{Cost, Limits, Outcome, Partial, Path, SnapPolicy};

use super::Replanner;
use crate::replanning::plan::without_loops;
use crate::routes::{Destination, RouteError};

/// The most expansions of a search for a short detour, or from where a goal was to where it is.
const DETOUR_EXPANSIONS: u64 = 500;
/// How many cells before and behind a break a detour begins and ends, one after the other.
const DETOURS: [u64; 3] = [1, 6, 24];

impl Replanner {
    /// Goes around what blocks the path by short detours, as many as it takes, if the whole is then good
    /// enough.
    pub(super) fn is_spliced(&mut self, left: &mut u64) -> Result<bool, RouteError> {
        let Some(plan) = self
            .plan
            .as_ref()
            .filter(|plan| plan.is_whole && !plan.is_lost)
        else {
            return Ok(false);
        };
        let (Some(legal), base) = (plan.way.blocked, plan.base()) else {
            return Ok(false);
        };
        if legal < base || self.goal_moved {
            return Ok(false);
        }
        let terrain = self.view.terrain().clone();
        let path = plan.way.path.clone();
        let most = self.policy.detour.times(plan.proved);
        for reach in DETOURS {
            let (first, last) = (base.max(legal.saturating_sub(reach)), legal + 1 + reach);
            let part = |moves| path.part(moves, Some(&terrain));
            let [Some(before), Some(after)] = [part(base..first), part(last..u64::MAX)] else {
                break;
            };
            let kept = before.cost() + after.cost();
            if kept > most {
                continue;
            }
            let between = [before.goal(), after.start()];
            let Some(detour) = self.short_path(between, most - kept, left) else {
                continue;
            };
            let joined = before.joined(&detour).and_then(|path| path.joined(&after));
            if let Some(path) = joined {
                self.replace(path)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The best path between two cells that are near each other, of at most this cost.
    fn short_path(&mut self, [from, to]: [IVec3; 2], most: Cost, left: &mut u64) -> Option<Path> {
        let expansions = DETOUR_EXPANSIONS.min(*left);
        let limits = Limits::none().expanded(expansions).cost(most);
        let query = self
            .view
            .options()
            .query(self.view.lattice(), from, to)
            .limits(limits);
        let query = query
            .snap_start(SnapPolicy::Exact)
            .snap_goal(SnapPolicy::Exact);
        let query = query.partial(Partial::Refused);
        let terrain = self.view.terrain();
        let query = if terrain.is_uniform() {
            query
        } else {
            query.terrain(terrain)
        };
        let solution = query.solve(self.view.world(), &mut self.spare);
        *left -= solution.statistics.expanded.min(*left);
        self.expanded += solution.statistics.expanded;
        match solution.outcome {
            Outcome::Found(path) => Some(path),
            _ => None,
        }
    }

    /// Puts another path, from the base of the plan, in its place; what was proved stays so.
    fn replace(&mut self, path: Path) -> Result<(), RouteError> {
        let Some(plan) = &self.plan else {
            return Ok(());
        };
        let proved = plan.proved;
        self.adopt(without_loops(path, self.view.terrain()), proved)
    }

    /// Leads the path on to where the goal is now, or ends it there, if it is then good enough.
    pub(super) fn follow_goal(&mut self, left: &mut u64) -> Result<bool, RouteError> {
        let Destination::Position(_) = self.destination else {
            return Ok(false);
        };
        let Some(plan) = self
            .plan
            .as_ref()
            .filter(|plan| plan.is_whole && !plan.is_lost)
        else {
            return Ok(false);
        };
        let [_, Some(goal)] = self.view.joined_cells(self.at, &self.destination)? else {
            return Ok(false);
        };
        let (base, last, proved) = (plan.base(), plan.way.path.goal(), plan.proved);
        let path = plan.way.path.clone();
        let terrain = Some(self.view.terrain().clone());
        let terrain = terrain.as_ref();
        let Some(rest) = path.part(base..u64::MAX, terrain) else {
            return Ok(false);
        };
        let there = (0..).zip(rest.cells()).find(|&(_, cell)| cell == goal);
        // The path to the new goal, and from there to the old one.
        let (next, back) = if let Some((moves, _)) = there {
            (
                rest.part(0..moves, terrain),
                rest.part(moves..u64::MAX, terrain),
            )
        } else {
            let Some(on) = self.short_path([last, goal], Cost::MAX, left) else {
                return Ok(false);
            };
            let back = on.reversed(terrain);
            (rest.joined(&on), back)
        };
        let (Some(next), Some(back)) = (next, back) else {
            return Ok(false);
        };
        let next = without_loops(next, self.view.terrain());
        let plan = self.plan_of(next, proved - back.cost());
        let is_within = self.is_within(&plan);
        if is_within {
            self.goal_moved = false;
            self.follow(plan)?;
        }
        Ok(is_within)
    }
}

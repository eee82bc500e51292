//! Answers of a replanner to flying agents.

use glam::DVec3;

use super::Replanner;
use crate::following::exactness;
use crate::replanning::plan::EXACTNESS;
use crate::routes::FlightView;

impl Replanner {
    /// Returns the number of the next waypoint of a flying agent.
    pub(super) fn next_in_flight(&self, view: FlightView<'_>) -> Option<usize> {
        let plan = self.plan.as_ref().filter(|plan| !plan.is_lost)?;
        let waypoints = &self.route.as_ref()?.waypoints;
        let (lattice, position) = (view.lattice(), self.agent.position);
        let exactness = exactness(position, lattice).max(EXACTNESS * lattice.shortest_side());
        let is_at = |waypoint: DVec3| position.distance(waypoint) <= exactness;
        let center = |number: u64| lattice.center(plan.cell(number));
        let number = if plan.is_done() {
            let end = waypoints.len().checked_sub(1)?;
            // Far from the origin, the rounding of a position next to something may count as inside of it.
            if is_at(waypoints[end]) {
                return None;
            }
            if view.is_clear(position, waypoints[end]) {
                return Some(end);
            }
            plan.base
        } else if plan.base > plan.followed.passed {
            plan.base
        } else {
            let on = plan.base + 1;
            let gets_on = is_at(center(plan.base))
                || plan.is_beside_move(&self.agent, self.policy.max_deviation)
                    && view.is_clear(position, center(on));
            plan.base + u64::from(gets_on)
        };
        // The agent may have got its route off the center of the first cell.
        let before = usize::from(waypoints.first() != Some(&center(0)));
        let number = usize::try_from(number).ok()?;
        Some((number + before).min(waypoints.len().checked_sub(1)?))
    }
}

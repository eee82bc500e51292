//! Short ways that mend a path of legs.

use glam::IVec3;
use voxnav_search::{Action, Cost, LegPath, Limits, Partial, Query};

use super::replanner::{GroundReplanner, moves_of};
use crate::routes::RouteError;

/// The most expansions of a search for a short detour.
const DETOUR_EXPANSIONS: u64 = 500;
/// How many moves before and behind a break a detour begins and ends, one after the other.
const DETOURS: [usize; 3] = [1, 6, 24];

impl GroundReplanner {
    /// Goes around a move that is missing by a short detour, if the whole is then good enough.
    pub(super) fn is_spliced(&mut self, left: &mut u64) -> Result<bool, RouteError> {
        let plan = self.plan.as_ref();
        let is_known = self.cost().is_some();
        let Some(plan) = plan.filter(|plan| is_known && !plan.is_lost) else {
            return Ok(false);
        };
        let (Some(legal), base, passed) = (plan.way.blocked, plan.base, plan.way.passed) else {
            return Ok(false);
        };
        if legal < base {
            return Ok(false);
        }
        let (way, proved) = (plan.way.clone(), plan.proved);
        let most = self.policy.detour.times(proved);
        for reach in DETOURS {
            let first = base.max(legal.saturating_sub(reach));
            let last = legal + 1 + reach;
            if last > way.len() {
                break;
            }
            let rest = way.moves(base..first).chain(way.moves(last..way.len()));
            let kept: Cost = rest.map(|it| it.cost).sum();
            if kept > most {
                continue;
            }
            let between = [way.cell(first), way.cell(last)];
            if let Some(detour) = self.short_path(between, most - kept, left) {
                let before = way.moves(passed..first);
                let moves = before
                    .chain(moves_of(&detour, self.view.ground()))
                    .chain(way.moves(last..way.len()))
                    .collect();
                self.adopt(way.cell(passed), moves, base - passed, proved)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The best path between two cells that are near each other, of at most this cost.
    pub(super) fn short_path(
        &mut self,
        [from, to]: [IVec3; 2],
        most: Cost,
        left: &mut u64,
    ) -> Option<LegPath<Action>> {
        let limits = Limits::none().expanded(DETOUR_EXPANSIONS.min(*left));
        let query = Query::new(from, to)
            .settings(self.view.options().settings)
            .limits(limits.cost(most))
            .partial(Partial::Refused);
        let moves = self.view.ground().moves();
        let solution = query.solve_with(&moves, &mut self.spare);
        *left -= solution.statistics.expanded.min(*left);
        self.expanded += solution.statistics.expanded;
        solution.outcome.path().cloned()
    }
}

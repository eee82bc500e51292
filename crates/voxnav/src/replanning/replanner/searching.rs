//! Searches for other routes, in slices, while the world, the agent and its goal go on.

use glam::DVec3;
use voxnav_search::{Cost, Limit, Outcome, Path};

use super::{Need, Replanner, Verdict};
use crate::replanning::changes::Changes;
use crate::replanning::plan::{Plan, without_loops};
use crate::routes::{AgentView, Route, RouteEnd, RouteError, RouteSearch};

/// A search that is under way.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) search: RouteSearch,
    from: DVec3,
    /// It is for paths of at most this cost, while another one is free.
    pub(super) limit: Option<Cost>,
    /// How often the goal had been moved when it began.
    goal_version: u64,
}

impl Replanner {
    /// Goes on with a search, or begins one; what came of it once it has ended.
    pub(super) fn searched(
        &mut self,
        need: Need,
        left: &mut u64,
    ) -> Result<Option<Verdict>, RouteError> {
        let is_other = |pending: &Pending| pending.limit.is_some() != (need == Need::Better);
        if self.pending.as_ref().is_some_and(is_other) {
            self.drop_search();
        }
        let mut pending = match self.pending.take() {
            Some(pending) => pending,
            None => self.begun(need)?,
        };
        let before = pending.search.expanded();
        let is_done = pending.search.step(*left)?.is_some();
        let expanded = pending.search.expanded() - before;
        *left = left.saturating_sub(expanded);
        self.expanded += expanded;
        if !is_done {
            self.pending = Some(pending);
            return Ok(None);
        }
        let Pending {
            search,
            from,
            limit,
            goal_version,
        } = pending;
        let searched = search.view().clone();
        let Some(route) = self.reclaim(search) else {
            return Ok(None);
        };
        if limit.is_some() {
            self.waited = 0;
        }
        let found = if let Some(limit) = limit {
            self.ended(route, from, limit, &searched)
        } else {
            self.ended_anew(route, from, &searched, goal_version)
        };
        found.map(Some)
    }

    /// Begins a search: from the path, while that can be followed there, or from where the agent is.
    fn begun(&mut self, need: Need) -> Result<Pending, RouteError> {
        let mut from = self.at;
        let mut limit = None;
        if let Some(plan) = self.plan.as_ref().filter(|plan| !plan.is_lost) {
            let base = plan.base();
            let can_go_there = plan.way.blocked.is_none_or(|legal| base <= legal);
            let cell = usize::try_from(base)
                .ok()
                .and_then(|base| plan.way.path.cells().nth(base));
            if let Some(cell) = cell.filter(|_| can_go_there) {
                from = self.view.lattice().center(cell);
            }
            if need == Need::Better {
                let rest = plan.cost(self.view.terrain());
                limit = Some(self.policy.detour.divided(rest) - Cost::from_raw(1));
            }
        }
        let workspace = std::mem::take(&mut self.spare);
        let view = self.view.up_to(limit);
        let search = view.search_in(from, &self.destination, workspace)?;
        Ok(Pending {
            search,
            from,
            limit,
            goal_version: self.goal_version,
        })
    }

    /// Makes use of the answer of a search from a position, in a view that may be outdated.
    fn ended(
        &mut self,
        route: Route,
        from: DVec3,
        limit: Cost,
        searched: &AgentView,
    ) -> Result<Verdict, RouteError> {
        let Some((first, moved)) = self.way_to(from) else {
            return Ok(Verdict::Kept);
        };
        let since = Changes::between(searched.world(), self.view.world());
        let Some(plan) = &mut self.plan else {
            return Ok(Verdict::Kept);
        };
        let proved = match &route.outcome {
            Outcome::Found(_) => route.statistics.lower_bound,
            Outcome::LimitReached {
                limit: Limit::Cost, ..
            } => limit + Cost::from_raw(1),
            _ => {
                self.in_vain = since.is_empty();
                return Ok(Verdict::Kept);
            }
        };
        let since = plan.least_through(&since, proved).unwrap_or(proved);
        plan.proved = plan.proved.max(since - moved);
        let Outcome::Found(path) = route.outcome else {
            return Ok(Verdict::Kept);
        };
        let (cost, proved) = (plan.cost(self.view.terrain()), plan.proved);
        if proved > cost || plan.is_within(self.policy.detour, self.view.terrain()) {
            return Ok(Verdict::Kept);
        }
        let joined = first.joined(&path);
        let joined = joined.map(|path| without_loops(path, self.view.terrain()));
        let Some(path) = joined.filter(|path| path.cost() < cost) else {
            return Ok(Verdict::Kept);
        };
        if self.is_free(&path) {
            self.adopt(path, proved)?;
            return Ok(Verdict::Shorter);
        }
        Ok(Verdict::Kept)
    }

    /// Follows the route that a search found, wherever it leads: that may be where the goal was when the
    /// search began.
    fn ended_anew(
        &mut self,
        route: Route,
        from: DVec3,
        searched: &AgentView,
        goal_version: u64,
    ) -> Result<Verdict, RouteError> {
        let is_outdated = goal_version != self.goal_version;
        let leads_there = route.is_found() && !matches!(route.goal, RouteEnd::Snapped { .. });
        let is_whole = leads_there && !is_outdated;
        let Some(path) = route.path().cloned() else {
            // In a world that has changed since there may be a way by now.
            let since = Changes::between(searched.world(), self.view.world());
            self.in_vain = !is_outdated && since.is_empty();
            // What is blocked may be free again.
            let may_be_free = |plan: &Plan| plan.way.blocked.is_some() && !plan.is_lost;
            if self.goal_moved || !self.plan.as_ref().is_some_and(may_be_free) {
                self.plan = None;
                self.set_route(route);
            }
            self.goal_moved = is_outdated;
            return Ok(Verdict::Blocked { ahead: 0.0 });
        };
        let proved = if is_whole {
            route.statistics.lower_bound
        } else {
            Cost::from_raw(1)
        };
        if from == self.at && searched.world().is_same_snapshot(self.view.world()) {
            let mut plan = self.plan_of(path, proved);
            plan.is_whole = is_whole;
            self.plan = Some(plan);
            self.set_route(route);
        } else {
            let Some((first, moved)) = self.way_to(from) else {
                // The agent is somewhere else by now: from there again.
                self.plan = None;
                return Ok(Verdict::Kept);
            };
            let since = Changes::between(searched.world(), self.view.world());
            let then = self.plan_of(path, Cost::ZERO);
            let proved = then.least_through(&since, proved).unwrap_or(proved) - moved;
            let Some(path) = first.joined(&then.way.path) else {
                return Ok(Verdict::Kept);
            };
            let path = without_loops(path, self.view.terrain());
            let mut plan = self.plan_of(path, proved);
            plan.is_whole = is_whole;
            self.follow(plan)?;
        }
        self.goal_moved = is_outdated;
        Ok(Verdict::Replanned)
    }

    fn is_free(&self, path: &Path) -> bool {
        let settings = &self.view.options().settings;
        let checked = path.verify(self.view.world(), settings.moves, settings.corners, None);
        checked.is_ok()
    }

    /// The legal way along the path from its base to the cell at a position, where a search began, on or
    /// back; and what it costs to come from there.
    fn way_to(&self, from: DVec3) -> Option<(Path, Cost)> {
        let plan = self.plan.as_ref().filter(|plan| !plan.is_lost)?;
        let cell = self.view.lattice().cell_at(from).ok()?;
        let terrain = Some(self.view.terrain());
        let base = plan.base();
        // A path that was led on and back comes through a cell more than once.
        let there = (0..).zip(plan.way.path.cells()).filter(|it| it.1 == cell);
        let there = there.map(|it| it.0);
        let index = there.min_by_key(|index: &u64| index.abs_diff(base))?;
        let way = if index >= base {
            plan.way.path.part(base..index, terrain)
        } else {
            plan.way.path.part(index..base, terrain)?.reversed(terrain)
        };
        let way = way.filter(|way| self.is_free(way))?;
        let back = way.reversed(terrain)?.cost();
        Some((way, back))
    }
}

//! Searches for other routes, in slices, while the world, the agent and its goal go on.

use glam::{DVec3, IVec3};
use voxnav_search::{Cost, Limit, Outcome, Path};

use super::smooth::Led;
use super::{Need, Replanner, Verdict};
use crate::replanning::followed_path::FollowedPath;
use crate::replanning::moves::{Difference, Moves};
use crate::replanning::plan::{Plan, Reach, Standing, without_loops};
use crate::routes::{Route, RouteError, RouteSearch, View};

/// The number of moves along a path that was found that a short way leads past, at most: no nearer, since the way
/// would lead back.
pub(super) const JOINT: u64 = 8;

/// A search that is under way.
#[derive(Debug)]
pub(super) struct Pending<M: Moves> {
    pub(super) search: RouteSearch<M>,
    begin: Begin,
    /// The most that a path may cost, while another one is free.
    pub(super) limit: Option<Cost>,
    /// The number of times that the goal had been moved when the search began.
    goal_version: u64,
}

/// The place where a search began.
#[derive(Clone, Copy, Debug)]
struct Begin {
    from: DVec3,
    /// The cell of the path at the time, unless it was where the agent was, on no path.
    cell: Option<IVec3>,
}

/// The result of a search.
struct Answer<M: Moves> {
    route: Route<M::Action>,
    path: Option<(Path<M::Action>, Reach)>,
    /// A lower bound on the cost of any path.
    least: Cost,
    /// True if it is proved that all paths cost more than was asked for.
    is_beyond_limit: bool,
}

impl<M: Moves> Answer<M> {
    fn of(route: Route<M::Action>) -> Self {
        let reach = if M::ends_well(&route) {
            Reach::Goal
        } else {
            Reach::Part
        };
        let limit = match &route.outcome {
            Outcome::LimitReached { limit, .. } => Some(*limit),
            _ => None,
        };
        Self {
            path: route.path().cloned().map(|path| (path, reach)),
            least: route.statistics.lower_bound,
            is_beyond_limit: limit == Some(Limit::Cost),
            route,
        }
    }
}

impl<M: Moves> Replanner<M> {
    /// Goes on with a search, or begins one, and returns what came of it once it has ended.
    pub(super) fn searched(
        &mut self,
        need: Need,
        left: &mut u64,
    ) -> Result<Option<Verdict>, RouteError> {
        let is_other = |pending: &Pending<M>| pending.limit.is_some() != (need == Need::Better);
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
        let searched = pending.search.view().clone();
        let (route, workspace) = pending.search.finish();
        self.reclaim(workspace);
        let Some(answer) = route.map(Answer::<M>::of) else {
            return Ok(None);
        };
        let begin = pending.begin;
        let found = if let Some(limit) = pending.limit {
            self.waited = 0;
            self.ended(answer, begin, limit, &searched, left)
        } else {
            let is_outdated = pending.goal_version != self.goal_version;
            self.ended_anew(answer, begin, &searched, is_outdated, left)
        };
        found.map(Some)
    }

    /// Begins a search: from the path, while that can be followed there, or from where the agent is.
    fn begun(&mut self, need: Need) -> Result<Pending<M>, RouteError> {
        let mut begin = Begin {
            from: self.agent.position,
            cell: None,
        };
        let mut limit = None;
        if let Some(plan) = self.plan.as_ref().filter(|plan| !plan.is_lost) {
            if (plan.followed.blocked).is_none_or(|legal| plan.base <= legal) {
                let cell = plan.base_cell();
                begin.from = self.view.position_at(cell);
                begin.cell = Some(cell);
            }
            if need == Need::Better {
                let rest = plan.cost(&self.view);
                limit = Some(self.policy.detour.divided(rest) - Cost::from_raw(1));
            }
        }
        let workspace = std::mem::take(&mut self.spare);
        let view = self.view.up_to(limit);
        let search = view.search_in(begin.from, self.destination.clone(), workspace)?;
        Ok(Pending {
            search,
            begin,
            limit,
            goal_version: self.goal_version,
        })
    }

    /// Makes use of the answer of a search for something better than the path, in a view that may be outdated.
    fn ended(
        &mut self,
        answer: Answer<M>,
        begin: Begin,
        limit: Cost,
        searched: &View<M>,
        left: &mut u64,
    ) -> Result<Verdict, RouteError> {
        let found = answer.path.filter(|it| it.1 == Reach::Goal);
        let least = match &found {
            Some(_) => answer.least,
            None if answer.is_beyond_limit => limit + Cost::from_raw(1),
            None => {
                self.in_vain = self.view.moves().changes_since(searched.moves()).is_empty();
                return Ok(Verdict::Kept);
            }
        };
        let (Some(plan), Some(cell)) = (&self.plan, begin.cell) else {
            return Ok(Verdict::Kept);
        };
        if plan.is_lost {
            return Ok(Verdict::Kept);
        }
        let proved = self.proved_here(plan, cell, least, searched);
        let Some(plan) = &mut self.plan else {
            return Ok(Verdict::Kept);
        };
        let since = self.view.moves().changes_since(searched.moves());
        let lowered = plan.least_through(&since, proved, &self.view);
        plan.prove(lowered.unwrap_or(proved));
        let proved = plan.proved;
        if plan.is_within(self.policy.detour, &self.view) {
            return Ok(Verdict::Kept);
        }
        let cost = plan.cost(&self.view);
        let found = found.map(|(path, _)| path);
        let Some(path) = found.and_then(|path| self.led_from_base(cell, path, searched, left))
        else {
            return Ok(Verdict::Kept);
        };
        let Some(Led { path, is_led }) = self.led_here(path, left)? else {
            return Ok(Verdict::Kept);
        };
        let mut plan = self.plan_of(path);
        if !is_led {
            plan.prove(proved);
        }
        let is_dearer = !is_led && plan.cost(&self.view) >= cost;
        if plan.followed.blocked.is_some() || is_dearer {
            return Ok(Verdict::Kept);
        }
        self.follow(plan)?;
        Ok(Verdict::Shorter)
    }

    /// Follows the path that a search found, wherever it leads: that may be where the goal was when the
    /// search began.
    fn ended_anew(
        &mut self,
        answer: Answer<M>,
        begin: Begin,
        searched: &View<M>,
        is_outdated: bool,
        left: &mut u64,
    ) -> Result<Verdict, RouteError> {
        let Some((path, reach)) = answer.path else {
            return Ok(self.ended_in_vain(answer.route, searched, is_outdated));
        };
        let reach = if is_outdated { Reach::Part } else { reach };
        let mut plan;
        let mut proved;
        let is_led;
        if let Some(cell) = begin.cell {
            let Some(last) = self.plan.as_ref().filter(|plan| !plan.is_lost) else {
                return Ok(Verdict::Kept);
            };
            proved = self.proved_here(last, cell, answer.least, searched);
            let Some(path) = self.led_from_base(cell, path, searched, left) else {
                return Ok(Verdict::Kept);
            };
            let Some(led) = self.led_here(path, left)? else {
                return Ok(self.lost());
            };
            is_led = led.is_led;
            plan = self.plan_of(led.path);
        } else {
            self.plan = None;
            let Standing { position, rest, .. } = self.agent;
            let start = path.start();
            let is_there = rest == Some(start) || M::reaches(&self.view, position, rest, start);
            if !is_there && self.smooth.is_none() {
                // The agent is somewhere else by now: from there again.
                return Ok(Verdict::Kept);
            }
            let Some(led) = self.led_here(path, left)? else {
                return Ok(Verdict::Kept);
            };
            is_led = led.is_led;
            proved = answer.least;
            plan = self.plan_of(led.path);
        }
        if is_led {
            proved = Cost::ZERO;
        }
        let since = self.view.moves().changes_since(searched.moves());
        plan.reach = reach;
        plan.proved = if reach == Reach::Goal && self.view.moves().costs_as(searched.moves()) {
            let lowered = plan.least_through(&since, proved, &self.view);
            plan.proved.max(lowered.unwrap_or(proved))
        } else {
            Cost::ZERO
        };
        if begin.from == self.agent.position && since.is_empty() && !is_led {
            self.take(plan, answer.route);
        } else {
            self.follow(plan)?;
            self.look_at_goal()?;
        }
        self.goal_moved |= is_outdated;
        Ok(Verdict::Replanned)
    }

    /// Takes note that there is no way, or that none was found within the limits.
    fn ended_in_vain(
        &mut self,
        route: Route<M::Action>,
        searched: &View<M>,
        is_outdated: bool,
    ) -> Verdict {
        // In a world that has changed since there may be one by now.
        self.in_vain = !is_outdated && self.view.moves().changes_since(searched.moves()).is_empty();
        // What is blocked may be free again.
        let may_be_free = |plan: &Plan<M>| plan.followed.blocked.is_some() && !plan.is_lost;
        if self.goal_moved || !self.plan.as_ref().is_some_and(may_be_free) {
            self.plan = None;
            self.set_route(route);
        }
        self.goal_moved = is_outdated;
        Verdict::Blocked { ahead: 0.0 }
    }

    /// Returns a lower bound on the cost of paths from the base, if `least` bounds that of paths from a cell of the
    /// path in the world that was searched, as far as they were there.
    fn proved_here(&self, plan: &Plan<M>, from: IVec3, least: Cost, searched: &View<M>) -> Cost {
        if !self.view.moves().costs_as(searched.moves()) {
            return Cost::ZERO;
        }
        if plan.base_cell() == from {
            return least;
        }
        // By legal moves to the base: a cheaper path from there would be one from the cell.
        let moves = plan.number_of(from).and_then(|number| {
            plan.between(number, plan.base, searched)
                .filter(|moves| FollowedPath::is_legal(moves, searched.moves()))
        });
        moves.map_or(Cost::ZERO, |moves| least - moves.cost())
    }

    /// Returns a path that was found from a cell of the path, from the base: where it passes there, or on or back
    /// along the path, or a short way.
    fn led_from_base(
        &mut self,
        cell: IVec3,
        path: Path<M::Action>,
        searched: &View<M>,
        left: &mut u64,
    ) -> Option<Path<M::Action>> {
        let plan = self.plan.as_ref()?;
        let here = plan.base_cell();
        let path = if self.view.moves().costs_as(searched.moves()) {
            path
        } else {
            self.view.moves().priced(path)
        };
        if here == cell {
            return Some(path);
        }
        let passes = (0..).zip(path.cells()).filter(|it| it.1 == here).last();
        if let Some((moves, _)) = passes {
            return path.part(moves..u64::MAX);
        }
        let along = plan
            .number_of(cell)
            .and_then(|number| plan.between(plan.base, number, &self.view))
            .filter(|moves| FollowedPath::is_legal(moves, self.view.moves()));
        let joined = if let Some(moves) = along {
            moves.joined(&path)
        } else {
            let joint = path.move_count().min(JOINT);
            let rest = path.part(joint..u64::MAX)?;
            let short = self.short_path([here, rest.start()], Cost::MAX, left)?;
            short.joined(&rest)
        };
        joined.map(without_loops)
    }
}

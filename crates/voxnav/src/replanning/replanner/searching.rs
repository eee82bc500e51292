//! Searches for other routes, in slices, while the world, the agent and its goal go on.

use glam::{DVec3, IVec3};
use voxnav_search::{Algorithm, Cost, Limit, Outcome, Path};

use super::smooth::JoinedPath;
use super::{Need, ReplanStatus, Replanner};
use crate::replanning::moves;
use crate::replanning::plan::{AgentPosition, PathExtent, Plan};
use crate::routes::{Route, RouteError, RouteSearch, View};

/// The number of moves along a path that was found that a short way leads past, at most: no nearer, since the way
/// would lead back.
pub(super) const JOINT: u64 = 8;

/// A search that is under way.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) search: RouteSearch,
    begin: Begin,
    aim: Aim,
    /// The number of times that the goal had been moved when the search began.
    goal_version: u64,
}

impl Pending {
    /// Returns whether there is a route that is free.
    pub(super) fn looks_for_better(&self) -> bool {
        self.aim != Aim::Another
    }
}

/// The aim of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// A route, where none is free.
    Another,
    /// A path of at most this cost, while the current one is free.
    Cheaper(Cost),
    /// The next better path after the first one.
    Improved,
}

/// The place where a search began.
#[derive(Clone, Copy, Debug)]
struct Begin {
    from: DVec3,
    /// The cell of the path at the time, unless it was where the agent was, on no path.
    cell: Option<IVec3>,
}

/// The result of a search.
struct Answer {
    route: Route,
    path: Option<(Path, PathExtent)>,
    /// A lower bound on the cost of any path.
    least: Cost,
    /// True if it is proved that all paths cost more than was asked for.
    is_beyond_limit: bool,
}

impl Answer {
    fn of(route: Route, view: &View) -> Self {
        let reach = if view.kind().ends_well(&route) {
            PathExtent::Goal
        } else {
            PathExtent::Part
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

impl Replanner {
    /// Goes on with a search, or begins one, and returns what came of it once it has ended.
    pub(super) fn searched(
        &mut self,
        need: Need,
        left: &mut u64,
    ) -> Result<Option<ReplanStatus>, RouteError> {
        let is_other = |pending: &Pending| pending.looks_for_better() != (need == Need::Better);
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
        let Some(answer) = pending
            .search
            .route()
            .cloned()
            .map(|route| Answer::of(route, &searched))
        else {
            return Ok(None);
        };
        let is_outdated = pending.goal_version != self.goal_version;
        let (begin, start) = (pending.begin, answer.path.as_ref().map(|it| it.0.start()));
        let found = match pending.aim {
            Aim::Another => self.ended_anew(answer, begin, &searched, is_outdated, left),
            Aim::Cheaper(limit) => self.ended(answer, begin, Some(limit), &searched, left),
            Aim::Improved => self.ended(answer, begin, None, &searched, left),
        };
        let may_improve = self.is_first_path() && !matches!(pending.aim, Aim::Cheaper(_));
        if may_improve && !is_outdated && pending.search.improve_next() {
            pending.aim = Aim::Improved;
            pending.begin.cell = start;
            self.pending = Some(pending);
        } else {
            if pending.looks_for_better() {
                self.waited = 0;
            }
            self.reclaim(pending.search.finish().1);
        }
        found.map(Some)
    }

    /// Returns whether searches look for a first path, which is improved then.
    fn is_first_path(&self) -> bool {
        self.view.options().settings.algorithm == Algorithm::Hierarchical
    }

    /// Returns whether a first path is being improved.
    pub(super) fn improves(&self) -> bool {
        self.pending
            .as_ref()
            .is_some_and(|pending| pending.aim == Aim::Improved)
    }

    /// Begins a search: from the path, while that can be followed there, or from where the agent is.
    fn begun(&mut self, need: Need) -> Result<Pending, RouteError> {
        let mut begin = Begin {
            from: self.agent.position,
            cell: None,
        };
        let mut aim = Aim::Another;
        let mut view = self.view.clone();
        if let Some(plan) = self.plan.as_ref().filter(|plan| !plan.is_lost) {
            if (plan.followed.blocked).is_none_or(|legal| plan.base <= legal) {
                let cell = plan.base_cell();
                begin.from = self.view.position_at(cell);
                begin.cell = Some(cell);
            }
            if need == Need::Better {
                let rest = plan.cost(&self.view);
                let limit = self.policy.max_suboptimality.divided(rest) - Cost::from_raw(1);
                (aim, view) = (Aim::Cheaper(limit), view.up_to(limit));
            }
        }
        let workspace = std::mem::take(&mut self.spare);
        let search = view.search_over_center(begin.from, &self.destination, workspace)?;
        Ok(Pending {
            search,
            begin,
            aim,
            goal_version: self.goal_version,
        })
    }

    /// Makes use of the answer of a search for something better than the path, in a view that may be outdated.
    fn ended(
        &mut self,
        answer: Answer,
        begin: Begin,
        limit: Option<Cost>,
        searched: &View,
        left: &mut u64,
    ) -> Result<ReplanStatus, RouteError> {
        let found = answer.path.filter(|it| it.1 == PathExtent::Goal);
        let beyond = limit.filter(|_| answer.is_beyond_limit);
        let least = match (&found, beyond) {
            (Some(_), _) => answer.least,
            (None, Some(limit)) => limit + Cost::from_raw(1),
            (None, None) => {
                self.in_vain = moves::of(self.view.moves())
                    .changes_since(searched.moves())
                    .is_empty();
                return Ok(ReplanStatus::Kept);
            }
        };
        let (Some(plan), Some(cell)) = (&self.plan, begin.cell) else {
            return Ok(ReplanStatus::Kept);
        };
        if plan.is_lost {
            return Ok(ReplanStatus::Kept);
        }
        let proved = self.proved_here(plan, cell, least, searched);
        let Some(plan) = &mut self.plan else {
            return Ok(ReplanStatus::Kept);
        };
        let since = moves::of(self.view.moves()).changes_since(searched.moves());
        let lowered = plan.least_through(&since, proved, &self.view);
        plan.prove(lowered.unwrap_or(proved));
        let proved = plan.proved;
        if plan.is_within(self.policy.max_suboptimality, &self.view) {
            return Ok(ReplanStatus::Kept);
        }
        let cost = plan.cost(&self.view);
        let found = found.map(|(path, _)| path);
        let Some(path) = found.and_then(|path| self.led_from_base(cell, path, searched, left))
        else {
            return Ok(ReplanStatus::Kept);
        };
        let Some(JoinedPath { path, is_led }) = self.led_here(path, left)? else {
            return Ok(ReplanStatus::Kept);
        };
        let mut plan = self.plan_of(path);
        if !is_led {
            plan.prove(proved);
        }
        let is_compared = !is_led || limit.is_none();
        let is_dearer = is_compared && plan.cost(&self.view) >= cost;
        if plan.followed.blocked.is_some() || is_dearer {
            return Ok(ReplanStatus::Kept);
        }
        self.follow(plan)?;
        Ok(ReplanStatus::Shorter)
    }

    /// Follows the path that a search found, wherever it leads: that may be where the goal was when the
    /// search began.
    fn ended_anew(
        &mut self,
        answer: Answer,
        begin: Begin,
        searched: &View,
        is_outdated: bool,
        left: &mut u64,
    ) -> Result<ReplanStatus, RouteError> {
        let Some((path, reach)) = answer.path else {
            return Ok(self.ended_in_vain(answer.route, searched, is_outdated));
        };
        let reach = if is_outdated { PathExtent::Part } else { reach };
        let mut plan;
        let mut proved;
        let is_led;
        if let Some(cell) = begin.cell {
            let Some(last) = self.plan.as_ref().filter(|plan| !plan.is_lost) else {
                return Ok(ReplanStatus::Kept);
            };
            proved = self.proved_here(last, cell, answer.least, searched);
            let Some(path) = self.led_from_base(cell, path, searched, left) else {
                return Ok(ReplanStatus::Kept);
            };
            let Some(led) = self.led_here(path, left)? else {
                return Ok(self.lost());
            };
            is_led = led.is_led;
            plan = self.plan_of(led.path);
        } else {
            self.plan = None;
            let AgentPosition { position, rest, .. } = self.agent;
            let start = path.start();
            let is_there = rest == Some(start) || self.view.kind().reaches(position, rest, start);
            if !is_there && self.smooth.is_none() {
                // The agent is somewhere else by now: from there again.
                return Ok(ReplanStatus::Kept);
            }
            let Some(led) = self.led_here(path, left)? else {
                return Ok(ReplanStatus::Kept);
            };
            is_led = led.is_led;
            proved = answer.least;
            plan = self.plan_of(led.path);
        }
        if is_led {
            proved = Cost::ZERO;
        }
        let since = moves::of(self.view.moves()).changes_since(searched.moves());
        plan.reach = reach;
        plan.proved = if reach == PathExtent::Goal
            && moves::of(self.view.moves()).costs_as(searched.moves())
        {
            let lowered = plan.least_through(&since, proved, &self.view);
            plan.proved.max(lowered.unwrap_or(proved))
        } else {
            Cost::ZERO
        };
        if begin.from == self.agent.position && since.is_empty() && !is_led {
            self.take(plan, answer.route);
        } else {
            // Its outcome says why a part is all there is.
            self.route = Some(answer.route);
            self.follow(plan)?;
            self.look_at_goal()?;
        }
        self.goal_moved |= is_outdated;
        Ok(ReplanStatus::Replanned)
    }

    /// Takes note that there is no way, or that none was found within the limits.
    fn ended_in_vain(&mut self, route: Route, searched: &View, is_outdated: bool) -> ReplanStatus {
        // In a world that has changed since there may be one by now.
        self.in_vain = !is_outdated
            && moves::of(self.view.moves())
                .changes_since(searched.moves())
                .is_empty();
        // What is blocked may be free again.
        let may_be_free = |plan: &Plan| plan.followed.blocked.is_some() && !plan.is_lost;
        if self.goal_moved || !self.plan.as_ref().is_some_and(may_be_free) {
            self.plan = None;
            self.set_route(route);
        }
        self.goal_moved = is_outdated;
        ReplanStatus::Blocked { ahead: 0.0 }
    }
}

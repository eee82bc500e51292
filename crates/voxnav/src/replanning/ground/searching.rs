//! Searches for other routes over the ground, in slices, while the world and the agent go on.

use glam::IVec3;
use voxnav_search::{Action, Cost, LegPath, Move};

use super::changes::GroundChanges;
use super::replanner::{GroundPlan, GroundReplanner, Need, moves_of};
use super::way::GroundWay;
use crate::ground::{GroundRoute, GroundSearch, GroundView};
use crate::replanning::Verdict;
use crate::routes::RouteError;

/// A search that is under way.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) search: GroundSearch,
    /// The place on the path where it begins, as that is numbered, and which route that was; from where the
    /// agent was if there is none.
    base: Option<(usize, u64)>,
    is_for_better: bool,
    goal_version: u64,
}

impl GroundReplanner {
    /// Goes on with a search, or begins one; what came of it once it has ended.
    pub(super) fn searched(
        &mut self,
        need: Need,
        left: &mut u64,
    ) -> Result<Option<Verdict>, RouteError> {
        let is_for_better = need == Need::Better;
        let is_outdated = |pending: &Pending| {
            pending.is_for_better != is_for_better || pending.goal_version != self.goal_version
        };
        if self.pending.as_ref().is_some_and(is_outdated) {
            self.drop_search();
        }
        let mut pending = match self.pending.take() {
            Some(pending) => pending,
            None => self.begun(is_for_better)?,
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
        if is_for_better {
            self.waited = 0;
        }
        let searched = pending.search.view().clone();
        let base = pending.base;
        let Some(route) = self.reclaim(pending.search) else {
            return Ok(None);
        };
        Ok(Some(match route.outcome.path().cloned() {
            Some(path) => {
                let found = (&path, route.statistics.lower_bound);
                self.ended(found, base, &searched, need, left)?
            }
            None => self.ended_in_vain(route, &searched),
        }))
    }

    /// Begins a search: from the path, while that can be followed there, or from where the agent is.
    fn begun(&mut self, is_for_better: bool) -> Result<Pending, RouteError> {
        let on_path = self.plan.as_ref().filter(|plan| {
            !plan.is_lost && plan.way.blocked.is_none_or(|legal| plan.base <= legal)
        });
        let base = on_path.map(|plan| plan.base);
        let from = on_path.map_or(self.at, |plan| self.view.feet_at(plan.way.cell(plan.base)));
        let workspace = std::mem::take(&mut self.spare);
        let search = self
            .view
            .search_in(from, self.destination.clone(), workspace)?;
        Ok(Pending {
            search,
            base: base.map(|base| (base, self.route_version)),
            is_for_better,
            goal_version: self.goal_version,
        })
    }

    /// Keeps the memory of a search for the next, where it is more than there is.
    pub(super) fn reclaim(&mut self, search: GroundSearch) -> Option<GroundRoute> {
        let (route, workspace) = search.finish();
        if workspace.memory_bytes() >= self.spare.memory_bytes() {
            self.spare = workspace;
        }
        route
    }

    /// There is no way, or none was found within the limits.
    fn ended_in_vain(&mut self, route: GroundRoute, searched: &GroundView) -> Verdict {
        // Over ground that has changed since there may be one by now.
        self.in_vain = GroundChanges::between(searched.ground(), self.view.ground()).is_empty();
        // What is missing may be there again.
        let may_be_there =
            |plan: &GroundPlan| plan.is_whole && plan.way.blocked.is_some() && !plan.is_lost;
        let is_kept = !self.goal_moved && self.plan.as_ref().is_some_and(may_be_there);
        if is_kept {
            return Verdict::Blocked { ahead: 0.0 };
        }
        self.plan = None;
        if let Some(path) = route.path()
            && self.rest == Some(path.start())
        {
            let way = GroundWay::new(path, self.region(path.goal()), self.view.ground());
            self.plan = Some(GroundPlan {
                way,
                proved: Cost::ZERO,
                is_whole: false,
                is_stale: false,
                is_lost: false,
                base: 0,
            });
        }
        self.set_route(route);
        Verdict::Blocked { ahead: 0.0 }
    }

    /// Makes use of a path that was found, from a place on the agent's path or from where it was, over
    /// ground that may be outdated.
    fn ended(
        &mut self,
        (path, least): (&LegPath<Action>, Cost),
        base: Option<(usize, u64)>,
        searched: &GroundView,
        need: Need,
        left: &mut u64,
    ) -> Result<Verdict, RouteError> {
        let ground = self.view.ground().clone();
        let since = GroundChanges::between(searched.ground(), &ground);
        let (start, region) = (path.start(), self.region(path.goal()));
        let lowered = since.least_through(&ground.moves(), start, &region, least);
        let proved = lowered.unwrap_or(least);
        let (_, leads_there) = (self.view).rests(self.at, &self.destination, Some(path.goal()))?;
        let moves = moves_of(path, &ground);
        let Some((index, version)) = base else {
            if self.rest != Some(start) {
                // The agent is somewhere else by now: from there again.
                self.plan = None;
                return Ok(Verdict::Kept);
            }
            self.adopt(start, moves, 0, proved)?;
            self.goal_moved = !leads_there;
            return Ok(Verdict::Replanned);
        };
        let plan = self.plan.as_ref().filter(|plan| !plan.is_lost);
        let Some(plan) = plan.filter(|_| version == self.route_version) else {
            return Ok(Verdict::Kept);
        };
        let (way, base, passed) = (plan.way.clone(), plan.base, plan.way.passed);
        let (here, rest) = (way.cell(base), plan.cost());
        // From the start of the search to the base by moves that there are: a cheaper path from the base would
        // be one from the start.
        let made = LegPath::of_moves(start, way.moves(index..base.max(index)));
        let made = GroundWay::new(&made, region, &ground).cost_of(0..base.saturating_sub(index));
        let made = made.filter(|_| index <= base);
        let proved = made.map_or(Cost::ZERO, |made| proved - made);
        let is_for_goal = leads_there && !self.goal_moved;
        if let Some(plan) = self.plan.as_mut().filter(|_| is_for_goal) {
            plan.proved = plan.proved.max(proved);
        }
        let Some(moves) = self.led_on([start, here], moves, left) else {
            return Ok(Verdict::Kept);
        };
        if need == Need::Better {
            let on = LegPath::of_moves(here, moves.iter().copied());
            let is_there = GroundWay::new(&on, region, &ground).blocked.is_none();
            let is_within = |plan: &GroundPlan| plan.is_within(&self.policy);
            if !is_there || on.cost() >= rest || self.plan.as_ref().is_some_and(is_within) {
                return Ok(Verdict::Kept);
            }
        }
        let moves = way.moves(passed..base).chain(moves).collect();
        self.adopt(way.cell(passed), moves, base - passed, proved)?;
        self.goal_moved = !leads_there;
        Ok(if need == Need::Better {
            Verdict::Shorter
        } else {
            Verdict::Replanned
        })
    }

    /// The moves of a path from another cell than that where it begins, if it passes there or a short way leads
    /// to one of its cells.
    fn led_on(
        &mut self,
        [start, here]: [IVec3; 2],
        moves: Vec<Move<Action>>,
        left: &mut u64,
    ) -> Option<Vec<Move<Action>>> {
        if here == start {
            return Some(moves);
        }
        if let Some(index) = moves.iter().rposition(|it| it.to == here) {
            return Some(moves[index + 1..].to_vec());
        }
        // No nearer: the way would lead back.
        let joint = moves.len().min(8);
        let to = moves.get(joint.checked_sub(1)?)?.to;
        let way = self.short_path([here, to], Cost::MAX, left)?;
        let way = moves_of(&way, self.view.ground());
        Some(
            way.into_iter()
                .chain(moves[joint..].iter().copied())
                .collect(),
        )
    }
}

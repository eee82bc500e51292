//! A search from each end, of which the first to finish has the answer.

use glam::IVec3;

use super::pace::Pace;
use super::problem::{Problem, Slice};
use super::runner::{Runner, Stop, Turn, stopped};
use crate::cost::Cost;
use crate::expansion::Expansion;
use crate::heuristic::Estimate;
use crate::kernel::{BestFirst, Origin, Policies, Progress, Reopening, Resumable, SearchState};
use crate::memory::OutOfKeys;
use crate::open::BucketOpen;
use crate::outcome::{Limit, Observer, Side, Solution, Statistics};
use crate::path::Path;
use crate::workspace::{SearchMemory, SparePaths, Workspace};

impl Runner<'_> {
    /// Continues a search from the start and one from the goal for `budget` expansions, until
    /// either is done; returns the solution if one is. A turn that the budget cuts short continues
    /// with the next call.
    ///
    /// Most hard problems are far cheaper from one end, and which one is not known before. Either
    /// search alone is exact, so the first to finish has the answer. They also help each other:
    /// the larger lower bound and the cheaper path count for both.
    pub(super) fn race<S: Resumable>(
        &self,
        [forward, backward]: [&mut S; 2],
        (turn, pace): (&mut Option<Turn>, Pace),
        budget: u64,
        spare: &mut SparePaths,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let end = (forward.expanded() + backward.expanded()).saturating_add(budget);
        let stop = loop {
            let expanded = forward.expanded() + backward.expanded();
            let best = forward
                .incumbent()
                .min(backward.incumbent())
                .min(self.upper_bound());
            if let Some(stop) = self.stop(expanded) {
                break Some(stop);
            }
            let Turn { side, until } = if let Some(turn) = turn.take() {
                turn
            } else {
                if forward.lower_bound().max(backward.lower_bound()) >= best {
                    break None;
                }
                // Once a turn: what a turn that was cut short has used so far must not count.
                if self.is_over_memory(forward.used_bytes() + backward.used_bytes()) {
                    break Some(Stop::Limit(Limit::Memory));
                }
                let (side, next) = if pace.is_next(forward, backward) {
                    (Side::Start, &*forward)
                } else {
                    (Side::Goal, &*backward)
                };
                let slice = self.allowed(expanded + pace.slice) - expanded;
                Turn {
                    side,
                    until: next.expanded() + slice,
                }
            };
            let (next, other) = match side {
                Side::Start => (&mut *forward, &*backward),
                Side::Goal => (&mut *backward, &*forward),
            };
            if let Some(most) = self.limits.memory {
                next.allow_bytes(most.saturating_sub(other.used_bytes()));
            }
            let left = end - expanded;
            let until_now = until.min(next.expanded().saturating_add(left));
            match next.advance(until_now, best, observer) {
                Progress::Done => break None,
                Progress::OutOfMemory => break Some(Stop::Limit(Limit::Memory)),
                Progress::Running if next.expanded() < until => {
                    *turn = Some(Turn { side, until });
                    return None;
                }
                Progress::Running => {}
            }
        };
        Some(self.end_of_race(forward, backward, stop, spare.take()))
    }

    fn end_of_race<S: Resumable>(
        &self,
        forward: &S,
        backward: &S,
        stop: Option<Stop>,
        mut path: Path,
    ) -> Solution {
        let best = forward.incumbent().min(backward.incumbent());
        let mut statistics = *forward.statistics();
        statistics.add(backward.statistics());
        let lower_bound = forward.lower_bound().max(backward.lower_bound());
        statistics.lower_bound = self.proved(lower_bound.min(best).min(self.upper_bound()));
        if forward.incumbent() <= backward.incumbent() {
            if forward.best_path(&mut path).is_none() {
                return self.without_path(stop, [forward, backward], path, statistics);
            }
        } else {
            backward.best_path(&mut path);
            path.reverse();
        }
        match stop {
            Some(stop) => stopped(stop, path, statistics),
            None => self.found(path, statistics),
        }
    }

    fn without_path<S: Resumable>(
        &self,
        stop: Option<Stop>,
        [forward, backward]: [&S; 2],
        mut path: Path,
        statistics: Statistics,
    ) -> Solution {
        if let Some(stop) = stop {
            forward.nearest_path(&mut path);
            return stopped(stop, path, statistics);
        }
        let range = forward.cost_range().or(backward.cost_range());
        self.exhausted(range, forward, path, statistics)
    }
}

impl Problem<'_> {
    /// Runs jump point search from both ends, unless a greedy walk leads to the goal.
    pub(super) fn jump_from_both_ends<X: Expansion, E: Estimate>(
        &self,
        goal: IVec3,
        policies: impl Fn(IVec3) -> Policies<X, E, IVec3>,
        (searches, turn): (&mut [Option<SearchState>; 2], &mut Option<Turn>),
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let begins = searches[0].is_none();
        if begins {
            let mut path = slice.spare.take();
            if let Some(()) = self.greedy_walk(goal).walk(self.start, &mut path) {
                return Ok(Some(self.runner().at_once(path)));
            }
            slice.spare.put(path);
        }
        let end = |side| match side {
            Side::Start => (self.start, policies(goal)),
            Side::Goal => (goal, policies(self.start)),
        };
        if let Some(turn) = *turn
            && self.stays_in_turn(turn, end(turn.side), searches, workspace, slice)?
        {
            return Ok(None);
        }
        let Workspace {
            forward, backward, ..
        } = workspace;
        let [from_start, from_goal] = searches;
        let mut forward = self.jump_search(Side::Start, end(Side::Start), from_start, forward)?;
        let mut backward = self.jump_search(Side::Goal, end(Side::Goal), from_goal, backward)?;
        let both = [&mut forward, &mut backward];
        let (budget, spare) = (slice.budget, &mut *slice.spare);
        Ok(self
            .runner()
            .race(both, (turn, Pace::USUAL), budget, spare, slice.observer))
    }

    /// Continues a turn that was cut short, where the slice ends before the turn does: taking up
    /// the other end would be most of the work of a short slice. Returns whether that is all there
    /// is to do.
    fn stays_in_turn<X: Expansion, E: Estimate>(
        &self,
        Turn { side, until }: Turn,
        end: (IVec3, Policies<X, E, IVec3>),
        searches: &mut [Option<SearchState>; 2],
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<bool, OutOfKeys> {
        let (runner, [from_start, from_goal]) = (self.runner(), searches);
        let incumbent = |state: &Option<SearchState>| state.map_or(Cost::MAX, |it| it.incumbent());
        let best = incumbent(from_start).min(incumbent(from_goal));
        let (state, memory) = match side {
            Side::Start => (from_start, &mut workspace.forward),
            Side::Goal => (from_goal, &mut workspace.backward),
        };
        let expanded = state.as_ref().map_or(0, SearchState::expanded);
        let until_now = expanded.saturating_add(slice.budget);
        if until_now >= until || runner.may_stop() {
            return Ok(false);
        }
        let mut search = self.jump_search(side, end, state, memory)?;
        let progress = search.advance(until_now, best.min(runner.upper_bound()), slice.observer);
        Ok(progress == Progress::Running)
    }

    /// Creates one of two searches that meet nowhere, or resumes it: each goes all the way.
    pub(super) fn jump_search<'m, X: Expansion, E: Estimate>(
        &self,
        side: Side,
        (cell, policies): (IVec3, Policies<X, E, IVec3>),
        state: &'m mut Option<SearchState>,
        memory: &'m mut SearchMemory,
    ) -> Result<BestFirst<'m, X, E, IVec3, BucketOpen>, OutOfKeys> {
        let memory = (&mut memory.buckets, &mut memory.records);
        let origin = Origin { cell, side };
        self.search(policies, origin, memory, Reopening::Allowed, state)
    }
}

//! Two searches that come toward each other and meet.
//!
//! Each is a best-first search with an estimate toward the end where the other began. They share
//! what they know:
//!
//! - a cell that both have reached makes a path; the cheapest such path is what either has to beat;
//! - a cell that one has settled is none of the other's business: any path over it is known;
//! - a cell that one has not settled is at least so far from that one's end as its queue says: the
//!   lower bound of the queue less what the estimate back allows. With the cost so far that is a bound on
//!   paths over the cell, often a better one than f.
//!
//! The search is over as soon as either side has nothing left below the cheapest path known.
//!
//! INVARIANT: estimates are consistent and queues ordered by f, so settled cells have their final
//! cost, and the lower bound of a queue bounds all of it. Otherwise a cell might be left to the other side
//! at a cost that is too high.
//!
//! # References
//!
//! Pijls, Post, "Yet another bidirectional algorithm for finding the shortest path", Econometric
//! Institute Report 2009-10 (NBA*), whose proof is used. The side with the shorter queue goes on:
//! Pohl, "Bi-directional Search", Machine Intelligence 6, 1971.

use glam::IVec3;

use super::problem::{Problem, Slice};
use super::runner::{Runner, Stop, Turn, stopped};
use crate::cost::Cost;
use crate::expansion::{Backwards, Expansion};
use crate::heuristic::Estimate;
use crate::kernel::{
    Backtrace, BestFirst, Origin, Policies, Progress, Reopening, Resumable, SearchState,
};
use crate::memory::OutOfKeys;
use crate::open::{OpenList, OrderedOpen};
use crate::outcome::{Limit, Observer, Side, Solution};
use crate::path::Path;
use crate::workspace::{SearchMemory, Workspace};

/// Expansions of one side before the queues are compared again.
const SLICE: u64 = 16;

impl Problem<'_> {
    /// Searches with every legal move from either end, on two ordered queues.
    pub(crate) fn every_move_from_both_ends<E: Estimate>(
        &self,
        goal: IVec3,
        estimate: impl Fn(IVec3) -> E,
        (searches, turn): (&mut [Option<SearchState>; 2], &mut Option<Turn>),
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let [from_start, from_goal] = searches;
        let there = Policies {
            expansion: self.every_move(),
            estimate: estimate(goal),
            goal_test: goal,
        };
        let back = Policies {
            expansion: Backwards(self.every_move()),
            estimate: estimate(self.start),
            goal_test: self.start,
        };
        let Workspace {
            forward, backward, ..
        } = workspace;
        let mut forward =
            self.every_move_search(there, Side::Start, self.start, from_start, forward)?;
        let mut backward = self.every_move_search(back, Side::Goal, goal, from_goal, backward)?;
        Ok(self.runner().meet(&mut forward, &mut backward, turn, slice))
    }

    /// Creates one of two searches that meet, or resumes it.
    fn every_move_search<'m, X: Expansion, E: Estimate>(
        &self,
        policies: Policies<X, E, IVec3>,
        side: Side,
        cell: IVec3,
        state: &'m mut Option<SearchState>,
        memory: &'m mut SearchMemory,
    ) -> Result<BestFirst<'m, X, E, IVec3, OrderedOpen>, OutOfKeys> {
        let SearchMemory { heap, records, .. } = memory;
        heap.break_ties_by(self.settings.ties);
        let origin = Origin { cell, side };
        self.search(policies, origin, (heap, records), Reopening::Allowed, state)
    }

    /// Writes the best path known so far of two searches that meet: the one over their meeting,
    /// else the one to the cell nearest to the goal.
    pub(crate) fn best_of_both(
        &self,
        [forward, backward]: [&SearchState; 2],
        workspace: &Workspace,
        path: &mut Path,
    ) {
        let there = Backtrace {
            records: &workspace.forward.records,
            move_cost: |cell, direction| self.every_move().step(cell, direction).cost,
        };
        let back = Backtrace {
            records: &workspace.backward.records,
            move_cost: |cell, direction| Backwards(self.every_move()).step(cell, direction).cost,
        };
        if forward.incumbent().min(backward.incumbent()) == Cost::MAX {
            return there.write(forward.best_cell(), path);
        }
        let meeting = if forward.incumbent() <= backward.incumbent() {
            forward.goal()
        } else {
            backward.goal()
        };
        there.write(meeting, path);
        back.go_back(meeting, path);
    }
}

impl Runner<'_> {
    /// Continues a search from the start and one from the goal toward each other for `budget`
    /// expansions; returns the solution if they ended. A turn that the budget cuts short continues
    /// with the next call.
    pub(crate) fn meet<F, B, E, Q>(
        &self,
        forward: &mut BestFirst<'_, F, E, IVec3, Q>,
        backward: &mut BestFirst<'_, B, E, IVec3, Q>,
        turn: &mut Option<Turn>,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Option<Solution>
    where
        F: Expansion,
        B: Expansion,
        E: Estimate,
        Q: OpenList,
    {
        let end = (forward.expanded() + backward.expanded()).saturating_add(slice.budget);
        let stop = loop {
            let expanded = forward.expanded() + backward.expanded();
            let known = forward.incumbent().min(backward.incumbent());
            let best = known.min(self.upper_bound());
            if let Some(stop) = self.stop(expanded) {
                break Some(stop);
            }
            let Turn { side, until } = if let Some(turn) = turn.take() {
                turn
            } else {
                if self.is_over_memory(forward.used_bytes() + backward.used_bytes()) {
                    break Some(Stop::Limit(Limit::Memory));
                }
                let (side, so_far) = if forward.queued() <= backward.queued() {
                    (Side::Start, forward.expanded())
                } else {
                    (Side::Goal, backward.expanded())
                };
                let until = so_far + self.allowed(expanded + SLICE) - expanded;
                Turn { side, until }
            };
            let left = end - expanded;
            let (progress, so_far) = match side {
                Side::Start => {
                    self.share_memory(forward, backward.used_bytes());
                    let until = until.min(forward.expanded().saturating_add(left));
                    let progress = forward.advance_toward(backward, until, best, slice.observer);
                    (progress, forward.expanded())
                }
                Side::Goal => {
                    self.share_memory(backward, forward.used_bytes());
                    let until = until.min(backward.expanded().saturating_add(left));
                    let progress = backward.advance_toward(forward, until, best, slice.observer);
                    (progress, backward.expanded())
                }
            };
            match progress {
                Progress::Done => break None,
                Progress::OutOfMemory => break Some(Stop::Limit(Limit::Memory)),
                Progress::Running if so_far < until => {
                    *turn = Some(Turn { side, until });
                    return None;
                }
                Progress::Running => {}
            }
        };
        Some(self.end_of_meeting(forward, backward, stop, slice.spare.take()))
    }

    /// Lets a search use the memory that the limit and the other search leave.
    fn share_memory<X: Expansion, E: Estimate, Q: OpenList>(
        &self,
        search: &mut BestFirst<'_, X, E, IVec3, Q>,
        others: u64,
    ) {
        if let Some(most) = self.limits.memory {
            search.allow_bytes(most.saturating_sub(others));
        }
    }

    fn end_of_meeting<F, B, E, Q>(
        &self,
        forward: &BestFirst<'_, F, E, IVec3, Q>,
        backward: &BestFirst<'_, B, E, IVec3, Q>,
        stop: Option<Stop>,
        mut path: Path,
    ) -> Solution
    where
        F: Expansion,
        B: Expansion,
        E: Estimate,
        Q: OpenList,
    {
        let best = forward.incumbent().min(backward.incumbent());
        let mut statistics = *forward.statistics();
        statistics.add(backward.statistics());
        let lower_bound = forward.lower_bound().max(backward.lower_bound());
        statistics.lower_bound = lower_bound.min(best).min(self.upper_bound());
        if best == Cost::MAX {
            if let Some(stop) = stop {
                forward.nearest_path(&mut path);
                return stopped(stop, path, statistics);
            }
            let range = forward.cost_range().or(backward.cost_range());
            return self.exhausted(range, forward, path, statistics);
        }
        let meeting = if forward.incumbent() <= backward.incumbent() {
            forward.goal()
        } else {
            backward.goal()
        };
        forward.backtrace().write(meeting, &mut path);
        backward.backtrace().go_back(meeting, &mut path);
        match stop {
            Some(stop) => stopped(stop, path, statistics),
            None => self.found(path, statistics),
        }
    }
}

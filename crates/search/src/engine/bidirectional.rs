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

use std::ops::ControlFlow;

use glam::IVec3;

use super::problem::{Answer, Problem, Slice};
use super::runner::{Runner, Turn};
use super::state::ProblemState;
use super::turns::Ends;
use crate::cost::Cost;
use crate::expansion::{Backwards, Expansion};
use crate::heuristic::Estimate;
use crate::kernel::{Backtrace, BestFirst, Origin, Policies, Reopening, SearchState};
use crate::memory::OutOfKeys;
use crate::open::OrderedOpen;
use crate::outcome::{Observer, Side, Solution};
use crate::path::Path;
use crate::workspace::{SearchMemory, SparePaths, Workspace};

/// Expansions of one side before the queues are compared again.
const SLICE: u64 = 16;

/// A search toward one cell, on the ordered queue.
type InOrder<'m, X, E> = BestFirst<'m, X, E, IVec3, OrderedOpen>;

impl Problem<'_> {
    /// Searches with every legal move from either end, on two ordered queues.
    pub(super) fn every_move_from_both_ends<E: Estimate>(
        &self,
        goal: IVec3,
        estimate: impl Fn(IVec3) -> E,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        let (moves, back) = (self.every_move(), Backwards(self.every_move()));
        let there = Policies::new(moves, estimate(goal), goal);
        let back = Policies::new(back, estimate(self.start), self.start);
        let ProblemState { searches, turn, .. } = &mut *slice.state;
        let Workspace {
            forward,
            backward,
            spare,
            ..
        } = &mut *slice.workspace;
        let [from_start, from_goal] = searches;
        let from = |side, cell| Origin { cell, side };
        let (start, end) = (from(Side::Start, self.start), from(Side::Goal, goal));
        let mut ends = Ends {
            forward: self.every_move_search(there, start, from_start, forward)?,
            backward: self.every_move_search(back, end, from_goal, backward)?,
            turn,
            slice: SLICE,
        };
        let runner = self.runner();
        Ok(runner.meet(&mut ends, slice.budget, spare, slice.observer))
    }

    /// Creates one of two searches that meet, or resumes it.
    fn every_move_search<'m, X: Expansion, E: Estimate>(
        &self,
        policies: Policies<X, E, IVec3>,
        origin: Origin,
        state: &'m mut Option<SearchState>,
        memory: &'m mut SearchMemory,
    ) -> Result<InOrder<'m, X, E>, OutOfKeys> {
        let memory = memory.in_order(self.settings.ties);
        self.search(policies, memory, Reopening::Allowed, origin, state)
    }

    /// Writes the best path known so far of two searches that meet: the one over their meeting,
    /// else the one to the cell nearest to the goal.
    pub(crate) fn best_of_both(
        &self,
        [forward, backward]: [&SearchState; 2],
        workspace: &Workspace,
        path: &mut Path,
    ) {
        let there = self.backtrace(&workspace.forward.records);
        let back = Backtrace {
            records: &workspace.backward.records,
            move_cost: |cell, direction| Backwards(self.every_move()).step(cell, direction).cost,
        };
        let better = forward.better(backward);
        if better.incumbent == Cost::MAX {
            return there.write(forward.best_cell(), path);
        }
        there.write(better.goal, path);
        back.go_back(better.goal, path);
    }
}

impl Runner<'_> {
    /// Continues a search from the start and one from the goal toward each other for `budget`
    /// expansions; returns the solution if they ended. The one with the shorter queue goes on.
    fn meet<F: Expansion, B: Expansion, E: Estimate>(
        &self,
        ends: &mut Ends<'_, InOrder<'_, F, E>, InOrder<'_, B, E>>,
        budget: u64,
        spare: &mut SparePaths,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let next = |ends: &Ends<'_, InOrder<'_, F, E>, InOrder<'_, B, E>>, _| {
            let is_shorter = ends.forward.queued() <= ends.backward.queued();
            Some(if is_shorter { Side::Start } else { Side::Goal })
        };
        let advance = |ends: &mut Ends<'_, InOrder<'_, F, E>, InOrder<'_, B, E>>,
                       Turn { side, until },
                       best,
                       observer: &mut _| {
            let (there, back) = (&mut ends.forward, &mut ends.backward);
            match side {
                Side::Start => there.advance_toward(back, until, best, observer),
                Side::Goal => back.advance_toward(there, until, best, observer),
            }
        };
        let ControlFlow::Break(stop) = self.take_turns(ends, budget, observer, next, advance)
        else {
            return None;
        };
        let meeting = ends.better().goal;
        Some(self.ended_turns(ends, stop, spare.take(), |path| {
            ends.forward.backtrace().write(meeting, path);
            ends.backward.backtrace().go_back(meeting, path);
        }))
    }
}

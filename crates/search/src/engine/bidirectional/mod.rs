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

mod in_arrays;

use std::ops::ControlFlow;

use super::problem::{Answer, Problem, Slice};
use super::runner::{Runner, Turn};
use super::state::ProblemState;
use super::turns::Ends;
use crate::cost::Cost;
use crate::expansion::{Backwards, Expansion};
use crate::goal::{AnyGoal, AnyToward};
use crate::heuristic::Weighed;
use crate::kernel::{Backtrace, BestFirst, Origin, Policies, Reopening, SearchState};
use crate::open::OrderedOpen;
use crate::outcome::{Observer, Side, Solution};
use crate::path::Path;
use crate::workspace::{SparePaths, Workspace};
pub(super) use in_arrays::InArrays;

/// Expansions of one side before the queues are compared again.
const SLICE: u64 = 16;

/// A search on the ordered queue.
type InOrder<'a, X> = BestFirst<'a, X, Weighed<AnyToward<'a>>, AnyGoal<'a>, OrderedOpen>;

impl Problem<'_> {
    /// Searches with every legal move from either end, on two ordered queues.
    ///
    /// The one from the goal begins at all of its cells.
    pub(super) fn every_move_from_both_ends(
        &self,
        (goal_test, to_goal): (AnyGoal<'_>, Weighed<AnyToward<'_>>),
        to_start: Weighed<AnyToward<'_>>,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        let (moves, back) = (self.every_move(), Backwards(self.every_move()));
        let there = Policies::new(moves, to_goal, goal_test);
        let back = Policies::new(back, to_start, AnyGoal::Cell(self.start));
        let ProblemState { searches, turn, .. } = &mut *slice.state;
        let Workspace {
            forward,
            backward,
            spare,
            ..
        } = &mut *slice.workspace;
        let [from_start, from_goal] = searches;
        let [forward, backward] = [forward, backward].map(|it| it.in_order(self.settings.ties));
        let (start, always) = (Origin::start(self.start), Reopening::Allowed);
        let mut ends = Ends {
            forward: self.search(there, forward, always, start, from_start)?,
            backward: self.search_from_goals(back, backward, from_goal)?,
            turn,
            slice: SLICE,
        };
        let runner = self.runner();
        Ok(runner.meet(&mut ends, slice.budget, spare, slice.observer))
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
        let moves = Backwards(self.every_move());
        let back = Backtrace {
            records: &workspace.backward.records,
            move_cost: |cell, direction| moves.step(cell, direction).cost,
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
    fn meet<F: Expansion, B: Expansion>(
        &self,
        ends: &mut Ends<'_, InOrder<'_, F>, InOrder<'_, B>>,
        budget: u64,
        spare: &mut SparePaths,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let next = |ends: &Ends<'_, InOrder<'_, F>, InOrder<'_, B>>, _| {
            let is_shorter = ends.forward.queued() <= ends.backward.queued();
            Some(if is_shorter { Side::Start } else { Side::Goal })
        };
        let advance = |ends: &mut Ends<'_, InOrder<'_, F>, InOrder<'_, B>>,
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

//! A search from each end, of which the first to finish has the answer.

use std::ops::ControlFlow;

use super::pace::AlternationRule;
use super::problem::{Answer, Problem, Slice, Target};
use super::runner::{Runner, Turn};
use super::state::ProblemState;
use super::turns::Ends;
use crate::cost::Cost;
use crate::expansion::Expansion;
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::kernel::{BestFirst, Origin, Policies, Progress, Reopening, Resumable, SearchState};
use crate::memory::OutOfKeys;
use crate::open::BucketOpen;
use crate::outcome::{Observer, Side, Solution};
use crate::workspace::{SearchMemory, SparePaths, Workspace};

impl Runner<'_> {
    /// Continues a search from the start and one from the goal for `budget` expansions, until
    /// either is done; returns the solution if one is. A turn that the budget cuts short continues
    /// with the next call.
    ///
    /// Most hard problems are far cheaper from one end, and which one is not known before. Either
    /// search alone is exact, so the first to finish has the answer. They also help each other:
    /// the larger lower bound and the cheaper path count for both.
    pub(super) fn race<F: Resumable, B: Resumable>(
        &self,
        ends: &mut Ends<'_, F, B>,
        pace: AlternationRule,
        budget: u64,
        spare: &mut SparePaths,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let next = |ends: &Ends<'_, F, B>, best| {
            let side = if pace.is_next(ends.forward.state(), ends.backward.state()) {
                Side::Start
            } else {
                Side::Goal
            };
            (ends.lower_bound() < best).then_some(side)
        };
        let advance =
            |ends: &mut Ends<'_, F, B>, Turn { side, until }, best, observer: &mut _| match side {
                Side::Start => ends.forward.advance(until, best, observer),
                Side::Goal => ends.backward.advance(until, best, observer),
            };
        let ControlFlow::Break(stop) = self.take_turns(ends, budget, observer, next, advance)
        else {
            return None;
        };
        Some(self.ended_turns(ends, stop, spare.take(), |path| {
            if ends.forward.state().incumbent <= ends.backward.state().incumbent {
                ends.forward.best_path(path);
            } else {
                ends.backward.best_path(path);
                path.reverse();
            }
        }))
    }
}

impl Problem<'_> {
    /// Runs jump point search from both ends, unless a greedy walk leads to the goal. The one from the goal begins at all
    /// of its cells.
    pub(super) fn jump_from_both_ends<X: Expansion, E: Estimate, A: GoalTest>(
        &self,
        there: impl Fn() -> Policies<X, E, A>,
        back: impl Fn() -> Policies<X, E, A>,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        if let Target::Cell(goal) = self.target
            && slice.state.searches[0].is_none()
        {
            let mut path = slice.workspace.take_path();
            if let Some(()) = self.greedy_walk(goal).walk(self.start, &mut path) {
                return Ok(Some(self.runner().at_once(path)));
            }
            slice.workspace.recycle(path);
        }
        if let Some(turn) = slice.state.turn
            && match turn.side {
                Side::Start => self.stays_in_turn(turn, there(), slice)?,
                Side::Goal => self.stays_in_turn(turn, back(), slice)?,
            }
        {
            return Ok(None);
        }
        let ProblemState { searches, turn, .. } = &mut *slice.state;
        let Workspace {
            forward,
            backward,
            spare,
            ..
        } = &mut *slice.workspace;
        let [from_start, from_goal] = searches;
        let mut ends = Ends {
            forward: self.jump_search(Side::Start, there(), from_start, forward)?,
            backward: self.jump_search(Side::Goal, back(), from_goal, backward)?,
            turn,
            slice: AlternationRule::USUAL.slice,
        };
        let runner = self.runner();
        Ok(runner.race(
            &mut ends,
            AlternationRule::USUAL,
            slice.budget,
            spare,
            slice.observer,
        ))
    }

    /// Continues a turn that was cut short, where the slice ends before the turn does: taking up
    /// the other end would be most of the work of a short slice. Returns whether that is all there
    /// is to do.
    fn stays_in_turn<X: Expansion, E: Estimate, A: GoalTest>(
        &self,
        Turn { side, until }: Turn,
        policies: Policies<X, E, A>,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<bool, OutOfKeys> {
        let (runner, [from_start, from_goal]) = (self.runner(), &mut slice.state.searches);
        let incumbent = |state: &Option<SearchState>| state.map_or(Cost::MAX, |it| it.incumbent);
        let best = incumbent(from_start).min(incumbent(from_goal));
        let (state, memory) = match side {
            Side::Start => (from_start, &mut slice.workspace.forward),
            Side::Goal => (from_goal, &mut slice.workspace.backward),
        };
        let expanded = state.as_ref().map_or(0, |it| it.statistics.expanded);
        let until_now = expanded.saturating_add(slice.budget);
        if until_now >= until || runner.may_stop() {
            return Ok(false);
        }
        let mut search = self.jump_search(side, policies, state, memory)?;
        let progress = search.advance(until_now, best.min(runner.upper_bound()), slice.observer);
        Ok(progress == Progress::Running)
    }

    /// Creates one of two searches that meet nowhere, or resumes it: each goes all the way.
    pub(super) fn jump_search<'m, X: Expansion, E: Estimate, A: GoalTest>(
        &self,
        side: Side,
        policies: Policies<X, E, A>,
        state: &'m mut Option<SearchState>,
        memory: &'m mut SearchMemory,
    ) -> Result<BestFirst<'m, X, E, A, BucketOpen>, OutOfKeys> {
        let (memory, start) = (memory.in_buckets(), Origin::start(self.start));
        match side {
            Side::Start => self.search(policies, memory, Reopening::Allowed, start, state),
            Side::Goal => self.search_from_goals(policies, memory, state),
        }
    }
}

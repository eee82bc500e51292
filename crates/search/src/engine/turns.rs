//! Two searches, one from each end, that take turns.

use std::ops::ControlFlow;

use super::runner::{Runner, Stop, Turn};
use crate::cost::Cost;
use crate::kernel::{Progress, Resumable, SearchState};
use crate::outcome::{Limit, Observer, Side, Solution};
use crate::path::Path;

/// A search from the start and one from the goal.
pub(super) struct Ends<'t, F, B> {
    pub(super) forward: F,
    pub(super) backward: B,
    /// A turn that the budget of an earlier call has cut short.
    pub(super) turn: &'t mut Option<Turn>,
    /// Expansions of one end before the other may get its turn.
    pub(super) slice: u64,
}

impl<F: Resumable, B: Resumable> Ends<'_, F, B> {
    fn states(&self) -> [&SearchState; 2] {
        [self.forward.state(), self.backward.state()]
    }

    pub(super) fn lower_bound(&self) -> Cost {
        let [forward, backward] = self.states();
        forward.lower_bound.max(backward.lower_bound)
    }

    /// Returns the state of the search that knows the cheaper path.
    pub(super) fn better(&self) -> &SearchState {
        let [forward, backward] = self.states();
        forward.better(backward)
    }

    fn expanded(&self) -> [u64; 2] {
        [self.forward.expanded(), self.backward.expanded()]
    }

    fn used_bytes(&self) -> [u64; 2] {
        [self.forward.used_bytes(), self.backward.used_bytes()]
    }
}

impl Runner<'_> {
    /// Continues both searches for `budget` expansions, until either is done, and breaks off if one is, with the
    /// reason if that came from outside. A turn that the budget cuts short continues with the next call.
    ///
    /// `next` chooses the search that gets a turn, given the cost that a path has to beat; `None` if neither can find
    /// a cheaper one. `advance` is [`Resumable::advance`] of one of the two.
    pub(super) fn take_turns<F: Resumable, B: Resumable, O: Observer>(
        &self,
        ends: &mut Ends<'_, F, B>,
        budget: u64,
        observer: &mut O,
        next: impl Fn(&Ends<'_, F, B>, Cost) -> Option<Side>,
        advance: impl Fn(&mut Ends<'_, F, B>, Turn, Cost, &mut O) -> Progress,
    ) -> ControlFlow<Option<Stop>> {
        let end = ends.expanded().iter().sum::<u64>().saturating_add(budget);
        loop {
            let expanded = ends.expanded().iter().sum();
            let best = ends.better().incumbent.min(self.upper_bound());
            if let Some(stop) = self.stop(expanded) {
                return ControlFlow::Break(Some(stop));
            }
            let turn = if let Some(turn) = ends.turn.take() {
                turn
            } else {
                let Some(side) = next(ends, best) else {
                    return ControlFlow::Break(None);
                };
                // Once a turn: what a turn that was cut short has used so far must not count.
                if self.is_over_memory(ends.used_bytes().iter().sum()) {
                    return ControlFlow::Break(Some(Stop::Limit(Limit::Memory)));
                }
                let slice = self.allowed(expanded + ends.slice) - expanded;
                let until = ends.expanded()[side as usize] + slice;
                Turn { side, until }
            };
            if let Some(most) = self.limits.memory {
                let [forward, backward] = ends.used_bytes().map(|used| most.saturating_sub(used));
                match turn.side {
                    Side::Start => ends.forward.allow_bytes(backward),
                    Side::Goal => ends.backward.allow_bytes(forward),
                }
            }
            let side = turn.side as usize;
            let so_far = ends.expanded()[side];
            let until = turn.until.min(so_far.saturating_add(end - expanded));
            match advance(ends, Turn { until, ..turn }, best, observer) {
                Progress::Done => return ControlFlow::Break(None),
                Progress::OutOfMemory => {
                    return ControlFlow::Break(Some(Stop::Limit(Limit::Memory)));
                }
                Progress::Running if ends.expanded()[side] < turn.until => {
                    *ends.turn = Some(turn);
                    return ControlFlow::Continue(());
                }
                Progress::Running => {}
            }
        }
    }

    /// Returns the solution of two searches that have ended, whose path `write` writes if either knows one.
    pub(super) fn ended_turns<F: Resumable, B: Resumable>(
        &self,
        ends: &Ends<'_, F, B>,
        stop: Option<Stop>,
        mut path: Path,
        write: impl FnOnce(&mut Path),
    ) -> Solution {
        let [forward, backward] = ends.states();
        let mut statistics = forward.statistics;
        statistics.add(&backward.statistics);
        let best = ends.better().incumbent;
        statistics.lower_bound = self.proved_so_far(ends.lower_bound().min(best));
        let is_found = best != Cost::MAX;
        if is_found {
            write(&mut path);
        }
        let range = forward.cost_range.or(backward.cost_range);
        self.ended(stop, (is_found, range), &ends.forward, path, statistics)
    }
}

//! Running searches to an outcome: limits, cancellation, and the race of both ends.

use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::advance::{Advance, Progress};
use crate::observer::{Observer, Side};
use crate::outcome::{Limit, Outcome, Solution, Statistics};
use crate::path::Path;
use crate::{Cost, Guarantee, Limits};

/// Expansions between two looks at the cancel token.
const SLICE: u64 = 1024;

/// Runs searches under the limits of a query.
#[derive(Clone, Copy)]
pub(crate) struct Drive<'q> {
    pub(crate) limits: Limits,
    pub(crate) cancel: Option<&'q AtomicBool>,
    pub(crate) guarantee: Guarantee,
}

/// Why a search was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Limit(Limit),
    Cancelled,
}

/// Which end of a race goes on, and up to how many expansions of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) side: Side,
    pub(crate) until: u64,
}

impl Drive<'_> {
    /// Goes on with one search for `budget` expansions, and says how it ended if it did.
    ///
    /// INVARIANT: neither the outcome nor the statistics depend on how the expansions are divided
    /// into calls: what is decided between two expansions depends on their number alone.
    pub(crate) fn alone(
        &self,
        search: &mut impl Advance,
        budget: u64,
        path: &mut Path,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let end = search.expanded().saturating_add(budget);
        if let Some(most) = self.limits.memory {
            search.allow_bytes(most);
        }
        let stop = loop {
            let slice = search.expanded() / SLICE * SLICE + SLICE;
            let until = self.allowed(slice).min(end);
            match search.advance(until, self.ceiling(), observer) {
                Progress::Done => break None,
                Progress::OutOfMemory => break Some(Stop::Limit(Limit::Memory)),
                Progress::Running => {}
            }
            if let Some(stop) = self.stop(search.expanded()) {
                break Some(stop);
            }
            if search.expanded() == slice && self.is_over_memory(search.used_bytes()) {
                break Some(Stop::Limit(Limit::Memory));
            }
            if search.expanded() >= end {
                return None;
            }
        };
        let mut statistics = *search.statistics();
        let bound = search.floor().min(search.incumbent());
        // Costs from the ceiling on were not looked at.
        statistics.lower_bound = self.proved(bound.min(self.ceiling()));
        if let Some(stop) = stop {
            search.nearest_path(path);
            return Some(stopped(stop, take(path), statistics));
        }
        Some(match search.best_path(path) {
            Some(()) => self.found(take(path), statistics),
            None => self.exhausted(|path| search.nearest_path(path), path, statistics),
        })
    }

    /// Goes on with a search from the start and one from the goal for `budget` expansions, until
    /// either is done; how it ended if it did. A turn that the budget cuts short goes on with the
    /// next call.
    ///
    /// Most hard problems are far cheaper from one end, and which one is not known before. Either
    /// search alone is exact, so the first to finish has the answer. They also help each other:
    /// the larger floor and the cheaper path count for both.
    pub(crate) fn race<S: Advance>(
        &self,
        [forward, backward]: [&mut S; 2],
        turn: &mut Option<Turn>,
        budget: u64,
        path: &mut Path,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let end = (forward.expanded() + backward.expanded()).saturating_add(budget);
        let stop = loop {
            let expanded = forward.expanded() + backward.expanded();
            let best = forward
                .incumbent()
                .min(backward.incumbent())
                .min(self.ceiling());
            let Turn { side, until } = if let Some(turn) = turn.take() {
                turn
            } else {
                if let Some(stop) = self.stop(expanded) {
                    break Some(stop);
                }
                if forward.floor().max(backward.floor()) >= best {
                    break None;
                }
                let (side, next) = if is_next(forward, backward) {
                    (Side::Start, &*forward)
                } else {
                    (Side::Goal, &*backward)
                };
                let slice = self.allowed(expanded + RACE_SLICE) - expanded;
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
                let others = other.used_bytes();
                if self.is_over_memory(others + next.used_bytes()) {
                    break Some(Stop::Limit(Limit::Memory));
                }
                next.allow_bytes(most.saturating_sub(others));
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
        Some(self.end_of_race(forward, backward, stop, path))
    }

    fn end_of_race<S: Advance>(
        &self,
        forward: &S,
        backward: &S,
        stop: Option<Stop>,
        path: &mut Path,
    ) -> Solution {
        let best = forward.incumbent().min(backward.incumbent());
        let mut statistics = *forward.statistics();
        statistics.add(backward.statistics());
        let floor = forward.floor().max(backward.floor());
        statistics.lower_bound = floor.min(best).min(self.ceiling());
        if let Some(stop) = stop {
            forward.nearest_path(path);
            return stopped(stop, take(path), statistics);
        }
        if forward.incumbent() <= backward.incumbent() {
            match forward.best_path(path) {
                Some(()) => self.found(take(path), statistics),
                None => self.exhausted(|path| forward.nearest_path(path), path, statistics),
            }
        } else {
            backward.best_path(path);
            path.reverse();
            self.found(take(path), statistics)
        }
    }

    /// The same limits for what is left of a query when `aside` is spent outside of the search.
    pub(crate) fn less(self, aside: Cost) -> Self {
        let cost = self.limits.cost;
        let limits = Limits {
            cost: cost.map(|most| Cost::from_raw(most.raw().saturating_sub(aside.raw()))),
            ..self.limits
        };
        Self { limits, ..self }
    }

    /// The solution without a search: `path` is known to be optimal.
    pub(crate) fn at_once(&self, path: Path) -> Solution {
        let lower_bound = path.cost();
        self.found(
            path,
            Statistics {
                lower_bound,
                ..Statistics::default()
            },
        )
    }

    /// How many expansions there may be when `wanted` are asked for.
    pub(crate) fn allowed(&self, wanted: u64) -> u64 {
        self.limits.expanded.map_or(wanted, |most| wanted.min(most))
    }

    /// Costs from here on are of no interest. Only an estimate that never overestimates can tell
    /// that a path will cost more than it has cost so far.
    pub(crate) fn ceiling(&self) -> Cost {
        match (self.limits.cost, self.guarantee) {
            (Some(most), Guarantee::Optimal) => most + Cost::from_raw(1),
            _ => Cost::MAX,
        }
    }

    pub(crate) fn stop(&self, expanded: u64) -> Option<Stop> {
        if self
            .cancel
            .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
        {
            return Some(Stop::Cancelled);
        }
        let most = self.limits.expanded?;
        (expanded >= most).then_some(Stop::Limit(Limit::Expanded))
    }

    /// Whether that many bytes in use are more than allowed.
    pub(crate) fn is_over_memory(&self, used: u64) -> bool {
        self.limits.memory.is_some_and(|most| used > most)
    }

    /// The bound on the cost of every path that a search proves whose priorities have `bound`.
    fn proved(&self, bound: Cost) -> Cost {
        match self.guarantee {
            Guarantee::Optimal => bound,
            // Some cell of a best path is queued at no more than the factor times its cost, or was
            // left out because that is more than the path known.
            Guarantee::Within(factor) => bound.divided(factor),
            _ => Cost::ZERO,
        }
    }

    pub(crate) fn found(&self, path: Path, statistics: Statistics) -> Solution {
        if self.limits.cost.is_some_and(|most| path.cost() > most) {
            return stopped(Stop::Limit(Limit::Cost), path, statistics);
        }
        Solution::new(Outcome::Found(path), statistics)
    }

    /// Nothing was found: there is no path, or none within the cost limit.
    pub(crate) fn exhausted(
        &self,
        nearest: impl FnOnce(&mut Path),
        path: &mut Path,
        statistics: Statistics,
    ) -> Solution {
        if self.ceiling() == Cost::MAX {
            return Solution::new(Outcome::Unreachable, statistics);
        }
        nearest(path);
        stopped(Stop::Limit(Limit::Cost), take(path), statistics)
    }
}

/// Whether the next slice goes to `search` rather than to `other`.
///
/// The search with the larger floor is nearer to its end and leads; the other gets one slice in
/// [`Advance::lead`], in case it overtakes.
fn is_next<S: Advance>(search: &S, other: &S) -> bool {
    if search.floor() >= other.floor() {
        search.expanded() <= other.expanded() * search.lead()
    } else {
        search.expanded() * other.lead() < other.expanded()
    }
}

/// Expansions of one end before the other gets its turn.
const RACE_SLICE: u64 = 32;

/// The solution of a search that was ended from outside.
pub(crate) fn stopped(stop: Stop, best: Path, statistics: Statistics) -> Solution {
    let outcome = match stop {
        Stop::Limit(limit) => Outcome::LimitReached { limit, best },
        Stop::Cancelled => Outcome::Cancelled { best },
    };
    Solution::new(outcome, statistics)
}

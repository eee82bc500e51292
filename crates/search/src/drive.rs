//! Running searches to an outcome: limits, cancellation, and the race of both ends.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::best_first::{BestFirst, Progress};
use crate::estimate::Estimate;
use crate::expansion::Expansion;
use crate::observer::Observer;
use crate::open::OpenList;
use crate::outcome::{Limit, Outcome, Solution, Statistics};
use crate::path::Path;
use crate::{Cost, Guarantee, Limits};

/// Expansions between two looks at the cancel token.
const SLICE: u64 = 1024;

/// Runs searches under the limits of a query.
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

impl Drive<'_> {
    /// Runs one search to its end.
    pub(crate) fn alone<X: Expansion, E: Estimate, Q: OpenList>(
        &self,
        mut search: BestFirst<'_, X, E, Q>,
        mut path: Path,
        observer: &mut impl Observer,
    ) -> Solution {
        let stop = loop {
            let until = self.allowed(search.expanded() + SLICE);
            match search.advance(until, self.ceiling(), observer) {
                Progress::Done => break None,
                Progress::OutOfMemory => break Some(Stop::Limit(Limit::Memory)),
                Progress::Running => {}
            }
            if let Some(stop) = self.stop(search.expanded()) {
                break Some(stop);
            }
        };
        let mut statistics = *search.statistics();
        statistics.lower_bound = self.proved(search.floor().min(search.incumbent()));
        if let Some(stop) = stop {
            search.nearest_path(&mut path);
            return stopped(stop, path, statistics);
        }
        match search.best_path(&mut path) {
            Some(()) => self.found(path, statistics),
            None => self.exhausted(|path| search.nearest_path(path), path, statistics),
        }
    }

    /// Runs a search from the start and one from the goal, until either is done.
    ///
    /// Most hard problems are far cheaper from one end, and which one is not known before. Either
    /// search alone is exact, so the first to finish has the answer. They also help each other:
    /// the larger floor and the cheaper path count for both.
    pub(crate) fn race<'s, X: Expansion, E: Estimate, Q: OpenList>(
        &self,
        mut forward: BestFirst<'s, X, E, Q>,
        mut backward: BestFirst<'s, X, E, Q>,
        mut path: Path,
        observer: &mut impl Observer,
    ) -> Solution {
        let stop = loop {
            let expanded = forward.expanded() + backward.expanded();
            if let Some(stop) = self.stop(expanded) {
                break Some(stop);
            }
            let best = forward
                .incumbent()
                .min(backward.incumbent())
                .min(self.ceiling());
            if forward.floor().max(backward.floor()) >= best {
                break None;
            }
            let next = if is_next(&forward, &backward) {
                &mut forward
            } else {
                &mut backward
            };
            let slice = self.allowed(expanded + RACE_SLICE) - expanded;
            match next.advance(next.expanded() + slice, best, observer) {
                Progress::Done => break None,
                Progress::OutOfMemory => break Some(Stop::Limit(Limit::Memory)),
                Progress::Running => {}
            }
        };
        let best = forward.incumbent().min(backward.incumbent());
        let mut statistics = *forward.statistics();
        statistics.add(backward.statistics());
        statistics.lower_bound = forward.floor().max(backward.floor()).min(best);
        if let Some(stop) = stop {
            forward.nearest_path(&mut path);
            return stopped(stop, path, statistics);
        }
        if forward.incumbent() <= backward.incumbent() {
            match forward.best_path(&mut path) {
                Some(()) => self.found(path, statistics),
                None => self.exhausted(|path| forward.nearest_path(path), path, statistics),
            }
        } else {
            backward.best_path(&mut path);
            path.reverse();
            self.found(path, statistics)
        }
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

    /// The bound that a finished search proves, given that of its priorities.
    fn proved(&self, bound: Cost) -> Cost {
        match self.guarantee {
            Guarantee::Optimal => bound,
            _ => Cost::ZERO,
        }
    }

    pub(crate) fn found(&self, path: Path, statistics: Statistics) -> Solution {
        if self.limits.cost.is_some_and(|most| path.cost() > most) {
            return stopped(Stop::Limit(Limit::Cost), path, statistics);
        }
        Solution {
            outcome: Outcome::Found(path),
            statistics,
        }
    }

    /// Nothing was found: there is no path, or none within the cost limit.
    pub(crate) fn exhausted(
        &self,
        nearest: impl FnOnce(&mut Path),
        mut path: Path,
        statistics: Statistics,
    ) -> Solution {
        if self.ceiling() == Cost::MAX {
            return Solution {
                outcome: Outcome::Unreachable,
                statistics,
            };
        }
        nearest(&mut path);
        stopped(Stop::Limit(Limit::Cost), path, statistics)
    }
}

/// Whether the next slice goes to `search` rather than to `other`.
///
/// The search with the larger floor is nearer to its end and leads; the other gets one slice in
/// [`LEAD`], in case it overtakes.
fn is_next<X: Expansion, E: Estimate, Q: OpenList>(
    search: &BestFirst<'_, X, E, Q>,
    other: &BestFirst<'_, X, E, Q>,
) -> bool {
    if search.floor() >= other.floor() {
        search.expanded() <= other.expanded() * LEAD
    } else {
        search.expanded() * LEAD < other.expanded()
    }
}

/// How many times the expansions of the other search the leading one may take.
const LEAD: u64 = 8;

/// Expansions of one end before the other gets its turn.
const RACE_SLICE: u64 = 32;

/// The solution of a search that was ended from outside.
pub(crate) fn stopped(stop: Stop, best: Path, statistics: Statistics) -> Solution {
    let outcome = match stop {
        Stop::Limit(limit) => Outcome::LimitReached { limit, best },
        Stop::Cancelled => Outcome::Cancelled { best },
    };
    Solution {
        outcome,
        statistics,
    }
}

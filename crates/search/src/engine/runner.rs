//! Running searches to an outcome: limits and cancellation.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cost::Cost;
use crate::heuristic::Weight;
use crate::kernel::{CostRange, Resumable};
use crate::outcome::{Limit, Outcome, Side, Solution, Statistics};
use crate::path::Path;
use crate::query::{Guarantee, Limits};

/// Runs searches under the limits of a query.
#[derive(Clone, Copy)]
pub(crate) struct Runner<'q> {
    pub(crate) limits: Limits,
    pub(crate) cancel: Option<&'q AtomicBool>,
    pub(crate) guarantee: Guarantee,
    /// The cost of a path that is known: only cheaper ones are looked for.
    pub(crate) below: Cost,
    /// The factor by which a path may exceed the optimum, on top of the factor that the estimate
    /// allows.
    pub(crate) within: Weight,
    /// The units by which the ranks of goals may raise the cost of a path above a limit.
    pub(crate) ranks: Cost,
}

/// The reason why a search was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Limit(Limit),
    Cancelled,
}

/// The end of a race that goes on, and the number of its expansions at which its turn ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) side: Side,
    pub(crate) until: u64,
}

impl Runner<'_> {
    /// Returns the solution without a search: `path` is known to be optimal.
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

    /// Returns the number of expansions allowed when `wanted` are asked for.
    pub(crate) fn allowed(&self, wanted: u64) -> u64 {
        self.limits.expanded.map_or(wanted, |most| wanted.min(most))
    }

    /// Returns the upper bound: the search drops entries with f at or above it. Only an estimate
    /// that never overestimates can tell that a path will cost more than it has cost so far.
    pub(crate) fn upper_bound(&self) -> Cost {
        match self.limits.cost {
            _ if !self.is_admissible() => Cost::MAX,
            Some(most) => self.below.min(self.within.times(most + Cost::from_raw(1))) + self.ranks,
            None => self.below + self.ranks,
        }
    }

    /// Returns whether a path costs more than is allowed, although with the ranks of goals it did not.
    fn is_beyond(&self, path: &Path) -> bool {
        self.ranks > Cost::ZERO && path.cost() + self.ranks >= self.upper_bound()
    }

    /// Returns whether nothing but the factor that was asked for separates a path from the optimum.
    fn is_admissible(&self) -> bool {
        match self.guarantee {
            Guarantee::Optimal => true,
            Guarantee::Within(factor) => factor <= self.within.factor(),
            _ => false,
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

    /// Returns whether a search can end otherwise than by itself.
    pub(crate) fn may_stop(&self) -> bool {
        self.cancel.is_some() || self.limits.expanded.is_some() || self.limits.memory.is_some()
    }

    /// Returns whether that many bytes in use are more than allowed.
    pub(crate) fn is_over_memory(&self, used: u64) -> bool {
        self.limits.memory.is_some_and(|most| used > most)
    }

    /// Returns the bound on the cost of every path that is proved by a search whose priorities have
    /// `bound`.
    pub(super) fn proved(&self, bound: Cost) -> Cost {
        let bound = self.within.divided(bound);
        match self.guarantee {
            Guarantee::Optimal => bound,
            // Some cell of a best path is queued at no more than the factor times its cost, or was
            // left out because that is more than the path known.
            Guarantee::Within(factor) => bound.divided(factor / self.within.factor()),
            _ => Cost::ZERO,
        }
    }

    /// Returns the bound that is proved by a search that goes on, whose priorities have `bound`.
    pub(crate) fn proved_so_far(&self, bound: Cost) -> Cost {
        // Costs from the upper bound on are not looked at.
        self.proved(bound.min(self.upper_bound()))
    }

    pub(crate) fn found(&self, path: Path, statistics: Statistics) -> Solution {
        if self.limits.cost.is_some_and(|most| path.cost() > most) {
            return stopped(Stop::Limit(Limit::Cost), path, statistics);
        }
        Solution::new(Outcome::Found(path), statistics)
    }

    /// Returns the solution of a search that has ended, with its path if it found one. Otherwise there is no path, or
    /// none within the cost limit, or none whose cost fits into a [`Cost`]: then `path` is written again.
    pub(super) fn ended(
        &self,
        stop: Option<Stop>,
        (is_found, range): (bool, CostRange),
        search: &impl Resumable,
        mut path: Path,
        statistics: Statistics,
    ) -> Solution {
        let is_found = is_found && !self.is_beyond(&path);
        let stop = match (stop, range) {
            (Some(stop), _) => stop,
            _ if is_found => return self.found(path, statistics),
            _ if self.upper_bound() < Cost::MAX => Stop::Limit(Limit::Cost),
            (_, CostRange::Exceeded) => Stop::Limit(Limit::CostRange),
            (_, CostRange::PathRecord) => return Solution::new(Outcome::Unreachable, statistics),
        };
        if !is_found {
            search.nearest_path(&mut path);
            if self.is_beyond(&path) {
                path.shorten(path.move_count() - 1);
            }
        }
        stopped(stop, path, statistics)
    }
}

/// Returns the solution of a search that was ended from outside.
pub(crate) fn stopped(stop: Stop, path: Path, statistics: Statistics) -> Solution {
    let outcome = match stop {
        Stop::Limit(limit) => Outcome::LimitReached { limit, path },
        Stop::Cancelled => Outcome::Cancelled { path },
    };
    Solution::new(outcome, statistics)
}

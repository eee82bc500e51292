//! The order of entries in searches whose paths may cost more than the optimum, by a factor.
//!
//! A search that is short has nothing to gain by such a bound, and a priority costs more to work out than
//! g + h. So it begins like an exact search, and is ordered again once it has gone on for long.
//!
//! # Why the bound holds
//!
//! The proof of [`bounded`](crate::heuristic) asks two things of an entry on an optimal path: that it
//! is not dropped, which does not depend on the order, and that no larger lower bound than w C* is made of what
//! it is queued by. That is g + h <= C* at first, of which w times as much is made.

use super::best_first::{BestFirst, Policies};
use crate::cost::Cost;
use crate::expansion::Expansion;
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::memory::Records;
use crate::open::{Entry, OpenList, Task};

/// The order of queued entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The order by g + h, as for an optimal path, although a bound above one was asked for.
    BySum,
    /// The order by the priority of the estimate.
    ByPriority,
}

impl Order {
    /// Returns the order in which a search begins: where its records stand one by one, that of an
    /// exact search until they are many.
    pub(super) fn first(estimate: &impl Estimate, records: &Records) -> Self {
        if estimate.is_bounded() && !records.are_of_long_search() {
            Self::BySum
        } else {
            Self::ByPriority
        }
    }

    /// Returns the priority by which a cell with cost so far `g` and estimate `h` is queued.
    #[inline]
    pub(super) fn f(self, estimate: &impl Estimate, g: Cost, h: Cost) -> Cost {
        match self {
            Self::BySum if estimate.is_bounded() => g + h,
            Self::BySum | Self::ByPriority => estimate.f(g, h),
        }
    }

    /// Returns the lower bound that follows from `f`, the least of all queued entries.
    #[inline]
    pub(super) fn lower_bound(self, estimate: &impl Estimate, f: Cost) -> Cost {
        match self {
            Self::BySum => estimate.bar(f, Cost::ZERO),
            Self::ByPriority => f,
        }
    }
}

impl<X: Expansion, E: Estimate, A: GoalTest, Q: OpenList> BestFirst<'_, X, E, A, Q> {
    /// Puts the queued entries in the order of long searches.
    pub(super) fn order_by_priority(&mut self) {
        self.state.order = Order::ByPriority;
        let Policies {
            expansion,
            estimate,
            ..
        } = &self.policies;
        let records = &*self.records;
        self.open.reorder(|Entry { key, task, g }| {
            let cell = records.cell(key);
            let (cell, g) = match task {
                // Queued by the first cell of the run.
                Task::Follow(direction) => {
                    (cell + direction.offset(), g + expansion.cost(direction))
                }
                Task::Start | Task::Expand(_) => (cell, g),
            };
            estimate.f(g, estimate.h(cell))
        });
    }
}

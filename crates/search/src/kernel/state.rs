//! What a search knows besides its records and its queue, which is what is kept of one set aside.

use glam::IVec3;

use super::order::Order;
use crate::cost::Cost;
use crate::expansion::RunTally;
use crate::outcome::{Side, Statistics};

/// Whether cells that are reached again at a smaller cost are queued again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reopening {
    /// Yes, as proofs about the cost need it.
    Allowed,
    /// No: the first way to a cell stays, and the first path ends the search.
    Never,
}

/// Where a search begins, and which end of the query that is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) cell: IVec3,
    pub(crate) side: Side,
}

/// Whether every cost that a search came upon fits into a [`Cost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CostRange {
    KeptPath,
    /// Something was left out for that reason alone, so that nothing is proved by not finding a path.
    Exceeded,
}

impl CostRange {
    /// That of two searches.
    pub(crate) fn or(self, other: Self) -> Self {
        match self {
            Self::Exceeded => self,
            Self::KeptPath => other,
        }
    }
}

/// What a search knows besides its records and its queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchState {
    pub(crate) origin: Origin,
    pub(crate) reopening: Reopening,
    /// The cost of the best path known to this search.
    pub(crate) incumbent: Cost,
    /// The goal to which that path leads, or where another search takes over; anything while there
    /// is none.
    pub(crate) goal: IVec3,
    /// No path of which this search does not know yet costs less.
    pub(crate) lower_bound: Cost,
    /// The lower bound with which it began.
    pub(crate) first_lower_bound: Cost,
    /// The reached cell with the smallest estimate.
    pub(crate) nearest: (Cost, IVec3),
    pub(crate) statistics: Statistics,
    pub(crate) cost_range: CostRange,
    pub(crate) order: Order,
    /// What runs have come to.
    pub(crate) runs: RunTally,
}

impl SearchState {
    /// The cost of the best path known, [`Cost::MAX`] if none.
    pub(crate) fn incumbent(&self) -> Cost {
        self.incumbent
    }

    pub(crate) fn expanded(&self) -> u64 {
        self.statistics.expanded
    }

    pub(crate) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Where the best path known ends for this search.
    pub(crate) fn goal(&self) -> IVec3 {
        self.goal
    }

    /// The goal to which the best path known leads, else the reached cell with the smallest
    /// estimate.
    pub(crate) fn best_cell(&self) -> IVec3 {
        match self.incumbent {
            Cost::MAX => self.nearest.1,
            _ => self.goal,
        }
    }
}

//! The state of a search besides its records and its queue, which is kept when the search is set
//! aside.

use glam::IVec3;

use super::order::Order;
use crate::cost::Cost;
use crate::expansion::RunTally;
use crate::outcome::{Side, Statistics};

/// The treatment of cells that are reached again at a smaller cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reopening {
    /// Queue them again, as proofs about the cost need it.
    Allowed,
    /// Queue them again unless they were expanded. With a consistent estimate times a whole weight that is enough for
    /// the bound by the weight: a cell is expanded at no more than the weight times its least cost (Likhachev, Gordon,
    /// Thrun, "ARA*: Anytime A* with Provable Bounds on Sub-Optimality", NIPS 2003).
    OfQueued,
    /// Leave them: the first path to a cell stays, and the first path to a goal ends the search.
    Never,
}

/// The cell where a search begins, and the end of the query that it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) cell: IVec3,
    pub(crate) side: Side,
    /// The cost at which the search begins there: zero but for searches from several cells that rank one behind the other.
    pub(crate) g: Cost,
}

impl Origin {
    /// Returns the start of a query as the cell where a search begins.
    pub(crate) fn start(cell: IVec3) -> Self {
        Self::of(Side::Start, cell)
    }

    /// Returns a cell where a search begins at no cost.
    pub(crate) fn of(side: Side, cell: IVec3) -> Self {
        let g = Cost::ZERO;
        Self { cell, side, g }
    }
}

/// The result of the check that every cost that a search came upon fits into a [`Cost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CostRange {
    PathRecord,
    /// A cost was left out because it does not fit, so that finding no path proves nothing.
    Exceeded,
}

impl CostRange {
    /// Returns the range of two searches together.
    pub(crate) fn or(self, other: Self) -> Self {
        match self {
            Self::Exceeded => self,
            Self::PathRecord => other,
        }
    }
}

/// The state of a search besides its records and its queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchState {
    pub(crate) origin: Origin,
    pub(crate) reopening: Reopening,
    /// The cost of the best path known to this search with the ranks of its ends, [`Cost::MAX`] if none.
    pub(crate) incumbent: Cost,
    /// The goal to which that path leads, or the cell where another search takes over; anything
    /// while there is none.
    pub(crate) goal: IVec3,
    /// The lower bound on every path of which this search does not know yet.
    pub(crate) lower_bound: Cost,
    /// The lower bound with which the search began.
    pub(crate) first_lower_bound: Cost,
    /// The reached cell with the smallest estimate.
    pub(crate) nearest: (Cost, IVec3),
    pub(crate) statistics: Statistics,
    pub(crate) cost_range: CostRange,
    pub(crate) order: Order,
    /// The results of runs so far.
    pub(crate) runs: RunTally,
}

impl SearchState {
    /// Returns the state of a search before its first expansion, with the estimate from where it begins and the lower
    /// bound that follows from it.
    pub(crate) fn new(
        origin: Origin,
        reopening: Reopening,
        order: Order,
        h: Cost,
        f: Cost,
    ) -> Self {
        Self {
            origin,
            reopening,
            incumbent: Cost::MAX,
            goal: origin.cell,
            lower_bound: f,
            first_lower_bound: f,
            nearest: (h, origin.cell),
            statistics: Statistics::default(),
            cost_range: CostRange::PathRecord,
            order,
            runs: RunTally::default(),
        }
    }

    /// Returns the one of two states that knows the cheaper path: the first if both know as cheap a one.
    pub(crate) fn better<'s>(&'s self, other: &'s Self) -> &'s Self {
        if self.incumbent <= other.incumbent {
            self
        } else {
            other
        }
    }

    /// Returns the goal to which the best path known leads, else the reached cell with the smallest
    /// estimate.
    pub(crate) fn best_cell(&self) -> IVec3 {
        match self.incumbent {
            Cost::MAX => self.nearest.1,
            _ => self.goal,
        }
    }
}

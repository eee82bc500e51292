//! What a query returns.

mod observer;

pub use observer::{Observer, Side};

use glam::IVec3;

use crate::cost::Cost;
use crate::path::Path;

/// How a query ended. None of these is an error.
///
/// `P` is what is known of paths: the path itself, or what a batch keeps of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Outcome<P = Path> {
    /// A path from start to goal, with the guarantee of the query's algorithm.
    Found(P),
    /// Proved: no path exists.
    Unreachable,
    /// A limit ended the search before it was done.
    LimitReached {
        /// Which limit.
        limit: Limit,
        /// The path to the reached cell with the smallest estimate to the goal; among equals the
        /// one reached first. It leads at least to the start itself.
        best: P,
    },
    /// The caller cancelled the search.
    Cancelled {
        /// As for [`Outcome::LimitReached`].
        best: P,
    },
    /// Every best path leads through unknown cells, and the agent stops before them
    /// ([`UnknownPolicy::StopAtBoundary`](voxnav_occupancy::UnknownPolicy::StopAtBoundary)).
    ///
    /// The cost of `known` and `rest` together are what [`Outcome::Found`] would have reported if
    /// every unknown cell were free; with the same guarantee, so that after an exact search no path
    /// costs less, whatever the unknown cells turn out to be. Of the paths that cost the same, an exact
    /// search takes one with the fewest moves into unknown cells, so none of them is known throughout.
    /// (Counts are told apart up to 2^63 divided by the cost in raw units.)
    StoppedAtUnknown {
        /// The part of the path on which the agent covers known cells only: up to the move into
        /// unknown space. It is the start alone if that covers unknown cells itself.
        known: P,
        /// The first cell of the rest at which the agent would cover an unknown cell; under the
        /// strict corner rule it may be one that a diagonal move sweeps over.
        unknown: IVec3,
        /// What is left to the goal from the end of `known`, if every unknown cell is free.
        rest: Cost,
    },
    /// There is no way to the goal that is known or allowed, but part of one, which the query asked
    /// for with [`Query::partial`](crate::Query::partial).
    ///
    /// The path leads to the cell with the smallest estimate to the goal (octile where the query's
    /// heuristic says nothing of what is near) of all that can be reached, among equals the first in
    /// cell order (z, y, x). After a limit or a cancellation it is the one reached so far, among
    /// equals the one reached first. It leads at least to the start itself.
    Partial {
        /// The path.
        path: P,
        /// Why it leads no further.
        shortfall: PartialReason,
    },
    /// The agent cannot stand on the start cell.
    StartBlocked,
    /// The agent cannot stand on the goal cell.
    GoalBlocked,
    /// The start cell lies outside the bounds of the world.
    StartOutside,
    /// The goal cell lies outside the bounds of the world.
    GoalOutside,
}

impl<P> Outcome<P> {
    /// The path, or what is kept of it, if the goal was reached.
    #[must_use]
    pub fn path(&self) -> Option<&P> {
        match self {
            Self::Found(path) => Some(path),
            _ => None,
        }
    }

    /// The path of the outcome, if it has any: to the goal, to the boundary of known space, or to the
    /// best cell reached.
    #[must_use]
    pub fn any_path(&self) -> Option<&P> {
        match self {
            Self::Found(path)
            | Self::StoppedAtUnknown { known: path, .. }
            | Self::LimitReached { best: path, .. }
            | Self::Cancelled { best: path }
            | Self::Partial { path, .. } => Some(path),
            Self::Unreachable
            | Self::StartBlocked
            | Self::GoalBlocked
            | Self::StartOutside
            | Self::GoalOutside => None,
        }
    }

    /// As [`Outcome::any_path`], giving the outcome up.
    #[must_use]
    pub fn into_any_path(self) -> Option<P> {
        match self {
            Self::Found(path)
            | Self::StoppedAtUnknown { known: path, .. }
            | Self::LimitReached { best: path, .. }
            | Self::Cancelled { best: path }
            | Self::Partial { path, .. } => Some(path),
            Self::Unreachable
            | Self::StartBlocked
            | Self::GoalBlocked
            | Self::StartOutside
            | Self::GoalOutside => None,
        }
    }

    /// The name of the outcome in the words of reports: `found`, `unreachable`, `limit reached`,
    /// `cancelled`, `stopped at unknown`, `partial`, `start blocked`, `goal blocked`,
    /// `start outside`, `goal outside`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Unreachable => "unreachable",
            Self::LimitReached { .. } => "limit reached",
            Self::Cancelled { .. } => "cancelled",
            Self::StoppedAtUnknown { .. } => "stopped at unknown",
            Self::Partial { .. } => "partial",
            Self::StartBlocked => "start blocked",
            Self::GoalBlocked => "goal blocked",
            Self::StartOutside => "start outside",
            Self::GoalOutside => "goal outside",
        }
    }

    /// The same outcome with `change` made to its path.
    pub(crate) fn map_path<Q>(self, change: impl FnOnce(P) -> Q) -> Outcome<Q> {
        match self {
            Self::Found(path) => Outcome::Found(change(path)),
            Self::Unreachable => Outcome::Unreachable,
            Self::LimitReached { limit, best } => Outcome::LimitReached {
                limit,
                best: change(best),
            },
            Self::Cancelled { best } => Outcome::Cancelled { best: change(best) },
            Self::StoppedAtUnknown {
                known,
                unknown,
                rest,
            } => Outcome::StoppedAtUnknown {
                known: change(known),
                unknown,
                rest,
            },
            Self::Partial { path, shortfall } => Outcome::Partial {
                path: change(path),
                shortfall,
            },
            Self::StartBlocked => Outcome::StartBlocked,
            Self::GoalBlocked => Outcome::GoalBlocked,
            Self::StartOutside => Outcome::StartOutside,
            Self::GoalOutside => Outcome::GoalOutside,
        }
    }
}

/// A limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Limit {
    /// As many cells were expanded as the query allows.
    Expanded,
    /// Every path costs more than the query allows.
    Cost,
    /// Every path costs more than a [`Cost`] can hold, as much as 2^34 straight moves over cells of
    /// weight one, if there is a path at all. No limit has to be set for that.
    CostRange,
    /// The search needed more memory than the query allows, or touched more cells than search memory
    /// can address: 2^32 records.
    Memory,
}

/// The effort of a query and what it proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Cells popped from the open list whose successors were produced. A cell expanded for
    /// several directions, or again at a smaller cost, counts each time.
    pub expanded: u64,
    /// Successors produced.
    pub generated: u64,
    /// Cells that had been expanded and were queued again.
    pub reopened: u64,
    /// Queue entries dropped because a better one had taken their place, or because the search
    /// from the other end had made them useless.
    pub stale: u64,
    /// The most entries that were queued at once; of two searches, the sum of the two.
    pub peak_open: u64,
    /// No path costs less than this. With an admissible, unweighted estimate this is the cost of
    /// the path found; otherwise what the search has proved, and at least the cost in free space.
    pub lower_bound: Cost,
}

impl Statistics {
    /// Adds the effort of another search for the same query; the larger bound counts.
    pub(crate) fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.reopened += other.reopened;
        self.stale += other.stale;
        self.peak_open += other.peak_open;
        self.lower_bound = self.lower_bound.max(other.lower_bound);
    }
}

/// An outcome with its statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// How the query ended.
    pub outcome: Outcome,
    /// What it took.
    pub statistics: Statistics,
    /// How far the ends were moved, which is nothing unless the query allowed it.
    pub snapped: Snapped,
}

impl Solution {
    /// A solution with the ends where they were.
    pub(crate) fn new(outcome: Outcome, statistics: Statistics) -> Self {
        Self {
            outcome,
            statistics,
            snapped: Snapped::default(),
        }
    }

    /// The solution of a search that was ended from outside, as part of a way.
    pub(crate) fn cut_short(self, shortfall: PartialReason) -> Self {
        let outcome = match self.outcome {
            Outcome::LimitReached { best, .. } | Outcome::Cancelled { best } => Outcome::Partial {
                path: best,
                shortfall,
            },
            outcome => outcome,
        };
        Self { outcome, ..self }
    }
}

/// Why a path is partial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum PartialReason {
    /// Proved: no path leads to the goal.
    Unreachable,
    /// A limit ended the search.
    Limit(Limit),
    /// The caller cancelled the search.
    Cancelled,
    /// The agent cannot stand on the start cell. The path leads away from there all the same, and
    /// may lead to the goal.
    StartBlocked,
    /// The agent cannot stand on the goal cell.
    GoalBlocked,
    /// The goal cell lies outside the bounds of the world.
    GoalOutside,
}

/// How far ends were moved: the straight distance between the centers of the cells, in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Snapped {
    /// How far the start was moved: from the cell that was asked for to the one that was used.
    pub start: Cost,
    /// How far the goal was moved, likewise.
    pub goal: Cost,
}

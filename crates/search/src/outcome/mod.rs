//! Outcomes: the answers of queries.

mod observer;
mod parents;
mod statistics;

#[expect(unreachable_pub, reason = "a hidden method of a public trait names it")]
pub use observer::Watcher;
pub use observer::{Observer, Side};
pub use parents::Parents;
pub use statistics::Statistics;

use std::fmt;

use glam::IVec3;

use crate::cost::Cost;
use crate::path::Path;

/// The way in which a query ended. No outcome is an error.
///
/// `P` is the path, or what a batch keeps of it ([`PathRecord`](crate::PathRecord)). Every variant that has
/// a path calls it `path`, and it begins at the start, or where that was moved; [`Outcome::path`] returns
/// it if it leads to the goal, [`Outcome::any_path`] wherever it leads.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{EndFault, Limits, Outcome, Query, Workspace};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::ZERO, IVec3::new(9, 0, 0)).limits(Limits::none().expanded(1000));
/// let advice = match query.solve(&world, &mut Workspace::new()).outcome {
///     Outcome::Found(path) => format!("go {} moves", path.move_count()),
///     Outcome::Unreachable => "choose another goal".to_owned(),
///     Outcome::InvalidEnd(EndFault::GoalOutside) => "choose a goal in the world".to_owned(),
///     Outcome::LimitReached { path, .. } => format!("start toward {}", path.goal()),
///     other => other.name().to_owned(),
/// };
/// assert_eq!(advice, "choose a goal in the world");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Outcome<P = Path> {
    /// A path from the start to the goal.
    ///
    /// Proved: its cost is as [`Query::guarantee`](crate::Query::guarantee) says; it is the optimum
    /// unless a bounded algorithm or estimate was asked for. Follow it.
    Found(P),
    /// No path leads from the start to the goal.
    ///
    /// Proved for this snapshot and these moves, whatever the algorithm. Choose another goal, allow
    /// [part of a path](crate::Query::partial) or ask again after an edit.
    Unreachable,
    /// A limit ended the search first.
    ///
    /// Whether there is a path to the goal is not known. Follow `path` in the meantime, or ask again
    /// with a larger limit.
    LimitReached {
        /// The limit that ended the search.
        limit: Limit,
        /// The best path to the goal, if one is known: its cost is at most that divided by
        /// [`Statistics::lower_bound`] times the optimum. Else the path to the reached cell with the
        /// smallest estimate to the goal, among equals the one reached first. It leads at least to
        /// the start itself.
        path: P,
    },
    /// The caller cancelled the search.
    ///
    /// As with [`Outcome::LimitReached`], nothing is known but a path to begin with.
    Cancelled {
        /// The best path known, as for [`Outcome::LimitReached`].
        path: P,
    },
    /// Every best path leads through unknown cells, and the agent stops before them
    /// ([`UnknownPolicy::StopAtBoundary`](voxnav_occupancy::UnknownPolicy::StopAtBoundary)).
    ///
    /// Proved: the cost of `path` and `rest` together are what [`Outcome::Found`] would have reported
    /// if every unknown cell were free; with the same guarantee, so that after an exact search no path
    /// costs less, whatever the unknown cells turn out to be. Of the paths that cost the same, an exact
    /// search takes one with the fewest moves into unknown cells, so none of them is known throughout.
    /// (Counts are told apart up to 2^63 divided by the cost in raw units.) Follow `path`, look at
    /// what is unknown, and ask again.
    ///
    /// On the [ground](crate::Ground) each unknown cell is taken for whatever is best for each move, and the sum
    /// is a bound that no path goes below, whatever they turn out to be; an exact search takes a path that is
    /// known throughout where one costs as little.
    StoppedAtUnknown {
        /// The part of the path on which the agent covers known cells only: up to the move into
        /// unknown space. It is the start alone if that covers unknown cells itself.
        path: P,
        /// The first cell of the rest at which the agent would cover an unknown cell; under the
        /// strict corner rule it may be one that a diagonal move sweeps over.
        unknown: IVec3,
        /// The cost left to the goal from the end of `path`, if every unknown cell is free; on the
        /// ground the least cost left.
        rest: Cost,
    },
    /// A path that stops short of the goal, which the query allowed with
    /// [`Query::partial`](crate::Query::partial).
    ///
    /// What is proved of the goal is in `reason`. Follow `path`, and ask again at its end unless the
    /// goal is [unreachable](PartialReason::Unreachable).
    Partial {
        /// The path to the nearest of all cells that can be reached: the one with the smallest estimate
        /// to the goal, of equals the one with the smallest cost, of equals the first in cell order
        /// (z, y, x). An agent that is as near as it can be stays where it is.
        ///
        /// The estimate is that of the query's heuristic, octile where that is zero or an estimator
        /// takes its place. Over moves that are supplied, [`Ground`](crate::Ground) among them, it is
        /// that of the moves, whatever the algorithm; where that is zero in every cell it is the octile
        /// distance. An algorithm that is not exact leads to one of the nearest cells, at a cost that
        /// [`Query::guarantee`](crate::Query::guarantee) allows of the smallest.
        ///
        /// After a limit or a cancellation the path leads to the reached cell with the smallest estimate
        /// of the search, which is zero for Dijkstra's algorithm, among equals to the one reached first.
        /// It leads at least to the start itself.
        path: P,
        /// The reason why the path leads no further.
        reason: PartialReason,
    },
    /// The agent cannot be at the start or at the goal, so nothing was searched.
    ///
    /// Correct the end, or let it move with [`Query::snap_start`](crate::Query::snap_start) and
    /// [`Query::snap_goal`](crate::Query::snap_goal).
    InvalidEnd(EndFault),
}

impl<P> Outcome<P> {
    /// Returns the path, or the part kept of it, if it leads to the goal.
    #[must_use]
    pub fn path(&self) -> Option<&P> {
        match self {
            Self::Found(path) => Some(path),
            _ => None,
        }
    }

    /// Returns the path of the outcome, if it has one: to the goal, to the boundary of known space, or
    /// to the best cell reached.
    #[must_use]
    pub fn any_path(&self) -> Option<&P> {
        match self {
            Self::Found(path)
            | Self::LimitReached { path, .. }
            | Self::Cancelled { path }
            | Self::StoppedAtUnknown { path, .. }
            | Self::Partial { path, .. } => Some(path),
            Self::Unreachable | Self::InvalidEnd(_) => None,
        }
    }

    /// Turns the outcome into the path that [`Outcome::any_path`] returns.
    #[must_use]
    pub fn into_any_path(self) -> Option<P> {
        let mut taken = None;
        self.map_path(|path| taken = Some(path));
        taken
    }

    /// Returns the name of the outcome in the words of reports: `found`, `unreachable`,
    /// `limit reached`, `cancelled`, `stopped at unknown`, `partial`, `start blocked`,
    /// `goal blocked`, `start outside`, `goal outside`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Unreachable => "unreachable",
            Self::LimitReached { .. } => "limit reached",
            Self::Cancelled { .. } => "cancelled",
            Self::StoppedAtUnknown { .. } => "stopped at unknown",
            Self::Partial { .. } => "partial",
            Self::InvalidEnd(fault) => fault.name(),
        }
    }

    /// Returns the same outcome with `change` made to its path.
    pub(crate) fn map_path<Q>(self, change: impl FnOnce(P) -> Q) -> Outcome<Q> {
        match self {
            Self::Found(path) => Outcome::Found(change(path)),
            Self::Unreachable => Outcome::Unreachable,
            Self::LimitReached { limit, path } => Outcome::LimitReached {
                limit,
                path: change(path),
            },
            Self::Cancelled { path } => Outcome::Cancelled { path: change(path) },
            Self::StoppedAtUnknown {
                path,
                unknown,
                rest,
            } => Outcome::StoppedAtUnknown {
                path: change(path),
                unknown,
                rest,
            },
            Self::Partial { path, reason } => Outcome::Partial {
                path: change(path),
                reason,
            },
            Self::InvalidEnd(fault) => Outcome::InvalidEnd(fault),
        }
    }
}

/// The end of a query that the agent cannot be at, and the reason.
///
/// Where there is more than one fault, the first in the order of this list is reported.
///
/// ```
/// use voxnav_search::{EndFault, Side};
///
/// assert_eq!(EndFault::GoalBlocked.end(), Side::Goal);
/// assert_eq!(EndFault::GoalBlocked.to_string(), "goal blocked");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EndFault {
    /// The start lies outside the bounds of the world.
    StartOutside,
    /// The goal lies outside the bounds of the world, or has no cells.
    GoalOutside,
    /// The agent cannot be at the start: a cell that it covers is blocked.
    StartBlocked,
    /// The agent cannot be at the goal, or at any of its cells.
    GoalBlocked,
}

impl EndFault {
    /// Returns the end that is at fault.
    #[must_use]
    pub const fn end(self) -> Side {
        match self {
            Self::StartOutside | Self::StartBlocked => Side::Start,
            Self::GoalOutside | Self::GoalBlocked => Side::Goal,
        }
    }

    /// Returns the name of the fault in the words of reports: `start outside`, `goal outside`,
    /// `start blocked`, `goal blocked`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StartOutside => "start outside",
            Self::GoalOutside => "goal outside",
            Self::StartBlocked => "start blocked",
            Self::GoalBlocked => "goal blocked",
        }
    }
}

impl fmt::Display for EndFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A limit that ended a search.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_occupancy::CellState;
/// use voxnav_search::{Limit, Limits, Outcome, Query, Workspace};
///
/// let mut edit = open.edit();
/// edit.set_box(CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 8, 7)), CellState::Occupied)?;
/// let query = Query::new(IVec3::ZERO, IVec3::new(7, 0, 0)).limits(Limits::none().expanded(1));
/// let solution = query.solve(&world.refreshed(&edit.commit()), &mut Workspace::new());
/// assert!(matches!(solution.outcome, Outcome::LimitReached { limit: Limit::Expanded, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Limit {
    /// The search expanded as many cells as the query allows.
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

/// An outcome with its statistics.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Outcome, Query, Snapped, Workspace};
///
/// let solution = Query::new(IVec3::ZERO, IVec3::splat(5)).solve(&world, &mut Workspace::new());
/// assert!(matches!(solution.outcome, Outcome::Found(_)));
/// assert_eq!(solution.snapped, Snapped::default(), "no end was moved");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// The outcome of the query.
    pub outcome: Outcome<Path>,
    /// The effort of the query.
    pub statistics: Statistics,
    /// The distances by which the ends were moved, zero unless the query allowed it.
    pub snapped: Snapped,
}

impl Solution {
    /// Makes a solution with the ends where they were.
    pub(crate) fn new(outcome: Outcome<Path>, statistics: Statistics) -> Self {
        Self {
            outcome,
            statistics,
            snapped: Snapped::default(),
        }
    }

    /// Returns the solution of a search that was ended from outside, as part of a path.
    pub(crate) fn cut_short(self, reason: PartialReason) -> Self {
        let outcome = match self.outcome {
            Outcome::LimitReached { path, .. } | Outcome::Cancelled { path } => {
                Outcome::Partial { path, reason }
            }
            outcome => outcome,
        };
        Self { outcome, ..self }
    }
}

/// The reason why a path stops short of the goal.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{EndFault, Outcome, Partial, PartialReason, Query, Workspace};
///
/// let query = Query::new(IVec3::ZERO, IVec3::splat(99)).partial(Partial::Allowed);
/// let solution = query.solve(&world, &mut Workspace::new());
/// let expected = PartialReason::InvalidEnd(EndFault::GoalOutside);
/// assert!(matches!(solution.outcome, Outcome::Partial { reason, .. } if reason == expected));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The agent cannot be at an end. The path leads away from a blocked start by the moves that begin
    /// there, and may lead to the goal: flying agents leave a blocked start. On the ground no move
    /// begins where the agent cannot be, so the path is the start alone. (A start outside of the world
    /// has no path, so it is not among these.)
    InvalidEnd(EndFault),
}

/// The distances by which ends were moved: straight distances between the centers of the cells, in
/// cells.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Cost, Query, SnapPolicy, Workspace};
///
/// let query = Query::new(IVec3::new(-2, 0, 0), IVec3::splat(5));
/// let query = query.snap_start(SnapPolicy::Nearest { radius: Cost::STRAIGHT * 3 });
/// let snapped = query.solve(&world, &mut Workspace::new()).snapped;
/// assert_eq!((snapped.start, snapped.goal), (Cost::STRAIGHT * 2, Cost::ZERO));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Snapped {
    /// The distance by which the start was moved: from the cell that was asked for to the one that
    /// was used.
    pub start: Cost,
    /// The distance by which the goal was moved, likewise.
    pub goal: Cost,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_a_path_hands_it_out() {
        let path = 7;
        let limit = Limit::Memory;
        let reason = PartialReason::Limit(limit);
        let with_paths = [
            Outcome::Found(path),
            Outcome::LimitReached { limit, path },
            Outcome::Cancelled { path },
            Outcome::StoppedAtUnknown {
                path,
                unknown: IVec3::ONE,
                rest: Cost::STRAIGHT,
            },
            Outcome::Partial { path, reason },
        ];
        for outcome in with_paths {
            assert_eq!(outcome.any_path(), Some(&7), "{}", outcome.name());
            assert_eq!(outcome.path().is_some(), outcome.name() == "found");
            let changed = outcome.clone().map_path(|path| path + 1);
            assert_eq!(changed.name(), outcome.name());
            assert_eq!(
                (outcome.into_any_path(), changed.into_any_path()),
                (Some(7), Some(8))
            );
        }
        for outcome in [
            Outcome::Unreachable,
            Outcome::InvalidEnd(EndFault::GoalBlocked),
        ] {
            assert_eq!((outcome.any_path(), outcome.path()), (None::<&Path>, None));
            assert_eq!(outcome.into_any_path(), None);
        }
    }
}

//! Watching a search from outside.

use glam::IVec3;

use crate::cost::Cost;

/// Receives the events of a search as they happen.
///
/// Where a query searches from both ends, events of the search from the goal carry [`Side::Goal`].
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Algorithm, Cost, Observer, Query, Side, Workspace};
///
/// struct Count(u64);
///
/// impl Observer for Count {
///     fn expanded(&mut self, _: Side, _: IVec3, _: Cost, _: Cost) {
///         self.0 += 1;
///     }
/// }
///
/// let mut count = Count(0);
/// let query = Query::new(IVec3::ZERO, IVec3::splat(5)).algorithm(Algorithm::AStar);
/// let solution = query.solve_observed(&world, &mut Workspace::new(), &mut count);
/// assert_eq!(count.0, solution.statistics.expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Receives a cell that was taken from the open list; its successors follow.
    fn expanded(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        let _ = (side, cell, g, f);
    }

    /// Receives a cell that was reached at a cost that is better than before, or in a further
    /// direction at the same cost, and was queued.
    fn queued(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        let _ = (side, cell, g, f);
    }

    /// Receives the lowest cell of a cluster of 8^3 cells that a [first path](crate::Query::anytime) looks at for the
    /// first time.
    fn looked_at(&mut self, cluster: IVec3) {
        let _ = cluster;
    }

    /// Receives, one by one from the start to the goal, the cells through which a first path goes from cluster to
    /// cluster: its way before it is refined to moves.
    fn entered(&mut self, cell: IVec3) {
        let _ = cell;
    }
}

/// The end from which a search goes.
///
/// ```
/// use voxnav_search::{EndFault, Side};
///
/// assert_eq!(EndFault::GoalBlocked.end(), Side::Goal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// The start: the search goes from there toward the goal.
    Start,
    /// The goal: the search goes from there toward the start.
    Goal,
}

/// Observes nothing.
impl Observer for () {}

/// An observer, if a search has one. Engines get this type and no other, so that each is compiled once.
#[expect(missing_debug_implementations, reason = "lives as long as one call")]
pub struct Watcher<'o>(pub(crate) Option<&'o mut dyn Observer>);

impl Observer for Watcher<'_> {
    #[inline]
    fn expanded(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        if let Some(observer) = &mut self.0 {
            observer.expanded(side, cell, g, f);
        }
    }

    #[inline]
    fn queued(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        if let Some(observer) = &mut self.0 {
            observer.queued(side, cell, g, f);
        }
    }

    #[inline]
    fn looked_at(&mut self, cluster: IVec3) {
        if let Some(observer) = &mut self.0 {
            observer.looked_at(cluster);
        }
    }

    #[inline]
    fn entered(&mut self, cell: IVec3) {
        if let Some(observer) = &mut self.0 {
            observer.entered(cell);
        }
    }
}

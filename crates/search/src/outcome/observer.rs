//! Watching a search from outside.

use glam::IVec3;

use crate::cost::Cost;

/// Receives the events of a search as they happen.
///
/// A query without an observer is compiled without these calls. Where a query searches from both
/// ends, events of the search from the goal carry [`Side::Goal`].
pub trait Observer {
    /// A cell was taken from the open list; its successors follow.
    fn expanded(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        let _ = (side, cell, g, f);
    }

    /// A cell was reached at a cost that is better than before, or in a further direction at the
    /// same cost, and was queued.
    fn queued(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        let _ = (side, cell, g, f);
    }
}

/// The end from which a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// From the start toward the goal.
    Start,
    /// From the goal toward the start.
    Goal,
}

/// Observes nothing.
impl Observer for () {}

//! The effort of a query.

use crate::cost::Cost;

/// The effort of a query and the bound that it proved.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Algorithm, Cost, Query, Workspace};
///
/// let query = Query::new(IVec3::ZERO, IVec3::new(5, 0, 0)).algorithm(Algorithm::AStar);
/// let statistics = query.solve(&world, &mut Workspace::new()).statistics;
/// assert!(statistics.expanded >= 5 && statistics.reopened == 0);
/// assert_eq!(statistics.lower_bound, Cost::STRAIGHT * 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The proved lower bound: no path costs less. The cost of a path divided by it is the proved
    /// ratio to the optimum. After an exact search it is the cost of the path found; otherwise,
    /// also after a search that was ended, the bound proved by then, and at least the cost in free
    /// space.
    pub lower_bound: Cost,
}

impl Statistics {
    /// The names of the numbers in tables, in the order of [`Statistics::values`].
    pub const NAMES: [&'static str; 6] = [
        "expanded",
        "generated",
        "reopened",
        "stale",
        "peak_open",
        "lower_bound",
    ];

    /// Returns the numbers as a row of a table; the bound in [raw units](Cost::raw).
    #[must_use]
    pub fn values(&self) -> [u64; Self::NAMES.len()] {
        [
            self.expanded,
            self.generated,
            self.reopened,
            self.stale,
            self.peak_open,
            self.lower_bound.raw(),
        ]
    }

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

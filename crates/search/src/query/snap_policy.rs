//! Ends that are moved to cells where the agent can be.

use crate::cost::Cost;

/// The treatment of a start or goal that the agent cannot occupy.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Cost, Query, SnapPolicy, Workspace};
///
/// let query = Query::new(IVec3::ZERO, IVec3::new(9, 0, 0));
/// let query = query.snap_goal(SnapPolicy::Nearest { radius: Cost::STRAIGHT * 3 });
/// let solution = query.solve(&world, &mut Workspace::new());
/// assert_eq!(solution.outcome.path().map(|path| path.goal()), Some(IVec3::new(7, 0, 0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SnapPolicy<R = Cost> {
    /// Leaves the end as it is: the outcome says that it is blocked.
    #[default]
    Exact,
    /// Moves the end to the nearest suitable cell within the radius, if there is one.
    ///
    /// A start is moved to the nearest traversable cell. A goal is moved to the nearest cell
    /// connected to the start, unless it is one itself; where components say nothing (see
    /// [`Traversability::component`](voxnav_occupancy::Traversability::component)), under the
    /// lenient corner rule, and where no connected cell is near enough, a blocked goal is moved to
    /// the nearest traversable cell. Nearest is by straight distance, then by cell order (z, y, x).
    /// Goals of many cells are not moved, nor are ends beyond the coordinates that cells can have. Over cells that are no
    /// cubes, the cells around the end are looked at one by one, up to twice as far as the nearest.
    Nearest {
        /// The largest distance of a move.
        radius: R,
    },
}

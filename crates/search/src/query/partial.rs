//! Permission for a query to return part of a path.

/// The permission for a query to return a path that stops short of the goal.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Partial, Query, Workspace};
///
/// let query = Query::new(IVec3::ZERO, IVec3::new(99, 0, 0)).partial(Partial::Allowed);
/// let solution = query.solve(&world, &mut Workspace::new());
/// let path = solution.outcome.any_path().ok_or("a path to the nearest cell")?;
/// assert_eq!(path.goal(), IVec3::new(7, 0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Partial {
    /// No permission: the outcome says why there is no path.
    #[default]
    Refused,
    /// Permission: wherever no path leads to the goal but the start lies in the world, the outcome
    /// is [`Outcome::Partial`](crate::Outcome::Partial), for all kinds of agents.
    Allowed,
}

//! Corner rules: the cells that a diagonal move needs.

/// The cells that a diagonal move must find traversable besides its target.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_occupancy::CellState;
/// use voxnav_search::{CornerRule, Cost, Query, Workspace};
///
/// let mut edit = open.edit();
/// edit.set(IVec3::X, CellState::Occupied)?;
/// let world = world.refreshed(&edit.commit());
/// let cost = |corners| {
///     let query = Query::new(IVec3::ZERO, IVec3::new(1, 1, 0)).corners(corners);
///     query.solve(&world, &mut Workspace::new()).outcome.path().map(|path| path.cost())
/// };
/// assert_eq!(cost(CornerRule::Strict), Some(Cost::STRAIGHT * 2), "around the corner");
/// assert_eq!(cost(CornerRule::OneSide), Some(Cost::FACE_DIAGONAL), "its other side is free");
/// assert_eq!(cost(CornerRule::Lenient), Some(Cost::FACE_DIAGONAL), "past the corner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CornerRule {
    /// The whole box that the move spans must be free: 2 cells for a straight move, 4 for a face
    /// diagonal, 8 for a body diagonal. The rule of the public 3D benchmarks ("no corner cutting").
    #[default]
    Strict,
    /// The target must be free, and a chain of straight moves to it through free cells of the box
    /// that the move spans: of the two cells next to a face diagonal one must be free. The rule of
    /// many games on grids. A diagonal never leads where straight moves do not.
    ///
    /// No pruning is proved for it: every algorithm looks at every move.
    OneSide,
    /// The target alone must be free: a move may slip between two blocked cells that share an edge
    /// or a vertex.
    Lenient,
}

//! Tie-breaking: the order of expansion among equally promising cells.

/// The order of queued cells with equal f.
///
/// No answer depends on it but which of several equally cheap paths is found; the effort does: on a
/// plateau of equal f a search that prefers larger g runs straight to its end, one that prefers
/// smaller g fills all of it first. It counts for the algorithms on an ordered queue: A*, Dijkstra,
/// weighted A*, greedy and bidirectional. The others have a bucket queue with an order of its own
/// (smaller bucket of f, then last in, first out) and pay no heed to it. What this leaves equal
/// comes in cell order (z, y, x).
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Algorithm, Query, TieBreaking, Workspace};
///
/// let query = Query::new(IVec3::ZERO, IVec3::new(7, 3, 0)).algorithm(Algorithm::AStar);
/// let effort = |ties| {
///     let solution = query.tie_breaking(ties).solve(&world, &mut Workspace::new());
///     solution.statistics.expanded
/// };
/// assert!(effort(TieBreaking::LargerG) < effort(TieBreaking::SmallerG));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TieBreaking {
    /// The cell that is further from the start, and so nearer to the goal as far as is known.
    #[default]
    LargerG,
    /// The cell that is nearer to the start.
    SmallerG,
    /// The cell that was queued first.
    FirstIn,
    /// The cell that was queued last.
    LastIn,
    /// The cell that comes first by z, then y, then x.
    CellOrder,
}

impl TieBreaking {
    /// Every rule.
    pub const ALL: [Self; 5] = [
        Self::LargerG,
        Self::SmallerG,
        Self::FirstIn,
        Self::LastIn,
        Self::CellOrder,
    ];
}

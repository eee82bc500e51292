//! The common interface of the moves of all kinds of agents.

use std::fmt::Debug;

use voxnav_occupancy::CellBox;

/// The moves of an agent in one snapshot of a world: those of an agent that flies ([`Flight`](crate::Flight)), or of
/// one on the ground ([`Ground`](crate::Ground)).
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// use voxnav_search::{Ground, Locomotion, Movement, Path};
/// # use glam::IVec3;
///
/// fn is_inside<M: Movement>(path: &Path<M::Action>, moves: &M) -> bool {
///     path.cells().all(|cell| moves.bounds().contains(cell))
/// }
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 3)))?.commit();
/// let ground = Ground::new(&room, &Locomotion::walker())?;
/// assert!(is_inside(&Path::of_moves(IVec3::ONE, []), &ground));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Movement: Clone + Debug {
    /// The name of a move: `()` for agents that fly, [`Action`](crate::Action) for agents on the ground.
    type Action: Copy + PartialEq + Debug;

    /// Returns the cells that moves may lead to.
    fn bounds(&self) -> CellBox;
}

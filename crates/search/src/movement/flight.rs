//! Moves of flying agents, which go wherever cells are free.

use voxnav_occupancy::Traversability;

use super::{CellShape, CornerRule, MoveSet, Terrain};

/// The moves of a flying agent: from cell to neighboring cell of a world, past some corners,
/// at the costs that terrain gives them.
///
/// A plain value of shared snapshots: a clone costs next to nothing, and later edits do not change it.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Flight, MoveSet};
/// # use glam::IVec3;
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let flight = Flight { moves: MoveSet::Face6, ..Flight::new(&world) };
/// assert_eq!(flight.world.bounds().volume(), 512);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Flight {
    /// The cells that the agent can be at.
    pub world: Traversability,
    /// The moves from cell to cell. 26 by default.
    pub moves: MoveSet,
    /// The rule for the cells that a diagonal move must find traversable. All that it passes by
    /// default.
    pub corners: CornerRule,
    /// The weights of cells. One everywhere by default.
    pub terrain: Terrain,
    /// The shape of cells, by which moves cost what they are long. Cubes by default.
    pub shape: CellShape,
}

impl Flight {
    /// Makes the 26 moves over a world of cubes that cut no corner, all at weight one.
    #[must_use]
    pub fn new(world: &Traversability) -> Self {
        Self {
            world: world.clone(),
            moves: MoveSet::default(),
            corners: CornerRule::default(),
            terrain: Terrain::new(),
            shape: CellShape::default(),
        }
    }
}

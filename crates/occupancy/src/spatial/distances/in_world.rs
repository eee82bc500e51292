//! Distances in world units, among cells of any sides.

use glam::IVec3;

use super::line::transformed;
use super::{DistanceFieldError, Outside, index_in};
use crate::{CellBox, Lattice, Occupancy, UnknownPolicy};

/// The Euclidean distance from each cell of a world to the nearest blocked cell, center to center, in world units.
///
/// The same as `scipy.ndimage.distance_transform_edt` with the sides of cells as its `sampling`; a blocked cell has zero.
/// [`WorldClearance`](crate::WorldClearance) tells distances up to a cap, chunk by chunk, and keeps up with edits.
///
/// # Guarantees
///
/// Exact but for the rounding of `f64`, less than 1 part in 2^48. Among cubes it is the root of an integer, times the side.
///
/// ```
/// use glam::{DVec3, IVec3};
/// use voxnav_occupancy::{
///     CellBox, CellState, Lattice, OccupancyBuilder, Outside, UnknownPolicy, WorldDistanceField,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
/// builder.set(IVec3::ZERO, CellState::Occupied)?;
/// let flat = Lattice::with_sizes(DVec3::ZERO, DVec3::new(0.5, 0.5, 0.25))?;
/// let world = builder.commit();
/// let distances = WorldDistanceField::new(&world, UnknownPolicy::Blocked, Outside::Ignored, &flat)?;
/// assert_eq!(distances.at(IVec3::new(3, 0, 8)), 2.5); // 1.5 along x, and 2 along z
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WorldDistanceField {
    bounds: CellBox,
    /// The distance of each cell, x fastest, then y, then z.
    distances: Vec<f64>,
}

impl WorldDistanceField {
    /// Finds the distances of all cells of a world.
    ///
    /// # Errors
    ///
    /// [`DistanceFieldError`] if a side has more than 32,767 cells, or memory does not do.
    ///
    /// # Complexity
    ///
    /// Linear in the cells; eight bytes for each.
    pub fn new(
        world: &Occupancy,
        unknown: UnknownPolicy,
        outside: Outside,
        lattice: &Lattice,
    ) -> Result<Self, DistanceFieldError> {
        let shortest = lattice.shortest_side();
        let sides = (lattice.sizes() / shortest).to_array();
        let squared = transformed::<f64>(world, unknown, outside, sides.map(|side| side * side))?;
        let distances = squared.into_iter().map(|it| it.sqrt() * shortest);
        Ok(Self {
            bounds: world.bounds(),
            distances: distances.collect(),
        })
    }

    /// Returns the cells that have a distance.
    #[must_use]
    pub const fn bounds(&self) -> CellBox {
        self.bounds
    }

    /// Returns the distances of all cells, in world units, x fastest, then y, then z; infinity where nothing is blocked.
    #[must_use]
    pub fn distances(&self) -> &[f64] {
        &self.distances
    }

    /// Returns [`distances`](Self::distances) as they are stored.
    #[must_use]
    pub fn into_distances(self) -> Vec<f64> {
        self.distances
    }

    /// Returns the distance of a cell, in world units; infinity if nothing is blocked, or the cell is out of bounds.
    #[must_use]
    pub fn at(&self, cell: IVec3) -> f64 {
        if self.bounds.contains(cell) {
            self.distances[index_in(self.bounds, cell)]
        } else {
            f64::INFINITY
        }
    }
}

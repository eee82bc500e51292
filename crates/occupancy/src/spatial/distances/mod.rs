//! The distance from each cell of a box to the nearest blocked one, however far that is.
//!
//! One axis after the other: along x by two sweeps, along y and z by the lower envelope of parabolas, one for each place
//! that has a blocked cell on its line. All in integers, or in floats where the sides of cells differ.
//!
//! # References
//!
//! Meijster, Roerdink, Hesselink, "A General Algorithm for Computing Distance Transforms in Linear Time", Mathematical
//! Morphology and its Applications to Image and Signal Processing, 2000. Felzenszwalb, Huttenlocher, "Distance Transforms
//! of Sampled Functions", Theory of Computing 8, 2012.

mod in_world;
mod line;

use glam::IVec3;
use thiserror::Error;

pub use in_world::WorldDistanceField;
use line::Squared;

use crate::{CellBox, Occupancy, UnknownPolicy};

/// The most cells along each side: three squares of it fit 32 bits.
const LONGEST: i32 = 32_767;

/// The Euclidean distance from each cell of a world to the nearest blocked cell, center to center.
///
/// The same as `scipy.ndimage.distance_transform_edt`; a blocked cell has zero. [`EuclideanClearance`](crate::EuclideanClearance)
/// tells distances up to a cap, chunk by chunk, and keeps up with edits. [`WorldDistanceField`] has them in world units,
/// among cells of any sides.
///
/// ```
/// use glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellState, DistanceField, OccupancyBuilder, Outside, UnknownPolicy};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 1)))?;
/// builder.set(IVec3::ZERO, CellState::Occupied)?;
/// let distances = DistanceField::new(&builder.commit(), UnknownPolicy::Blocked, Outside::Ignored)?;
/// assert_eq!(distances.squared_at(IVec3::new(3, 4, 0)), Some(25));
/// assert_eq!(distances.at(IVec3::new(0, 8, 0)), Some(8.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistanceField {
    bounds: CellBox,
    /// The squared distance of each cell, x fastest, then y, then z.
    squared: Vec<u32>,
}

/// The treatment of cells outside the bounds of a world.
///
/// ```
/// use glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellState, DistanceField, OccupancyBuilder, Outside, UnknownPolicy};
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(5)))?;
/// let room = room.with_outside(CellState::Occupied).commit();
/// let at_center = |outside| -> Result<_, Box<dyn std::error::Error>> {
///     let distances = DistanceField::new(&room, UnknownPolicy::Blocked, outside)?;
///     Ok(distances.at(IVec3::splat(2)))
/// };
/// assert_eq!(at_center(Outside::Ignored)?, None);
/// assert_eq!(at_center(Outside::Counted)?, Some(3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// Only cells within the bounds are near to anything.
    #[default]
    Ignored,
    /// Cells just outside the bounds count by the state of the outside.
    Counted,
}

/// Error for a world with more cells than a field of distances can have.
///
/// ```
/// use glam::IVec3;
/// use voxnav_occupancy::{CellBox, DistanceField, DistanceFieldError, OccupancyBuilder, Outside, UnknownPolicy};
///
/// let bounds = CellBox::from_size(IVec3::new(40_000, 1, 1));
/// let world = OccupancyBuilder::new(bounds)?.commit();
/// let refused = DistanceField::new(&world, UnknownPolicy::Blocked, Outside::Ignored);
/// assert_eq!(refused.unwrap_err(), DistanceFieldError { bounds });
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a field of distances over {bounds} does not fit memory, or a side has more than {LONGEST} cells"
)]
pub struct DistanceFieldError {
    /// The bounds of the world.
    pub bounds: CellBox,
}

impl DistanceField {
    /// Finds the distances of all cells of a world.
    ///
    /// # Errors
    ///
    /// [`DistanceFieldError`] if a side has more than 32,767 cells, or memory does not do.
    ///
    /// # Complexity
    ///
    /// Linear in the cells; four bytes for each.
    pub fn new(
        world: &Occupancy,
        unknown: UnknownPolicy,
        outside: Outside,
    ) -> Result<Self, DistanceFieldError> {
        let (bounds, along) = (world.bounds(), [(); 3]);
        let squared = line::transformed(world, unknown, outside, along)?;
        Ok(Self { bounds, squared })
    }

    /// Returns the cells that have a distance.
    #[must_use]
    pub const fn bounds(&self) -> CellBox {
        self.bounds
    }

    /// Returns the squared distances of all cells, x fastest, then y, then z; `u32::MAX` where nothing is blocked.
    #[must_use]
    pub fn squared(&self) -> &[u32] {
        &self.squared
    }

    /// Returns the square of the distance of a cell, in cells; `None` if nothing is blocked, or the cell is out of bounds.
    #[must_use]
    pub fn squared_at(&self, cell: IVec3) -> Option<u32> {
        if !self.bounds.contains(cell) {
            return None;
        }
        let squared = self.squared[index_in(self.bounds, cell)];
        (squared != u32::NONE).then_some(squared)
    }

    /// Returns the distance of a cell, in cells; `None` as [`squared_at`](Self::squared_at).
    #[must_use]
    pub fn at(&self, cell: IVec3) -> Option<f64> {
        self.squared_at(cell)
            .map(|squared| f64::from(squared).sqrt())
    }
}

/// Returns the place of a cell of a box, x fastest, then y, then z.
fn index_in(bounds: CellBox, cell: IVec3) -> usize {
    let [x, y, _] = bounds.size().to_array().map(|side| side as usize);
    let at = (cell - bounds.min).to_array();
    let [along_x, along_y, along_z] = at.map(|along| along.unsigned_abs() as usize);
    (along_z * y + along_y) * x + along_x
}

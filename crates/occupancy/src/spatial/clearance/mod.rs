//! Clearance: the distance from a cell to the nearest blocked cell.
//!
//! Blocked are the cells that are occupied, those outside the bounds if the state outside is, and in
//! both places unknown cells unless the [`UnknownPolicy`](crate::UnknownPolicy) has them free. Distances are measured
//! between cells, in cells or in world units: 0 for a blocked cell and 1 for one with a blocked neighbor.
//! They are exact below a *cap* and the cap from there on, so that a chunk depends on the cells
//! nearer than the cap alone: an edit changes distances nearby, and a chunk of open space takes no
//! storage for its cells.
//!
//! A snapshot derives a chunk of 64^3 cells when a cell of it is first asked for, and shares the
//! chunks that no change is near to with the snapshots it was updated from. It keeps its occupancy.

mod field;
mod metric;
mod transform;

use std::num::NonZeroU8;

pub use field::Clearance;
use glam::IVec3;
use metric::{Chebyshev, SquaredEuclidean, SquaredInWorld};

use crate::agent::UnknownPolicy;
use crate::coordinates::Lattice;
use crate::occupancy::Occupancy;

/// Clearance in the Chebyshev metric: the largest of the differences along the axes, in cells.
///
/// It tells which cubes fit; for a cost that keeps paths off walls evenly in all directions, choose
/// [`EuclideanClearance`]. Cloning shares the storage. `Send` and `Sync`.
///
/// # Complexity
///
/// A lookup in a hash map for each question. The first in a chunk derives it, from the rows nearer
/// than the cap, each compared with others as far as its clearance goes: about 1 ms with a cap of 8,
/// tens of milliseconds with 255, which has 54 times as many rows within reach. A derived chunk takes
/// 256 KiB, or a few bytes if its cells are all alike; with a large cap that is every chunk as near as the
/// cap to anything blocked.
///
/// # References
///
/// Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled Functions", Theory of Computing 8,
/// 2012; Meijster, Roerdink and Hesselink, "A General Algorithm for Computing Distance Transforms in
/// Linear Time", ISMM 2000. One axis after the other as there; the lower envelope along an axis is
/// found by looking outwards, 64 cells at a time, up to the cap.
///
/// ```
/// use std::num::NonZeroU8;
/// use voxnav_occupancy::{CellBox, CellState, ChebyshevClearance, OccupancyBuilder, UnknownPolicy};
/// use voxnav_occupancy::glam::IVec3;
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?;
/// builder.set(IVec3::new(50, 50, 50), CellState::Occupied)?;
/// let world = builder.commit();
/// let clearance = ChebyshevClearance::new(&world, UnknownPolicy::Blocked, NonZeroU8::MAX);
/// assert_eq!(clearance.at(IVec3::new(47, 49, 52)), 3);
/// assert_eq!(clearance.largest_cube(IVec3::new(47, 49, 52)), 5);
/// assert_eq!(clearance.at(IVec3::new(0, 50, 50)), 1); // beside the occupied outside
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
pub type ChebyshevClearance = Clearance<Chebyshev>;

/// Clearance in the Euclidean metric, kept as its square, which is an integer: the sum of the squared
/// differences along the axes.
///
/// It suits costs ("keep away from walls"); for what fits, ask [`ChebyshevClearance`]. Cloning shares
/// the storage. `Send` and `Sync`.
///
/// # Complexity
///
/// As [`ChebyshevClearance`], with 512 KiB a chunk.
///
/// # References
///
/// As [`ChebyshevClearance`].
///
/// ```
/// use std::num::NonZeroU8;
/// use voxnav_occupancy::{CellBox, CellState, EuclideanClearance, OccupancyBuilder, UnknownPolicy};
/// use voxnav_occupancy::glam::IVec3;
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?;
/// builder.set(IVec3::new(50, 50, 50), CellState::Occupied)?;
/// let cap = NonZeroU8::new(8).expect("eight is not zero");
/// let clearance = EuclideanClearance::new(&builder.commit(), UnknownPolicy::Blocked, cap);
/// assert_eq!(clearance.squared_at(IVec3::new(47, 49, 52)), 9 + 1 + 4);
/// assert_eq!(clearance.squared_at(IVec3::new(40, 40, 40)), 64); // eight or more
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
pub type EuclideanClearance = Clearance<SquaredEuclidean>;

/// Clearance in world units, among cells of any sides: the Euclidean distance from center to center.
///
/// Its cap counts *shortest sides*: distances are exact below so many of them, but for the rounding of `f64`. Among cubes
/// it tells what [`EuclideanClearance`] does, times the side. Cloning shares the storage. `Send` and `Sync`.
///
/// # Complexity
///
/// Updates take as long as those of [`ChebyshevClearance`] with the same cap, and less where cells are longer along y or z:
/// fewer rows are within reach then. A chunk takes 2 MiB.
///
/// # References
///
/// The source is that of [`ChebyshevClearance`].
///
/// ```
/// use std::num::NonZeroU8;
/// use voxnav_occupancy::{
///     CellBox, CellState, Lattice, OccupancyBuilder, UnknownPolicy, WorldClearance,
/// };
/// use voxnav_occupancy::glam::{DVec3, IVec3};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?;
/// builder.set(IVec3::new(50, 50, 50), CellState::Occupied)?;
/// let flat = Lattice::with_sizes(DVec3::ZERO, DVec3::new(0.5, 0.5, 0.25))?;
/// let cap = NonZeroU8::new(16).expect("sixteen is not zero");
/// let world = builder.commit();
/// let clearance = WorldClearance::in_world(&world, UnknownPolicy::Blocked, cap, &flat);
/// assert_eq!(clearance.at(IVec3::new(53, 50, 58)), 2.5);
/// assert_eq!(clearance.squared_at(IVec3::new(50, 50, 53)), 9.0); // in shortest sides
/// assert_eq!(clearance.at(IVec3::splat(40)), 4.0); // four or more
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type WorldClearance = Clearance<SquaredInWorld>;

impl ChebyshevClearance {
    /// Returns the distance to the nearest blocked cell, in cells; the cap stands for that many or
    /// more. The cell may lie outside the bounds.
    #[must_use]
    pub fn at(&self, cell: IVec3) -> u8 {
        self.value(cell)
    }

    /// Returns the edge, in cells, of the largest cube of odd edge that is centered at `cell` and
    /// covers no blocked cell: `2 * clearance - 1`, and 0 if the cell is blocked.
    ///
    /// Where the clearance is the cap, larger cubes may fit too.
    #[must_use]
    pub fn largest_cube(&self, cell: IVec3) -> u16 {
        (2 * u16::from(self.at(cell))).saturating_sub(1)
    }
}

impl EuclideanClearance {
    /// Returns the squared distance to the nearest blocked cell, in cells squared; the squared cap
    /// stands for that many or more. The cell may lie outside the bounds.
    #[must_use]
    pub fn squared_at(&self, cell: IVec3) -> u16 {
        self.value(cell)
    }
}

impl WorldClearance {
    /// Returns the clearance of all cells of a world on a lattice, exact below `cap` of the lattice's shortest sides.
    ///
    /// Takes time by the chunks that the world stores; distances are derived when asked for.
    #[must_use]
    pub fn in_world(
        occupancy: &Occupancy,
        unknown: UnknownPolicy,
        cap: NonZeroU8,
        lattice: &Lattice,
    ) -> Self {
        Self::by(SquaredInWorld::of(lattice), occupancy, unknown, cap)
    }

    /// Returns the squared distance to the nearest blocked cell, in shortest sides squared; the squared cap stands for
    /// that many or more. The cell may lie outside the bounds.
    #[must_use]
    pub fn squared_at(&self, cell: IVec3) -> f64 {
        self.value(cell).0
    }

    /// Returns the distance to the nearest blocked cell, in world units; that of the cap stands for that much or more.
    /// The cell may lie outside the bounds.
    #[must_use]
    pub fn at(&self, cell: IVec3) -> f64 {
        self.squared_at(cell).sqrt() * self.metric.shortest
    }
}

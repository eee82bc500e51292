//! Straight lines through a snapshot: rays, sweeps of the agent, and lines of sight.
//!
//! Positions are in index space: cell `i` has its center at `i` and owns `[i - 1/2, i + 1/2)` on
//! every axis, as [`Lattice`](crate::Lattice) has it. Ends are rounded to the nearest multiple of
//! 2^-30 of a cell (a billionth; a double has coarser ones beyond 2^22 cells); from there on every
//! comparison is one of integers, so that lines through edges and corners are decided by the rules
//! below and never by rounding. Lines between the centers of cells are not rounded at all.
//!
//! - [`Traversability::cast_ray`] moves a point, which is in one cell at a time.
//! - [`Traversability::sweep`] moves the box of a cell without its surface: it meets the cells whose
//!   centers are, on every axis, less than one cell from its own. A snapshot already holds where
//!   the agent's *center* may be, so this is the agent's box swept through the world, whatever its
//!   size; and for the moves of a path it meets what the strict corner rule asks to be free.
//! - [`Traversability::has_line_of_sight`] is the sweep between two cells, yes or no.
//! - [`Viewpoint`] asks for many rays from one eye.
//!
//! INVARIANT: what is met does not depend on how far the walk skips ahead: `walk` asks `line` for
//! the next cube, and `line` answers from the two ends alone.

mod line;
mod viewpoint;
mod walk;

pub use viewpoint::Viewpoint;

use glam::{DVec3, IVec3};

use crate::coordinates::LatticeError;
use crate::traversability::Traversability;
use line::{Line, Shape};
use walk::{cells_met, first_blocked};

/// The first cell that a ray meets, or that stops a sweep, because it is not traversable.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let hit = world.cast_ray(DVec3::ONE, DVec3::new(17.0, 1.0, 1.0))?.ok_or("no bounds")?;
/// assert_eq!((hit.cell, hit.distance), (IVec3::new(9, 1, 1), 7.5));
/// assert_eq!((hit.normal, hit.fraction), (IVec3::NEG_X, 7.5 / 16.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// The cell.
    pub cell: IVec3,
    /// The face of the cell through which the ray comes, or against which the box comes, as the unit vector out
    /// of it. At an edge or corner: the sum of the two or three. Zero if the ray begins in the cell, or the box
    /// by overlapping it.
    pub normal: IVec3,
    /// The distance from the start to the point where the ray meets that face or the box touches it, in cells.
    pub distance: f64,
    /// The distance as a share of the segment, 0 to 1.
    pub fraction: f64,
}

/// The first cell that stops a sweep.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let hit = world.sweep(DVec3::ONE, DVec3::new(15.0, 1.0, 1.0))?.ok_or("no bounds")?;
/// assert_eq!((hit.cell, hit.distance, hit.fraction), (IVec3::new(9, 1, 1), 7.0, 0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type SweepHit = RayHit;

/// Error for a segment whose ends are not finite or too far away.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, RayError, Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let refused = world.cast_ray(DVec3::ZERO, DVec3::X * f64::INFINITY);
/// assert!(matches!(refused, Err(RayError::NotFinite { .. })));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
pub type RayError = LatticeError;

impl Traversability {
    /// Returns the first cell that is not traversable among those that own a point of the segment,
    /// both ends included; `None` if all are traversable.
    ///
    /// A point on a face, edge or corner belongs to the one cell above, the one with the largest
    /// coordinates of those that touch there:
    ///
    /// - A ray along the plane between two cells is in the upper one alone.
    /// - A ray that ends on the lower face of a cell meets that cell, one that ends on its upper face
    ///   from above does not.
    /// - A ray that passes through an edge or corner meets the cell above, if only for a moment. From
    ///   (0, 0) to (1, 1) it meets these two cells alone and passes between (1, 0) and (0, 1); from
    ///   (0, 1) to (1, 0) it also meets (1, 1), which owns the edge.
    ///
    /// Cells outside the bounds are not traversable.
    ///
    /// # Guarantees
    ///
    /// Exact for the ends rounded to 2^-30 of a cell. The cells met are the same in both directions,
    /// and so is whether there is a hit. Mirroring world and ray may change what is met where it
    /// passes exactly along or through the surface of cells, and nowhere else;
    /// [`sweep`](Self::sweep), which is symmetric, is the question to ask for what an agent may do.
    ///
    /// # Complexity
    ///
    /// Linear in the chunks crossed where they are open, a few steps for each; else in blocks of 8
    /// cells where those are, else in straight runs or cells.
    ///
    /// # References
    ///
    /// Amanatides, Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", Eurographics 1987, with
    /// comparisons of integer products instead of accumulated floats.
    ///
    /// # Errors
    ///
    /// - [`RayError::NotFinite`] if a coordinate is infinite or not a number.
    /// - [`RayError::OutOfRange`] if one lies beyond ±[`MAX_COORDINATE`](crate::MAX_COORDINATE).
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, IVec3};
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?;
    /// builder.set(IVec3::new(9, 3, 3), CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let eye = DVec3::splat(3.0);
    /// let hit = world.cast_ray(eye, eye.with_x(15.0))?.ok_or("nothing in the way")?;
    /// assert_eq!((hit.cell, hit.normal), (IVec3::new(9, 3, 3), IVec3::NEG_X));
    /// assert_eq!(hit.distance, 5.5);
    /// assert_eq!(world.cast_ray(eye, DVec3::splat(15.0))?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_ray(&self, from: DVec3, to: DVec3) -> Result<Option<RayHit>, RayError> {
        self.hit(from, to, Shape::Point)
    }

    /// Finds the cell that stops the agent on a straight way: the first that is not traversable
    /// among those whose center comes, on every axis, closer than one cell to a point of the
    /// segment; `None` if there is none.
    ///
    /// In terms of single cells: the box of one cell, its center moving from one end to the other,
    /// against the boxes of the cells that are not traversable, where touching is no overlap. Where
    /// several cells stop it at the same moment, a face is named before an edge and an edge before
    /// a corner, and among equals the first in cell order (z, then y, then x).
    ///
    /// # Guarantees
    ///
    /// Exact for the ends rounded to 2^-30 of a cell. Reversing or mirroring world and segment
    /// changes nothing about whether there is a hit; mirroring, nothing about its distance.
    /// Between the centers of two cells that a move joins, nothing is hit exactly when the strict
    /// corner rule allows the move.
    ///
    /// # Complexity
    ///
    /// As [`Traversability::cast_ray`], with up to four words where that reads one.
    ///
    /// # References
    ///
    /// The walk of [`Traversability::cast_ray`], for a box that meets two cells on every axis at a time.
    ///
    /// # Errors
    ///
    /// As [`Traversability::cast_ray`].
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, IVec3};
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?;
    /// builder.set(IVec3::new(9, 3, 3), CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let start = DVec3::new(3.0, 3.5, 3.0);
    /// let hit = world.sweep(start, start.with_x(15.0))?.ok_or("nothing in the way")?;
    /// assert_eq!((hit.cell, hit.distance), (IVec3::new(9, 3, 3), 5.0));
    /// // Sliding along the cell is touching it.
    /// assert_eq!(world.sweep(start.with_y(4.0), DVec3::new(15.0, 4.0, 3.0))?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(&self, from: DVec3, to: DVec3) -> Result<Option<SweepHit>, RayError> {
        self.hit(from, to, Shape::Box)
    }

    /// Returns whether a [`sweep`](Self::sweep) meets nothing. Cheaper than asking what it stops
    /// at.
    ///
    /// # Errors
    ///
    /// As [`Traversability::cast_ray`].
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, IVec3};
    /// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
    /// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// assert!(world.is_clear(DVec3::ZERO, DVec3::splat(19.0))?);
    /// assert!(!world.is_clear(DVec3::ZERO, DVec3::splat(19.1))?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_clear(&self, from: DVec3, to: DVec3) -> Result<bool, RayError> {
        let line = Self::line(from, to, Shape::Box)?;
        Ok(first_blocked(self, &line).is_none())
    }

    /// Returns whether the agent can move straight from one cell to another: a
    /// [`sweep`](Self::sweep) between their centers stops at nothing.
    ///
    /// # Guarantees
    ///
    /// Exact, and the same in both directions and under the 48 symmetries of the cube. Of two cells
    /// that a move joins, true exactly when the strict corner rule allows the move. Of two cells in
    /// different components, never true. Never a panic, whatever the coordinates.
    ///
    /// # Complexity
    ///
    /// As [`sweep`](Self::sweep).
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?;
    /// builder.set(IVec3::new(1, 0, 0), CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// assert!(world.has_line_of_sight(IVec3::ZERO, IVec3::new(0, 19, 19)));
    /// assert!(!world.has_line_of_sight(IVec3::ZERO, IVec3::new(19, 19, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn has_line_of_sight(&self, from: IVec3, to: IVec3) -> bool {
        // Traversable cells lie within the bounds, so their coordinates are in range.
        self.is_traversable(from)
            && self.is_traversable(to)
            && first_blocked(self, &Line::between_cells(from, to)).is_none()
    }

    fn hit(&self, from: DVec3, to: DVec3, shape: Shape) -> Result<Option<RayHit>, RayError> {
        let line = Self::line(from, to, shape)?;
        let hit = first_blocked(self, &line).and_then(|cube| RayHit::at(self, &line, cube));
        Ok(hit.map(|hit| RayHit {
            distance: hit.fraction * from.distance(to),
            ..hit
        }))
    }

    fn line(from: DVec3, to: DVec3, shape: Shape) -> Result<Line, RayError> {
        LatticeError::check_cells(from)?;
        LatticeError::check_cells(to)?;
        Ok(Line::between(from, to, shape))
    }
}

impl RayHit {
    /// Finds the first cell that the shape meets in a cube of the line, if the cube is not clear.
    fn at(world: &Traversability, line: &Line, cube: IVec3) -> Option<Self> {
        let met = cells_met(line, cube);
        let entry = line.entry(cube);
        let sign = line.sign();
        // Cells at the far side of a plane that was just passed are new on that axis.
        let normal_of = |cell: IVec3| {
            IVec3::from_array([0, 1, 2].map(|axis| {
                let farthest = if sign[axis] > 0 {
                    met.max[axis] - 1
                } else {
                    met.min[axis]
                };
                i32::from(entry.passed[axis] && cell[axis] == farthest) * -sign[axis]
            }))
        };
        let blocked = met.cells().filter(|&cell| !world.is_traversable(cell));
        let first = blocked.min_by_key(|&cell| normal_of(cell).length_squared())?;
        Some(Self {
            cell: first,
            normal: normal_of(first),
            distance: 0.0,
            fraction: entry.fraction,
        })
    }
}

//! The lattice: the only place that converts between world space and index space.
//!
//! INVARIANT: origin and sizes are such that every cell's center is finite and snaps back to its
//! cell; [`Lattice::with_sizes`] refuses the rest.

use std::ops::RangeInclusive;

use glam::{DVec3, IVec3, Vec3};
use thiserror::Error;

use super::MAX_COORDINATE;
use super::number::{number, numbers};

/// Sizes a lattice may have: far from where a product with a coordinate over- or underflows.
const SIZES: RangeInclusive<f64> = 1e-100..=1e100;

/// The most cells that the origin may lie away from world zero: 2^50. No center is then 2^51 cells
/// away, so rounding it, by at most 2^-53 of its magnitude, moves it by less than a quarter of a
/// cell. The difference to the origin is rounded by far less on the way back, and half a cell is
/// allowed.
const FARTHEST_ORIGIN_IN_CELLS: f64 = 1_125_899_906_842_624.0;

/// Error for a size or origin that no lattice can have, or a position that belongs to no cell.
///
/// ```
/// use voxnav_occupancy::{Lattice, LatticeError, glam::DVec3};
/// assert!(matches!(Lattice::new(DVec3::ZERO, -1.0), Err(LatticeError::InvalidSize { .. })));
/// let far = Lattice::default().cell_at(DVec3::X * 1e12);
/// assert!(matches!(far, Err(LatticeError::OutOfRange { .. })));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[non_exhaustive]
pub enum LatticeError {
    /// The size is not a number between 1e-100 and 1e100.
    #[error("lattice size {} is not between 1e-100 and 1e100", number(.size))]
    InvalidSize {
        /// The refused size.
        size: f64,
    },
    /// The sizes along the three axes differ by more than [`Lattice::MAX_RATIO`].
    #[error(
        "lattice sizes {} differ by more than a factor of {}",
        numbers(.sizes),
        Lattice::MAX_RATIO
    )]
    UnevenSizes {
        /// The refused sizes.
        sizes: DVec3,
    },
    /// The origin is not finite, or lies more than 2^50 cells from world zero, where centers of
    /// neighboring cells would merge in `f64`.
    #[error(
        "lattice origin {} is not finite or is more than 2^50 cells of size {} away",
        numbers(.origin),
        number(.size)
    )]
    InvalidOrigin {
        /// The refused origin.
        origin: DVec3,
        /// The size it came with.
        size: f64,
    },
    /// The position has a coordinate that is infinite or not a number.
    #[error("position {} is not finite", numbers(.position))]
    NotFinite {
        /// The refused position.
        position: DVec3,
    },
    /// The nearest center belongs to no cell: it lies past [`MAX_COORDINATE`].
    #[error(
        "position {} is outside the cells -{MAX_COORDINATE}..{MAX_COORDINATE}",
        numbers(.position)
    )]
    OutOfRange {
        /// The refused position.
        position: DVec3,
    },
}

impl LatticeError {
    /// Checks that a position in index space is finite and lies among the cells that there can be.
    pub(crate) fn check_cells(position: DVec3) -> Result<(), Self> {
        if !position.is_finite() {
            Err(Self::NotFinite { position })
        } else if position.abs().max_element() > f64::from(MAX_COORDINATE) {
            Err(Self::OutOfRange { position })
        } else {
            Ok(())
        }
    }
}

/// The sides of cells along x, y and z, in world units: one number for cubes.
///
/// ```
/// use voxnav_occupancy::{CellSizes, glam::DVec3};
/// let low = CellSizes::from([0.5, 0.5, 0.125]);
/// assert_eq!(DVec3::from(low), DVec3::new(0.5, 0.5, 0.125));
/// assert_eq!(CellSizes::from(0.5), CellSizes::from([0.5; 3]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellSizes(DVec3);

impl From<f64> for CellSizes {
    fn from(size: f64) -> Self {
        Self(DVec3::splat(size))
    }
}

impl From<[f64; 3]> for CellSizes {
    fn from(sizes: [f64; 3]) -> Self {
        Self(sizes.into())
    }
}

impl From<DVec3> for CellSizes {
    fn from(sizes: DVec3) -> Self {
        Self(sizes)
    }
}

impl From<CellSizes> for DVec3 {
    fn from(sizes: CellSizes) -> Self {
        sizes.0
    }
}

/// Converts between world space and cells: cell `i` is the box with sides `sizes` centered at
/// `origin + i * sizes`. The three sizes are equal for cubic cells ([`Lattice::new`]); ground that has low steps takes
/// [cells lower than wide](Lattice::with_sizes), and scanned volumes come with voxels that are no cubes.
///
/// A position belongs to the nearest center: on each axis, relative to the origin, cell `i` owns
/// the half-open interval `[(i - 1/2) size, (i + 1/2) size)`.
///
/// The default lattice has its origin at world zero and size 1.
///
/// # Guarantees
///
/// `cell_at(center(cell)) == Ok(cell)` for every cell of every lattice.
///
/// ```
/// use voxnav_occupancy::{Lattice, glam::{DVec3, IVec3}};
///
/// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
/// assert_eq!(lattice.cell_at(DVec3::new(0.24, 0.25, -0.25))?, IVec3::new(0, 1, 0));
/// assert_eq!(lattice.center(IVec3::new(3, -1, 0)), DVec3::new(1.5, -0.5, 0.0));
/// # Ok::<(), voxnav_occupancy::LatticeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "super::stored::StoredLattice",
        into = "super::stored::StoredLattice"
    )
)]
pub struct Lattice {
    origin: DVec3,
    sizes: DVec3,
}

impl Lattice {
    /// The most that one size of a cell may exceed another by, as a factor.
    pub const MAX_RATIO: f64 = 64.0;

    /// Returns a lattice whose cell zero is centered at `origin` (world units) and whose cells have
    /// side `size` (world units).
    ///
    /// # Errors
    ///
    /// - [`LatticeError::InvalidSize`] unless `1e-100 <= size <= 1e100`.
    /// - [`LatticeError::InvalidOrigin`] if the origin is not finite or more than 2^50 cells away
    ///   from world zero on an axis.
    pub fn new(origin: DVec3, size: f64) -> Result<Self, LatticeError> {
        Self::with_sizes(origin, DVec3::splat(size))
    }

    /// Returns a lattice whose cell zero is centered at `origin` (world units) and whose cells have
    /// the sides `sizes` (world units) along x, y and z.
    ///
    /// # Errors
    ///
    /// - [`LatticeError::InvalidSize`] unless each size is between 1e-100 and 1e100.
    /// - [`LatticeError::UnevenSizes`] if one exceeds another by more than [`Lattice::MAX_RATIO`].
    /// - [`LatticeError::InvalidOrigin`] if the origin is not finite or more than 2^50 cells away
    ///   from world zero on an axis.
    ///
    /// ```
    /// use voxnav_occupancy::{Lattice, glam::{DVec3, IVec3}};
    ///
    /// let low = Lattice::with_sizes(DVec3::ZERO, DVec3::new(0.5, 0.125, 0.5))?;
    /// assert_eq!(low.cell_at(DVec3::new(1.0, 1.0, 1.0))?, IVec3::new(2, 8, 2));
    /// assert_eq!(low.cubic_size(), None);
    /// # Ok::<(), voxnav_occupancy::LatticeError>(())
    /// ```
    pub fn with_sizes(origin: DVec3, sizes: DVec3) -> Result<Self, LatticeError> {
        for (size, coordinate) in sizes.to_array().into_iter().zip(origin.to_array()) {
            if !SIZES.contains(&size) {
                return Err(LatticeError::InvalidSize { size });
            }
            let is_near = (coordinate / size).abs() <= FARTHEST_ORIGIN_IN_CELLS;
            if !is_near {
                return Err(LatticeError::InvalidOrigin { origin, size });
            }
        }
        if sizes.max_element() > sizes.min_element() * Self::MAX_RATIO {
            return Err(LatticeError::UnevenSizes { sizes });
        }
        Ok(Self { origin, sizes })
    }

    /// Returns the lattice of cells of the same size around world zero: positions relative to the origin belong to the
    /// same cells there.
    ///
    /// ```
    /// use voxnav_occupancy::{Lattice, glam::DVec3};
    ///
    /// let lattice = Lattice::new(DVec3::splat(1e9), 0.5)?;
    /// let position = DVec3::new(1e9 + 0.25, 1e9, 1e9 - 3.0);
    /// let near_zero = lattice.around_zero().cell_at(position - lattice.origin())?;
    /// assert_eq!(near_zero, lattice.cell_at(position)?);
    /// # Ok::<(), voxnav_occupancy::LatticeError>(())
    /// ```
    #[must_use]
    pub const fn around_zero(&self) -> Self {
        Self {
            origin: DVec3::ZERO,
            sizes: self.sizes,
        }
    }

    /// Returns the center of cell zero, in world units.
    #[must_use]
    pub const fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Returns the sides of a cell along x, y and z, in world units.
    #[must_use]
    pub const fn sizes(&self) -> DVec3 {
        self.sizes
    }

    /// Returns the side of a cell, in world units; `None` where cells are no cubes.
    #[must_use]
    pub fn cubic_size(&self) -> Option<f64> {
        (self.sizes == DVec3::splat(self.sizes.x)).then_some(self.sizes.x)
    }

    /// Returns the longest side of a cell, in world units: the length that the cost of a straight move
    /// stands for. The sides of cubic cells are equal.
    ///
    /// ```
    /// use voxnav_occupancy::{Lattice, glam::DVec3};
    ///
    /// let low = Lattice::with_sizes(DVec3::ZERO, DVec3::new(0.5, 0.125, 0.5))?;
    /// assert_eq!((low.longest_side(), low.shortest_side()), (0.5, 0.125));
    /// # Ok::<(), voxnav_occupancy::LatticeError>(())
    /// ```
    #[must_use]
    pub fn longest_side(&self) -> f64 {
        self.sizes.max_element()
    }

    /// Returns the shortest side of a cell, in world units.
    #[must_use]
    pub fn shortest_side(&self) -> f64 {
        self.sizes.min_element()
    }

    /// Returns a lattice of cells of this shape whose longest side is 1, and whose cell zero is centered at the origin: lengths
    /// in it are in longest sides, which is what cells count where they are no cubes.
    ///
    /// ```
    /// use voxnav_occupancy::{Lattice, glam::DVec3};
    ///
    /// let low = Lattice::with_sizes(DVec3::ONE, DVec3::new(0.5, 0.125, 0.5))?;
    /// assert_eq!(low.in_longest_sides().sizes(), DVec3::new(1.0, 0.25, 1.0));
    /// assert_eq!(Lattice::new(DVec3::ONE, 0.3)?.in_longest_sides(), Lattice::default());
    /// # Ok::<(), voxnav_occupancy::LatticeError>(())
    /// ```
    #[must_use]
    pub fn in_longest_sides(&self) -> Self {
        Self {
            origin: DVec3::ZERO,
            sizes: self.sizes / self.longest_side(),
        }
    }

    /// Returns the cell that owns a position in world space.
    ///
    /// The difference to the origin is rounded once to `f64`; which cell owns that difference is
    /// then decided without any rounding.
    ///
    /// # Errors
    ///
    /// - [`LatticeError::NotFinite`] if a coordinate is infinite or not a number.
    /// - [`LatticeError::OutOfRange`] if the cell would lie outside
    ///   `-MAX_COORDINATE..MAX_COORDINATE`.
    pub fn cell_at(&self, position: DVec3) -> Result<IVec3, LatticeError> {
        if !position.is_finite() {
            return Err(LatticeError::NotFinite { position });
        }
        let offset = position - self.origin;
        let along = |axis: usize| {
            coordinate_at(offset[axis], self.sizes[axis])
                .ok_or(LatticeError::OutOfRange { position })
        };
        Ok(IVec3::new(along(0)?, along(1)?, along(2)?))
    }

    /// Returns the cell that owns a single-precision position: widened to `f64` without loss, then
    /// as [`cell_at`](Self::cell_at).
    ///
    /// # Errors
    ///
    /// As [`cell_at`](Self::cell_at).
    pub fn cell_at_f32(&self, position: Vec3) -> Result<IVec3, LatticeError> {
        self.cell_at(position.as_dvec3())
    }

    /// Returns the center of a cell in world space, rounded once.
    #[must_use]
    pub fn center(&self, cell: IVec3) -> DVec3 {
        self.position_of(cell.as_dvec3())
    }

    /// Returns a position in world space as one in index space: the cell with center `i` owns `[i -
    /// 1/2, i + 1/2)` on each axis. Rounded like the difference to the origin and its quotient by
    /// the size, and to a whole number that the rounding of positions cannot tell it from: far from
    /// world zero, a body that stands at the center of its cell touches its neighbors and does not
    /// overlap them.
    ///
    /// # Guarantees
    ///
    /// `coordinates_of(center(cell))` is the cell.
    ///
    /// # Errors
    ///
    /// As [`cell_at`](Self::cell_at): what has no cell has no coordinates.
    ///
    /// ```
    /// use voxnav_occupancy::{Lattice, glam::{DVec3, IVec3}};
    ///
    /// let lattice = Lattice::new(DVec3::ONE, 0.5)?;
    /// let position = DVec3::new(1.25, 1.0, 0.0);
    /// assert_eq!(lattice.coordinates_of(position)?, DVec3::new(0.5, 0.0, -2.0));
    /// assert_eq!(lattice.position_of(DVec3::new(0.5, 0.0, -2.0)), position);
    ///
    /// let far = Lattice::new(DVec3::splat(-8_765_153.61), 0.3)?;
    /// let cell = IVec3::new(7, -3, 40);
    /// assert_eq!(far.coordinates_of(far.center(cell))?, cell.as_dvec3());
    /// # Ok::<(), voxnav_occupancy::LatticeError>(())
    /// ```
    pub fn coordinates_of(&self, position: DVec3) -> Result<DVec3, LatticeError> {
        let coordinates = (position - self.origin) / self.sizes;
        // Far within the limit the quotient is nearer to it than it is rounded by.
        let is_within = coordinates
            .abs()
            .cmple(DVec3::splat(f64::from(MAX_COORDINATE - 2)));
        if !is_within.all() {
            self.cell_at(position)?;
        }
        let whole = (coordinates + WHOLE) - WHOLE;
        // Three roundings, of the center, of the difference and of the quotient: each by at most half of EPSILON of
        // what it rounds, which is no farther from zero than both ends together.
        let rounding = (position.abs() + self.origin.abs()) * (2.0 * f64::EPSILON);
        let is_whole = ((coordinates - whole).abs() * self.sizes).cmple(rounding);
        Ok(DVec3::select(is_whole, whole, coordinates))
    }

    /// Returns the position in world space of coordinates in index space, rounded once.
    #[must_use]
    pub fn position_of(&self, coordinates: DVec3) -> DVec3 {
        coordinates.mul_add(self.sizes, self.origin)
    }

    /// Returns the center of a cell in single precision: [`center`](Self::center) rounded to the
    /// nearest `f32`, infinite where that exceeds `f32::MAX`.
    ///
    /// # Guarantees
    ///
    /// It snaps back to its cell while every coordinate of the center is finite and less than 2^22
    /// cells from world zero, given a size of at least `f32::MIN_POSITIVE`. Farther out `f32` is
    /// coarser than the lattice and neighboring centers may merge.
    #[must_use]
    pub fn center_f32(&self, cell: IVec3) -> Vec3 {
        self.center(cell).as_vec3()
    }
}

impl Default for Lattice {
    fn default() -> Self {
        Self {
            origin: DVec3::ZERO,
            sizes: DVec3::ONE,
        }
    }
}

/// The number that leaves no room for a fraction in a sum with one below 2^51: such sums are rounded to whole numbers.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// More than a quotient of up to 2^30 cells is off by rounding: that is at most 2^-23.
const QUOTIENT_ROUNDING: f64 = 1.0 / 1_048_576.0;

/// Returns the coordinate `i` in range with `(i - 1/2) size <= offset < (i + 1/2) size`, if there
/// is one.
fn coordinate_at(offset: f64, size: f64) -> Option<i32> {
    let limit = f64::from(MAX_COORDINATE);
    let quotient = offset / size;
    let nearest = quotient.round();
    // One past the limit may still turn out to be the limit.
    if nearest.abs() > limit + 1.0 {
        return None;
    }
    // The rounded quotient may fall on the wrong side of a boundary that it is near. A fused multiply-add rounds
    // only its result, so the sign of what it returns is exact and settles the side.
    let coordinate = if (quotient - nearest).abs() < 0.5 - QUOTIENT_ROUNDING {
        nearest
    } else if (nearest - 0.5).mul_add(-size, offset) < 0.0 {
        nearest - 1.0
    } else if (nearest + 0.5).mul_add(-size, offset) >= 0.0 {
        nearest + 1.0
    } else {
        nearest
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an integer within the range of cells"
    )]
    (-limit..limit)
        .contains(&coordinate)
        .then_some(coordinate as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn along_x(lattice: &Lattice, x: f64) -> Option<i32> {
        lattice
            .cell_at(DVec3::new(x, 0.0, 0.0))
            .ok()
            .map(|cell| cell.x)
    }

    #[test]
    fn a_cell_owns_its_lower_boundary_and_not_its_upper_one() {
        let unit = Lattice::default();
        for (x, expected) in [
            (-1.5, -1),
            (-0.5_f64.next_up(), -1),
            (-0.5, 0),
            (0.5_f64.next_down(), 0),
            (0.5, 1),
            (1.5, 2),
        ] {
            assert_eq!(along_x(&unit, x), Some(expected), "x = {x}");
        }
    }

    #[test]
    fn the_last_cells_are_reachable_and_the_next_are_refused() {
        let unit = Lattice::default();
        let limit = f64::from(MAX_COORDINATE);
        assert_eq!(along_x(&unit, -limit - 0.5), Some(-MAX_COORDINATE));
        assert_eq!(along_x(&unit, (-limit - 0.5).next_down()), None);
        assert_eq!(
            along_x(&unit, (limit - 0.5).next_down()),
            Some(MAX_COORDINATE - 1)
        );
        assert_eq!(along_x(&unit, limit - 0.5), None);
        assert_eq!(along_x(&unit, f64::MAX), None);
    }

    #[test]
    fn meaningless_parameters_and_positions_are_refused_with_their_values() {
        for size in [
            0.0,
            -1.0,
            f64::NAN,
            f64::INFINITY,
            f64::MIN_POSITIVE,
            f64::MAX,
        ] {
            let refused = Lattice::new(DVec3::ZERO, size);
            assert!(
                matches!(refused, Err(LatticeError::InvalidSize { size: s }) if s.to_bits() == size.to_bits())
            );
        }
        for x in [f64::NAN, f64::NEG_INFINITY, 1e300, -1.2e15] {
            let refused = Lattice::new(DVec3::new(0.0, x, 0.0), 1.0);
            assert!(matches!(
                refused,
                Err(LatticeError::InvalidOrigin { size: 1.0, .. })
            ));
        }
        for sizes in [DVec3::new(1.0, 1.0, 65.0), DVec3::new(0.01, 1.0, 0.5)] {
            let refused = Lattice::with_sizes(DVec3::ZERO, sizes);
            assert_eq!(refused, Err(LatticeError::UnevenSizes { sizes }));
        }
        assert!(Lattice::with_sizes(DVec3::ZERO, DVec3::new(1.0, 64.0, 2.0)).is_ok());
        let unit = Lattice::default();
        let nowhere = unit.cell_at_f32(Vec3::new(0.0, f32::NAN, 0.0));
        assert!(matches!(nowhere, Err(LatticeError::NotFinite { .. })));
    }
}

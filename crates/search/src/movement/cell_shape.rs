//! The shape of cells: the ratios of their sides.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr;
use std::sync::{PoisonError, RwLock};

use glam::{DVec3, IVec3};
use voxnav_occupancy::Axis;

use super::direction::Direction;
use super::move_costs::MoveCosts;
use crate::cost::Cost;

/// The shape of the cells of a world: the ratios of their three sides, by which moves cost what they are long.
///
/// Costs are in units of the longest side, which is [`Cost::STRAIGHT`]: a cost as a [length](Cost::length) times
/// [`CellShape::unit`] is a length in world units. Cubes by default. A plain value that stands in
/// [`SearchSettings`](crate::SearchSettings) and in a [`Flight`](crate::Flight); for ground agents it does not count.
///
/// # Guarantees
///
/// Costs are integers: sides of at most 2^30, the longest as large, and the roots of sums of their squares, rounded to
/// nearest. Paths are optimal in these costs. They differ from the true lengths by one part in 2^24 at most where sides
/// differ by 64 times, and by one in 2^31 of cubes. Cubes give the same answers as with no shape, bit for bit;
/// sizes that are so close to each other that their ratios round to one are cubes. All sizes times a number are the same
/// shape.
///
/// # Complexity
///
/// Shapes other than cubes are remembered for the rest of the process: some 400 bytes for each, and tables of moves that
/// all shapes of one kind have in common. The first search over a shape derives these, in a few milliseconds.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{CellShape, Cost, Query, Workspace};
/// use glam::{DVec3, IVec3};
///
/// // A scan with slices 4 mm apart, of pixels of 1 mm.
/// let sizes = DVec3::new(1.0, 1.0, 4.0);
/// let shape = CellShape::new(sizes)?;
/// let scan = OccupancyBuilder::new(CellBox::from_size(IVec3::new(40, 40, 10)))?.commit();
/// let world = Traversability::new(&scan, UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::ZERO, IVec3::new(3, 0, 1)).shape(shape);
/// let solution = query.solve(&world, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is one")?;
/// let millimeters = path.cost().length() * CellShape::unit(sizes);
/// assert!((millimeters - (2.0 + 17_f64.sqrt())).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[u32; 3]", into = "[u32; 3]"))]
pub struct CellShape(&'static MoveCosts);

/// Error for sizes of cells that search has no costs for.
///
/// ```
/// use voxnav_search::{CellShape, CellShapeError};
///
/// let refused = CellShape::new([1.0, 1.0, 100.0]);
/// assert!(matches!(refused, Err(CellShapeError::TooUneven { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CellShapeError {
    /// A size is not a finite number above zero.
    #[error("the size {size} of cells along {axis:?} is not a finite number above zero")]
    NotASize {
        /// The axis.
        axis: Axis,
        /// The refused size.
        size: f64,
    },
    /// The longest side is more than [`CellShape::MOST`] times as long as the shortest.
    #[error(
        "cells of {longest} along {long:?} and {shortest} along {short:?}: the ratio is above {}",
        CellShape::MOST
    )]
    TooUneven {
        /// The axis of the longest side.
        long: Axis,
        /// The longest side.
        longest: f64,
        /// The axis of the shortest side.
        short: Axis,
        /// The shortest side.
        shortest: f64,
    },
}

/// The shapes other than cubes that there were, by their sides.
static KNOWN: RwLock<BTreeMap<[u32; 3], &'static MoveCosts>> = RwLock::new(BTreeMap::new());

/// The longest side.
const LONGEST: u32 = 1 << Cost::BITS;

impl CellShape {
    /// Cubes.
    pub const CUBIC: Self = Self(MoveCosts::of_cubes());

    /// The largest ratio of two sides. With larger ones, rounded costs would not obey what the proofs of pruning and of
    /// estimates rest on: at 256 a detour would cost no more than the move.
    pub const MOST: u32 = 64;

    /// Returns the shape of cells with these sizes along x, y and z, in any unit.
    ///
    /// # Errors
    ///
    /// [`CellShapeError::NotASize`] for the first size that is not a finite number above zero;
    /// [`CellShapeError::TooUneven`] if one is more than [`CellShape::MOST`] times another.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "ratios are from 1/64 to 1"
    )]
    pub fn new(sizes: impl Into<DVec3>) -> Result<Self, CellShapeError> {
        let sizes = sizes.into();
        for axis in Axis::ALL {
            let size = sizes[axis.index()];
            if !(size.is_finite() && size > 0.0) {
                return Err(CellShapeError::NotASize { axis, size });
            }
        }
        let by_size = |a: &Axis, b: &Axis| sizes[a.index()].total_cmp(&sizes[b.index()]);
        let longest = Axis::ALL.into_iter().max_by(by_size).unwrap_or(Axis::X);
        let shortest = Axis::ALL.into_iter().min_by(by_size).unwrap_or(Axis::X);
        let unit = sizes[longest.index()];
        let parts = |size: f64| (size / unit * f64::from(LONGEST)).round() as u32;
        Self::of_sides(sizes.to_array().map(parts)).ok_or(CellShapeError::TooUneven {
            long: longest,
            longest: unit,
            short: shortest,
            shortest: sizes[shortest.index()],
        })
    }

    /// Returns the shape of these sides, of which the longest is 2^30; `None` where costs do not obey what proofs rest on.
    fn of_sides(sides: [u32; 3]) -> Option<Self> {
        let [x, y, z] = sides;
        let (longest, shortest) = (x.max(y).max(z), x.min(y).min(z));
        if longest != LONGEST || u64::from(shortest) * u64::from(Self::MOST) < u64::from(LONGEST) {
            return None;
        }
        if shortest == LONGEST {
            return Some(Self::CUBIC);
        }
        let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(costs) = known.get(&sides) {
            return Some(Self(costs));
        }
        drop(known);
        let costs = MoveCosts::of_sides(sides);
        if !costs.are_monotone_and_submodular() {
            return None;
        }
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        let costs = known
            .entry(sides)
            .or_insert_with(|| Box::leak(Box::new(costs)));
        Some(Self(costs))
    }

    /// Returns the length of a unit of cost, in the unit of the sizes: the longest of them. A path is as long as its cost
    /// as a [length](Cost::length) times this.
    #[must_use]
    pub fn unit(sizes: impl Into<DVec3>) -> f64 {
        sizes.into().max_element()
    }

    /// Returns whether all sides are equal.
    #[must_use]
    #[inline]
    pub const fn is_cubic(self) -> bool {
        self.0.is_cubic()
    }

    /// Returns [`is_cubic`](Self::is_cubic), of a reference.
    #[cfg(feature = "serde")]
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes fields by reference"
    )]
    pub(crate) const fn is_cubic_ref(&self) -> bool {
        self.is_cubic()
    }

    /// Returns the lengths of the sides along x, y and z, of which the longest is [`Cost::STRAIGHT`].
    #[must_use]
    pub fn sides(self) -> [Cost; 3] {
        Axis::ALL.map(|axis| self.0.side(axis))
    }

    /// Returns the cost of a move over a cell of weight one.
    ///
    /// ```
    /// use voxnav_search::{CellShape, Cost, Direction};
    /// # use glam::IVec3;
    ///
    /// let flat = CellShape::new([0.4, 0.3, 0.1])?;
    /// let along = |offset| Direction::from_offset(offset).map(|direction| flat.cost(direction).length() * 0.4);
    /// assert_eq!(along(IVec3::X), Some(0.4));
    /// assert!(along(IVec3::new(1, -1, 0)).is_some_and(|length| (length - 0.5).abs() < 1e-9));
    /// # Ok::<(), voxnav_search::CellShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn cost(self, direction: Direction) -> Cost {
        self.0.of(direction)
    }

    /// Returns the straight distance between the centers of two cells, rounded to nearest as costs are.
    #[must_use]
    pub fn distance(self, from: IVec3, to: IVec3) -> Cost {
        let offset = [
            from.x.abs_diff(to.x),
            from.y.abs_diff(to.y),
            from.z.abs_diff(to.z),
        ];
        self.0.distance(offset)
    }

    /// Returns the costs of moves.
    #[inline]
    pub(crate) const fn costs(self) -> &'static MoveCosts {
        self.0
    }

    /// Returns the sides as they are remembered.
    pub(crate) fn key(self) -> [u32; 3] {
        let side = |cost: Cost| u32::try_from(cost.raw()).unwrap_or(LONGEST);
        self.sides().map(side)
    }

    /// Returns cubes that go the way of all other shapes, for tests.
    #[cfg(test)]
    pub(crate) fn cubes_by_table() -> Self {
        Self(Box::leak(Box::new(MoveCosts::of_sides([LONGEST; 3]))))
    }
}

impl Default for CellShape {
    fn default() -> Self {
        Self::CUBIC
    }
}

impl PartialEq for CellShape {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0) || self.key() == other.key()
    }
}

impl Eq for CellShape {}

impl Hash for CellShape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for CellShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.sides().map(Cost::length);
        write!(f, "CellShape({x} x {y} x {z})")
    }
}

#[cfg(feature = "serde")]
impl From<CellShape> for [u32; 3] {
    fn from(shape: CellShape) -> Self {
        shape.key()
    }
}

#[cfg(feature = "serde")]
impl TryFrom<[u32; 3]> for CellShape {
    type Error = CellShapeError;

    /// Reads the sides as they are written: whole numbers, of which the longest is 2^30.
    fn try_from(sides: [u32; 3]) -> Result<Self, CellShapeError> {
        Self::new(DVec3::from(sides.map(f64::from)))
    }
}

#[cfg(test)]
mod tests {
    use voxnav_testkit::Draws;

    use super::*;

    #[test]
    fn sizes_times_a_number_are_the_same_shape() {
        let mut draws = Draws::new(1);
        for _ in 0..200 {
            let sizes = DVec3::from([(); 3].map(|()| f64::from(draws.between(1000, 64_000))));
            let shape = CellShape::new(sizes).unwrap();
            for factor in [0.001, 0.3, 1.0, 1e6] {
                assert_eq!(CellShape::new(sizes * factor), Ok(shape));
            }
        }
        assert!(CellShape::new([0.1 + 0.2, 0.3, 0.3]).unwrap().is_cubic());
        assert!(!CellShape::new([0.3, 0.3, 0.300_001]).unwrap().is_cubic());
    }

    #[test]
    fn all_ratios_to_64_obey_the_laws_and_no_others() {
        let mut draws = Draws::new(2);
        let (long, short) = (f64::from(CellShape::MOST), 1.0);
        let extremes = [
            [long, short, short],
            [long, long, short],
            [long, 8.0, short],
            [long, 1.0, long],
        ];
        let others = (0..500).map(|_| [(); 3].map(|()| f64::from(draws.between(1, 64))));
        for sizes in extremes.into_iter().chain(others) {
            assert!(CellShape::new(sizes).is_ok(), "{sizes:?}");
        }
        let refused = CellShape::new([1.0, 64.1, 2.0]);
        assert!(matches!(
            refused,
            Err(CellShapeError::TooUneven {
                long: Axis::Y,
                short: Axis::X,
                ..
            })
        ));
        for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let refused = CellShape::new([1.0, size, 1.0]);
            assert!(matches!(
                refused,
                Err(CellShapeError::NotASize { axis: Axis::Y, .. })
            ));
        }
        assert!(CellShape::new([f64::MIN_POSITIVE, f64::MAX, 1.0]).is_err());
    }
}

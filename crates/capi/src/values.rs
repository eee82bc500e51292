//! Plain values: points, cells, rotations, headings.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{Axis, CellBox, Heading, Sign};

use crate::code::coded;

/// Returns a value that a caller gave: any but zero, which stands for the usual one.
pub(crate) fn given<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

/// A position or a direction in world units.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VoxnavPoint {
    /// The first coordinate.
    pub x: f64,
    /// The second coordinate.
    pub y: f64,
    /// The third coordinate.
    pub z: f64,
}

/// A cell of the lattice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VoxnavCell {
    /// The first coordinate.
    pub x: i32,
    /// The second coordinate.
    pub y: i32,
    /// The third coordinate.
    pub z: i32,
}

/// A box of cells, half-open: `max` lies beyond the last cell on each axis.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VoxnavCells {
    /// The first cell.
    pub min: VoxnavCell,
    /// The end on each axis, excluded.
    pub max: VoxnavCell,
}

/// A rotation as a quaternion of length 1; all zero for none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VoxnavRotation {
    /// The imaginary parts.
    pub x: f64,
    /// The second imaginary part.
    pub y: f64,
    /// The third imaginary part.
    pub z: f64,
    /// The real part.
    pub w: f64,
}

impl From<VoxnavPoint> for DVec3 {
    fn from(point: VoxnavPoint) -> Self {
        Self::new(point.x, point.y, point.z)
    }
}

impl From<DVec3> for VoxnavPoint {
    fn from(point: DVec3) -> Self {
        let [x, y, z] = point.to_array();
        Self { x, y, z }
    }
}

impl From<VoxnavCell> for IVec3 {
    fn from(cell: VoxnavCell) -> Self {
        Self::new(cell.x, cell.y, cell.z)
    }
}

impl From<IVec3> for VoxnavCell {
    fn from(cell: IVec3) -> Self {
        let [x, y, z] = cell.to_array();
        Self { x, y, z }
    }
}

impl From<VoxnavCells> for CellBox {
    fn from(cells: VoxnavCells) -> Self {
        Self::new(cells.min.into(), cells.max.into())
    }
}

impl From<CellBox> for VoxnavCells {
    fn from(cells: CellBox) -> Self {
        Self {
            min: cells.min.into(),
            max: cells.max.into(),
        }
    }
}

/// A direction along an axis, such as that of up.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavHeading {
    /// Along z.
    PlusZ = 0,
    /// Along y.
    PlusY = 1,
    /// Along x.
    PlusX = 2,
    /// Against z.
    MinusZ = 3,
    /// Against y.
    MinusY = 4,
    /// Against x.
    MinusX = 5,
}

const fn heading(axis: Axis, sign: Sign) -> Heading {
    Heading { axis, sign }
}

coded! {
    VoxnavHeading is "heading": Heading {
        PlusZ => heading(Axis::Z, Sign::Positive),
        PlusY => heading(Axis::Y, Sign::Positive),
        PlusX => heading(Axis::X, Sign::Positive),
        MinusZ => heading(Axis::Z, Sign::Negative),
        MinusY => heading(Axis::Y, Sign::Negative),
        MinusX => heading(Axis::X, Sign::Negative),
    }
}

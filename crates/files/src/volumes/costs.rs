//! Costs of cells in `.npy` files.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use thiserror::Error;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Axis, CellBox};
use voxnav_search::{CostConvention, CostError, CostVolume, Terrain};

use crate::error::{Fault, FileError, FileReason, Place, malformed, unsupported};
use crate::import::ArrayAxes;
use crate::volumes::npy::Header;

/// An array of a `.npy` file with a cost for each cell of a world, as numbers of any type from `u8` to `f64`.
///
/// Its first element is that of the lowest cell. C and Fortran order, both byte orders, and arrays of two axes, for one
/// layer, are read as they say. Held as the file has it: a byte a cell for `u8`, eight for `f64`.
///
/// ```
/// use voxnav_files::{ArrayAxes, CostArray};
/// use voxnav_occupancy::{CellBox, glam::IVec3};
/// use voxnav_search::CostConvention;
///
/// // numpy.save(file, numpy.array([[[1], [5]]], dtype=numpy.uint8))
/// let mut file = b"\x93NUMPY\x01\x00\x3e\x00".to_vec();
/// file.extend(b"{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 1), }");
/// file.extend([1, 5]);
/// let costs = CostArray::read_bytes(&file, "costs.npy", ArrayAxes::Xyz)?;
/// let cells = CellBox::from_size(IVec3::new(1, 2, 1));
/// let terrain = costs.terrain(cells, CostConvention::Entered, |_| true)?;
/// assert_eq!(terrain.cost(IVec3::Y), 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CostArray {
    header: Header,
    size: IVec3,
    nearest: Axis,
    /// The bytes from one number to the next along each axis.
    strides: [usize; 3],
    width: usize,
    /// INVARIANT: as many numbers as the size says.
    bytes: Vec<u8>,
}

/// Error for costs that are not those of a world.
///
/// ```
/// use voxnav_files::{ArrayAxes, CostArray, CostArrayError};
/// use voxnav_occupancy::{CellBox, glam::IVec3};
/// use voxnav_search::CostConvention;
///
/// let mut file = b"\x93NUMPY\x01\x00\x3e\x00".to_vec();
/// file.extend(b"{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 1), }");
/// file.extend([1, 5]);
/// let costs = CostArray::read_bytes(&file, "costs.npy", ArrayAxes::Xyz)?;
/// let other = CellBox::from_size(IVec3::splat(2));
/// let refused = costs.terrain(other, CostConvention::Entered, |_| true).unwrap_err();
/// assert_eq!(refused, CostArrayError::Shape { costs: IVec3::new(1, 2, 1), cells: IVec3::splat(2) });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CostArrayError {
    /// The array has not one cost for each cell.
    #[error(
        "the array has {} costs, where the world has {} cells",
        shown(.costs),
        shown(.cells)
    )]
    Shape {
        /// The number of costs along x, y and z.
        costs: IVec3,
        /// The number of cells along x, y and z.
        cells: IVec3,
    },
    /// A cost that a cell cannot have.
    #[error(transparent)]
    Cost(#[from] CostError),
}

fn shown(size: &IVec3) -> String {
    format!("{} x {} x {}", size.x, size.y, size.z)
}

impl CostArray {
    /// Reads the costs in a file, whose axes are in an order.
    ///
    /// # Errors
    ///
    /// Each names the file: [`FileReason::Unreadable`] where it cannot be read, [`FileReason::Malformed`] where it is not
    /// as the format says, [`FileReason::Unsupported`] for arrays of anything but numbers, and of another number of axes.
    pub fn read(path: impl AsRef<Path>, axes: ArrayAxes) -> Result<Self, FileError> {
        let path = path.as_ref();
        let read = || {
            let file = File::open(path).map_err(FileReason::Unreadable)?;
            Self::read_from(BufReader::new(file), axes)
        };
        read().map_err(|fault: Fault| fault.of(path))
    }

    /// Reads costs from the bytes of a file with a name.
    ///
    /// # Errors
    ///
    /// Those of [`read`](Self::read).
    pub fn read_bytes(
        bytes: &[u8],
        name: impl AsRef<Path>,
        axes: ArrayAxes,
    ) -> Result<Self, FileError> {
        Self::read_from(bytes, axes).map_err(|fault| fault.of(name))
    }

    fn read_from(mut source: impl Read, axes: ArrayAxes) -> Result<Self, Fault> {
        let in_header = |fault: Fault| fault.at(Place::Header);
        let header = Header::read(&mut source).map_err(in_header)?;
        let (size, nearest) = header.cells(axes).map_err(in_header)?;
        let width = header.width();
        let width = width.ok_or_else(|| in_header(unsupported("costs that are booleans")))?;
        // Less than 2^63: shapes have less than 2^60 numbers.
        let count = CellBox::from_size(size).volume() * width as u64;
        let mut bytes = Vec::new();
        source.take(count).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < count {
            return Err(malformed("the file ends too early").in_part("number", bytes.len() / width));
        }
        let [x, y, z] = size.to_array().map(|side| side.unsigned_abs() as usize);
        let strides = match nearest {
            Axis::Z => [y * z, z, 1],
            Axis::X | Axis::Y => [1, x, x * y],
        };
        Ok(Self {
            header,
            size,
            nearest,
            strides: strides.map(|numbers| numbers * width),
            width,
            bytes,
        })
    }

    /// Returns how many costs there are along x, y and z.
    #[must_use]
    pub const fn size(&self) -> IVec3 {
        self.size
    }

    /// Returns the cost of a cell, counted from the lowest; `None` for one that the array does not have.
    #[must_use]
    pub fn cost(&self, cell: IVec3) -> Option<f64> {
        CellBox::from_size(self.size).contains(cell).then(|| {
            let along = cell.to_array().map(|along| along.unsigned_abs() as usize);
            let parts = along.iter().zip(self.strides);
            let at: usize = parts.map(|(along, stride)| along * stride).sum();
            self.header.value(&self.bytes[at..at + self.width])
        })
    }

    /// Returns the cells of a box whose cost is infinite.
    pub fn infinite(&self, bounds: CellBox) -> impl Iterator<Item = IVec3> + '_ {
        let is_infinite = |cost: f64| cost == f64::INFINITY;
        let cells = bounds.cells();
        cells.filter(move |&cell| self.cost(cell - bounds.min).is_some_and(is_infinite))
    }

    /// Makes terrain of the costs of a world with these bounds. Cells for which `has_cost` is false, which are those that
    /// block, may have any number.
    ///
    /// # Errors
    ///
    /// [`CostArrayError`]: an array of another shape, or a number that is no cost, with its cell.
    ///
    /// # Complexity
    ///
    /// Linear in the cells.
    pub fn terrain(
        &self,
        bounds: CellBox,
        convention: CostConvention,
        has_cost: impl Fn(IVec3) -> bool,
    ) -> Result<Terrain, CostArrayError> {
        let (costs, cells) = (self.size, bounds.size().as_ivec3());
        if costs != cells {
            return Err(CostArrayError::Shape { costs, cells });
        }
        let cost = |cell: IVec3| {
            let cost = || self.cost(cell - bounds.min);
            has_cost(cell).then(cost).flatten()
        };
        let volume = CostVolume::new(bounds, cost).nearest(self.nearest);
        Ok(volume.convention(convention).terrain()?)
    }
}

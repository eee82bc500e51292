//! `.raw`: numbers and nothing else, as scanners and `numpy.ndarray.tofile` write them.
//!
//! [`Import::dtype`] and [`Import::shape`] give the type of the numbers and how many cells there are along x, y and z:
//! the file has exactly as many bytes. By default the numbers are those of an array `a[x, y, z]`, in which z runs
//! fastest; with [`Import::array_axes`] of [`Zyx`](crate::ArrayAxes::Zyx), as most scanners have it, x does. All else is
//! as in [`npy`](mod@crate::volumes::npy): states, thresholds, places and axes.
//!
//! # Errors
//!
//! [`FileReason::LayoutMissing`] without a type or a shape, [`FileReason::Length`] for a file of another length, and
//! [`FileReason::Malformed`] for a shape that no world has.

use std::io::{self, BufReader, Read, Write};

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Occupancy};

use crate::cells::Cells;
use crate::error::{Fault, FileReason};
use crate::frame::Frame;
use crate::import::{ArrayAxes, Import, Imported};
use crate::volumes::numbers::{self, Fastest, Numbers, PIECE, along};

/// Reads the world in numbers, as a stream.
pub(crate) fn read(source: impl Read, import: &Import) -> Result<Imported, Fault> {
    let mut source = BufReader::with_capacity(PIECE, source);
    let (Some(kind), Some(shape)) = (import.dtype, import.shape) else {
        return Err(FileReason::LayoutMissing.into());
    };
    let side = |length: u32| along(length.into());
    let numbers = Numbers {
        kind,
        is_flag: false,
        shape: IVec3::new(side(shape.x)?, side(shape.y)?, side(shape.z)?),
        fastest: match import.array_axes {
            ArrayAxes::Xyz => Fastest::Z,
            ArrayAxes::Zyx => Fastest::X,
        },
    };
    let frame = Frame::new(import.file_up.unwrap_or(import.up), import);
    let lattice = frame.lattice_of_cells(import)?;
    let content = CellBox::from_size(numbers.shape);
    let mut cells = Cells::new(&content, CellState::Free, frame, import)?;
    let read = numbers.read(&mut source, &mut cells, import)?;
    let rest = io::copy(&mut source, &mut io::sink()).map_err(FileReason::Unreadable)?;
    let (expected, found) = (numbers.bytes(), read.saturating_add(rest));
    if found != expected {
        return Err(FileReason::Length { expected, found }.into());
    }
    Ok(cells.world(lattice, Vec::new()))
}

/// Writes a world as signed bytes, z fastest and x slowest: 0 free, 1 occupied, -1 unknown.
///
/// The first byte is the lowest cell of the bounds. The shape, materials, the place of that cell and the lattice are not
/// written.
///
/// ```
/// use voxnav_files::{Import, export, read_bytes};
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::{IVec3, UVec3}};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 2, 1)))?;
/// builder.set(IVec3::new(0, 1, 0), CellState::Occupied)?;
/// let mut file = Vec::new();
/// export::raw::write(&builder.commit(), &mut file)?;
/// assert_eq!(file, [0, 1, 0, 0, 0, 0]);
///
/// let (dtype, shape) = (Some("i8".parse()?), Some(UVec3::new(3, 2, 1)));
/// let import = Import { dtype, shape, ..Import::default() };
/// let world = read_bytes(&file, "a.raw", &import)?.occupancy;
/// assert_eq!(world.state(IVec3::new(0, 1, 0)), CellState::Occupied);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the destination.
pub fn write(world: &Occupancy, mut destination: impl Write) -> io::Result<()> {
    numbers::write(
        world.bounds(),
        Fastest::Z,
        numbers::of_states(world),
        &mut destination,
    )?;
    destination.flush()
}

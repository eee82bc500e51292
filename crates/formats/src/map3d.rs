//! `.3dmap`: a voxel world as a box and the list of its blocked cells.
//!
//! ```text
//! voxel W H D        extents along x, y and z
//! x y z              one blocked cell a line, 0 <= x < W, 0 <= y < H, 0 <= z < D
//! ...
//! ```
//!
//! Cells that are not listed are free, everything outside the box is occupied. The order of the
//! cells carries no meaning, and a cell listed twice is as blocked as one listed once.

use std::io::{self, BufWriter, Write};

use voxnav_occupancy::{CellBox, CellState, Occupancy, OccupancyBuilder, glam::IVec3};

use crate::{
    error::{FormatError, FormatReason, WriteError, quote},
    lines::{Lines, coordinate, exactly, extent},
};

/// The world that a `.3dmap` file describes, over the cells from (0, 0, 0) to below (W, H, D).
/// `name` is what errors call the file.
///
/// # Complexity
/// Linear in the bytes; memory by the chunks that the listed cells fall in, however large the box.
///
/// # Errors
/// [`FormatError`] with the line, when the header is missing or malformed, an extent is not between
/// 1 and [`MAX_COORDINATE`](voxnav_occupancy::MAX_COORDINATE), or a cell is malformed or outside
/// the box.
///
/// ```
/// use voxnav_formats::map3d;
/// use voxnav_occupancy::{CellState, glam::IVec3};
///
/// let world = map3d::read(b"voxel 4 3 2\n1 2 0\n", "two.3dmap")?;
/// assert_eq!(world.bounds().max, IVec3::new(4, 3, 2));
/// assert_eq!(world.state(IVec3::new(1, 2, 0)), CellState::Occupied);
///
/// let error = map3d::read(b"voxel 4 3 2\n1 3 0\n", "two.3dmap").map(drop).unwrap_err();
/// assert_eq!(error.to_string(), "two.3dmap:2: y is 3, not between 0 and 2");
/// # Ok::<(), voxnav_formats::FormatError>(())
/// ```
pub fn read(bytes: &[u8], name: &str) -> Result<Occupancy, FormatError> {
    let mut lines = Lines::new(bytes, name);
    let size = lines.expect(HEADER, header)?;
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size))
        .map_err(|error| lines.error(error.into()))?;
    while let Some(line) = lines.next_filled() {
        cell(line, size)
            .and_then(|cell| Ok(builder.set(cell, CellState::Occupied)?))
            .map_err(|reason| lines.error(reason))?;
    }
    Ok(builder.commit())
}

/// Writes a world as a `.3dmap` file, cells in the order of [`Occupancy::occupied_cells`].
///
/// # Guarantees
/// What [`read`] makes of the file has the same bounds and the same state in every cell, inside and
/// outside.
///
/// # Errors
/// Before the first byte: [`WriteError::Bounds`] when the world does not start at (0, 0, 0) or is
/// empty, [`WriteError::Outside`] when anything but [`CellState::Occupied`] lies around it,
/// [`WriteError::UnknownCells`] when it has such cells. [`WriteError::Io`] when `destination`
/// fails.
pub fn write(world: &Occupancy, destination: impl Write) -> Result<(), WriteError> {
    check_representable(world)?;
    write_cells(world, BufWriter::new(destination))?;
    Ok(())
}

const HEADER: &str = "the header `voxel W H D`";

fn header(line: &[u8]) -> Result<IVec3, FormatReason> {
    match exactly(line, "voxel W H D")? {
        [b"voxel", width, height, depth] => Ok(IVec3::new(
            extent("W", width)?,
            extent("H", height)?,
            extent("D", depth)?,
        )),
        _ => Err(FormatReason::UnexpectedLine {
            expected: HEADER,
            found: quote(line),
        }),
    }
}

fn cell(line: &[u8], size: IVec3) -> Result<IVec3, FormatReason> {
    let [x, y, z] = exactly(line, "x y z")?;
    Ok(IVec3::new(
        coordinate("x", x, size.x)?,
        coordinate("y", y, size.y)?,
        coordinate("z", z, size.z)?,
    ))
}

/// Refuses a world that says more than a map file can: both map formats start at the zero cell,
/// know two states, and leave nothing traversable outside.
pub(crate) fn check_representable(world: &Occupancy) -> Result<(), WriteError> {
    let bounds = world.bounds();
    if bounds.min != IVec3::ZERO || bounds.is_empty() {
        return Err(WriteError::Bounds { bounds });
    }
    if world.outside() != CellState::Occupied {
        return Err(WriteError::Outside {
            outside: world.outside(),
        });
    }
    match world.count(CellState::Unknown) {
        0 => Ok(()),
        count => Err(WriteError::UnknownCells { count }),
    }
}

fn write_cells(world: &Occupancy, mut file: impl Write) -> io::Result<()> {
    let size = world.bounds().max;
    writeln!(file, "voxel {} {} {}", size.x, size.y, size.z)?;
    for cell in world.occupied_cells() {
        writeln!(file, "{} {} {}", cell.x, cell.y, cell.z)?;
    }
    file.flush()
}

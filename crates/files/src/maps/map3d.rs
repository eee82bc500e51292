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
//!
//! # How a cut file is told
//! The format has neither a count nor an end, so a file that was cut at the end of a line is a valid
//! file of a world with fewer obstacles. Files written here report where they end, in words that mean
//! nothing to other readers: the header ends in a tab, and the last line repeats the first cell.
//! A file whose header ends in a tab and whose last line is another one is refused. Readers that
//! split lines at white space, or scan for numbers as that of the benchmark's authors does, read the
//! same world as without either.
//!
//! A cut is not detected in other files; one that does not end in a line break is likely to be cut, and [`Map::ending`]
//! reports so.

use std::io::{self, BufRead, BufWriter, Write};

use voxnav_occupancy::{CellBox, CellState, Occupancy, OccupancyBuilder, glam::IVec3};

use crate::error::{Fault, FileError, WriteError};
use crate::maps::map::{Ending, Map};
use crate::text::lines::{LineEnd, Lines, coordinate, exactly, extent, unexpected};

/// Reads the world that a `.3dmap` file describes, over the cells from (0, 0, 0) to below (W, H, D).
/// `name` is what errors call the file.
///
/// # Complexity
/// Linear in the bytes; memory by the chunks that the listed cells fall in, however large the box.
///
/// # Errors
/// [`FileError`] with the line, when the header is missing or malformed, an extent is not between
/// 1 and [`MAX_COORDINATE`](voxnav_occupancy::MAX_COORDINATE), a cell is malformed or outside the
/// box, or the end is missing that the header announces.
///
/// ```
/// use voxnav_files::map3d;
/// use voxnav_occupancy::{CellState, glam::IVec3};
///
/// let world = map3d::read(b"voxel 4 3 2\n1 2 0\n", "two.3dmap")?;
/// assert_eq!(world.bounds().max, IVec3::new(4, 3, 2));
/// assert_eq!(world.state(IVec3::new(1, 2, 0)), CellState::Occupied);
///
/// let error = map3d::read(b"voxel 4 3 2\n1 3 0\n", "two.3dmap").map(drop).unwrap_err();
/// assert_eq!(error.to_string(), "two.3dmap:2: y is 3, not between 0 and 2");
/// # Ok::<(), voxnav_files::FileError>(())
/// ```
pub fn read(bytes: &[u8], name: &str) -> Result<Occupancy, FileError> {
    Ok(read_from(bytes, name)?.occupancy)
}

/// Reads the world in a stream, line by line: what is read is not held in memory.
///
/// # Errors
/// Those of [`read`], and where the stream fails.
pub fn read_from(source: impl BufRead, name: &str) -> Result<Map, FileError> {
    map(source).map_err(|fault| fault.of(name))
}

pub(crate) fn map(source: impl BufRead) -> Result<Map, Fault> {
    let mut lines = Lines::new(source);
    let (size, promise) = lines.expect(HEADER, header)?;
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size))
        .map_err(|error| lines.error(error.into()))?;
    let (mut first, mut last) = (None, None);
    while let Some(line) = lines.next_filled()? {
        let cell = cell(line, size)
            .and_then(|cell| {
                builder.set(cell, CellState::Occupied)?;
                Ok(cell)
            })
            .map_err(|fault| lines.error(fault))?;
        if first.is_some() {
            last = Some(cell);
        } else {
            first = Some(cell);
        }
    }
    let is_closed = last.is_some() && last == first;
    let ending = match (promise, lines.line_end()) {
        (Promise::FirstCellAgain, _) if !is_closed => {
            return Err(lines.end(
                "the file is cut short: its header ends in a tab, which announces a last line that \
                 repeats the first cell, and there is none",
            ));
        }
        (_, LineEnd::EndOfFile) => Ending::Abrupt,
        (Promise::FirstCellAgain, LineEnd::Break) => Ending::Marked,
        (Promise::None, LineEnd::Break) => Ending::LineBreak,
    };
    Ok(Map::new(builder.commit(), ending))
}

/// The announcement in a header about the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    None,
    FirstCellAgain,
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
    let mut writer = Writer::new(BufWriter::new(destination), world.bounds().max)?;
    writer.cells(world.occupied_cells())?;
    writer.finish()?.flush()?;
    Ok(())
}

/// A writer of a `.3dmap` file cell by cell, for worlds that are larger than memory.
///
/// Dropped without [`finish`](Self::finish), it leaves a file that readers refuse as cut short.
///
/// ```
/// use voxnav_files::map3d::{self, Writer};
/// use voxnav_occupancy::glam::IVec3;
///
/// let mut writer = Writer::new(Vec::new(), IVec3::new(4, 3, 2))?;
/// writer.cells([IVec3::ZERO, IVec3::ONE])?;
/// let file = writer.finish()?;
/// assert_eq!(file, b"voxel 4 3 2\t\n0 0 0\n1 1 1\n0 0 0\n");
/// assert!(map3d::read(&file, "two.3dmap").is_ok());
/// assert!(map3d::read(&file[..20], "two.3dmap").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    file: W,
    first: Option<IVec3>,
    line: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Begins a file for a world of a size in cells. Wants a buffered destination.
    ///
    /// # Errors
    /// Those of `file`.
    pub fn new(mut file: W, size: IVec3) -> io::Result<Self> {
        // Without cells there is none to repeat, and the file is its header.
        write!(file, "voxel {} {} {}", size.x, size.y, size.z)?;
        Ok(Self {
            file,
            first: None,
            line: Vec::new(),
        })
    }

    /// Writes occupied cells, which must lie within the size.
    ///
    /// # Errors
    /// Those of the file.
    pub fn cells(&mut self, cells: impl IntoIterator<Item = IVec3>) -> io::Result<()> {
        for cell in cells {
            if self.first.is_none() {
                self.first = Some(cell);
                self.file.write_all(b"\t\n")?;
            }
            self.cell(cell)?;
        }
        Ok(())
    }

    /// Ends the file and returns it; flushing it is left to the caller.
    ///
    /// # Errors
    /// Those of the file.
    pub fn finish(mut self) -> io::Result<W> {
        match self.first {
            Some(first) => self.cell(first)?,
            None => self.file.write_all(b"\n")?,
        }
        Ok(self.file)
    }

    fn cell(&mut self, cell: IVec3) -> io::Result<()> {
        self.line.clear();
        writeln!(self.line, "{} {} {}", cell.x, cell.y, cell.z)?;
        self.file.write_all(&self.line)
    }
}

const HEADER: &str = "the header `voxel W H D`";

fn header(line: &[u8]) -> Result<(IVec3, Promise), Fault> {
    match exactly(line, "voxel W H D")? {
        [b"voxel", width, height, depth] => {
            let size = IVec3::new(
                extent("W", width)?,
                extent("H", height)?,
                extent("D", depth)?,
            );
            let promise = match line {
                [.., b'\t'] => Promise::FirstCellAgain,
                _ => Promise::None,
            };
            Ok((size, promise))
        }
        _ => Err(unexpected(HEADER, line)),
    }
}

fn cell(line: &[u8], size: IVec3) -> Result<IVec3, Fault> {
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

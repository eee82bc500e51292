//! `.binvox`: runs of voxels, as the program of this name and `trimesh` write them.
//!
//! Reader and writer are here: the format is a few lines of text before pairs of bytes.
//!
//! ```text
//! #binvox 1
//! dim 4 4 4                    voxels along x, z and y
//! translate -1 0.5 2           the lowest corner
//! scale 2                      the longest side of the box of all voxels
//! data
//! 0 7 1 3 ...                  a value and how many voxels have it: y runs fastest, then z, then x
//! ```
//!
//! A value of 0 is free, and any other, which in version 2 may be a label, is occupied. Cell (0, 0, 0) is the first
//! voxel; its center is half a cell above the lowest corner. Without the lines `translate` and `scale` cells are one unit
//! or [`Import::size`] wide, and centered at multiples of that unless [`Import::origin`] says otherwise. No axis is up:
//! [`Import::up`] changes nothing unless [`Import::file_up`] is given.
//!
//! The format asks for three equal numbers in `dim`, and some programs refuse others. Where they differ, they are in the
//! order of the voxels, as the reader of the format's author and `binvox_rw` have it: along x, z and y.
//!
//! # Errors
//!
//! [`FileReason::Malformed`](crate::FileReason::Malformed) with the byte where the runs break off or nothing should
//! follow, [`FileReason::Unsupported`](crate::FileReason::Unsupported) for other versions,
//! [`FileReason::SizeGiven`](crate::FileReason::SizeGiven) and
//! [`FileReason::OriginGiven`](crate::FileReason::OriginGiven) if [`Import::size`] or [`Import::origin`] is not what the
//! file says.

use std::io::Write;
use std::str::FromStr;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, Lattice, Occupancy};

use crate::cells::Cells;
use crate::error::{Fault, Place, WriteError, malformed, unsupported};
use crate::frame::Frame;
use crate::import::{Import, Imported};
use crate::text::lines::header_line;
use crate::volumes::numbers::along;

/// Reads the world in runs of voxels.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let header = Header::of(bytes).map_err(|fault| fault.at(Place::Header))?;
    let shape = header.shape;
    let longest = f64::from(shape.max_element().max(1));
    let own_size = header.scale.map(|scale| DVec3::splat(scale / longest));
    let (_, size) = import.place_of(None, own_size)?;
    let own_origin = header.corner.map(|corner| corner + size / 2.0);
    let (origin, _) = import.place_of(own_origin, None)?;
    let frame = Frame::new(import.file_up.unwrap_or(import.up), import);
    let lattice = frame.lattice(origin, size)?;
    let mut cells = Cells::new(&CellBox::from_size(shape), CellState::Free, frame, import)?;
    let mut rows = Rows { shape, index: 0 };
    for (number, run) in bytes[header.end..].chunks(2).enumerate() {
        let at_run = |fault: Fault| fault.at(Place::Byte((header.end + 2 * number) as u64));
        let &[value, count] = run else {
            return Err(at_run(malformed("a run of voxels has no length")));
        };
        let put = rows.next(count, |row| match value {
            0 => Ok(()),
            _ => cells.set_box(&row, CellState::Occupied),
        });
        put.map_err(at_run)?;
    }
    if rows.left() > 0 {
        let what = format!("the voxels end too early: {} are missing", rows.left());
        return Err(malformed(what).at(Place::Byte(bytes.len() as u64)));
    }
    Ok(cells.world(lattice, Vec::new()))
}

/// The content of the lines before the runs.
struct Header {
    shape: IVec3,
    corner: Option<DVec3>,
    scale: Option<f64>,
    /// The byte at which the runs begin.
    end: usize,
}

impl Header {
    fn of(bytes: &[u8]) -> Result<Self, Fault> {
        let mut rest = bytes;
        let mut next = || header_line(&mut rest, "data");
        match next()?.split_once(' ') {
            Some(("#binvox", "1" | "2")) => {}
            Some(("#binvox", version)) => {
                return Err(unsupported(format!("files of version {version}")));
            }
            _ => return Err(malformed("this is no .binvox file")),
        }
        let (mut shape, mut corner, mut scale) = (None, None, None);
        loop {
            let line = next()?;
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("data") => break,
                Some("dim") => {
                    let [x, z, y] = numbers(line)?;
                    shape = Some(IVec3::new(along(x)?, along(y)?, along(z)?));
                }
                Some("translate") => corner = Some(DVec3::from_array(numbers(line)?)),
                Some("scale") => {
                    let [side] = numbers(line)?;
                    scale = Some(side);
                }
                _ => {}
            }
        }
        let missing = || malformed("the line `dim` is missing");
        Ok(Self {
            shape: shape.ok_or_else(missing)?,
            corner,
            scale,
            end: bytes.len() - rest.len(),
        })
    }
}

/// Returns the numbers after the word of a line.
fn numbers<T: FromStr, const N: usize>(line: &str) -> Result<[T; N], Fault> {
    let words = line.split_ascii_whitespace().skip(1);
    let numbers: Option<Vec<T>> = words.map(|word| word.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| malformed(format!("the line {line:?} should have {N} numbers")))
}

/// The voxels, row by row along y.
struct Rows {
    shape: IVec3,
    /// The index of the next voxel.
    index: u64,
}

impl Rows {
    /// Returns how many voxels are left.
    fn left(&self) -> u64 {
        let sides = self
            .shape
            .to_array()
            .map(|side| u64::from(side.unsigned_abs()));
        let all = sides.into_iter().fold(1, u64::saturating_mul);
        all.saturating_sub(self.index)
    }

    /// Goes over the next voxels, and hands over the parts of rows that they are.
    fn next(
        &mut self,
        count: u8,
        mut found: impl FnMut(CellBox) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut count = u64::from(count);
        if count > self.left() {
            return Err(malformed("there are more voxels than `dim` says"));
        }
        let [_, y, z] = self
            .shape
            .to_array()
            .map(|side| u64::from(side.unsigned_abs()));
        while count > 0 {
            let (row, from) = (self.index / y, self.index % y);
            let length = count.min(y - from);
            // INVARIANT: less than the sides, which are 32-bit integers.
            let cell = [row / z, from, row % z].map(|at| i32::try_from(at).unwrap_or_default());
            let low = IVec3::from_array(cell);
            let length_along = i32::try_from(length).unwrap_or_default();
            found(CellBox::new(low, low + IVec3::new(1, length_along, 1)))?;
            self.index += length;
            count -= length;
        }
        Ok(())
    }
}

/// Writes a world. Unknown cells are free in the file.
///
/// The first voxel is the lowest cell of the bounds. The numbers are written to their last digit; they are those of a
/// corner and of the longest side, so that the lattice may be rounded when it is read.
///
/// ```
/// use voxnav_files::{Import, export, read_bytes};
/// use voxnav_occupancy::{CellBox, CellState, Lattice, OccupancyBuilder, glam::{DVec3, IVec3}};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(4, 3, 2)))?;
/// builder.set(IVec3::new(1, 2, 0), CellState::Occupied)?;
/// let lattice = Lattice::new(DVec3::new(7.0, 0.0, 0.0), 0.5)?;
/// let mut file = Vec::new();
/// export::binvox::write(&builder.commit(), &lattice, &mut file)?;
///
/// let read = read_bytes(&file, "a.binvox", &Import::default())?;
/// assert!(read.occupancy.occupied_cells().eq([IVec3::new(1, 2, 0)]));
/// assert_eq!(read.lattice, lattice);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`WriteError::NotCubes`] for cells whose sides differ, and those of the destination.
pub fn write(
    world: &Occupancy,
    lattice: &Lattice,
    mut destination: impl Write,
) -> Result<(), WriteError> {
    let bounds = world.bounds();
    let [x, y, z] = bounds.size().to_array();
    let sizes = lattice.sizes();
    let size = lattice.cubic_size().ok_or(WriteError::NotCubes { sizes })?;
    let corner = lattice.center(bounds.min) - size / 2.0;
    let scale = size * f64::from(x.max(y).max(z).max(1));
    write!(
        destination,
        "#binvox 1\ndim {x} {z} {y}\ntranslate {} {} {}\nscale {scale}\ndata\n",
        corner.x, corner.y, corner.z
    )?;
    let mut runs = Runs::default();
    for x in bounds.min.x..bounds.max.x {
        for z in bounds.min.z..bounds.max.z {
            for y in bounds.min.y..bounds.max.y {
                let is_occupied = world.state(IVec3::new(x, y, z)) == CellState::Occupied;
                runs.push(is_occupied.into());
            }
        }
        // A layer at a time, so that writing to a file takes few calls.
        destination.write_all(&runs.done)?;
        runs.done.clear();
    }
    runs.end();
    destination.write_all(&runs.done)?;
    Ok(destination.flush()?)
}

/// Runs of equal values.
#[derive(Default)]
struct Runs {
    done: Vec<u8>,
    value: u8,
    count: u8,
}

impl Runs {
    fn push(&mut self, value: u8) {
        if self.count == u8::MAX || value != self.value {
            self.end();
        }
        self.value = value;
        self.count += 1;
    }

    fn end(&mut self) {
        if self.count > 0 {
            self.done.extend([self.value, self.count]);
        }
        self.count = 0;
    }
}

//! The formats in which worlds are generated, written slab by slab.

use std::io::Write;
use std::path::Path;

use voxnav::Lattice;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy};
use voxnav::ground::Palette;
use voxnav_files::{CompressedWriter, WriteError, map3d, uncompressed_name};
use voxnav_store::{World, Writer};
use voxnav_worlds::WorldKind;

use crate::error::{CliError, Context};
use crate::files::{Leftover, NewFile};
use crate::report::progress::Progress;

/// A format, by the extension of a file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapFormat {
    /// `.3dmap`, also with `.gz` or `.zst`: a line a cell.
    Lines,
    /// `.voxnav`: chunks.
    Chunks,
}

impl MapFormat {
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let name = uncompressed_name(path);
        let extension = name.extension()?;
        if extension.eq_ignore_ascii_case("3dmap") {
            Some(Self::Lines)
        } else if name == path && extension.eq_ignore_ascii_case(voxnav_store::EXTENSION) {
            Some(Self::Chunks)
        } else {
            None
        }
    }

    /// Writes a whole world.
    pub(crate) fn write(
        self,
        world: &Occupancy,
        lattice: &Lattice,
        file: impl Write,
    ) -> Result<(), WriteError> {
        match self {
            Self::Lines => map3d::write(world, file),
            Self::Chunks => {
                let mut world = World::new(world.clone());
                world.lattice = *lattice;
                Ok(world.write(file)?)
            }
        }
    }

    /// About how many bytes the file of a world has.
    pub(crate) fn usual_bytes(self, kind: WorldKind, size: IVec3) -> u64 {
        let bytes = match self {
            Self::Lines => {
                // A line is three numbers with something after each; in hundredths of a byte.
                let numbers = size.to_array().map(|side| mean_digits(side) + 100);
                u128::from(usual_cells(kind, size)) * numbers.iter().sum::<u128>() / 100
            }
            // In smooth worlds about a quarter of a bit a cell, in noise a bit.
            Self::Chunks => {
                cells(size)
                    / if matches!(kind, WorldKind::Random { .. }) {
                        8
                    } else {
                        32
                    }
            }
        };
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// A world that is being written.
#[derive(Debug)]
pub(crate) enum MapWriter {
    Lines(Box<map3d::Writer<CompressedWriter<NewFile>>>),
    Chunks(Box<Writer<NewFile>>),
}

impl MapWriter {
    /// The materials are those that all slabs name by their ids.
    pub(crate) fn new(
        (format, lattice): (MapFormat, Lattice),
        path: &Path,
        file: NewFile,
        size: IVec3,
        materials: Palette,
    ) -> Result<Self, WriteError> {
        Ok(match format {
            MapFormat::Lines => {
                let file = CompressedWriter::new(path, file);
                Self::Lines(Box::new(map3d::Writer::new(file, size)?))
            }
            MapFormat::Chunks => {
                let bounds = CellBox::from_size(size);
                let writer = Writer::new(file, bounds, CellState::Occupied)?;
                let writer = writer.with_lattice(lattice).with_palette(materials);
                Self::Chunks(Box::new(writer))
            }
        })
    }

    /// Writes the next layers.
    pub(crate) fn slab(&mut self, slab: &Occupancy, progress: &Progress) -> Result<(), WriteError> {
        /// Cells between two looks at the progress.
        const STEP: usize = 1 << 16;
        match self {
            Self::Lines(writer) => {
                let mut cells = slab.occupied_cells().peekable();
                while cells.peek().is_some() {
                    writer.cells(cells.by_ref().take(STEP))?;
                    progress.inc(STEP as u64);
                }
            }
            Self::Chunks(writer) => {
                writer.part(slab)?;
                progress.inc(slab.count(CellState::Occupied));
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<NewFile, WriteError> {
        match self {
            Self::Lines(writer) => Ok(writer.finish()?.finish()?),
            Self::Chunks(writer) => Ok(writer.finish()?),
        }
    }
}

/// Returns the number of cells of a world: at most 2^93.
fn cells(size: IVec3) -> u128 {
    let sides = size.to_array().map(|side| u128::from(side.unsigned_abs()));
    sides.iter().product()
}

/// About how many cells of a world are occupied.
pub(crate) fn usual_cells(kind: WorldKind, size: IVec3) -> u64 {
    let occupied = cells(size) * u128::from(kind.usual_share()) / 100;
    u64::try_from(occupied).unwrap_or(u64::MAX)
}

/// Returns the number of digits of the numbers below `end` on average, in hundredths.
fn mean_digits(end: i32) -> u128 {
    let end = u128::from(end.unsigned_abs()).max(1);
    let (mut digits, mut from, mut length) = (0, 0, 1);
    let mut to = 10;
    while from < end {
        digits += length * (end.min(to) - from);
        (from, to, length) = (to, to * 10, length + 1);
    }
    digits * 100 / end
}

/// Writes a whole file, compressed if its name says so.
pub(crate) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut CompressedWriter<NewFile>) -> Result<(), WriteError>,
) -> Result<(), CliError> {
    let written = NewFile::begin(path, Leftover::Removed)
        .map_err(WriteError::Io)
        .and_then(|file| {
            let mut file = CompressedWriter::new(path, file);
            write(&mut file)?;
            file.finish()?.finish().map_err(WriteError::Io)
        });
    written.writing(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_counted_on_average() {
        for (end, expected) in [(1, 100), (10, 100), (11, 109), (100, 190), (1000, 289)] {
            assert_eq!(mean_digits(end), expected, "{end}");
        }
        let bytes = |kind, size| MapFormat::Lines.usual_bytes(kind, size);
        let full = WorldKind::Random { percent: 100 };
        assert_eq!(bytes(full, IVec3::splat(10)), 6000);
        assert_eq!(bytes(WorldKind::Maze, IVec3::MAX), u64::MAX);
        assert_eq!(bytes(WorldKind::Empty, IVec3::MAX), 0);
    }
}

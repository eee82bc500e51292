//! `.npy`: a world as an array of bytes.

use std::io::{self, Write};

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellState, Lattice, Occupancy};

use super::left_out::{self, Held, LeftOut};
use crate::npy::header_text;

/// Lists what a file leaves out of a world.
#[must_use]
pub fn left_out(world: &Occupancy, lattice: &Lattice) -> Vec<LeftOut> {
    left_out::left_out(world, lattice, &[Held::Unknown])
}

/// Writes a world as an array `a[x, y, z]` of signed bytes: 0 free, 1 occupied, -1 unknown.
///
/// The first element is the lowest cell of the bounds. Materials, the place of that cell and the lattice
/// are not written.
///
/// ```
/// use voxnav_files::{Import, export, read_bytes};
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 2, 1)))?;
/// builder.set(IVec3::new(2, 1, 0), CellState::Unknown)?;
/// let mut file = Vec::new();
/// export::npy::write(&builder.commit(), &mut file)?;
/// let world = read_bytes(&file, "a.npy", &Import::default())?;
/// assert_eq!(world.occupancy.state(IVec3::new(2, 1, 0)), CellState::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the destination.
pub fn write(world: &Occupancy, mut destination: impl Write) -> io::Result<()> {
    let bounds = world.bounds();
    destination.write_all(&header_text(bounds.size().to_array()))?;
    // A layer at a time, so that writing to a file takes few calls.
    let mut layer = Vec::new();
    for x in bounds.min.x..bounds.max.x {
        layer.clear();
        for y in bounds.min.y..bounds.max.y {
            layer.extend((bounds.min.z..bounds.max.z).map(
                |z| match world.state(IVec3::new(x, y, z)) {
                    CellState::Free => 0,
                    CellState::Occupied => 1,
                    CellState::Unknown => (-1_i8).cast_unsigned(),
                },
            ));
        }
        destination.write_all(&layer)?;
    }
    destination.flush()
}

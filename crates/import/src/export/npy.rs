//! `.npy`: a world as an array of bytes.

use std::io::{self, Write};

use npyz::WriterBuilder;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellState, Occupancy};

/// Writes a world as an array `a[x, y, z]` of signed bytes: 0 free, 1 occupied, -1 unknown.
///
/// The first element is the lowest cell of the bounds. Materials and the lattice are not written.
///
/// ```
/// use voxnav_import::{Import, export, npy};
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 2, 1)))?;
/// builder.set(IVec3::new(2, 1, 0), CellState::Unknown)?;
/// let mut file = Vec::new();
/// export::npy::write(&builder.commit(), &mut file)?;
/// let world = npy::read(file.as_slice(), "a.npy", &Import::default())?;
/// assert_eq!(world.occupancy.state(IVec3::new(2, 1, 0)), CellState::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the destination.
pub fn write(world: &Occupancy, destination: impl Write) -> io::Result<()> {
    let bounds = world.bounds();
    let shape = bounds.size().to_array().map(u64::from);
    let mut writer = npyz::WriteOptions::new()
        .default_dtype()
        .shape(&shape)
        .writer(destination)
        .begin_nd()?;
    for x in bounds.min.x..bounds.max.x {
        for y in bounds.min.y..bounds.max.y {
            for z in bounds.min.z..bounds.max.z {
                writer.push(&match world.state(IVec3::new(x, y, z)) {
                    CellState::Free => 0_i8,
                    CellState::Occupied => 1,
                    CellState::Unknown => -1,
                })?;
            }
        }
    }
    writer.finish()
}

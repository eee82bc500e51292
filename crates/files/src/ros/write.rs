//! Writing maps.

use std::io::Write;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellState, Lattice, Occupancy};

use super::{FREE_BELOW, OCCUPIED_ABOVE};
use crate::error::WriteError;
use crate::frame::Frame;
use crate::import::Up;

/// Writes the text of the map that a world of one layer is, in which an axis points up. `image` is the name of the
/// image next to it.
///
/// The numbers are written to their last digit; the origin is that of a corner, so that the center of a cell may be
/// rounded when it is read.
///
/// ```
/// use voxnav_files::{Up, export};
/// use voxnav_occupancy::{CellBox, Lattice, OccupancyBuilder, glam::{DVec3, IVec3}};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 2, 1)))?.commit();
/// let lattice = Lattice::new(DVec3::new(1.0, 2.0, 0.0), 0.5)?;
/// let mut text = Vec::new();
/// export::ros::write_text(&world, &lattice, Up::Z, "floor.pgm", &mut text)?;
/// assert!(text.starts_with(b"image: \"floor.pgm\"\nresolution: 0.5\norigin: [0.75, 1.75, 0.0]\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`WriteError::NotOneLayer`] for a world that is not one cell high, [`WriteError::NotCubes`] for cells that are not as long
/// as wide, and those of the destination.
pub fn write_text(
    world: &Occupancy,
    lattice: &Lattice,
    up: Up,
    image: &str,
    mut destination: impl Write,
) -> Result<(), WriteError> {
    let frame = one_layer(world, up)?;
    let lowest = frame.cells(&world.bounds()).min;
    // The lattice of the turned cells has its origin turned.
    let origin = frame.position(lattice.origin());
    let sizes = frame.position(lattice.sizes()).abs();
    // The height of the layer is nowhere in the file.
    let size = sizes.x;
    if sizes.y.to_bits() != size.to_bits() {
        return Err(WriteError::NotCubes { sizes });
    }
    let corner = origin + (lowest.as_dvec3() - 0.5) * sizes;
    // A text in double quotes, escaped as JSON is, is one of YAML, too.
    let image = serde_json::to_string(image).map_err(std::io::Error::from)?;
    writeln!(destination, "image: {image}")?;
    writeln!(destination, "resolution: {size:?}")?;
    writeln!(destination, "origin: [{:?}, {:?}, 0.0]", corner.x, corner.y)?;
    writeln!(destination, "negate: 0")?;
    writeln!(destination, "occupied_thresh: {OCCUPIED_ABOVE}")?;
    writeln!(destination, "free_thresh: {FREE_BELOW}")?;
    writeln!(destination, "mode: trinary")?;
    Ok(destination.flush()?)
}

/// Writes the image of the map that a world of one layer is, in which an axis points up, as a binary `.pgm` file: black
/// is occupied, 254 free, and 205 unknown.
///
/// # Errors
///
/// Those of [`write_text`].
pub fn write_image(
    world: &Occupancy,
    up: Up,
    mut destination: impl Write,
) -> Result<(), WriteError> {
    let frame = one_layer(world, up)?;
    let bounds = frame.cells(&world.bounds());
    let back = Frame::between(Up::Z, up);
    let [width, height, _] = bounds.size().to_array();
    write!(destination, "P5\n{width} {height}\n255\n")?;
    let mut row = Vec::new();
    for y in (bounds.min.y..bounds.max.y).rev() {
        row.clear();
        row.extend(
            (bounds.min.x..bounds.max.x).map(|x| {
                match world.state(back.cell(IVec3::new(x, y, bounds.min.z))) {
                    CellState::Occupied => 0,
                    CellState::Free => 254,
                    CellState::Unknown => 205,
                }
            }),
        );
        destination.write_all(&row)?;
    }
    Ok(destination.flush()?)
}

/// Returns the turn of a world of one layer to z up.
fn one_layer(world: &Occupancy, up: Up) -> Result<Frame, WriteError> {
    let frame = Frame::between(up, Up::Z);
    match frame.cells(&world.bounds()).size().as_ivec3().z {
        1 => Ok(frame),
        depth => Err(WriteError::NotOneLayer { depth }),
    }
}

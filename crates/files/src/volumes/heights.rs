//! `.png`: height maps, a gray pixel a column of cells.
//!
//! A pixel is a cell wide. Its columns are x, and y grows from the lowest row of the image to the
//! uppermost, as on a map with north up; z points up, or y if [`Import::up`] says so. Black is height
//! zero and white [`Import::height`]; a column is occupied from cell 0 to the cell that owns its height,
//! so that there is ground under black as well. The world is as high as its highest column; room above
//! it is [`Import::margin`]. Corners of cells are at multiples of the size, unless
//! [`Import::origin`] reports where cell (0, 0, 0) is; heights count from its lower face.
//!
//! Pixels of 1 to 16 bits are read. Where an image has transparent pixels, their columns are unknown, or
//! [`Import::unknown`].
//!
//! Not read: images in color or interlaced, which are refused; gamma and color profiles.
//!
//! # Errors
//!
//! [`FileReason::Malformed`](crate::FileReason::Malformed) for images that are broken,
//! [`FileReason::Unsupported`](crate::FileReason::Unsupported) for those that are no height maps.

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, MAX_COORDINATE};

use crate::cells::Cells;
use crate::error::{Fault, Place, malformed, unsupported};
use crate::frame::Frame;
use crate::import::{Import, Imported, Up};
use crate::volumes::pixels::Pixels;

/// Reads the world of a height map.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let sizes = import.size.map_or(DVec3::ONE, DVec3::from);
    let frame = Frame::new(Up::Z, import);
    let lattice = frame.lattice_of_positions(import, sizes)?;
    let image = Pixels::open(bytes)?;
    if !image.is_gray() {
        return Err(unsupported("images in color").at(Place::Header));
    }
    let (width, height) = (image.width, image.height);
    let (has_alpha, white) = (image.has_alpha(), f64::from(image.brightest()));
    // How many cells are occupied, or none where nothing is known.
    let cells_of = |samples: &[u16]| {
        let top = (f64::from(samples[0]) / white * import.height / sizes.z).floor();
        let count = (top < f64::from(MAX_COORDINATE)).then_some(top);
        let is_clear = has_alpha && samples.last() == Some(&0);
        #[expect(clippy::cast_possible_truncation, reason = "in range")]
        count.map(|count| if is_clear { 0 } else { count as i32 + 1 })
    };
    let mut columns: Vec<i32> = Vec::new();
    image.for_each(|samples| {
        let count = cells_of(samples).ok_or_else(|| malformed("white is too high"))?;
        columns.push(count);
        Ok(())
    })?;
    let highest = columns.iter().copied().max().unwrap_or(0).max(1);
    let content = CellBox::from_size(IVec3::new(width, height, highest));
    let mut cells = Cells::new(&content, CellState::Free, frame, import)?;
    let places = (0..height)
        .rev()
        .flat_map(|y| (0..width).map(move |x| (x, y)));
    for ((x, y), count) in places.zip(columns) {
        let (top, state) = match count {
            0 => (highest, import.unknown),
            count => (count, CellState::Occupied),
        };
        let column = CellBox::new(IVec3::new(x, y, 0), IVec3::new(x + 1, y + 1, top));
        cells.set_box(&column, state)?;
    }
    Ok(cells.world(lattice, Vec::new()))
}

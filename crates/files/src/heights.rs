//! `.png`: height maps, a gray pixel a column of cells.
//!
//! A pixel is a cell wide. Its columns are x, and y grows from the lowest row of the image to the
//! uppermost, as on a map with north up; z points up, or y if [`Import::up`] says so. Black is height
//! zero and white [`Import::height`]; a column is occupied from cell 0 to the cell that owns its height,
//! so that there is ground under black as well. The world is as high as its highest column; room above
//! it is [`Import::margin`]. Corners of cells are at multiples of the size, unless
//! [`Import::origin`] says where cell (0, 0, 0) is; heights count from its lower face.
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

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Transformations};
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, MAX_COORDINATE};

use crate::cells::Cells;
use crate::error::{Fault, Place, malformed, unsupported};
use crate::frame::Frame;
use crate::import::{Import, Imported, Up};

/// Reads the world of a height map.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let size = import.size.unwrap_or(1.0);
    let frame = Frame::new(Up::Z, import);
    let lattice = frame.lattice_of_positions(import, size)?;
    let mut decoder = Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::EXPAND);
    let mut image = decoder.read_info().map_err(malformed)?;
    let info = image.info();
    if info.interlaced {
        return Err(unsupported("interlaced images").at(Place::Header));
    }
    let (Ok(width), Ok(height)) = (i32::try_from(info.width), i32::try_from(info.height)) else {
        return Err(malformed("no world is as large").at(Place::Header));
    };
    let (color, depth) = image.output_color_type();
    let has_alpha = match color {
        ColorType::Grayscale => false,
        ColorType::GrayscaleAlpha => true,
        _ => return Err(unsupported("images in color").at(Place::Header)),
    };
    // The bytes of the gray of a pixel, and those of the whole pixel.
    let gray = 1 + usize::from(depth == BitDepth::Sixteen);
    let step = gray << usize::from(has_alpha);
    let level = |pixel: &[u8]| match pixel[..gray] {
        [high, low] => f64::from(u16::from_be_bytes([high, low])) / 65_535.0,
        _ => f64::from(pixel[0]) / 255.0,
    };
    let is_clear = |pixel: &[u8]| has_alpha && pixel[gray..].iter().all(|byte| *byte == 0);
    // How many cells are occupied, or none where nothing is known.
    let cells_of = |pixel: &[u8]| {
        let top = (level(pixel) * import.height / size).floor();
        let count = (top < f64::from(MAX_COORDINATE)).then_some(top);
        #[expect(clippy::cast_possible_truncation, reason = "in range")]
        count.map(|count| if is_clear(pixel) { 0 } else { count as i32 + 1 })
    };
    let mut columns: Vec<i32> = Vec::new();
    let mut row_number = 0;
    while let Some(row) = image.next_row().map_err(malformed)? {
        for pixel in row.data().chunks_exact(step) {
            let count = cells_of(pixel).ok_or_else(|| malformed("white is too high"))?;
            columns.push(count);
        }
        row_number += 1;
    }
    image.finish().map_err(malformed)?;
    if row_number != height {
        return Err(malformed("rows are missing"));
    }
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

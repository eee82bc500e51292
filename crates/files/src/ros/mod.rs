//! `.yaml` and `.pgm`: maps of ROS, as its map server has them.
//!
//! A map is an image and a text about it. A pixel is a cell, and the world is one layer of them: x grows along the rows
//! of the image, and y from the lowest row to the uppermost. z points up.
//!
//! ```text
//! image: floor.pgm            # beside this file, or an absolute path
//! resolution: 0.05            # the side of a cell, in meters
//! origin: [-10.0, -7.5, 0.0]  # the lower left corner of the lower left pixel, and a turn
//! negate: 0                   # 1: white is occupied
//! occupied_thresh: 0.65
//! free_thresh: 0.196
//! mode: trinary               # or scale or raw; trinary without it
//! ```
//!
//! The lattice has the resolution and the origin: cell (0, 0, 0) is the lower left pixel, and positions at z = 0 are on
//! the plane through the centers of its layer. Of an image without its text, which may be a `.pgm` file only, cells
//! are one unit or [`Import::size`] wide, centered at multiples of that unless [`Import::origin`] says otherwise, and
//! the mode and the thresholds are those above.
//!
//! The darkness of a pixel is its probability, of black 1 and of white 0; of negated maps the reverse.
//!
//! | mode | occupied | free | unknown |
//! |---|---|---|---|
//! | `trinary` | above `occupied_thresh` | below `free_thresh` | between |
//! | `scale` | as above; between, from where [`Import::threshold`] of the way is reached | as above; the rest between | transparent |
//! | `raw` | pixels up to 100, percent, of at least [`Import::threshold`] | the other ones up to 100 | above 100 |
//!
//! Unknown cells are unknown, or [`Import::unknown`]. Images are `.pgm`, in text or binary, of 8 or 16 bits, and in
//! builds with the feature `heights` also `.png`. Colors are averaged; in the mode `trinary` transparency is averaged
//! with them, as the map server does.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] with the line for a text that is no map, and with the byte for an image that is none;
//! [`FileReason::Unsupported`] for a map that is turned, a negated one of the mode `raw`, other images, and where the
//! folder of the text is unknown; [`FileReason::SizeGiven`] and [`FileReason::OriginGiven`] if [`Import::size`] or
//! [`Import::origin`] is not what the text says.
//!
//! [`FileReason::Malformed`]: crate::FileReason::Malformed
//! [`FileReason::Unsupported`]: crate::FileReason::Unsupported
//! [`FileReason::SizeGiven`]: crate::FileReason::SizeGiven
//! [`FileReason::OriginGiven`]: crate::FileReason::OriginGiven
//! [`Import`]: crate::Import
//! [`Import::size`]: crate::Import::size
//! [`Import::origin`]: crate::Import::origin
//! [`Import::threshold`]: crate::Import::threshold
//! [`Import::unknown`]: crate::Import::unknown

#[cfg(feature = "ros")]
mod image;
#[cfg(feature = "ros")]
mod read;
#[cfg(feature = "export")]
mod write;

#[cfg(feature = "ros")]
pub(crate) use read::{read, read_image};
#[cfg(feature = "export")]
pub use write::{write_image, write_text};

/// The darkness above which a pixel is occupied, where no text says another.
const OCCUPIED_ABOVE: f64 = 0.65;

/// The darkness below which a pixel is free, where no text says another. Nearer to white than 205, the gray of unknown
/// pixels.
const FREE_BELOW: f64 = 0.196;

//! Cells, chunks and axes, and where they are in the world.

mod axis;
mod cell_box;
mod chunk_coord;
mod lattice;
pub(crate) mod number;
mod rows;
#[cfg(feature = "serde")]
mod stored;

pub use axis::{Axis, Heading, Sign};
pub use cell_box::CellBox;
pub use chunk_coord::ChunkCoord;
pub(crate) use chunk_coord::{EDGE, WHOLE_CHUNK, chunks_of, offsets_around};
pub use lattice::{CellSizes, Lattice, LatticeError};
pub use rows::{Rows, no_bits, row_mask, row_places, rows_of};
pub(crate) use rows::{bits, box_around, clip, mask, row_index, row_place, rows_within};

/// The bound on the coordinates of cells, which lie in `-MAX_COORDINATE..MAX_COORDINATE` on every
/// axis, so that the difference of two coordinates fits in an `i32`.
pub const MAX_COORDINATE: i32 = 1 << 30;

/// All cells there can be.
pub(crate) const SUPPORTED_CELLS: CellBox = CellBox::new(
    glam::IVec3::splat(-MAX_COORDINATE),
    glam::IVec3::splat(MAX_COORDINATE),
);

/// The greatest world coordinate that obstacles and query boxes may have, 2^40 units.
///
/// Doubles are 2^-12 units apart there, a quarter of the default [`Skin`](crate::Skin); and every
/// product of three extents still fits the single precision of parry3d's trees.
pub const MAX_WORLD_COORDINATE: f64 = 1_099_511_627_776.0;

//! The map: which cells are free, occupied or unknown; edits, and the snapshots they make.

mod builder;
mod cell_state;
pub(crate) mod chunk_cells;
mod chunk_view;
mod error;
pub(crate) mod snapshot;

pub use builder::{MAX_CHUNKS_PER_BOX, OccupancyBuilder};
pub use cell_state::CellState;
pub use chunk_view::{ChunkView, MixedChunk};
pub use error::OccupancyError;
pub use snapshot::{BrokenInvariant, Occupancy};

//! The map: which cells are free, occupied or unknown; edits, and the snapshots they make.

mod builder;
mod cell_state;
mod change_set;
pub(crate) mod chunk_cells;
mod chunk_edit;
pub(crate) mod chunk_map;
mod chunk_rows;
mod chunk_view;
mod error;
mod material_edits;
pub(crate) mod snapshot;
mod sources;

pub use builder::{MAX_CHUNKS_PER_BOX, OccupancyBuilder};
pub use cell_state::CellState;
pub use change_set::ChangeSet;
pub use chunk_view::{ChunkView, MixedChunk};
pub use error::OccupancyError;
pub use snapshot::{BrokenInvariant, Occupancy};

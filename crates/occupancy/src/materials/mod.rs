//! The materials of cells, the palette that names them, and how a chunk stores them.
//!
//! INVARIANT: nothing is stored where nothing is said, and equal statements have equal form.

mod chunk_materials;
mod colors;
mod material;
mod palette;

pub(crate) use chunk_materials::ChunkMaterials;
pub use colors::color_of;
pub use material::{CostFactor, Material, MaterialError, MaterialId, MaterialKind};
pub use palette::{MaterialSet, Palette};

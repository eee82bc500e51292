//! Traversable cells by other means than their coordinates: the nearest one, a random one, and the
//! size of what fits between two.
//!
//! - [`Traversability::nearest`] and, in world space, [`Traversability::snap`] find the traversable
//!   cell nearest to a position.
//! - [`Traversability::random_cells`] draws cells, each equally likely, by a seed.
//! - [`Traversability::largest_cube`] tells how large an agent could be and still get from one cell
//!   to another.
//!
//! All take chunks by their tags and cells by rows of 64, never one by one.

mod draws;
mod largest;
mod nearest;
mod random;
mod selection;

pub use nearest::{NearestCell, NearestError, Snap};
pub use random::RandomCells;
pub use selection::Among;

//! What a search sees: one bit a cell, set where the agent's centre may be.
//!
//! A [`Traversability`] is an immutable, cheaply cloned snapshot over the bounds of a world; beyond
//! them nothing is traversable. Its chunks of 64^3 cells hold rows along all three axes (96 KB),
//! uniform chunks share one copy, and every chunk knows which of its blocks of 8^3 cells are *open*:
//! traversable together with all cells around the block. In open blocks neither neighborhoods nor
//! runs need to look at single cells.
//!
//! INVARIANT: the bits of a cell outside the bounds are zero, in every chunk.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "coordinates within a chunk are masked to 0..64, row numbers lie in 0..9"
)]
#![expect(
    clippy::large_stack_arrays,
    reason = "a chunk of 96 KB on its way to the heap, on stacks of at least 2 MB"
)]

mod components;
mod directory;
mod grid;
mod neighborhood;
mod rows;
mod run;

use std::sync::Arc;

use glam::IVec3;

pub use components::Component;
pub use run::{Run, RunEnd, TurnRule, Watch};

use crate::{CellBox, CellState, ChunkCoord, Occupancy};
use grid::{ChunkEntry, Grid};

/// Whether an agent may enter cells of unknown state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnknownPolicy {
    /// Unknown cells are blocked.
    #[default]
    Blocked,
    /// Unknown cells are as good as free ones.
    Free,
}

/// Which cells of a world an agent's centre may occupy: an immutable snapshot for searches.
///
/// Cloning shares the storage. `Send` and `Sync`: many threads may search one value.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_occupancy::glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?;
/// builder.set(IVec3::new(1, 2, 3), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// assert!(world.is_traversable(IVec3::ZERO));
/// assert!(!world.is_traversable(IVec3::new(1, 2, 3)));
/// assert!(!world.is_traversable(IVec3::splat(8)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Traversability(Arc<Grid>);

/// The index of the row itself among the nine rows around it.
const CENTER_ROW: usize = 4;

impl Traversability {
    /// The cells that an agent of one cell may occupy: the free ones, and the unknown ones if
    /// `unknown` allows.
    ///
    /// # Complexity
    ///
    /// Linear in the chunks with content, about 50 µs for each.
    #[must_use]
    pub fn new(occupancy: &Occupancy, unknown: UnknownPolicy) -> Self {
        let stored = occupancy.stored_chunks().collect::<Vec<_>>();
        let background_row = match (occupancy.world.background(), unknown) {
            (CellState::Free, _) | (CellState::Unknown, UnknownPolicy::Free) => u64::MAX,
            (CellState::Occupied | CellState::Unknown, _) => 0,
        };
        Self(Arc::new(Grid::new(
            occupancy.bounds(),
            &stored,
            background_row,
            |chunk, y, z| {
                let view = occupancy.chunk(chunk);
                let unknown = match unknown {
                    UnknownPolicy::Blocked => 0,
                    UnknownPolicy::Free => view.row(CellState::Unknown, y, z),
                };
                view.row(CellState::Free, y, z) | unknown
            },
        )))
    }

    /// The box of cells, half-open, beyond which nothing is traversable.
    #[must_use]
    pub fn bounds(&self) -> CellBox {
        self.0.bounds
    }

    /// Whether the agent's centre may be in `cell`.
    #[must_use]
    #[inline]
    pub fn is_traversable(&self, cell: IVec3) -> bool {
        let local = cell & 63;
        let row = self.entry(ChunkCoord::of(cell)).x_row(local.y, local.z);
        row >> local.x & 1 != 0
    }

    /// The connected component of `cell`; `None` if the cell is not traversable, or if the world is
    /// so large and empty that its chunks cannot all be listed (more than 2^16 chunks within the
    /// bounds, and fewer than one in 32 with content).
    ///
    /// Cells of different components cannot reach each other by moves that cut no corners. The
    /// first call labels the whole snapshot.
    ///
    /// # Complexity
    ///
    /// Constant; for the first call linear in the chunks with content, about 0.1 ms for each.
    #[must_use]
    pub fn component(&self, cell: IVec3) -> Option<Component> {
        let components = self.0.components()?;
        if !self.is_traversable(cell) {
            return None;
        }
        let index = self.0.entry_index(ChunkCoord::of(cell));
        components.at(index, self.0.entry_at(index), cell & 63)
    }

    /// Labels the components now instead of at the first question.
    #[must_use]
    pub fn with_components(self) -> Self {
        self.0.components();
        self
    }

    /// Whether both are the same snapshot: one value and its clones. Two snapshots made separately
    /// differ even where their cells do not.
    #[must_use]
    pub fn is_same_snapshot(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Bytes held by this snapshot; storage shared between chunks counts once.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.0.memory_bytes()
    }

    #[inline]
    fn entry(&self, chunk: ChunkCoord) -> &ChunkEntry {
        self.0.entry(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OccupancyBuilder;

    #[test]
    fn chunks_never_written_are_in_the_state_that_was_set_for_the_whole_world() {
        let bounds = CellBox::new(IVec3::splat(-100), IVec3::splat(100));
        let free = IVec3::new(3, 4, 5);
        for (state, unknown, open) in [
            (CellState::Occupied, UnknownPolicy::Free, false),
            (CellState::Unknown, UnknownPolicy::Blocked, false),
            (CellState::Unknown, UnknownPolicy::Free, true),
        ] {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            builder.set_box(bounds, state).unwrap();
            builder.set(free, CellState::Free).unwrap();
            let world = Traversability::new(&builder.commit(), unknown);
            assert!(world.is_traversable(free));
            assert_eq!(world.is_traversable(IVec3::splat(6)), open, "{state:?}");
            assert_eq!(world.is_traversable(IVec3::splat(-7)), open, "{state:?}");
            assert!(!world.is_traversable(IVec3::splat(100)));
        }
    }
}

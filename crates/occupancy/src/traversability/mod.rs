//! The cells as a search sees them: one bit a cell, set where the agent's center may be.
//!
//! A [`Traversability`] is an immutable, cheaply cloned snapshot over the bounds of a world; beyond
//! them nothing is traversable. Its chunks of 64^3 cells hold rows along all three axes (96 KB),
//! equal chunks share one copy, and every chunk knows which of its blocks of 8^3 cells are *open*:
//! traversable together with all cells around the block. In open blocks neither neighborhoods nor
//! runs need to look at single cells. A snapshot knows the occupancy that it was derived from, so that
//! a later one can be derived from it where the two differ.
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

mod boundary;
mod bytes;
mod chunk_stamps;
mod connectivity;
mod derived_bytes;
mod dilation;
mod directory;
mod grid;
mod jump_index;
mod jump_scan;
mod neighborhood;
mod overlay;
mod pages;
mod refresh;
mod rows;
mod snapshot;

use std::sync::Arc;

use glam::IVec3;

pub use bytes::DerivedFlaw;
#[doc(hidden)]
pub use chunk_stamps::ChunkStamps;
pub use connectivity::{Component, ComponentsMissing};
pub use jump_index::JumpIndex;
use jump_scan::Layer;
pub use jump_scan::{ForcedRule, JumpScan, PlaneReader, Reach, ScanEnd, ScanMask};
pub use overlay::{DifferentBounds, Overlay};
pub use refresh::Refresh;

use crate::agent::{Footprint, UnknownPolicy};
use crate::coordinates::{Axis, CellBox, ChunkCoord, bits};
use crate::occupancy::Occupancy;
pub(crate) use connectivity::Components;
pub(crate) use dilation::Dilation;
use directory::Directory;
use grid::Grid;
pub(crate) use grid::{ChunkEntry, Listing, SharedChunk, Uniform};
pub use rows::transpose;
pub use snapshot::Attachment;
use snapshot::Snapshot;

/// The cells of a world that an agent's center may occupy: an immutable snapshot for searches.
///
/// Nothing outside the bounds is traversable, whatever [`Occupancy::outside`] says.
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
pub struct Traversability {
    snapshot: Arc<Snapshot>,
}

impl From<Snapshot> for Traversability {
    fn from(snapshot: Snapshot) -> Self {
        Self {
            snapshot: Arc::new(snapshot),
        }
    }
}
/// The index of the row itself among the nine rows around it.
const CENTER_ROW: usize = 4;

impl Traversability {
    /// Returns the cells that an agent of one cell may occupy: the free ones, and the unknown ones
    /// if `unknown` allows.
    ///
    /// # Complexity
    ///
    /// Linear in the chunks with content, about 50 µs for each.
    #[must_use]
    pub fn new(occupancy: &Occupancy, unknown: UnknownPolicy) -> Self {
        Self::for_agent(occupancy, Footprint::ONE, unknown)
    }

    /// Returns the cells inside the bounds at which an agent of many cells may be: those where no
    /// cell that it covers is occupied, or unknown unless `unknown` allows. What it covers outside
    /// the bounds counts by [`Occupancy::outside`].
    ///
    /// # Complexity
    ///
    /// Linear in the chunks with content and those that the agent reaches from there; the size of
    /// the agent counts by its logarithm and by how much of the chunks around it reaches into.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     Footprint, CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// builder.set(IVec3::splat(4), CellState::Occupied)?;
    /// let agent = Footprint::new(CellBox::from_size(IVec3::new(2, 2, 1)))?;
    /// let world = Traversability::for_agent(&builder.commit(), agent, UnknownPolicy::Blocked);
    /// assert!(!world.is_traversable(IVec3::new(3, 4, 4)));
    /// assert!(world.is_traversable(IVec3::new(5, 4, 4)));
    /// assert!(!world.is_traversable(IVec3::new(8, 0, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_agent(occupancy: &Occupancy, agent: Footprint, unknown: UnknownPolicy) -> Self {
        let grid = Grid::new(Dilation::new(occupancy, agent, unknown));
        Self::from(Snapshot::new(grid, None, None))
    }

    /// Returns the snapshot for the same agent and policy in an edited world; this one stays as it
    /// is.
    ///
    /// # Guarantees
    ///
    /// Equal to deriving it from scratch. Chunks that no changed cell reaches share their storage
    /// with this snapshot, and if its components are labeled, so do their labels.
    ///
    /// # Complexity
    ///
    /// That of deriving the chunks that changed cells reach, see [`Occupancy::changes_since`], and a
    /// pointer for every 64 chunks of the bounds. From scratch if bounds, outside state or the state
    /// of what was never written differ.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    ///
    /// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?.commit();
    /// let before = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let mut edit = occupancy.edit();
    /// edit.set(IVec3::ONE, CellState::Occupied)?;
    /// let after = before.refreshed(&edit.commit());
    /// assert!(before.is_traversable(IVec3::ONE));
    /// assert!(!after.is_traversable(IVec3::ONE));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn refreshed(&self, occupancy: &Occupancy) -> Self {
        if self.occupancy().is_same_snapshot(occupancy) {
            return self.clone();
        }
        self.refresh(occupancy).finish()
    }

    /// Returns the world that it was derived from.
    #[must_use]
    pub fn occupancy(&self) -> &Occupancy {
        &self.snapshot.grid.dilation.occupancy
    }

    /// Returns the cells that the agent covers.
    #[must_use]
    pub fn footprint(&self) -> Footprint {
        self.snapshot.grid.dilation.agent
    }

    /// Returns whether both snapshots hold the bits of a chunk in the same memory.
    #[must_use]
    pub fn shares_chunk(&self, other: &Self, chunk: ChunkCoord) -> bool {
        let [a, b] = [self, other].map(|world| &world.entry(chunk).bits);
        a.shares_storage_with(b)
    }

    /// Returns the chunks whose bits the two snapshots do not share, in ascending order: all in
    /// which they differ, and perhaps others. `None` where they do not list the same chunks.
    ///
    /// # Complexity
    ///
    /// For snapshots refreshed from one another, linear in the chunks derived again, plus a pointer
    /// for every 64 chunks of the bounds.
    #[must_use]
    pub fn unshared_chunks(&self, other: &Self) -> Option<Vec<ChunkCoord>> {
        let [own, others] = [&self.snapshot.grid, &other.snapshot.grid];
        let (Directory::Dense(table), Directory::Dense(_)) = (&own.directory, &others.directory)
        else {
            return None;
        };
        let apart = own.entries.unshared(&others.entries).filter(|&index| {
            let bits = [own, others].map(|grid| grid.entries.get(index).map(|it| &it.bits));
            matches!(bits, [Some(a), Some(b)] if !a.shares_storage_with(b))
        });
        // The first entry stands for everything beyond the table.
        let listed = apart.filter(|&index| index > 0);
        (own.bounds == others.bounds).then(|| listed.map(|index| table.chunk(index)).collect())
    }

    /// Returns the cells of a chunk that the agent may enter by only one of both snapshots, in the
    /// order z, y, x. None, without comparing, where both hold the chunk in the same memory.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     CellBox, CellState, ChunkCoord, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    ///
    /// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?.commit();
    /// let before = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let mut edit = occupancy.edit();
    /// edit.set(IVec3::ONE, CellState::Occupied)?;
    /// let after = before.refreshed(&edit.commit());
    /// let chunk = ChunkCoord::of(IVec3::ONE);
    /// assert_eq!(before.differing_cells(&after, chunk).collect::<Vec<_>>(), [IVec3::ONE]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn differing_cells(&self, other: &Self, chunk: ChunkCoord) -> impl Iterator<Item = IVec3> {
        let [own, others] = [self, other].map(|world| world.entry(chunk).bits.clone());
        let layers = if self.shares_chunk(other, chunk) {
            0
        } else {
            own.layers_apart(&others)
        };
        let layers = (0..64_usize).filter(move |z| layers >> z & 1 != 0);
        layers.flat_map(move |z| {
            let rows = z * 64..z * 64 + 64;
            let [own, others] = [&own, &others].map(|bits| &bits.along(Axis::X)[rows.clone()]);
            let differs = own != others;
            let left: Vec<u64> = if differs {
                own.iter().zip(others).map(|(a, b)| a ^ b).collect()
            } else {
                Vec::new()
            };
            (0..).zip(left).flat_map(move |(y, left)| {
                bits(left).map(move |x| chunk.origin() + IVec3::new(x, y, z as i32))
            })
        })
    }

    /// Checks that the snapshot is what its occupancy gives from scratch.
    ///
    /// # Errors
    ///
    /// The first chunk that differs.
    pub fn validate(&self) -> Result<(), ChunkCoord> {
        let difference = self.snapshot.grid.first_difference_from_scratch();
        let difference = difference.or_else(|| self.first_stale_jump());
        difference.map_or(Ok(()), Err)
    }

    /// Returns the box of cells, half-open, beyond which nothing is traversable.
    #[must_use]
    pub fn bounds(&self) -> CellBox {
        self.snapshot.grid.bounds
    }

    /// Returns whether the agent's center may be in `cell`.
    #[must_use]
    #[inline]
    pub fn is_traversable(&self, cell: IVec3) -> bool {
        let local = cell & 63;
        let row = self
            .entry(ChunkCoord::of(cell))
            .row(Axis::X, local.y, local.z);
        row >> local.x & 1 != 0
    }

    /// Returns the connected component of `cell`; `None` if the cell is not traversable, or if the
    /// world is so large and empty that its chunks cannot all be listed (more than 2^16 chunks
    /// within the bounds, and fewer than one in 32 with content).
    ///
    /// Cells of different components cannot reach each other by moves that cut no corners. The
    /// first call labels the whole snapshot.
    ///
    /// # Complexity
    ///
    /// Constant. The first call on a snapshot derived from scratch is linear in the chunks with
    /// content, about 0.1 ms for each. On a [`refreshed`](Self::refreshed) one whose predecessor
    /// was labeled, that is paid for the chunks that changed; beyond them only what hung together
    /// through them alone is looked at, by chunks and not by cells, up to the smaller side of what an
    /// edit joins or cuts apart.
    #[must_use]
    pub fn component(&self, cell: IVec3) -> Option<Component> {
        self.component_among(self.snapshot.components()?, cell)
    }

    fn component_among(&self, components: &Components, cell: IVec3) -> Option<Component> {
        let (index, entry) = self.indexed_entry(ChunkCoord::of(cell));
        components.at(index, entry.bits.along(Axis::X), cell & 63)
    }

    /// Returns whether two cells can reach each other by moves that cut no corners: both are
    /// traversable and in one component.
    ///
    /// # Complexity
    ///
    /// That of two calls of [`component`](Self::component): constant once labeled.
    ///
    /// # Errors
    ///
    /// [`ComponentsMissing`] where components cannot be listed; only a search can tell then.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 9, 9));
    /// builder.set_box(wall, CellState::Occupied)?;
    /// let walled = builder.commit();
    /// let world = Traversability::new(&walled, UnknownPolicy::Blocked);
    /// assert!(!world.is_connected(IVec3::ZERO, IVec3::splat(8))?);
    ///
    /// let mut door = walled.edit();
    /// door.set(IVec3::splat(4), CellState::Free)?;
    /// let world = world.refreshed(&door.commit());
    /// assert!(world.is_connected(IVec3::ZERO, IVec3::splat(8))?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_connected(&self, a: IVec3, b: IVec3) -> Result<bool, ComponentsMissing> {
        let components = self.snapshot.components().ok_or(ComponentsMissing)?;
        let [a, b] = [a, b].map(|cell| self.component_among(components, cell));
        Ok(a.is_some() && a == b)
    }

    /// Labels the components now instead of at the first question.
    #[must_use]
    pub fn with_components(self) -> Self {
        self.snapshot.components();
        self
    }

    /// Returns the number of chunks that a question about components would have to label first, about 0.1
    /// ms for each: none once they are known, and only those that were edited since they were known of a
    /// snapshot that this one was refreshed from. Searches that find their way soon do not wait for many.
    #[must_use]
    pub fn chunks_to_label(&self) -> usize {
        self.snapshot.chunks_to_label()
    }

    /// Returns whether both are the same snapshot: one value and its clones. Two snapshots made
    /// separately differ even where their cells do not.
    #[must_use]
    pub fn is_same_snapshot(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.snapshot, &other.snapshot)
    }

    /// Returns the bytes held by this snapshot, without the occupancy that it came from; storage
    /// shared between chunks counts once.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let components = self.snapshot.components.get().and_then(Option::as_ref);
        let layer = self.snapshot.layer.get().and_then(Option::as_ref);
        self.snapshot.grid.memory_bytes()
            + self.snapshot.jumps.memory_bytes()
            + components.map_or(0, |components| components.memory_bytes())
            + self
                .snapshot
                .attached
                .get()
                .map_or(0, |attached| attached.memory_bytes())
            + layer.map_or(0, Layer::memory_bytes)
    }

    #[inline]
    pub(crate) fn entry(&self, chunk: ChunkCoord) -> &ChunkEntry {
        self.snapshot.grid.entry(chunk)
    }

    /// Returns the entry of a chunk, and its position.
    #[inline]
    pub(crate) fn indexed_entry(&self, chunk: ChunkCoord) -> (usize, &ChunkEntry) {
        let index = self.snapshot.grid.entry_index(chunk);
        (index, &self.snapshot.grid.entries[index])
    }

    /// Returns the connected components; `None` where the world is too large and empty for them.
    pub(crate) fn components(&self) -> Option<&Components> {
        self.snapshot.components()
    }

    /// Returns the chunks that may have traversable cells.
    pub(crate) fn listing(&self) -> Listing {
        self.snapshot.grid.listing()
    }

    /// Returns the cells where the agent may be if nothing is in its way.
    pub(crate) fn anchors(&self) -> CellBox {
        self.snapshot.grid.dilation.anchors()
    }

    /// Returns the snapshot of the same world under the same policy for another agent.
    pub(crate) fn for_other_agent(&self, agent: Footprint) -> Self {
        Self::for_agent(self.occupancy(), agent, self.unknown_policy())
    }

    /// Returns whether the chunk of `entry` is known to have no traversable cell.
    #[inline]
    pub(crate) fn is_blocked(&self, entry: &ChunkEntry) -> bool {
        entry
            .bits
            .shares_storage_with(&self.snapshot.grid.maker.blocked)
    }

    /// Returns whether the chunk of `entry` is known to be traversable as a whole.
    #[inline]
    pub(crate) fn is_whole(&self, entry: &ChunkEntry) -> bool {
        entry
            .bits
            .shares_storage_with(&self.snapshot.grid.maker.open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::{CellState, OccupancyBuilder};

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

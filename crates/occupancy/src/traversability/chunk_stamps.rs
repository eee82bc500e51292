//! The cells that some chunks held, to tell later where another snapshot differs.
//!
//! Two chunks are the same if they are the same storage. A stamp holds on to the storage that it
//! compares with, so that no other can take its place: a chunk that was changed never looks the
//! same, whatever snapshots came and went in between. A chunk made again with equal cells looks
//! changed, which costs its user a look.

use std::sync::{Arc, Weak};

use super::rows::ChunkBits;
use super::{Snapshot, Traversability};
use crate::coordinates::ChunkCoord;

/// The state of some chunks of a snapshot: what depends on these chunks alone, such as that a path
/// through them is free, need not be asked again of a later snapshot while they stay the same.
///
/// A stamp keeps the cells of its chunks alive, 96 KB for each that no snapshot holds any longer,
/// but not the snapshot.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{
///     CellBox, CellState, ChunkCoord, OccupancyBuilder, Traversability, UnknownPolicy,
/// };
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(200)))?.commit();
/// let before = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let mut stamps = before.stamps([IVec3::ZERO, IVec3::X].map(ChunkCoord));
/// let mut edit = occupancy.edit();
/// edit.set(IVec3::new(70, 1, 1), CellState::Occupied)?;
/// let after = before.refreshed(&edit.commit());
/// assert_eq!(stamps.renew(&after), [1], "the chunk listed second");
/// assert!(stamps.is_of(&after) && stamps.renew(&after).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChunkStamps {
    /// The snapshot, whose place in memory stays taken, but not what it holds.
    snapshot: Weak<Snapshot>,
    chunks: Vec<(ChunkCoord, ChunkBits)>,
}

impl Traversability {
    /// Returns the state of some chunks, in the given order.
    #[must_use]
    pub fn stamps(&self, chunks: impl IntoIterator<Item = ChunkCoord>) -> ChunkStamps {
        let chunks = chunks.into_iter();
        ChunkStamps {
            snapshot: Arc::downgrade(&self.snapshot),
            chunks: chunks
                .map(|chunk| (chunk, self.entry(chunk).bits.clone()))
                .collect(),
        }
    }
}

impl ChunkStamps {
    /// Returns whether these are stamps of this very snapshot, so that none of its chunks differs.
    /// One comparison.
    #[must_use]
    pub fn is_of(&self, world: &Traversability) -> bool {
        std::ptr::eq(self.snapshot.as_ptr(), Arc::as_ptr(&world.snapshot))
    }

    /// Makes these the stamps of another snapshot and returns the places in the list of the chunks
    /// that may differ there, in ascending order. All others hold the same cells.
    ///
    /// # Complexity
    ///
    /// Constant if nothing was derived again between the snapshots; else a look-up for each chunk.
    pub fn renew(&mut self, world: &Traversability) -> Vec<usize> {
        let mut changed = Vec::new();
        if self.is_of(world) {
            return changed;
        }
        for (place, (chunk, bits)) in self.chunks.iter_mut().enumerate() {
            let now = &world.entry(*chunk).bits;
            if !bits.shares_storage_with(now) {
                *bits = now.clone();
                changed.push(place);
            }
        }
        self.snapshot = Arc::downgrade(&world.snapshot);
        changed
    }
}

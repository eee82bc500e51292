//! The difference between two snapshots: the one definition that all that is kept up under edits
//! goes by.
//!
//! Snapshots share the nodes of their chunk maps, so what they differ in is found without a look at
//! what they share, whether one commit lies between them, many, or an edit that was taken back. It
//! needs no record of the commits, and cannot be that of another pair of snapshots.

use super::cell_state::CellState;
use super::chunk_cells::ChunkCells;
use super::snapshot::{Occupancy, StoredChunk};
use crate::coordinates::{CellBox, ChunkCoord, box_around, row_mask};
use crate::materials::ChunkMaterials;

/// The difference between two snapshots of a world: the chunks, and in each the smallest box around
/// the cells whose state or material is another.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
///
/// let before = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(1000)))?.commit();
/// let mut door = before.edit();
/// let cells = CellBox::new(IVec3::new(60, 5, 5), IVec3::new(70, 6, 7));
/// door.set_box(cells, CellState::Occupied)?;
/// let changes = door.commit().changes_since(&before);
/// let boxes: Vec<_> = changes.boxes().collect();
/// assert_eq!(boxes.len(), 2, "in two chunks");
/// assert_eq!(boxes[0].hull(&boxes[1]), cells);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeSet {
    is_total: bool,
    /// The chunks in ascending order, none with an empty box.
    chunks: Vec<(ChunkCoord, CellBox)>,
}

impl Occupancy {
    /// Returns the difference from another snapshot, made earlier, later or apart.
    ///
    /// # Complexity
    ///
    /// For snapshots made from one another, linear in the chunks written in between, however many
    /// are stored.
    #[must_use]
    pub fn changes_since(&self, before: &Self) -> ChangeSet {
        let [old, new] = [&*before.world, &*self.world];
        let is_total = (old.bounds, old.outside, old.background())
            != (new.bounds, new.outside, new.background())
            || !old.palette.agrees_with(&new.palette);
        let mut chunks = Vec::new();
        let mut note = |chunk: ChunkCoord, stored: [&StoredChunk; 2]| {
            if !stored[0].is_shared_with(stored[1]) {
                let inside = chunk.local(&new.bounds);
                let materials = stored.map(|stored| stored.materials.as_deref());
                let local = difference(stored.map(|stored| &stored.cells), &inside)
                    .hull(&ChunkMaterials::difference(materials[0], materials[1]));
                if !local.is_empty() {
                    chunks.push((chunk, chunk.global(&local)));
                }
            }
        };
        if !is_total {
            old.chunks
                .for_unshared(&new.chunks, |chunk, before, after| {
                    let [before, after] = [(before, old), (after, new)]
                        .map(|(stored, world)| stored.unwrap_or(&world.unstored));
                    note(chunk, [before, after]);
                });
        }
        chunks.sort_unstable_by_key(|&(chunk, _)| chunk);
        ChangeSet { is_total, chunks }
    }
}

impl ChangeSet {
    /// Returns whether no cell differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.is_total && self.chunks.is_empty()
    }

    /// Returns whether bounds, outside state or the state of what was never written differ, or an
    /// id means another material, so that any cell may; then no chunks are listed.
    #[must_use]
    pub fn is_total(&self) -> bool {
        self.is_total
    }

    /// Returns the chunks with a cell that differs, in ascending order.
    #[must_use]
    pub fn chunks(&self) -> impl ExactSizeIterator<Item = ChunkCoord> + '_ {
        self.chunks.iter().map(|&(chunk, _)| chunk)
    }

    /// Returns, for each of the chunks, the smallest box around its cells that differ.
    #[must_use]
    pub fn boxes(&self) -> impl ExactSizeIterator<Item = CellBox> + '_ {
        self.chunks.iter().map(|&(_, cells)| cells)
    }
}

/// Returns the smallest local box around the cells inside the bounds in which two chunks differ.
fn difference(cells: [&ChunkCells; 2], inside: &CellBox) -> CellBox {
    let mask = row_mask(inside, inside.min.y, inside.min.z);
    let layers = inside.min.z..inside.max.z;
    let layers = layers.filter(|&z| !cells[0].agrees_in_layer(cells[1], z));
    let apart = |state, y, z| cells[0].row(state, y, z) ^ cells[1].row(state, y, z);
    let differing =
        |y, z| (apart(CellState::Occupied, y, z) | apart(CellState::Unknown, y, z)) & mask;
    layers.fold(CellBox::EMPTY, |hull, z| {
        let rows = (inside.min.y..inside.max.y).map(|y| (differing(y, z), y, z));
        hull.hull(&box_around(rows))
    })
}

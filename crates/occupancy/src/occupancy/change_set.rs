//! The difference between two snapshots: the one definition that all that is kept up under edits
//! goes by.
//!
//! Snapshots share the nodes of their chunk maps, so what they differ in is found without a look at
//! what they share, whether one commit lies between them, many, or an edit that was taken back. It
//! needs no record of the commits, and cannot be that of another pair of snapshots.

use glam::IVec3;

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
    /// The boxes around cells that are near each other, in the order of chunks.
    parts: Vec<CellBox>,
}

/// The gap, in cells, up to which cells that differ share a box.
const GAP: i32 = 4;

/// The most boxes of a chunk, and the most runs of cells that are looked at for them: cells that are spread wider have
/// one.
const MOST_PARTS: usize = 16;
const MOST_RUNS: usize = 1024;

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
        let mut chunks: Vec<(ChunkCoord, CellBox, Vec<CellBox>)> = Vec::new();
        let mut note = |chunk: ChunkCoord, stored: [&StoredChunk; 2]| {
            if !stored[0].is_shared_with(stored[1]) {
                let inside = chunk.local(&new.bounds);
                let materials = stored.map(|stored| stored.materials.as_deref());
                let rows = difference(stored.map(|stored| &stored.cells), &inside);
                let matter = ChunkMaterials::difference(materials[0], materials[1]);
                let local = box_around(rows.iter().copied()).hull(&matter);
                if !local.is_empty() {
                    let parts = parted(&rows, matter).unwrap_or_else(|| vec![local]);
                    let parts = parts.iter().map(|part| chunk.global(part)).collect();
                    chunks.push((chunk, chunk.global(&local), parts));
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
        chunks.sort_unstable_by_key(|it| it.0);
        let parts = chunks.iter().flat_map(|it| &it.2).copied().collect();
        let chunks = chunks.into_iter().map(|it| (it.0, it.1)).collect();
        ChangeSet {
            is_total,
            chunks,
            parts,
        }
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

    /// Returns boxes that hold all cells that differ, and less between those that are far apart than the
    /// [boxes](Self::boxes) of their chunks do: where crates move in a hall, one around each.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
    ///
    /// let before = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(60)))?.commit();
    /// let mut edit = before.edit();
    /// for cell in [IVec3::splat(3), IVec3::splat(50)] {
    ///     edit.set(cell, CellState::Occupied)?;
    /// }
    /// let changes = edit.commit().changes_since(&before);
    /// assert_eq!((changes.boxes().len(), changes.parts().len()), (1, 2));
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> impl ExactSizeIterator<Item = CellBox> + '_ {
        self.parts.iter().copied()
    }
}

/// Returns the cells inside the bounds in which two chunks differ: rows, with their local y and z.
fn difference(cells: [&ChunkCells; 2], inside: &CellBox) -> Vec<(u64, i32, i32)> {
    let mask = row_mask(inside, inside.min.y, inside.min.z);
    let layers = inside.min.z..inside.max.z;
    let layers = layers.filter(|&z| !cells[0].agrees_in_layer(cells[1], z));
    let apart = |state, y, z| cells[0].row(state, y, z) ^ cells[1].row(state, y, z);
    let differing =
        |y, z| (apart(CellState::Occupied, y, z) | apart(CellState::Unknown, y, z)) & mask;
    let rows = layers.flat_map(|z| {
        let rows = (inside.min.y..inside.max.y).map(move |y| (y, z));
        rows.map(|(y, z)| (differing(y, z), y, z))
    });
    rows.filter(|&(row, ..)| row != 0).collect()
}

/// Returns boxes around the cells of some rows and around another box, each farther than [`GAP`] from all others; `None`
/// for too many.
fn parted(rows: &[(u64, i32, i32)], other: CellBox) -> Option<Vec<CellBox>> {
    let mut parts: Vec<CellBox> = Vec::new();
    let mut runs = rows.iter().flat_map(|&(row, y, z)| runs_of(row, y, z));
    let some = runs.by_ref().take(MOST_RUNS);
    for mut part in some.chain([other]).filter(|part| !part.is_empty()) {
        // What is near a part may be near others once it is part of it.
        while let Some(near) = (parts.iter())
            .position(|it| !it.grown(IVec3::splat(GAP)).intersection(&part).is_empty())
        {
            part = part.hull(&parts.swap_remove(near));
        }
        parts.push(part);
        if parts.len() > MOST_PARTS {
            return None;
        }
    }
    runs.next().is_none().then_some(parts)
}

/// Returns the boxes around cells side by side in a row.
fn runs_of(row: u64, y: i32, z: i32) -> impl Iterator<Item = CellBox> {
    let mut left = row;
    std::iter::from_fn(move || {
        let first = left.trailing_zeros();
        let cells = (left.unbounded_shr(first)).trailing_ones();
        left &= u64::MAX.unbounded_shl(first + cells);
        let [first, end] = [first, first + cells].map(u32::cast_signed);
        let corner = IVec3::new(first, y, z);
        (cells > 0).then(|| CellBox::new(corner, IVec3::new(end, y + 1, z + 1)))
    })
}

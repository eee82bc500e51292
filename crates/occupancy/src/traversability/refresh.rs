//! Bringing a snapshot up to date with an edited world.
//!
//! A changed cell concerns the anchors whose box covers it, so only their chunks are derived again,
//! and of these and the adjacent chunks the open blocks. All others share their storage with the
//! snapshot before.

use glam::IVec3;

use super::connectivity::components::LabelsBefore;
use super::dilation::Dilation;
use super::directory::{BEYOND, DenseDirectory, Directory};
use super::grid::Grid;
use super::jump_index::IndexBefore;
use super::{Snapshot, Traversability};
use crate::coordinates::{CellBox, ChunkCoord, chunks_of, offsets_around};
use crate::occupancy::{ChangeSet, Occupancy};

/// A snapshot on its way to an edited world, some chunks at a time: for frames that have no time for
/// all of it, or another thread. Until it is there, questions go to the snapshot before.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{
///     CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
/// };
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(300)))?.commit();
/// let mut world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let mut edit = occupancy.edit();
/// edit.set_box(CellBox::from_size(IVec3::splat(200)), CellState::Occupied)?;
/// let mut refresh = world.refresh(&edit.commit());
/// while refresh.advance(4) > 0 {
///     assert!(world.is_traversable(IVec3::ZERO), "a frame that still asks the world before");
/// }
/// world = refresh.finish();
/// assert!(!world.is_traversable(IVec3::ZERO));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Refresh {
    grid: Grid,
    /// The chunks whose bits are to be derived, each with the anchors in it that may differ, in any number of boxes
    /// one after the other; then those whose open blocks are to be found. Both last first.
    stale: Vec<(ChunkCoord, CellBox)>,
    beside: Vec<ChunkCoord>,
    /// The entries whose bits came out different.
    changed: Vec<usize>,
    labels: Option<LabelsBefore>,
    index: Option<IndexBefore>,
}

impl Traversability {
    /// Begins to bring this snapshot up to date; the result is that of
    /// [`refreshed`](Self::refreshed).
    ///
    /// # Complexity
    ///
    /// That of [`Occupancy::changes_since`], and a pointer for every 64 chunks of the bounds. From
    /// scratch, at once, if bounds, outside state or the state of what was never written differ.
    #[must_use]
    pub fn refresh(&self, occupancy: &Occupancy) -> Refresh {
        let (grid, labels) = (&self.snapshot.grid, self.snapshot.labels_for_next());
        let index = self.snapshot.jumps.for_next();
        let dilation = Dilation {
            occupancy: occupancy.clone(),
            ..grid.dilation.clone()
        };
        let changes = occupancy.changes_since(&grid.dilation.occupancy);
        if changes.is_total() || !grid.is_listed_alike(occupancy) {
            let grid = Grid::new(dilation);
            return Refresh {
                index: index.map(|_| IndexBefore::Lost),
                grid,
                stale: Vec::new(),
                beside: Vec::new(),
                changed: Vec::new(),
                labels: None,
            };
        }
        let stale = grid.stale_anchors(&changes);
        let mut next = Grid {
            dilation,
            ..grid.clone()
        };
        next.list_around(&changes);
        let beside = stale.iter().map(|anchors| {
            let beside = anchors.grown(IVec3::ONE);
            beside.intersection(&grid.bounds)
        });
        Refresh {
            grid: next,
            beside: chunks_of(beside),
            stale: stale_chunks(&stale),
            changed: Vec::new(),
            labels,
            index,
        }
    }
}

impl Refresh {
    /// Does about as much work as deriving `chunks` chunks takes, and tells how many steps of
    /// that size are left.
    pub fn advance(&mut self, chunks: usize) -> usize {
        for _ in 0..chunks {
            if !self.step() {
                break;
            }
        }
        let stale = self.stale.chunk_by(|(one, _), (other, _)| one == other);
        stale.count() + self.beside.len()
    }

    /// Does the work that is left and returns the new snapshot.
    #[must_use]
    pub fn finish(mut self) -> Traversability {
        while self.step() {}
        let mut grid = self.grid;
        grid.maker.tidy();
        let labels = self.labels.map(|mut labels| {
            // Each chunk once: snapshots may follow one another for long before anybody asks.
            labels.changed.extend(self.changed);
            labels.changed.sort_unstable();
            labels.changed.dedup();
            labels
        });
        Traversability::from(Snapshot::new(grid, labels, self.index))
    }

    /// Takes one chunk further, if any is left.
    fn step(&mut self) -> bool {
        let grid = &mut self.grid;
        if let Some(&(chunk, _)) = self.stale.last() {
            let first = self.stale.partition_point(|&(other, _)| other < chunk);
            let stale = self.stale.drain(first..).map(|(_, anchors)| anchors);
            let stale: Vec<CellBox> = stale.collect();
            let index = grid.entry_index(chunk);
            let before = grid.entries[index].bits.clone();
            let (maker, dilation) = (&mut grid.maker, &grid.dilation);
            let after = maker.derived(dilation, chunk, &stale, Some(&before));
            if !after.shares_storage_with(&before) {
                if let Some(jumps) = &mut self.index {
                    jumps.note_change(chunk, [&before, &after], &grid.bounds);
                }
                if let Some(entry) = grid.entries.get_mut(index) {
                    entry.bits = after;
                }
                self.changed.push(index);
            }
        } else if let Some(chunk) = self.beside.pop() {
            let index = grid.entry_index(chunk);
            let open_blocks = grid.open_blocks(chunk);
            grid.set_open_blocks(index, open_blocks);
        } else {
            return false;
        }
        true
    }
}

/// Returns the parts of some boxes by chunk, relative to its origin, in ascending order of chunks.
fn stale_chunks(boxes: &[CellBox]) -> Vec<(ChunkCoord, CellBox)> {
    let parts = boxes.iter().flat_map(|cells| {
        let chunks = cells.chunks();
        chunks.map(move |chunk| (chunk, chunk.local(cells)))
    });
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|&(chunk, _)| chunk);
    parts
}

impl Grid {
    /// Returns whether a world with the same bounds would have a directory of the same kind.
    fn is_listed_alike(&self, occupancy: &Occupancy) -> bool {
        let stored = occupancy.world.chunks.len();
        let dense = DenseDirectory::over(self.bounds.chunk_box(), stored).is_some();
        dense == matches!(self.directory, Directory::Dense(_))
    }

    /// Returns the boxes of the anchors whose box covers a cell that changed, by changed part.
    fn stale_anchors(&self, changes: &ChangeSet) -> Vec<CellBox> {
        let stale = changes.parts().map(|cells| {
            let touching = self.dilation.agent.anchors_touching(&cells);
            touching.intersection(&self.bounds)
        });
        stale.filter(|anchors| !anchors.is_empty()).collect()
    }

    /// Gives changed chunks and those around them entries of their own, as copies of the
    /// background that they were.
    fn list_around(&mut self, changes: &ChangeSet) {
        let Directory::Sparse(directory) = &mut self.directory else {
            return;
        };
        let chunks = self.bounds.chunk_box();
        let around = changes
            .chunks()
            .flat_map(|chunk| offsets_around().map(|offset| ChunkCoord(chunk.0 + offset)));
        for chunk in around.filter(|chunk| chunks.contains(chunk.0)) {
            if !directory.is_listed(chunk) {
                let background = directory.entry(chunk) as usize;
                self.entries.push(self.entries[background].clone());
                directory.list(chunk, BEYOND + (self.entries.len() - 1) as u32);
            }
        }
    }

    /// Returns the first listed chunk in which the grid differs from one made from scratch.
    pub(super) fn first_difference_from_scratch(&self) -> Option<ChunkCoord> {
        let scratch = Self::new(self.dilation.clone());
        let mut chunks = [self, &scratch]
            .map(|grid| grid.directory.listed())
            .concat();
        chunks.sort_unstable();
        chunks.into_iter().find(|&chunk| {
            let [a, b] = [self, &scratch].map(|grid| grid.entry(chunk));
            a.bits != b.bits || a.open_blocks != b.open_blocks
        })
    }
}

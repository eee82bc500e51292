//! The jump index of a snapshot, made when it is asked for, and kept up with edits when it is next read.

use std::sync::{Arc, OnceLock};

use super::JumpIndex;
use super::stale::Stale;
use crate::coordinates::{CellBox, ChunkCoord};
use crate::traversability::Traversability;
use crate::traversability::grid::Grid;
use crate::traversability::rows::ChunkBits;

/// The place of a snapshot for its jump index.
#[derive(Debug, Default)]
pub(in crate::traversability) struct KeptIndex {
    /// The index, once it was made or brought up to date; `None` where it would be of no use.
    known: OnceLock<Option<Arc<JumpIndex>>>,
    /// The index of a snapshot before.
    before: Option<IndexBefore>,
}

/// The index of a snapshot before, and what changed since; all where the bounds are others.
#[derive(Clone, Debug)]
pub(in crate::traversability) enum IndexBefore {
    /// INVARIANT: the index is that of a world with the same chunks, but for the stale lines.
    Of(Arc<JumpIndex>, Stale),
    Lost,
}

impl KeptIndex {
    /// Returns the place for the index of a snapshot that comes after another one.
    pub(in crate::traversability) fn after(before: Option<IndexBefore>) -> Self {
        Self {
            known: OnceLock::new(),
            before,
        }
    }

    /// Returns whether there is an index, up to date or not.
    fn is_kept(&self) -> bool {
        match self.known.get() {
            Some(known) => known.is_some(),
            None => self.before.is_some(),
        }
    }

    /// Returns the index, brought up to date by the first call; `None` if there is none.
    fn get(&self, grid: &Grid) -> Option<&JumpIndex> {
        if self.known.get().is_none() && self.before.is_none() {
            return None;
        }
        self.make(grid, || None)
    }

    /// Returns the index, which `scratch` makes if there is none.
    fn make(&self, grid: &Grid, scratch: impl FnOnce() -> Option<JumpIndex>) -> Option<&JumpIndex> {
        let make = || match &self.before {
            Some(IndexBefore::Of(index, stale)) => {
                let mut index = JumpIndex::clone(index);
                index.derive(grid, &stale.chunks().collect::<Vec<_>>());
                Some(index)
            }
            Some(IndexBefore::Lost) => JumpIndex::of(grid),
            None => scratch(),
        };
        let known = self.known.get_or_init(|| make().map(Arc::new));
        known.as_deref()
    }

    /// Returns the index from which the next snapshot can find its own, but for what will have changed there.
    pub(in crate::traversability) fn for_next(&self) -> Option<IndexBefore> {
        match self.known.get() {
            Some(known) => {
                let index = known.as_ref()?;
                Some(IndexBefore::Of(Arc::clone(index), Stale::default()))
            }
            None => self.before.clone(),
        }
    }

    pub(in crate::traversability) fn memory_bytes(&self) -> usize {
        let index = match (self.known.get(), &self.before) {
            (Some(known), _) => known.as_ref(),
            (None, Some(IndexBefore::Of(index, _))) => Some(index),
            _ => None,
        };
        index.map_or(0, |index| index.memory_bytes())
    }
}

impl IndexBefore {
    /// Notes the cells of a chunk that changed.
    pub(in crate::traversability) fn note_change(
        &mut self,
        chunk: ChunkCoord,
        bits: [&ChunkBits; 2],
        bounds: &CellBox,
    ) {
        if let Self::Of(_, stale) = self {
            stale.note_change(chunk, bits, bounds);
        }
    }
}

impl Traversability {
    /// Makes the jump index, which tells searches which straight runs lead anywhere, so that they pass by open space:
    /// for searches whose moves cut no corners. Returns whether there is one: in noise, where most cells are near
    /// obstacles, it would be of no use.
    ///
    /// The index belongs to the snapshot, its clones included. Snapshots made by [`refreshed`](Self::refreshed) have it,
    /// too, brought up to date by the first search that reads it.
    ///
    /// # Guarantees
    ///
    /// Whether there is a path and what it costs does not depend on it. Which of several equally good
    /// paths is found may, and how many cells are expanded.
    ///
    /// # Complexity
    ///
    /// About 0.5 ms for each chunk with content, and at most 7 bits a cell; on public maps of 60 million cells 0.1 s and
    /// 8 MB. Nothing is done for worlds so large and empty that their components are not labeled either.
    #[doc(hidden)]
    #[expect(clippy::must_use_candidate, reason = "the index is made in any case")]
    pub fn prepare_jump_index(&self) -> bool {
        let grid = &self.snapshot.grid;
        let made = (self.snapshot.jumps).make(grid, || JumpIndex::worthwhile(grid));
        made.is_some()
    }

    /// Makes the jump index of any world, of use or not: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn jump_indexed(self) -> Self {
        let grid = &self.snapshot.grid;
        self.snapshot.jumps.make(grid, || JumpIndex::of(grid));
        self
    }

    /// Returns whether the snapshot has a jump index, up to date or not.
    #[doc(hidden)]
    #[must_use]
    pub fn has_jump_index(&self) -> bool {
        self.snapshot.jumps.is_kept()
    }

    /// Returns the jump index, if one was made of this snapshot or of one that it was refreshed from. It is brought up to
    /// date first, once for all clones: linear in the lines of 4 x 4 rows through the cells around each change, each up
    /// to where it ends, and at most what making one takes.
    #[doc(hidden)]
    #[must_use]
    pub fn jump_index(&self) -> Option<&JumpIndex> {
        self.snapshot.jumps.get(&self.snapshot.grid)
    }

    /// Returns the first chunk whose jump index is not what it would be from scratch.
    pub(in crate::traversability) fn first_stale_jump(&self) -> Option<ChunkCoord> {
        let index = self.jump_index()?;
        let scratch = JumpIndex::of(&self.snapshot.grid)?;
        index.first_difference(&scratch)
    }
}

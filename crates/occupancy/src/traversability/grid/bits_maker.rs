//! The bits of chunks while a grid is made.

use ahash::AHashMap;

use crate::coordinates::{Axis, CellBox, ChunkCoord, Rows, clip};
use crate::traversability::dilation::{Dilated, Dilation};
use crate::traversability::rows::ChunkBits;

/// Makes the bits of chunks, sharing those of uniform and of background chunks.
#[derive(Clone, Debug)]
pub(in crate::traversability) struct BitsMaker {
    /// The cells that anchors are confined to.
    anchors: CellBox,
    pub(in crate::traversability) open: ChunkBits,
    pub(in crate::traversability) blocked: ChunkBits,
    /// Chunks in which all anchors are traversable, by the local box of the anchors.
    pub(super) clipped: Vec<(CellBox, ChunkBits)>,
    /// Working memory of [`Dilation::derive`], let go once a grid is complete.
    margin: Vec<u64>,
    /// The bits made for this grid, by their hash, so that equal chunks share them; let go
    /// likewise.
    made: AHashMap<u64, Vec<ChunkBits>, ahash::RandomState>,
}

impl BitsMaker {
    pub(super) fn new(dilation: &Dilation) -> Self {
        Self::with_uniform(dilation, [u64::MAX, 0].map(ChunkBits::uniform))
    }

    /// Returns a maker over the chunks that are open and blocked as a whole.
    pub(super) fn with_uniform(dilation: &Dilation, [open, blocked]: [ChunkBits; 2]) -> Self {
        Self {
            anchors: dilation.anchors(),
            open,
            blocked,
            clipped: Vec::new(),
            margin: Vec::new(),
            made: AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
        }
    }

    /// Lets go of what is of use only while a grid is made.
    pub(in crate::traversability) fn tidy(&mut self) {
        self.margin = Vec::new();
        self.made.clear();
        self.made.shrink_to_fit();
    }

    /// Returns the bits of a chunk with these rows along x, which may be those of another chunk.
    ///
    /// It keeps the stamps of layers that are as in `before`.
    pub(in crate::traversability) fn made(
        &mut self,
        rows: &Rows,
        before: Option<&ChunkBits>,
    ) -> ChunkBits {
        if rows.iter().all(|&row| row == 0) {
            return self.blocked.clone();
        }
        if rows.iter().all(|&row| row == u64::MAX) {
            return self.open.clone();
        }
        let hash = self.made.hasher().hash_one(rows);
        let made = self.made.entry(hash).or_default();
        if let Some(same) = made.iter().find(|bits| bits.along(Axis::X) == rows) {
            return same.clone();
        }
        let bits = ChunkBits::from_x_rows(rows, before);
        made.push(bits.clone());
        bits
    }

    /// Returns the bits of a chunk, which differ from those before, if it has any, in rows that touch some boxes at most,
    /// relative to its origin; `before` itself if it holds the same.
    pub(in crate::traversability) fn derived(
        &mut self,
        dilation: &Dilation,
        chunk: ChunkCoord,
        stale: &[CellBox],
        before: Option<&ChunkBits>,
    ) -> ChunkBits {
        let anchors = chunk.local(&self.anchors);
        if anchors.is_empty() {
            return self.blocked.clone();
        }
        let mut rows: Rows = before.map_or([0; 4096], |bits| *bits.along(Axis::X));
        for within in stale {
            match dilation.derive(chunk, within, &mut self.margin, &mut rows) {
                Dilated::Blocked => return self.blocked.clone(),
                Dilated::Open => return self.clipped(anchors),
                Dilated::Rows => {}
            }
        }
        clip(&mut rows, &anchors);
        let same = before.filter(|bits| *bits.along(Axis::X) == rows);
        same.cloned().unwrap_or_else(|| self.made(&rows, before))
    }

    /// Returns the bits of a chunk that no content reaches.
    pub(super) fn background(&mut self, dilation: &Dilation, chunk: ChunkCoord) -> ChunkBits {
        if dilation.admits_background() {
            self.clipped(chunk.local(&self.anchors))
        } else {
            self.blocked.clone()
        }
    }

    /// Returns the bits of a chunk with traversable cells in a local box only.
    fn clipped(&mut self, anchors: CellBox) -> ChunkBits {
        if anchors.is_empty() {
            return self.blocked.clone();
        }
        if let Some((_, bits)) = self.clipped.iter().find(|(known, _)| *known == anchors) {
            return bits.clone();
        }
        let mut rows: Rows = [u64::MAX; 4096];
        clip(&mut rows, &anchors);
        let bits = self.made(&rows, None);
        self.clipped.push((anchors, bits.clone()));
        bits
    }
}

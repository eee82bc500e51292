//! The cells that block an agent's anchor: the blocked cells, dilated by the box of cells that it
//! covers.
//!
//! Dilating what is blocked is eroding what is not, and a box erodes one axis after the other: along
//! x by shifts within rows and the adjacent rows, then along y and z by and-ing rows. Each axis
//! takes a step for every doubling of the box, so the cost grows with the logarithm of the box and
//! with the margin that is read around a chunk. (Running minima, as in van Herk, "A fast algorithm
//! for local minimum and maximum filters on rectangular and octagonal kernels", Pattern Recognition
//! Letters 13, 1992, would save steps for boxes of more than about eight cells, but do not apply to
//! bits within a word.)
//!
//! Cells outside the bounds are read as traversable, or as blocked where that decides nothing. Where
//! their state says that they are blocked, anchors are confined to those whose box lies inside the
//! bounds, see [`Dilation::anchors`].

use glam::IVec3;

use crate::agent::{Footprint, UnknownPolicy};
use crate::coordinates::{CellBox, ChunkCoord, Rows, offsets_around, rows_within};
use crate::occupancy::Occupancy;
use crate::occupancy::chunk_cells::ChunkCells;

/// The inputs from which a traversability is derived.
#[derive(Clone, Debug)]
pub(crate) struct Dilation {
    pub(crate) occupancy: Occupancy,
    pub(crate) agent: Footprint,
    pub(crate) unknown: UnknownPolicy,
}

/// The state of a chunk before its anchors are confined to the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dilated {
    Blocked,
    Open,
    /// The rows were written.
    Rows,
}

/// The traversable cells of a chunk, for an agent of one cell.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Uniform(u64),
    /// Traversable where no plane has a bit.
    Planes(&'a [u64], Option<&'a [u64]>),
}

impl Source<'_> {
    const OPEN: Self = Self::Uniform(u64::MAX);

    /// Returns the row `z * 64 + y`, set where traversable.
    #[inline]
    fn row(&self, index: usize) -> u64 {
        match self {
            Self::Uniform(row) => *row,
            Self::Planes(first, None) => !first[index],
            Self::Planes(first, Some(second)) => !(first[index] | second[index]),
        }
    }

    fn is_open(&self) -> bool {
        matches!(self, Self::Uniform(u64::MAX))
    }
}

impl Dilation {
    pub(crate) fn new(occupancy: &Occupancy, agent: Footprint, unknown: UnknownPolicy) -> Self {
        let occupancy = occupancy.clone();
        Self {
            occupancy,
            agent,
            unknown,
        }
    }

    /// Returns the dilations of occupied cells alone, and of unknown ones with them.
    pub(crate) fn both(occupancy: &Occupancy, agent: Footprint) -> [Self; 2] {
        [UnknownPolicy::Free, UnknownPolicy::Blocked]
            .map(|unknown| Self::new(occupancy, agent, unknown))
    }

    /// Returns the cells that the agent's anchor may be in if nothing inside the bounds is blocked.
    pub(crate) fn anchors(&self) -> CellBox {
        let bounds = self.occupancy.bounds();
        if self.unknown.admits(self.occupancy.outside()) {
            bounds
        } else {
            self.agent.anchors_within(&bounds)
        }
    }

    /// Returns whether the cells that were never written are traversable for an agent of one cell.
    pub(crate) fn admits_background(&self) -> bool {
        self.unknown.admits(self.occupancy.world.background())
    }

    /// Returns the cells of a chunk. Those outside the bounds read as traversable, unless all cells
    /// inside are blocked.
    pub(crate) fn source(&self, chunk: ChunkCoord) -> Source<'_> {
        let world = &*self.occupancy.world;
        let inside = chunk.local(&world.bounds);
        if inside.is_empty() {
            return Source::OPEN;
        }
        match &world.chunk(chunk).cells {
            ChunkCells::Uniform(state) if self.unknown.admits(*state) => Source::OPEN,
            // Also outside the bounds: a box that reaches the chunk from an anchor inside covers the
            // cell of the chunk nearest to the anchor, which lies inside the bounds.
            ChunkCells::Uniform(_) => Source::Uniform(0),
            ChunkCells::Mixed(planes) => {
                let (occupied, unknown) = planes.words();
                Source::Planes(occupied, unknown.filter(|_| !self.unknown.admits_unknown()))
            }
        }
    }

    /// Derives the rows of a chunk that touch the local box `within` into `rows` whatever they hold, with `margin` as
    /// working memory.
    pub(crate) fn derive_rows(
        &self,
        chunk: ChunkCoord,
        within: &CellBox,
        margin: &mut Vec<u64>,
        rows: &mut Rows,
    ) {
        let uniform = match self.derive(chunk, within, margin, rows) {
            Dilated::Blocked => 0,
            Dilated::Open => u64::MAX,
            Dilated::Rows => return,
        };
        for row in rows_within(within) {
            rows[row].fill(uniform);
        }
    }

    /// Derives the rows of a chunk that touch the local box `within` into `rows`, with `margin` as working memory.
    pub(crate) fn derive(
        &self,
        chunk: ChunkCoord,
        within: &CellBox,
        margin: &mut Vec<u64>,
        rows: &mut Rows,
    ) -> Dilated {
        let own = self.source(chunk);
        if matches!(own, Source::Uniform(0)) {
            return Dilated::Blocked;
        }
        if within.is_empty() {
            return Dilated::Rows;
        }
        if self.agent == Footprint::ONE {
            if own.is_open() {
                return Dilated::Open;
            }
            for index in rows_within(within).flatten() {
                rows[index] = own.row(index);
            }
            return Dilated::Rows;
        }
        let sources = offsets_around().map(|side| self.reached(chunk, side));
        if sources.iter().all(Source::is_open) {
            return Dilated::Open;
        }
        self.erode(&sources, within, margin, rows);
        Dilated::Rows
    }

    /// Returns the chunk to one side, as open if no box anchored in the middle reaches it.
    fn reached(&self, chunk: ChunkCoord, side: IVec3) -> Source<'_> {
        let (below, above) = (self.agent.below(), self.agent.above());
        let is_reached = (side.cmpge(-below) & side.cmple(above)).all();
        if is_reached {
            self.source(ChunkCoord(chunk.0 + side))
        } else {
            Source::OPEN
        }
    }

    /// Finds the cells of the middle chunk around which the whole box is traversable, in the rows that touch `within`.
    fn erode(
        &self,
        sources: &[Source<'_>; 27],
        within: &CellBox,
        margin: &mut Vec<u64>,
        rows: &mut Rows,
    ) {
        let (below, above) = (self.agent.below(), self.agent.above());
        let read = CellBox::new(within.min - below, within.max + above);
        margin.clear();
        for z in read.min.z..read.max.z {
            for (side, span) in [(0, -64..0), (1, 0..64), (2, 64..128)] {
                let first = (((z >> 6) + 1) * 9 + side * 3) as usize;
                let [before, own, after] = [0, 1, 2].map(|x| sources[first + x]);
                let span = span.start.max(read.min.y)..span.end.min(read.max.y);
                margin.extend(span.map(|y| {
                    let index = ((z & 63) << 6 | y & 63) as usize;
                    let words = [before, own, after].map(|source| source.row(index));
                    eroded_along_x(words, below.x, above.x)
                }));
            }
        }
        let reach = below + above;
        let height = (read.max.y - read.min.y) as usize;
        erode_rows(margin, 1, reach.y as usize);
        erode_rows(margin, height, reach.z as usize);
        for (layer, eroded) in rows_within(within).zip(margin.chunks_exact(height)) {
            let length = layer.len();
            rows[layer].copy_from_slice(&eroded[..length]);
        }
    }
}

/// Returns the row in the middle of three along x, with a bit set where it and the `below` bits
/// before and the `above` bits behind it are.
#[inline]
fn eroded_along_x([before, own, after]: [u64; 3], below: i32, above: i32) -> u64 {
    if own == 0 {
        return 0;
    }
    let mut upward = u128::from(after) << 64 | u128::from(own);
    doublings(above as u32, |shift| upward &= upward >> shift);
    let mut downward = u128::from(own) << 64 | u128::from(before);
    doublings(below as u32, |shift| downward &= downward << shift);
    // What shifting drew in from beyond the three words lies outside the halves that are kept.
    upward as u64 & (downward >> 64) as u64
}

/// Ands every row with the `reach` rows that follow it at distances of `stride`. Rows with fewer
/// followers are left without meaning.
fn erode_rows(rows: &mut [u64], stride: usize, reach: usize) {
    doublings(reach as u32, |shift| {
        let distance = shift as usize * stride;
        for index in 0..rows.len().saturating_sub(distance) {
            rows[index] &= rows[index + distance];
        }
    });
}

/// Calls `step` with shifts that, applied one after the other, join each place with the `reach`
/// places behind it: 1, 2, 4, ... and what is left.
#[inline]
fn doublings(reach: u32, mut step: impl FnMut(u32)) {
    let mut joined = 1;
    while joined <= reach {
        let shift = joined.min(reach + 1 - joined);
        step(shift);
        joined += shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doublings_join_exactly_the_reach() {
        for reach in 0..127 {
            let mut joined = 1_u128;
            doublings(reach, |shift| joined |= joined << shift);
            assert_eq!(joined, u128::MAX >> (127 - reach), "{reach}");
        }
    }

    #[test]
    fn a_row_is_eroded_across_its_ends() {
        let all = u64::MAX;
        assert_eq!(eroded_along_x([all; 3], 63, 63), all);
        assert_eq!(eroded_along_x([all, all, 0], 0, 2), all >> 2);
        assert_eq!(eroded_along_x([0, all, all], 3, 0), all << 3);
        assert_eq!(eroded_along_x([all, !(1 << 9), all], 1, 2), !(0b1111 << 7));
        assert_eq!(eroded_along_x([1 << 63, all, all], 63, 0), 0b11 << 62);
    }
}

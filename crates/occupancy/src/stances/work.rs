//! The rows of a chunk that masks of stances are put together from, derived and joined as far as they are asked for.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use glam::IVec3;

use super::StanceMap;
use crate::agent::{Footprint, UnknownPolicy};
use crate::coordinates::{
    CellBox, ChunkCoord, EDGE, Rows, WHOLE_CHUNK, no_bits, row_index, row_mask, row_place,
    row_places, rows_within,
};
use crate::materials::{ChunkMaterials, MaterialSet};
use crate::occupancy::snapshot::StoredChunk;
use crate::occupancy::{CellState, Occupancy};
use crate::traversability::Dilation;

/// The worlds that a question is asked of where the body stops before unknown cells; otherwise there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PossibleWorlds {
    /// Some of the worlds that the unknown cells may turn out to be: one is enough.
    Possible,
    /// All of these worlds.
    Certain,
}

/// The derivation of masks of a chunk.
pub(super) struct Work<'s> {
    pub(super) stances: &'s StanceMap,
    pub(super) chunk: ChunkCoord,
    /// The cells whose stances are asked for. In rows that touch none of them, what is found means nothing.
    within: Vec<CellBox>,
    /// The rows that touch these cells, each once.
    rows: Vec<Range<usize>>,
    /// Working memory of dilations.
    margin: RefCell<Vec<u64>>,
}

/// Returns the rows of a chunk that touch some local boxes, each once.
pub(super) fn joined(within: &[CellBox]) -> Vec<Range<usize>> {
    let mut rows: Vec<Range<usize>> = within.iter().flat_map(rows_within).collect();
    rows.sort_unstable_by_key(|rows| rows.start);
    rows.dedup_by(|next, rows| {
        let is_met = next.start <= rows.end;
        if is_met {
            rows.end = rows.end.max(next.end);
        }
        is_met
    });
    rows
}

impl<'s> Work<'s> {
    /// Begins the masks of the rows of a chunk that touch some local boxes.
    pub(super) fn new(stances: &'s StanceMap, chunk: ChunkCoord, within: &[CellBox]) -> Self {
        Self {
            stances,
            chunk,
            within: within.iter().map(|cells| chunk.global(cells)).collect(),
            rows: joined(within),
            margin: RefCell::default(),
        }
    }

    /// Returns the rows that are asked for.
    pub(super) fn asked(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().cloned().flatten()
    }

    /// Returns rows joined with others, word by word.
    fn join(
        &self,
        mut rows: Box<Rows>,
        others: &Rows,
        join: impl Fn(u64, u64) -> u64,
    ) -> Box<Rows> {
        for asked in &self.rows {
            let others = &others[asked.clone()];
            for (row, other) in rows[asked.clone()].iter_mut().zip(others) {
                *row = join(*row, *other);
            }
        }
        rows
    }

    pub(super) fn and(&self, rows: Box<Rows>, others: &Rows) -> Box<Rows> {
        self.join(rows, others, |row, other| row & other)
    }

    pub(super) fn and_not(&self, rows: Box<Rows>, others: &Rows) -> Box<Rows> {
        self.join(rows, others, |row, other| row & !other)
    }

    pub(super) fn or(&self, rows: Box<Rows>, others: &Rows) -> Box<Rows> {
        self.join(rows, others, |row, other| row | other)
    }

    pub(super) fn flipped(&self, mut rows: Box<Rows>) -> Box<Rows> {
        for asked in &self.rows {
            rows[asked.clone()].iter_mut().for_each(|row| *row = !*row);
        }
        rows
    }

    /// Returns the cells around which no cell of a footprint at an offset is occupied, nor unknown if that blocks. The
    /// offset is along one axis, by at most 64 cells.
    pub(super) fn dilated(
        &self,
        cells: &Occupancy,
        agent: Footprint,
        unknown: UnknownPolicy,
        offset: IVec3,
    ) -> Box<Rows> {
        let dilation = Dilation::new(cells, agent, unknown);
        self.shifted(offset, |chunk| {
            let mut rows = no_bits();
            let mut margin = self.margin.borrow_mut();
            let anchors = chunk.local(&dilation.anchors());
            let is_open = anchors == WHOLE_CHUNK;
            for cells in &self.within {
                let cells = CellBox::new(cells.min + offset, cells.max + offset);
                let local = chunk.local(&cells);
                dilation.derive_rows(chunk, &local, &mut margin, &mut rows);
                if !is_open {
                    for row in rows_within(&local).flatten() {
                        let (y, z) = row_place(row);
                        rows[row] &= row_mask(&anchors, y, z);
                    }
                }
            }
            Some(rows)
        })
    }

    /// Returns the cells at which one of some cells of the column through the anchor, from below to
    /// above along `up`, is of one of these materials.
    pub(super) fn column_of(
        &self,
        among: &MaterialSet,
        column: Range<i32>,
        known: PossibleWorlds,
    ) -> Box<Rows> {
        let StanceMap {
            occupancy, rules, ..
        } = self.stances;
        let world = &*occupancy.world;
        let may_be_unknown = known == PossibleWorlds::Possible && rules.may_turn_out(among);
        let is_there = |chunk: ChunkCoord| {
            let StoredChunk {
                cells, materials, ..
            } = world.chunk(chunk);
            let has_any = |materials: &Arc<ChunkMaterials>| materials.has_any(among);
            materials.as_ref().is_some_and(has_any) || may_be_unknown && cells.has_unknown()
        };
        let rows_of = |chunk: ChunkCoord| {
            let stored = world.chunk(chunk);
            let mut rows = no_bits();
            if let Some(materials) = &stored.materials {
                materials.add_to(&mut rows, among);
            }
            if may_be_unknown {
                let inside = chunk.local(&world.bounds);
                for (row, (y, z)) in rows.iter_mut().zip(row_places()) {
                    let unknown = stored.cells.row(CellState::Unknown, y, z);
                    *row |= unknown & row_mask(&inside, y, z);
                }
            }
            rows
        };
        let mut found = no_bits();
        let unit = rules.up.step();
        let sides = [-unit, IVec3::ZERO, unit].map(|side| ChunkCoord(self.chunk.0 + side));
        if among.is_empty() || !sides.into_iter().any(is_there) {
            return found;
        }
        for place in column {
            let rows = self.shifted(unit * place, |chunk| {
                is_there(chunk).then(|| rows_of(chunk))
            });
            found = self.or(found, &rows);
        }
        found
    }

    /// Returns the rows asked for with a bit where the cell at an offset has one, given the rows of chunks, if they have
    /// any bits. The offset is along one axis, by at most 64 cells.
    fn shifted(
        &self,
        offset: IVec3,
        mut read: impl FnMut(ChunkCoord) -> Option<Box<Rows>>,
    ) -> Box<Rows> {
        // The first of the two chunks in which the cells at the offset lie, and how far they are into it.
        let (first, within) = (ChunkCoord(self.chunk.0 + (offset >> 6)), offset & 63);
        let near = read(first).unwrap_or_else(no_bits);
        if within == IVec3::ZERO {
            return near;
        }
        let far = read(ChunkCoord(first.0 + within.signum())).unwrap_or_else(no_bits);
        let mut shifted = no_bits();
        for index in self.asked() {
            let (y, z) = row_place(index);
            let (y, z) = (y + within.y, z + within.z);
            let (rows, at) = (if y.max(z) < EDGE { &near } else { &far }, row_index(y, z));
            // None if the offset is not along x.
            let beyond = far[at].unbounded_shl((EDGE - within.x).unsigned_abs());
            shifted[index] = rows[at] >> within.x | beyond;
        }
        shifted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::Axis;
    use crate::stances::StanceRules;

    #[test]
    fn shifting_reads_the_cell_at_the_offset_across_chunks() {
        let is_set = |cell: IVec3| {
            let mixed =
                cell.x.wrapping_mul(73) ^ cell.y.wrapping_mul(179) ^ cell.z.wrapping_mul(283);
            mixed.wrapping_mul(2_654_435) >> 7 & 1 != 0
        };
        let rows_of = |chunk: ChunkCoord| {
            let mut rows = no_bits();
            for (row, (y, z)) in rows.iter_mut().zip(row_places()) {
                for x in 0..64 {
                    let cell = chunk.origin() + IVec3::new(x, y, z);
                    *row |= u64::from(is_set(cell)) << x;
                }
            }
            Some(rows)
        };
        let chunk = ChunkCoord(IVec3::new(0, -1, 3));
        let world = Occupancy::of_chunks(CellBox::EMPTY, []);
        let stances = StanceMap::new(&world, &StanceRules::new(Footprint::ONE));
        let work = Work::new(&stances, chunk, &[WHOLE_CHUNK]);
        for axis in Axis::ALL {
            for cells in [-64, -63, -1, 0, 1, 40, 63, 64] {
                let offset = axis.unit() * cells;
                let rows = work.shifted(offset, rows_of);
                for (row, (y, z)) in rows.iter().zip(row_places()) {
                    for x in 0..64 {
                        let cell = chunk.origin() + IVec3::new(x, y, z);
                        assert_eq!(row >> x & 1 != 0, is_set(cell + offset), "{cell} {offset}");
                    }
                }
            }
        }
    }
}

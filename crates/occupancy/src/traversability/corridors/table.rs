//! The corridors that begin at each cell, for cores that are more than corridors.

use ahash::AHashMap;
use glam::IVec3;

use super::cells::CorridorCells;
use super::{Corridor, CorridorEnd, FACES};
use crate::coordinates::{ChunkCoord, Heading};
use crate::traversability::Traversability;

/// Corridors by the cells at their ends.
#[derive(Debug)]
pub(super) struct JunctionTable {
    junctions: AHashMap<IVec3, Slots, ahash::RandomState>,
    /// The corridors; those of one junction follow each other.
    by_junction: Vec<Corridor>,
}

/// The place of the corridors of a junction in the table.
#[derive(Clone, Copy, Debug)]
struct Slots {
    first: u32,
    count: u8,
    is_pure: bool,
}

/// A cell at which corridors begin.
#[derive(Clone, Copy, Debug)]
pub struct Junction<'c> {
    /// The corridors, in the order of [`Heading::ALL`].
    pub corridors: &'c [Corridor],
    /// True if every move out of the cell leads into one of them.
    pub is_pure: bool,
}

impl Junction<'_> {
    /// Returns the corridor that begins along `heading`.
    #[must_use]
    #[inline]
    pub fn along(&self, heading: Heading) -> Option<Corridor> {
        let found = self.corridors.iter().find(|at| at.heading == heading);
        found.copied()
    }
}

impl JunctionTable {
    /// Lists the corridors of a core by junction.
    pub(super) fn of(core: &Traversability, chunks: &[ChunkCoord], cells: &CorridorCells) -> Self {
        let hasher = || ahash::RandomState::with_seeds(9, 10, 11, 12);
        let mut by_end = AHashMap::with_hasher(hasher());
        cells.for_each_end(core, chunks, |end| {
            if by_end.contains_key(&end) {
                return;
            }
            let there = core.walk(end, |_| {});
            let far = CorridorEnd {
                cell: there.end,
                heading: there.arrival.reverse(),
            };
            let back = Corridor {
                heading: far.heading,
                end: end.cell,
                arrival: end.heading.reverse(),
                moves: there.moves,
            };
            by_end.insert(end, there);
            by_end.insert(far, back);
        });
        let mut ends: Vec<_> = by_end.into_iter().collect();
        ends.sort_unstable_by_key(|(end, _)| {
            let [x, y, z] = end.cell.to_array();
            ([z, y, x], end.heading.index())
        });
        let mut junctions = AHashMap::with_hasher(hasher());
        let mut by_junction = Vec::with_capacity(ends.len());
        for group in ends.chunk_by(|a, b| a.0.cell == b.0.cell) {
            let cell = group[0].0.cell;
            let ways = core.neighborhood(cell) & FACES;
            let slots = Slots {
                first: by_junction.len() as u32,
                count: group.len() as u8,
                is_pure: ways.count_ones() as usize == group.len(),
            };
            junctions.insert(cell, slots);
            by_junction.extend(group.iter().map(|(_, corridor)| *corridor));
        }
        Self {
            junctions,
            by_junction,
        }
    }

    #[inline]
    pub(super) fn junction(&self, cell: IVec3) -> Option<Junction<'_>> {
        let slots = self.junctions.get(&cell)?;
        let first = slots.first as usize;
        Some(Junction {
            corridors: &self.by_junction[first..first + usize::from(slots.count)],
            is_pure: slots.is_pure,
        })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.junctions.capacity() * (size_of::<(IVec3, Slots)>() + 1)
            + self.by_junction.capacity() * size_of::<Corridor>()
    }
}

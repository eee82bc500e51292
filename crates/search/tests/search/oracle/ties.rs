//! Of the paths that cost the least, one with the fewest moves into unknown cells: Dijkstra's algorithm on pairs
//! of cost and count, which shares no code with the library but the plain values that describe a world.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Occupancy};
use voxnav_search::{CornerRule, MoveSet, Path, Terrain};

use super::length_along;

/// A world and the moves in it.
#[derive(Clone, Copy)]
pub(crate) struct Ties<'a> {
    pub(crate) occupancy: &'a Occupancy,
    pub(crate) terrain: &'a Terrain,
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    /// The sides of cells, the longest 2^30.
    pub(crate) sides: [u64; 3],
}

impl Ties<'_> {
    pub(crate) fn is_open(&self, cell: IVec3) -> bool {
        let inside = self.occupancy.bounds().contains(cell);
        inside && self.occupancy.state(cell) != CellState::Occupied
    }

    pub(crate) fn is_unknown(&self, cell: IVec3) -> bool {
        self.occupancy.state(cell) == CellState::Unknown
    }

    /// The cells that a move must find open, without the one that it leaves.
    fn required(&self, from: IVec3, to: IVec3) -> Vec<IVec3> {
        match self.corners {
            CornerRule::Strict => CellBox::new(from.min(to), from.max(to) + 1)
                .cells()
                .filter(|cell| *cell != from)
                .collect(),
            _ => vec![to],
        }
    }

    /// What a move costs and whether it leads into unknown cells; `None` if it is not legal.
    fn step(&self, from: IVec3, to: IVec3) -> Option<(u64, u64)> {
        let offset = to - from;
        let axes = usize::try_from(offset.abs().element_sum()).unwrap();
        let allowed = match self.moves {
            MoveSet::Vertex26 => true,
            MoveSet::Edge18 => axes <= 2,
            MoveSet::Face6 => axes == 1,
            MoveSet::Planar8(fixed) => fixed.of(offset) == 0,
            MoveSet::Planar4(fixed) => fixed.of(offset) == 0 && axes == 1,
            _ => false,
        };
        let required = self.required(from, to);
        if !allowed || !required.iter().all(|&cell| self.is_open(cell)) {
            return None;
        }
        let unknown = required.iter().any(|&cell| self.is_unknown(cell));
        let weight = u64::from(self.terrain.weight(to));
        let length = length_along(self.sides, offset.to_array());
        Some((length * weight, unknown.into()))
    }

    /// The smallest pairs of cost and count from a cell, by Dijkstra's algorithm.
    fn pairs(&self, start: IVec3) -> BTreeMap<[i32; 3], (u64, u64)> {
        let mut pairs = BTreeMap::new();
        let mut queue = BinaryHeap::from([Reverse(((0, 0), start.to_array()))]);
        while let Some(Reverse((pair, cell))) = queue.pop() {
            if pairs.contains_key(&cell) {
                continue;
            }
            pairs.insert(cell, pair);
            let around = CellBox::new(IVec3::from(cell) - 1, IVec3::from(cell) + 2);
            for to in around.cells().filter(|to| to.to_array() != cell) {
                if let Some((cost, unknown)) = self.step(cell.into(), to) {
                    queue.push(Reverse(((pair.0 + cost, pair.1 + unknown), to.to_array())));
                }
            }
        }
        pairs
    }

    /// The smallest pair from a cell to any of some others.
    pub(crate) fn best(&self, from: IVec3, goals: &[IVec3]) -> Option<(u64, u64)> {
        let pairs = self.pairs(from);
        let reached = goals.iter().filter_map(|goal| pairs.get(&goal.to_array()));
        reached.min().copied()
    }

    /// The pair of a path.
    pub(crate) fn pair_of(&self, path: &Path) -> Option<(u64, u64)> {
        let cells: Vec<_> = path.cells().collect();
        cells.windows(2).try_fold((0, 0), |sum, ends| {
            let step = self.step(ends[0], ends[1])?;
            Some((sum.0 + step.0, sum.1 + step.1))
        })
    }
}

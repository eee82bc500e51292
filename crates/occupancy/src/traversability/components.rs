//! Connected components: which cells can reach each other at all.
//!
//! Two cells are in one component if a chain of traversable cells that share faces joins them.
//! Where moves may not cut corners that decides reachability for every move set in space, because
//! every legal diagonal can be taken in straight moves.
//!
//! Cells are labelled by rows: the maximal runs of traversable cells along x within a chunk. A run
//! has one label, so labels take memory with the surface of the obstacles and not with the volume.
//! The runs of a chunk are joined first, then chunks across their faces.

use glam::IVec3;

use super::grid::{ChunkEntry, Grid};
use super::rows::{ChunkBits, Rows};
use crate::{Axis, ChunkCoord};

/// A connected component of a traversability snapshot.
///
/// Equal within one snapshot for cells that can reach each other. The number means nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(u32);

/// The labels of all chunks, by entry.
#[derive(Debug)]
pub(crate) struct Components {
    chunks: Vec<ChunkLabels>,
}

#[derive(Debug)]
enum ChunkLabels {
    /// No cell is traversable.
    Blocked,
    /// Every cell is.
    Open(Component),
    Mixed(RunLabels),
}

/// The labels of the runs of a chunk, in row order.
#[derive(Debug)]
struct RunLabels {
    /// For each row along x the number of its first run.
    first_runs: Box<[u32]>,
    labels: Box<[Component]>,
}

impl Components {
    /// Labels the cells of a grid whose chunks are all listed.
    ///
    /// Linear in the rows of chunks with content.
    pub(crate) fn of(grid: &Grid, chunks: &[ChunkCoord]) -> Self {
        let mut union = UnionFind::default();
        let entries = grid
            .entries()
            .map(|entry| label_within(&entry.bits, &mut union));
        let mut components = Self {
            chunks: entries.collect(),
        };
        for &chunk in chunks {
            for axis in Axis::ALL {
                let beyond = ChunkCoord(chunk.0 + axis.unit());
                let sides = [chunk, beyond].map(|side| grid.entry_index(side));
                components.join_faces(grid, sides, axis, &mut union);
            }
        }
        for labels in &mut components.chunks {
            labels.for_each(|label| *label = union.root(*label));
        }
        components
    }

    /// The component of the cell at `local` in the chunk of `entry`, which must be traversable.
    #[inline]
    pub(crate) fn at(&self, index: usize, entry: &ChunkEntry, local: IVec3) -> Option<Component> {
        match self.chunks.get(index)? {
            ChunkLabels::Blocked => None,
            ChunkLabels::Open(component) => Some(*component),
            ChunkLabels::Mixed(runs) => {
                let row = (local.z << 6 | local.y) as usize & 4095;
                let bits = entry.bits.along(Axis::X)[row];
                Some(runs.label(row, bits, local.x as u32))
            }
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let mixed = self.chunks.iter().map(|chunk| match chunk {
            ChunkLabels::Mixed(runs) => size_of_val(&*runs.first_runs) + size_of_val(&*runs.labels),
            _ => 0,
        });
        self.chunks.capacity() * size_of::<ChunkLabels>() + mixed.sum::<usize>()
    }

    /// Joins what touches across the upper face of the first chunk along `axis`.
    fn join_faces(&self, grid: &Grid, sides: [usize; 2], axis: Axis, union: &mut UnionFind) {
        let labels = sides.map(|side| &self.chunks[side]);
        if let [ChunkLabels::Blocked, _] | [_, ChunkLabels::Blocked] = labels {
            return;
        }
        if let [ChunkLabels::Open(a), ChunkLabels::Open(b)] = labels {
            union.join(*a, *b);
            return;
        }
        let rows = sides.map(|side| grid.entry_at(side).bits.along(Axis::X));
        for index in 0..64 {
            match axis {
                Axis::X => (0..64).for_each(|y| join_ends(labels, rows, index << 6 | y, union)),
                Axis::Y => join_overlaps(labels, rows, [index << 6 | 63, index << 6], union),
                Axis::Z => join_overlaps(labels, rows, [63 << 6 | index, index], union),
            }
        }
    }
}

impl ChunkLabels {
    fn for_each(&mut self, mut change: impl FnMut(&mut Component)) {
        match self {
            Self::Blocked => {}
            Self::Open(component) => change(component),
            Self::Mixed(runs) => runs.labels.iter_mut().for_each(change),
        }
    }

    /// The label of the run of row `row` that holds the traversable cell `x`.
    fn label(&self, row: usize, bits: u64, x: u32) -> Option<Component> {
        match self {
            Self::Blocked => None,
            Self::Open(component) => Some(*component),
            Self::Mixed(runs) => Some(runs.label(row, bits, x)),
        }
    }
}

impl RunLabels {
    /// The label of the run that holds bit `x`, which must be set in `bits`, the row.
    #[inline]
    fn label(&self, row: usize, bits: u64, x: u32) -> Component {
        let up_to_x = u64::MAX >> (63 - x);
        let run = (run_starts(bits) & up_to_x).count_ones() - 1;
        self.labels[(self.first_runs[row] + run) as usize]
    }
}

/// The first cell of every run of a row.
#[inline]
fn run_starts(bits: u64) -> u64 {
    bits & !(bits << 1)
}

/// Labels the runs of a chunk, joined within the chunk.
fn label_within(bits: &ChunkBits, union: &mut UnionFind) -> ChunkLabels {
    let rows = bits.along(Axis::X);
    if rows.iter().all(|&row| row == 0) {
        return ChunkLabels::Blocked;
    }
    if rows.iter().all(|&row| row == u64::MAX) {
        return ChunkLabels::Open(union.add());
    }
    let mut first_runs = Vec::with_capacity(rows.len());
    let mut labels = Vec::new();
    for &row in rows {
        first_runs.push(labels.len() as u32);
        labels.extend((0..run_starts(row).count_ones()).map(|_| union.add()));
    }
    let runs = RunLabels {
        first_runs: first_runs.into(),
        labels: labels.into(),
    };
    let chunk = ChunkLabels::Mixed(runs);
    for row in 0..rows.len() {
        if row & 63 != 0 {
            join_overlaps([&chunk; 2], [rows; 2], [row - 1, row], union);
        }
        if row >= 64 {
            join_overlaps([&chunk; 2], [rows; 2], [row - 64, row], union);
        }
    }
    chunk
}

/// Joins the runs of two neighbouring rows where they overlap.
fn join_overlaps(
    labels: [&ChunkLabels; 2],
    rows: [&Rows; 2],
    at: [usize; 2],
    union: &mut UnionFind,
) {
    let bits = [rows[0][at[0]], rows[1][at[1]]];
    let mut overlaps = run_starts(bits[0] & bits[1]);
    while overlaps != 0 {
        let x = overlaps.trailing_zeros();
        overlaps &= overlaps - 1;
        let pair = [0, 1].map(|side| labels[side].label(at[side], bits[side], x));
        if let [Some(a), Some(b)] = pair {
            union.join(a, b);
        }
    }
}

/// Joins the runs of one row across the face between two chunks along x.
fn join_ends(labels: [&ChunkLabels; 2], rows: [&Rows; 2], row: usize, union: &mut UnionFind) {
    let (before, after) = (rows[0][row], rows[1][row]);
    if before >> 63 & after & 1 != 0 {
        let pair = [
            labels[0].label(row, before, 63),
            labels[1].label(row, after, 0),
        ];
        if let [Some(a), Some(b)] = pair {
            union.join(a, b);
        }
    }
}

/// Disjoint sets with path halving; the smaller label is the root, so that roots do not depend on
/// the order of joins.
#[derive(Debug, Default)]
struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    fn add(&mut self) -> Component {
        let label = self.parents.len() as u32;
        self.parents.push(label);
        Component(label)
    }

    fn root(&mut self, Component(mut label): Component) -> Component {
        while self.parents[label as usize] != label {
            let above = self.parents[self.parents[label as usize] as usize];
            self.parents[label as usize] = above;
            label = above;
        }
        Component(label)
    }

    fn join(&mut self, a: Component, b: Component) {
        let (Component(a), Component(b)) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};

    use super::*;
    use crate::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};

    /// Labels by flooding cell after cell.
    fn flooded(world: &Traversability) -> BTreeMap<[i32; 3], usize> {
        let mut labels = BTreeMap::new();
        for (label, start) in world.bounds().cells().enumerate() {
            let mut queue = VecDeque::from([start]);
            while let Some(cell) = queue.pop_front() {
                if !world.is_traversable(cell) || labels.contains_key(&cell.to_array()) {
                    continue;
                }
                labels.insert(cell.to_array(), label);
                for axis in Axis::ALL {
                    queue.extend([cell + axis.unit(), cell - axis.unit()]);
                }
            }
        }
        labels
    }

    #[test]
    fn labels_are_those_of_a_flood() {
        let mut state = 77_u64;
        let mut draw = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % 100
        };
        let bounds = CellBox::new(IVec3::new(-6, 60, -3), IVec3::new(70, 69, 5));
        for percent in [0, 30, 65, 75, 100] {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            for cell in bounds.cells() {
                if draw() < percent {
                    builder.set(cell, CellState::Occupied).unwrap();
                }
            }
            let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
            let mut pairs = BTreeMap::new();
            let flooded = flooded(&world);
            for cell in bounds.cells() {
                let label = flooded.get(&cell.to_array());
                let component = world.component(cell);
                assert_eq!(label.is_some(), component.is_some(), "{cell}");
                if let (Some(label), Some(component)) = (label, component) {
                    assert_eq!(
                        *pairs.entry(*label).or_insert(component),
                        component,
                        "{cell}"
                    );
                }
            }
            let mut distinct: Vec<_> = pairs.values().collect();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), pairs.len(), "{percent} % occupied");
        }
    }
}

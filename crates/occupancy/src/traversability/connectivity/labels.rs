//! The connected components of one chunk by itself.
//!
//! Cells are labelled by rows: the maximal runs of traversable cells along x within a chunk. A run
//! has one label, so labels take memory with the surface of the obstacles and not with the volume.

use std::sync::Arc;

use crate::coordinates::Axis;
use crate::traversability::rows::{ChunkBits, Rows};

/// The labels of a chunk, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) enum ChunkLabels {
    /// No cell is traversable.
    Blocked,
    /// Every cell is, with label 0.
    Open,
    Mixed(Arc<RunLabels>),
}

/// The labels of the runs of a chunk, in row order.
#[derive(Debug)]
pub(crate) struct RunLabels {
    rows: Box<[RunRow]>,
    labels: Box<[u32]>,
    /// How many labels there are.
    count: u32,
}

/// A row of cells, with its bits beside the number of its first run, so that finding a label takes
/// one line of memory here and one among the labels.
#[derive(Clone, Copy, Debug)]
struct RunRow {
    bits: u64,
    first_run: u32,
}

impl ChunkLabels {
    /// Labels the cells of a chunk.
    pub(crate) fn of(bits: &ChunkBits) -> Self {
        let rows = bits.along(Axis::X);
        if rows.iter().all(|&row| row == 0) {
            return Self::Blocked;
        }
        if rows.iter().all(|&row| row == u64::MAX) {
            return Self::Open;
        }
        Self::Mixed(Arc::new(RunLabels::of(rows)))
    }

    /// How many labels there are.
    pub(crate) fn count(&self) -> u32 {
        match self {
            Self::Blocked => 0,
            Self::Open => 1,
            Self::Mixed(runs) => runs.count,
        }
    }

    /// The label of the cell `x` of row `row`, if it is traversable.
    #[inline]
    pub(crate) fn label(&self, row: usize, x: u32) -> Option<u32> {
        match self {
            Self::Blocked => None,
            Self::Open => Some(0),
            Self::Mixed(runs) => runs.label(row, x),
        }
    }

    /// The cells of row `row`, which holds `bits`, whose labels `accepts` takes.
    pub(crate) fn row(&self, row: usize, bits: u64, accepts: impl Fn(u32) -> bool) -> u64 {
        match self {
            Self::Blocked => 0,
            Self::Open => bits * u64::from(accepts(0)),
            Self::Mixed(runs) => {
                let mut accepted = 0;
                let mut left = bits;
                let mut run = runs.rows[row].first_run as usize;
                while left != 0 {
                    // Adding the lowest bit carries through the lowest run and clears it.
                    let rest = left & left.wrapping_add(left & left.wrapping_neg());
                    if accepts(runs.labels[run]) {
                        accepted |= left ^ rest;
                    }
                    left = rest;
                    run += 1;
                }
                accepted
            }
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        match self {
            Self::Mixed(runs) => size_of_val(&*runs.rows) + size_of_val(&*runs.labels),
            _ => 0,
        }
    }
}

impl RunLabels {
    fn of(rows: &Rows) -> Self {
        let mut runs = 0;
        let numbered = rows.iter().map(|&bits| {
            let first_run = runs;
            runs += run_starts(bits).count_ones();
            RunRow { bits, first_run }
        });
        let numbered = numbered.collect();
        // Every run by itself, until those that overlap are joined.
        let mut own = Self {
            rows: numbered,
            labels: (0..runs).collect(),
            count: runs,
        };
        let mut union = UnionFind::with(runs);
        for row in 0..rows.len() {
            for (is_beside, before) in [(row & 63 != 0, 1), (row >= 64, 64)] {
                if is_beside {
                    let at = [row - before, row];
                    overlaps(at.map(|row| rows[row]), |x| {
                        if let [Some(a), Some(b)] = at.map(|row| own.label(row, x)) {
                            union.join(a, b);
                        }
                    });
                }
            }
        }
        own.number(&mut union);
        own
    }

    /// Numbers the sets of runs in the order of their first runs.
    fn number(&mut self, union: &mut UnionFind) {
        self.count = 0;
        for run in 0..self.labels.len() {
            let root = union.root(run as u32) as usize;
            // Roots are the smallest of their sets, so they have their number already.
            self.labels[run] = if root == run {
                self.count += 1;
                self.count - 1
            } else {
                self.labels[root]
            };
        }
    }

    /// The label of the run that holds bit `x` of a row, if there is one.
    #[inline]
    fn label(&self, row: usize, x: u32) -> Option<u32> {
        let RunRow { bits, first_run } = self.rows[row];
        let up_to_x = u64::MAX >> (63 - x);
        let runs = (run_starts(bits) & up_to_x).count_ones();
        (bits >> x & 1 != 0).then(|| self.labels[(first_run + runs) as usize - 1])
    }
}

/// The first cell of every run of a row.
#[inline]
fn run_starts(bits: u64) -> u64 {
    bits & !(bits << 1)
}

/// Calls `meet` with one cell of every overlap of runs of two rows.
#[inline]
fn overlaps(bits: [u64; 2], mut meet: impl FnMut(u32)) {
    let mut overlaps = run_starts(bits[0] & bits[1]);
    while overlaps != 0 {
        meet(overlaps.trailing_zeros());
        overlaps &= overlaps - 1;
    }
}

/// The pairs of labels that touch across the upper face of the first of two chunks along `axis`,
/// each once.
pub(crate) fn touching(labels: [&ChunkLabels; 2], rows: [&Rows; 2], axis: Axis) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let mut meet = |at: [usize; 2], x: [u32; 2]| {
        let label = |side: usize| labels[side].label(at[side], x[side]);
        if let (Some(own), Some(other)) = (label(0), label(1)) {
            // Neighbouring rows mostly repeat the pair.
            if pairs.last() != Some(&[own, other]) {
                pairs.push([own, other]);
            }
        }
    };
    for index in 0..64 {
        let at = match axis {
            Axis::X => {
                for row in index << 6..(index + 1) << 6 {
                    meet([row; 2], [63, 0]);
                }
                continue;
            }
            Axis::Y => [index << 6 | 63, index << 6],
            Axis::Z => [63 << 6 | index, index],
        };
        overlaps([rows[0][at[0]], rows[1][at[1]]], |x| meet(at, [x; 2]));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Disjoint sets with path halving; the smallest label is the root, so that roots do not depend on
/// the order of joins.
#[derive(Debug)]
pub(crate) struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Sets of one label each.
    pub(crate) fn with(labels: u32) -> Self {
        Self {
            parents: (0..labels).collect(),
        }
    }

    pub(crate) fn root(&mut self, mut label: u32) -> u32 {
        while self.parents[label as usize] != label {
            let above = self.parents[self.parents[label as usize] as usize];
            self.parents[label as usize] = above;
            label = above;
        }
        label
    }

    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

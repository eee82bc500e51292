//! The connected components of one chunk by itself.
//!
//! Cells are labeled by rows: the maximal runs of traversable cells along x within a chunk. A run
//! has one label, so labels take memory with the surface of the obstacles and not with the volume;
//! where all runs hang together, as in most chunks, they take none.

use std::convert::Infallible;
use std::sync::Arc;

use crate::coordinates::{Axis, Rows};
use crate::sets::UnionFind;
use crate::traversability::ChunkEntry;
use crate::traversability::grid::Grid;
use crate::traversability::rows::ChunkBits;

/// The labels of a chunk, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) enum ChunkLabels {
    /// No cell is traversable.
    Blocked,
    /// All traversable cells have label 0.
    One,
    Many(Arc<RunLabels>),
}

/// The labels of the runs of a chunk, in row order.
#[derive(Debug)]
pub(crate) struct RunLabels {
    /// The number of the first run of each layer of 64 rows.
    layers: [u32; 64],
    /// The number of the first run of each row, counted from that of its layer.
    rows: Box<[u16]>,
    labels: Box<[u32]>,
    /// The number of labels.
    count: u32,
}

impl ChunkLabels {
    /// Labels the cells of a chunk of a grid.
    pub(super) fn of(grid: &Grid, entry: &ChunkEntry) -> Self {
        if entry.bits.shares_storage_with(&grid.maker.open) {
            Self::One
        } else if entry.bits.shares_storage_with(&grid.maker.blocked) {
            Self::Blocked
        } else {
            Self::from(RunLabels::of(entry.bits.along(Axis::X)))
        }
    }

    /// Makes the labels of a chunk from those of its runs.
    pub(crate) fn from(runs: RunLabels) -> Self {
        match runs.count {
            0 => Self::Blocked,
            1 => Self::One,
            _ => Self::Many(Arc::new(runs)),
        }
    }

    /// Returns the number of labels.
    pub(crate) fn count(&self) -> u32 {
        match self {
            Self::Blocked => 0,
            Self::One => 1,
            Self::Many(runs) => runs.count,
        }
    }

    /// Returns the label of the cell `x` of row `row`, which holds `bits`, if it is traversable.
    #[inline]
    pub(crate) fn label(&self, row: usize, bits: u64, x: u32) -> Option<u32> {
        if bits >> x & 1 == 0 {
            return None;
        }
        match self {
            Self::Blocked => None,
            Self::One => Some(0),
            Self::Many(runs) => runs.labels.get(runs.run(row, bits, x)).copied(),
        }
    }

    /// Returns the cells of row `row`, which holds `bits`, whose labels `accepts` takes.
    pub(crate) fn row(&self, row: usize, bits: u64, accepts: impl Fn(u32) -> bool) -> u64 {
        if let Self::One = self {
            return bits * u64::from(accepts(0));
        }
        let mut accepted = 0;
        self.for_runs(row, bits, |label, run| {
            accepted |= if accepts(label) { run } else { 0 };
        });
        accepted
    }

    /// Calls `each` with the label and the cells of every run of row `row`, which holds `bits`.
    pub(crate) fn for_runs(&self, row: usize, bits: u64, mut each: impl FnMut(u32, u64)) {
        let labels = match self {
            Self::Blocked => &[],
            Self::One => &[0; 32][..],
            Self::Many(runs) => &runs.labels[runs.first_run(row)..],
        };
        let mut left = bits;
        for &label in labels {
            if left == 0 {
                return;
            }
            // Adding the lowest bit carries through the lowest run and clears it.
            let rest = left & left.wrapping_add(left & left.wrapping_neg());
            each(label, left ^ rest);
            left = rest;
        }
    }

    /// Returns the address of the labels, to tell values apart that share them, and the bytes that
    /// they take.
    pub(crate) fn storage(&self) -> Option<(usize, usize)> {
        match self {
            Self::Many(runs) => {
                let bytes =
                    size_of::<RunLabels>() + size_of_val(&*runs.rows) + size_of_val(&*runs.labels);
                Some((Arc::as_ptr(runs).addr(), bytes))
            }
            Self::Blocked | Self::One => None,
        }
    }
}

impl RunLabels {
    /// Makes the labels of the runs of a chunk from known ones: `labels` gives them, and how many different
    /// ones there are, for so many runs.
    pub(crate) fn with<E>(
        bits: &Rows,
        labels: impl FnOnce(u32) -> Result<(Box<[u32]>, u32), E>,
    ) -> Result<Self, E> {
        let (mut runs, mut layers) = (0, [0; 64]);
        let rows = bits.iter().enumerate().map(|(row, &bits)| {
            let first_run = runs;
            runs += run_starts(bits).count_ones();
            let layer = &mut layers[row >> 6];
            if row % 64 == 0 {
                *layer = first_run;
            }
            // A layer has at most 2048 runs.
            (first_run - *layer) as u16
        });
        let rows = rows.collect();
        let (labels, count) = labels(runs)?;
        Ok(Self {
            layers,
            rows,
            labels,
            count,
        })
    }

    fn of(bits: &Rows) -> Self {
        // Every run by itself, until those that overlap are joined.
        let apart = |runs| Ok::<_, Infallible>((Box::default(), runs));
        let Ok(mut own) = Self::with(bits, apart);
        let runs = own.count;
        let mut union = UnionFind::with(runs);
        for row in 0..bits.len() {
            for (is_beside, before) in [(row & 63 != 0, 1), (row >= 64, 64)] {
                if is_beside {
                    let at = [row - before, row];
                    overlaps(at.map(|row| bits[row]), |x| {
                        let [a, b] = at.map(|row| own.run(row, bits[row], x));
                        union.join(a as u32, b as u32);
                    });
                }
            }
        }
        own.number(&mut union);
        own
    }

    /// Numbers the sets of runs in the order of their first runs.
    fn number(&mut self, union: &mut UnionFind) {
        let runs = self.count;
        let mut labels: Vec<u32> = Vec::with_capacity(runs as usize);
        self.count = 0;
        for run in 0..runs {
            let root = union.root(run);
            // Roots are the smallest of their sets, so they have their number already.
            if root == run {
                labels.push(self.count);
                self.count += 1;
            } else {
                labels.push(labels[root as usize]);
            }
        }
        self.labels = labels.into();
    }

    fn first_run(&self, row: usize) -> usize {
        (self.layers[row >> 6 & 63] + u32::from(self.rows[row & 4095])) as usize
    }

    /// Returns the run that holds bit `x`, which is set, of a row that holds `bits`.
    #[inline]
    fn run(&self, row: usize, bits: u64, x: u32) -> usize {
        let up_to_x = u64::MAX >> (63 - x);
        self.first_run(row) + (run_starts(bits) & up_to_x).count_ones() as usize - 1
    }
}

/// Returns the first cell of every run of a row.
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

/// Returns the pairs of labels that touch across the upper face of the first of two chunks along
/// `axis`, each once, in ascending order.
pub(crate) fn touching(
    labels: [&ChunkLabels; 2],
    bits: [&ChunkBits; 2],
    axis: Axis,
) -> Vec<[u32; 2]> {
    let are_one = labels
        .iter()
        .all(|labels| matches!(labels, ChunkLabels::One));
    let rows = bits.map(|bits| bits.along(Axis::X));
    // The face by words: rows along x, or along y where x is fixed.
    let along = if axis == Axis::X { Axis::Y } else { Axis::X };
    let words = bits.map(|bits| bits.along(along));
    let mut pairs = Vec::new();
    for index in 0..64 {
        let at = match axis {
            Axis::X | Axis::Y => [index << 6 | 63, index << 6],
            Axis::Z => [63 << 6 | index, index],
        };
        let words = [0, 1].map(|side| words[side][at[side]]);
        overlaps(words, |bit| {
            let label = |side: usize| {
                let (row, x) = match axis {
                    Axis::X => (index << 6 | bit as usize, [63, 0][side]),
                    Axis::Y | Axis::Z => (at[side], bit),
                };
                labels[side].label(row, rows[side][row], x)
            };
            if let (Some(own), Some(other)) = (label(0), label(1))
                // Neighboring rows mostly repeat the pair.
                && pairs.last() != Some(&[own, other])
            {
                pairs.push([own, other]);
            }
        });
        if are_one && !pairs.is_empty() {
            break;
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

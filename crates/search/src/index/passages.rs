//! Passages one cell wide, and the junctions at which they meet, 64 cells at a time.

use rayon::prelude::*;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Axis, ChunkCoord, Traversability};

use super::cells::{CellSet, Layer, layers_of};

/// The cells of passages one cell wide.
pub(super) struct Passages {
    /// The cells with at most two neighbors across faces, which no diagonal passes.
    pub(super) thin: CellSet,
    /// The cells with at least three, between which no diagonal passes, either.
    pub(super) junctions: CellSet,
    /// The number of traversable cells in the world.
    pub(super) traversable: u64,
}

impl Passages {
    /// Finds the passages in the listed chunks.
    pub(super) fn of(world: &Traversability, chunks: &[ChunkCoord]) -> Self {
        let mut passages = Self {
            thin: CellSet::within(world.bounds()),
            junctions: CellSet::within(world.bounds()),
            traversable: 0,
        };
        let found: Vec<_> = chunks
            .par_iter()
            .map(|&chunk| passages_of(world, chunk))
            .collect();
        for (&chunk, (layers, traversable)) in chunks.iter().zip(found) {
            for (z, [thin, junctions]) in layers {
                passages.thin.put_layer(chunk, z, &thin);
                passages.junctions.put_layer(chunk, z, &junctions);
            }
            passages.traversable += traversable;
        }
        passages
    }

    /// Returns whether most of the world consists of passages.
    pub(super) fn prevail(&self) -> bool {
        self.thin.count() * 2 >= self.traversable
    }
}

/// Returns the thin cells and the junctions of a chunk, by layers with their z, and the number of its traversable cells.
fn passages_of(world: &Traversability, chunk: ChunkCoord) -> (Vec<(usize, [Layer; 2])>, u64) {
    let around = std::array::from_fn(|number| {
        let number = number as i32;
        let offset = IVec3::new(number % 3, number / 3 % 3, number / 9) - 1;
        world.rows(ChunkCoord(chunk.0 + offset), Axis::X)
    });
    let (mut found, mut traversable) = (vec![], 0);
    for (z, layer) in layers_of(around[13]) {
        let [mut thin, mut junctions] = [[0; 64]; 2];
        for (y, own) in layer.iter().enumerate().filter(|(_, own)| **own != 0) {
            traversable += u64::from(own.count_ones());
            [thin[y], junctions[y]] = Surroundings::of(&around, (z << 6 | y) as i32).passages();
        }
        found.push((z, [thin, junctions]));
    }
    (found, traversable)
}

/// The rows around one row along x, and the same moved by one cell.
struct Surroundings {
    /// The rows by `(dz + 1) * 3 + dy + 1`; the row itself is number 4.
    here: [u64; 9],
    /// Bit x is the cell at x - 1.
    left: [u64; 9],
    /// Bit x is the cell at x + 1.
    right: [u64; 9],
}

impl Surroundings {
    /// Returns the rows around the row `z << 6 | y` of a chunk, given the rows of the 27 chunks around, x first.
    fn of(around: &[&[u64; 4096]; 27], index: i32) -> Self {
        let row = |number: usize, aside: i32| {
            let number = number as i32;
            let (y, z) = ((index & 63) + number % 3 - 1, (index >> 6) + number / 3 - 1);
            let chunk = ((z >> 6) + 1) * 9 + ((y >> 6) + 1) * 3 + aside + 1;
            around[chunk as usize][((z & 63) << 6 | y & 63) as usize]
        };
        let here: [u64; 9] = std::array::from_fn(|number| row(number, 0));
        Self {
            here,
            left: std::array::from_fn(|number| here[number] << 1 | row(number, -1) >> 63),
            right: std::array::from_fn(|number| here[number] >> 1 | row(number, 1) << 63),
        }
    }

    /// Returns the thin cells and the junctions.
    fn passages(&self) -> [u64; 2] {
        let Self { here, left, right } = self;
        // Counts in binary, bit by bit.
        let (mut ones, mut twos, mut fours) = (0, 0, 0);
        for face in [left[4], right[4], here[3], here[5], here[1], here[7]] {
            fours |= twos & ones & face;
            twos ^= ones & face;
            ones ^= face;
        }
        let beside = |side: &[u64; 9]| {
            let squares =
                here[3] & side[3] | here[5] & side[5] | here[1] & side[1] | here[7] & side[7];
            side[4] & squares
        };
        let below = here[1] & (here[3] & here[0] | here[5] & here[2]);
        let above = here[7] & (here[3] & here[6] | here[5] & here[8]);
        let apart = here[4] & !(beside(left) | beside(right) | below | above);
        let many = fours | twos & ones;
        [apart & !many, apart & many]
    }
}

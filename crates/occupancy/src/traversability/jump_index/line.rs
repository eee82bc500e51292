//! The flags of a line of rows, from the rows around them.

use super::bricks::Words;
use crate::coordinates::{Axis, ChunkCoord, Sign};
use crate::traversability::grid::Grid;
use crate::traversability::rows::Rows;

/// Rows on each side of the 6 x 6 around a line.
const SIDE: usize = 6;

/// A word for each of these rows, by `(v + 1) * 6 + u + 1`.
type Around = [u64; SIDE * SIDE];

/// The rows along one axis of a chunk and of those around it: by `(dv + 1) * 3 + du + 1` of the
/// chunks at offsets -1, 0 and 1 along the axis.
pub(super) struct Surroundings<'g> {
    chunks: [[&'g Rows; 9]; 3],
    /// The row that all rows equal which lines of the chunk can see, if they are known to be alike and to have no flag but
    /// what is handed on.
    uniform: Option<u64>,
}

impl<'g> Surroundings<'g> {
    pub(super) fn of(grid: &'g Grid, chunk: ChunkCoord, axis: Axis) -> Self {
        let [u, v] = axis.others();
        let mut is_open = true;
        let chunks = [-1, 0, 1].map(|along| {
            std::array::from_fn(|n| {
                let (du, dv) = (n as i32 % 3 - 1, n as i32 / 3 - 1);
                let offset = axis.unit() * along + u.unit() * du + v.unit() * dv;
                let bits = &grid.entry(ChunkCoord(chunk.0 + offset)).bits;
                is_open &= bits.shares_storage_with(&grid.maker.open);
                bits.along(axis)
            })
        });
        let own = &grid.entry(chunk).bits;
        let is_blocked = own.shares_storage_with(&grid.maker.blocked);
        Self {
            chunks,
            uniform: (is_open || is_blocked).then_some(if is_open { u64::MAX } else { 0 }),
        }
    }

    /// Returns the flags of the rows of a line for one heading, given those of the cells beyond: one
    /// bit in four for each row.
    pub(super) fn runs(&self, line: usize, sign: Sign, beyond: u64) -> Words {
        if self.uniform == Some(0) || self.uniform.is_some() && beyond == 0 {
            return [0; 16];
        }
        let (rows, stops) = match self.uniform {
            Some(row) => ([row; SIDE * SIDE], [0; 16]),
            None => self.stops(line, sign),
        };
        std::array::from_fn(|row| {
            let (free, beyond) = (rows[inner(row)], beyond >> (4 * row) & 15);
            match sign {
                Sign::Negative => flooded(stops[row] | beyond >> 3, free),
                Sign::Positive => {
                    let seeds = stops[row] | beyond << 63;
                    flooded(seeds.reverse_bits(), free.reverse_bits()).reverse_bits()
                }
            }
        })
    }

    /// Returns the rows around a line, and where runs of a sign stop because an adjacent row turns traversable. Beyond
    /// traversable cells the result is arbitrary.
    fn stops(&self, line: usize, sign: Sign) -> (Around, Words) {
        let rows = self.gather(1, line, |row| row);
        let turns = match sign {
            Sign::Positive => {
                let before = self.gather(0, line, |row| row >> 63);
                std::array::from_fn(|index| rows[index] & !(rows[index] << 1 | before[index]))
            }
            Sign::Negative => {
                let after = self.gather(2, line, |row| row << 63);
                std::array::from_fn(|index| rows[index] & !(rows[index] >> 1 | after[index]))
            }
        };
        // The row itself counts, too: it turns behind a blocked cell, where no run gets to, or beside one.
        (rows, combined(&turns, |a, b| a | b))
    }

    /// Returns, for each row of a line, the traversable cells with a blocked one among the 27 around them.
    pub(super) fn near(&self, line: usize) -> Words {
        if self.uniform.is_some() {
            return [0; 16];
        }
        let rows = self.gather(1, line, |row| row);
        let before = self.gather(0, line, |row| row >> 63);
        let after = self.gather(2, line, |row| row << 63);
        let open = std::array::from_fn(|index| {
            let row = rows[index];
            row & (row << 1 | before[index]) & (row >> 1 | after[index])
        });
        let open = combined(&open, |a, b| a & b);
        std::array::from_fn(|row| rows[inner(row)] & !open[row])
    }

    /// Returns something of each of the 36 rows around a line, in the chunks at one place along the axis.
    #[inline]
    fn gather(&self, along: usize, line: usize, of: impl Fn(u64) -> u64) -> Around {
        let chunks = &self.chunks[along];
        let (first_u, first_v) = (line % 16 * 4, line / 16 * 4);
        let (left, right) = (usize::from(first_u != 0), 1 + usize::from(first_u == 60));
        let mut around = [0; SIDE * SIDE];
        for (dv, six) in around.chunks_exact_mut(SIDE).enumerate() {
            // One more than the coordinate, so that it is never negative.
            let v = first_v + dv;
            let beside = &chunks[v.div_ceil(64) * 3..][..3];
            let row = (v + 63) % 64 * 64;
            six[0] = of(beside[left][row + (first_u + 63) % 64]);
            for (six, &own) in six[1..5].iter_mut().zip(&beside[1][row + first_u..]) {
                *six = of(own);
            }
            six[5] = of(beside[right][row + (first_u + 4) % 64]);
        }
        around
    }
}

/// Returns the number among the 36 of one of the 16 rows.
#[inline]
fn inner(row: usize) -> usize {
    (row / 4 + 1) * SIDE + row % 4 + 1
}

/// Combines, for each of the 16 rows, the nine around it.
#[inline]
fn combined(rows: &Around, both: impl Fn(u64, u64) -> u64) -> Words {
    let threes: [u64; 4 * SIDE] = std::array::from_fn(|index| {
        let first = index / 4 * SIDE + index % 4;
        both(both(rows[first], rows[first + 1]), rows[first + 2])
    });
    std::array::from_fn(|row| both(both(threes[row], threes[row + 4]), threes[row + 8]))
}

/// Returns the bits of `free` that are seeds or lie above one with no gap between: where there is one, the sum flips all
/// of them, and the seeds are put back.
#[inline]
fn flooded(seeds: u64, free: u64) -> u64 {
    let seeds = seeds & free;
    (free.wrapping_add(seeds) ^ free | seeds) & free
}

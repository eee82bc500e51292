//! Gathering the cells around a cell by words.

use glam::IVec3;

use super::grid::ChunkEntry;
use super::{CENTER_ROW, Traversability};
use crate::{Axis, ChunkCoord};

/// All 27 cells traversable.
const OPEN: u32 = (1 << 27) - 1;

impl Traversability {
    /// The 3 x 3 x 3 block of cells around `cell`, one bit a cell, set where traversable: bit
    /// `(dz + 1) * 9 + (dy + 1) * 3 + (dx + 1)` for the cell at offset `(dx, dy, dz)`.
    #[must_use]
    #[inline]
    pub fn neighborhood(&self, cell: IVec3) -> u32 {
        let chunk = ChunkCoord::of(cell);
        let local = cell & 63;
        let entry = self.entry(chunk);
        if entry.is_open_at(local) {
            return OPEN;
        }
        let rows = self.rows_around(chunk, Axis::X, local.y, local.z);
        if (1..63).contains(&local.x) {
            return gather(|row| rows[row] >> (local.x - 1));
        }
        let (side, shift_own, shift_other) = if local.x == 0 {
            (-1, 1, 63)
        } else {
            (1, 62, 62)
        };
        let beyond = ChunkCoord(chunk.0 + IVec3::X * side);
        let other = self.rows_around(beyond, Axis::X, local.y, local.z);
        if local.x == 0 {
            gather(|row| rows[row] << shift_own | other[row] >> shift_other)
        } else {
            gather(|row| rows[row] >> shift_own & 3 | (other[row] & 1) << 2)
        }
    }

    /// The nine rows along `axis` around the row `(u, v)` of `chunk`, by `(dv + 1) * 3 + du + 1`;
    /// the row itself is number 4.
    #[inline]
    pub(super) fn rows_around(&self, chunk: ChunkCoord, axis: Axis, u: i32, v: i32) -> [u64; 9] {
        if (1..63).contains(&u) && (1..63).contains(&v) {
            let rows = self.entry(chunk).bits.along(axis);
            let first = (v - 1) << 6 | (u - 1);
            return std::array::from_fn(|index| {
                let offset = (index as i32 / 3) << 6 | (index as i32 % 3);
                rows[((first + offset) & 4095) as usize]
            });
        }
        self.rows_across_chunks(chunk, axis, u, v)
    }

    #[cold]
    fn rows_across_chunks(&self, chunk: ChunkCoord, axis: Axis, u: i32, v: i32) -> [u64; 9] {
        let [u_axis, v_axis] = axis.others();
        let own = self.entry(chunk);
        std::array::from_fn(|index| {
            let (u, v) = (u + index as i32 % 3 - 1, v + index as i32 / 3 - 1);
            let side = u_axis.unit() * (u >> 6) + v_axis.unit() * (v >> 6);
            let entry: &ChunkEntry = if index == CENTER_ROW || side == IVec3::ZERO {
                own
            } else {
                self.entry(ChunkCoord(chunk.0 + side))
            };
            entry.bits.along(axis)[((v & 63) << 6 | u & 63) as usize]
        })
    }
}

/// Packs the low three bits of nine words.
#[inline]
fn gather(row: impl Fn(usize) -> u64) -> u32 {
    (0..9).fold(0, |bits, index| {
        bits | ((row(index) & 7) as u32) << (3 * index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellBox, CellState, OccupancyBuilder, UnknownPolicy};

    #[test]
    fn words_give_the_same_cells_as_single_questions() {
        let bounds = CellBox::new(IVec3::new(-9, -70, 50), IVec3::new(20, 9, 70));
        for spacing in [5, 37, 1009] {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            for cell in bounds.cells().step_by(spacing) {
                builder.set(cell, CellState::Occupied).unwrap();
            }
            let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
            for cell in bounds.cells() {
                let neighborhood = world.neighborhood(cell);
                for bit in 0..27 {
                    let offset = IVec3::new(bit % 3 - 1, bit / 3 % 3 - 1, bit / 9 - 1);
                    let traversable = world.is_traversable(cell + offset);
                    assert_eq!(neighborhood >> bit & 1 != 0, traversable, "{cell} {offset}");
                }
            }
        }
    }
}

//! Gathering the cells around a cell, and those of a cluster, by words.

use glam::IVec3;

use super::Traversability;
use super::grid::ChunkEntry;
use crate::coordinates::{Axis, ChunkCoord, Rows};

/// All 27 cells traversable.
const OPEN: u32 = (1 << 27) - 1;

/// The 18 cells on both sides of the plane across each axis.
const BESIDE_X: u32 = OPEN / 7 * 5;
const BESIDE_Y: u32 = 0o707_707_707;
const BESIDE_Z: u32 = 0o777_000_777;

/// The coordinate of a row, of its two, along which its neighbors in a plane lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    U,
    V,
}

impl Traversability {
    /// Returns the 3 x 3 x 3 block of cells around `cell`, one bit a cell, set where traversable:
    /// bit `(dz + 1) * 9 + (dy + 1) * 3 + (dx + 1)` for the cell at offset `(dx, dy, dz)`.
    #[must_use]
    #[inline]
    pub fn neighborhood(&self, cell: IVec3) -> u32 {
        let chunk = ChunkCoord::of(cell);
        let local = cell & 63;
        let entry = self.entry(chunk);
        if entry.is_open_at(local) {
            return OPEN;
        }
        let row = [local.y, local.z];
        let rows = self.rows_around(chunk, entry, Axis::X, row);
        if (1..63).contains(&local.x) {
            return gather(|row| rows[row] >> (local.x - 1));
        }
        let side = if local.x == 0 { -1 } else { 1 };
        let beyond = ChunkCoord(chunk.0 + IVec3::X * side);
        let other = self.rows_around(beyond, self.entry(beyond), Axis::X, row);
        gather(|row| three_at_end(local.x, rows[row], other[row]))
    }

    /// Returns the same with only the nine cells looked at that have the coordinate of `cell` on the
    /// `fixed` axis; the others count as traversable.
    ///
    /// What moves within a plane can do depends on these nine alone. Three words hold them.
    #[must_use]
    #[inline]
    pub fn neighborhood_in_plane(&self, cell: IVec3, fixed: Axis) -> u32 {
        let three = self.three_rows_in_plane(cell, fixed);
        let (step, others) = match fixed {
            Axis::X => (9, BESIDE_X),
            Axis::Y => (9, BESIDE_Y),
            Axis::Z => (3, BESIDE_Z),
        };
        let own = match fixed {
            // The cells of a row along Y stand three places apart.
            Axis::X => three.map(|cells| (cells & 1 | (cells & 2) << 2 | (cells & 4) << 4) << 1),
            Axis::Y => three.map(|cells| cells << 3),
            Axis::Z => three.map(|cells| cells << 9),
        };
        own[0] | own[1] << step | own[2] << (2 * step) | others
    }

    /// Returns the nine cells in the plane across the `fixed` axis, row by row along the first of
    /// the two other axes, three bits each.
    #[inline]
    pub(super) fn three_rows_in_plane(&self, cell: IVec3, fixed: Axis) -> [u32; 3] {
        let [along, _] = fixed.others();
        let beside = match fixed {
            Axis::X | Axis::Y => Beside::V,
            Axis::Z => Beside::U,
        };
        let chunk = ChunkCoord::of(cell);
        let local = cell & 63;
        let row = along.others().map(|other| other.of(local));
        let at = along.of(local);
        let rows = self.rows_in_plane(chunk, self.entry(chunk), along, row, beside);
        let three = if (1..63).contains(&at) {
            rows.map(|row| row >> (at - 1))
        } else {
            let side = if at == 0 { -1 } else { 1 };
            let beyond = ChunkCoord(chunk.0 + along.unit() * side);
            let other = self.rows_in_plane(beyond, self.entry(beyond), along, row, beside);
            std::array::from_fn(|index| three_at_end(at, rows[index], other[index]))
        };
        three.map(|cells| (cells & 7) as u32)
    }

    /// Returns the row `(u, v)` of `chunk` along `axis`, whose entry is `own`, between its two neighbors in one plane.
    #[inline]
    pub(super) fn rows_in_plane(
        &self,
        chunk: ChunkCoord,
        own: &ChunkEntry,
        axis: Axis,
        [u, v]: [i32; 2],
        beside: Beside,
    ) -> [u64; 3] {
        let (at, axis_beside, stride) = match beside {
            Beside::U => (u, axis.others()[0], 1),
            Beside::V => (v, axis.others()[1], 64),
        };
        let rows = own.bits.along(axis);
        let place = v << 6 | u;
        let row = |rows: &Rows, place: i32| rows[(place & 4095) as usize];
        let mut three = [-1, 0, 1].map(|side| row(rows, place + side * stride));
        if let Some(side) = side_beside(at) {
            let beyond = ChunkCoord(chunk.0 + axis_beside.unit() * side);
            let rows = self.entry(beyond).bits.along(axis);
            // The first row beyond the last, and the other way round.
            three[(side + 1) as usize] = row(rows, place - 63 * side * stride);
        }
        three
    }

    /// Returns the nine rows along `axis` around the row `(u, v)` of `chunk`, whose entry is `own`,
    /// by `(dv + 1) * 3 + du + 1`; the row itself is number 4.
    #[inline]
    pub(super) fn rows_around(
        &self,
        chunk: ChunkCoord,
        own: &ChunkEntry,
        axis: Axis,
        [u, v]: [i32; 2],
    ) -> [u64; 9] {
        if (1..63).contains(&u) && (1..63).contains(&v) {
            let rows = own.bits.along(axis);
            let first = (v - 1) << 6 | (u - 1);
            return std::array::from_fn(|index| {
                let offset = (index as i32 / 3) << 6 | (index as i32 % 3);
                rows[((first + offset) & 4095) as usize]
            });
        }
        self.rows_across_chunks(chunk, own, axis, [u, v])
    }

    /// Returns the same for a row at the border of its chunk: along u, along v, or both.
    #[inline(never)]
    fn rows_across_chunks(
        &self,
        chunk: ChunkCoord,
        own: &ChunkEntry,
        axis: Axis,
        [u, v]: [i32; 2],
    ) -> [u64; 9] {
        let beside = axis.others();
        let sides = [side_beside(u), side_beside(v)];
        let beyond = |which: usize| sides[which].map(|side| beside[which].unit() * side);
        let rows_of = |step: Option<IVec3>| {
            step.map(|step| self.entry(ChunkCoord(chunk.0 + step)).bits.along(axis))
        };
        let own = own.bits.along(axis);
        let along_u = rows_of(beyond(0)).unwrap_or(own);
        let along_v = rows_of(beyond(1)).unwrap_or(own);
        let both = beyond(0).zip(beyond(1)).map(|(u, v)| u + v);
        let diagonal = rows_of(both).unwrap_or(if sides[0].is_some() { along_u } else { along_v });
        std::array::from_fn(|index| {
            let (du, dv) = (index as i32 % 3 - 1, index as i32 / 3 - 1);
            let rows = match (sides[0] == Some(du), sides[1] == Some(dv)) {
                (false, false) => own,
                (true, false) => along_u,
                (false, true) => along_v,
                (true, true) => diagonal,
            };
            rows[(((v + dv) & 63) << 6 | (u + du) & 63) as usize & 4095]
        })
    }
}

/// Returns the side of a coordinate on which another chunk begins.
#[inline]
fn side_beside(coordinate: i32) -> Option<i32> {
    match coordinate {
        0 => Some(-1),
        63 => Some(1),
        _ => None,
    }
}

/// Returns the three cells around the first cell of a row, or around the last, in the lowest bits, given
/// the row that follows beyond that end.
#[inline]
fn three_at_end(at: i32, row: u64, beyond: u64) -> u64 {
    match at {
        0 => row << 1 | beyond >> 63,
        _ => row >> 62 & 3 | (beyond & 1) << 2,
    }
}

/// Packs the low three bits of nine words.
#[inline]
fn gather(row: impl Fn(usize) -> u64) -> u32 {
    (0..9).fold(0, |bits, index| {
        bits | ((row(index) & 7) as u32) << (3 * index)
    })
}

/// The place of the last cluster of a chunk along each axis.
const LAST_CLUSTER: u32 = 7;

impl Traversability {
    /// Returns the traversable cells of the cluster at `cluster`, the coordinates of a cell divided by 8 and rounded
    /// down: a word for each layer along z, in which bit `8 y + x` stands for a cell.
    ///
    /// # Complexity
    ///
    /// Constant: 64 bytes are read.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let free = CellBox::new(IVec3::new(8, 0, 0), IVec3::new(10, 2, 1));
    /// let world = OccupancyBuilder::new(free)?.commit();
    /// let world = Traversability::new(&world, UnknownPolicy::Blocked);
    /// assert_eq!(world.cluster(IVec3::X), [0x0303, 0, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(world.cluster(IVec3::ZERO), [0; 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cluster(&self, cluster: IVec3) -> [u64; 8] {
        let entry = self.entry(ChunkCoord::of(cluster << 3));
        let rows = entry.bits.along(Axis::X);
        let first = (cluster.as_uvec3() & LAST_CLUSTER) << 3u32;
        std::array::from_fn(|z| {
            let layer = (first.z as usize + z) * 64 + first.y as usize;
            let rows = &rows[layer..layer + 8];
            let byte = |row: &u64| row >> first.x & 0xff;
            rows.iter().rev().fold(0, |word, row| word << 8 | byte(row))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::UnknownPolicy;
    use crate::coordinates::CellBox;
    use crate::occupancy::{CellState, OccupancyBuilder};

    #[test]
    fn words_give_the_same_cells_as_single_questions() {
        for_random_worlds(|world, cell| {
            let neighborhood = world.neighborhood(cell);
            for (bit, offset) in offsets() {
                let traversable = world.is_traversable(cell + offset);
                assert_eq!(neighborhood >> bit & 1 != 0, traversable, "{cell} {offset}");
            }
        });
    }

    #[test]
    fn a_plane_has_its_own_cells_and_nothing_beside_it_is_in_the_way() {
        for_random_worlds(|world, cell| {
            for fixed in Axis::ALL {
                let neighborhood = world.neighborhood_in_plane(cell, fixed);
                for (bit, offset) in offsets() {
                    let traversable = fixed.of(offset) != 0 || world.is_traversable(cell + offset);
                    let found = neighborhood >> bit & 1 != 0;
                    assert_eq!(found, traversable, "{cell} {offset} {fixed:?}");
                }
            }
        });
    }

    fn offsets() -> impl Iterator<Item = (i32, IVec3)> {
        (0..27).map(|bit| (bit, IVec3::new(bit % 3 - 1, bit / 3 % 3 - 1, bit / 9 - 1)))
    }

    fn for_random_worlds(check: impl Fn(&Traversability, IVec3)) {
        let bounds = CellBox::new(IVec3::new(-9, -70, 50), IVec3::new(20, 9, 70));
        for spacing in [5, 37, 1009] {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            for cell in bounds.cells().step_by(spacing) {
                builder.set(cell, CellState::Occupied).unwrap();
            }
            let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
            for cell in bounds.cells() {
                check(&world, cell);
            }
        }
    }
}

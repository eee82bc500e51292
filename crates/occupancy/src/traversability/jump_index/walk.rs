//! Walks along face diagonals, past all cells at which nothing begins.

use glam::IVec3;

use super::bricks::{Plane, bit_of};
use super::{JumpIndex, NEAR};
use crate::coordinates::{Axis, ChunkCoord, Heading, Sign};
use crate::traversability::directory::BEYOND;

impl JumpIndex {
    /// Walks from `from`, by one step along both headings a move, to the first cell at which something begins: one near an
    /// obstacle, or from which a run along one of the headings leads to a jump point. Returns the moves, at least one and
    /// at most `most`, and whether something begins there. The headings must not lie on one axis.
    ///
    /// All cells up to the last are traversable where `from` is not near an obstacle, and so are all cells around those
    /// before the last.
    ///
    /// # Complexity
    ///
    /// A few word operations for every brick of 4^3 cells, or chunk without flags.
    #[must_use]
    pub fn walk(&self, from: IVec3, headings: [Heading; 2], most: u32) -> (u32, bool) {
        let step = headings[0].step() + headings[1].step();
        let [a, b] = headings.map(|heading| (heading.index(), heading.axis));
        let flags = [a, b, (NEAR, Axis::X)];
        let (mut cell, mut moves) = (from.saturating_add(step), 1);
        while moves < most {
            let entry = self.directory.entry(ChunkCoord::of(cell)) as usize;
            if entry == BEYOND as usize {
                break;
            }
            let planes = flags.map(|(number, axis)| Some((self.plane(entry, number)?, axis)));
            let (passed, begins) = passed_in_chunk(planes, cell & 63, headings, most - moves);
            cell += step * passed.cast_signed();
            moves += passed;
            if begins {
                return (moves, true);
            }
        }
        let is_set = |(number, axis)| self.is_set(cell, number, axis);
        (moves, flags.into_iter().any(is_set))
    }
}

/// Passes the cells of a chunk from `local` on at which nothing begins, at most so many; returns how many, and whether
/// something begins at the next one.
fn passed_in_chunk(
    planes: [Option<(&Plane, Axis)>; 3],
    local: IVec3,
    headings: [Heading; 2],
    most: u32,
) -> (u32, bool) {
    let step = headings[0].step() + headings[1].step();
    let most = left_in_cube(local, headings, 64).min(most);
    if planes.iter().all(Option::is_none) {
        return (most, false);
    }
    let (mut cell, mut passed) = (local, 0);
    while passed < most {
        let mut in_cube = left_in_cube(cell, headings, 16);
        let known = || planes.iter().flatten();
        if known().any(|(flags, axis)| flags.has_group(*axis, cell)) {
            in_cube = left_in_cube(cell, headings, 4);
            let bricks = planes.map(|plane| {
                plane.map_or((0, Axis::X), |(flags, axis)| {
                    (flags.brick(axis, cell), axis)
                })
            });
            if bricks.iter().any(|(brick, _)| *brick != 0) {
                for further in 0..in_cube.min(most - passed) {
                    let at = cell + step * further.cast_signed();
                    let is_set = |(brick, axis): &(u64, Axis)| brick >> bit_of(*axis, at) & 1 != 0;
                    if bricks.iter().any(is_set) {
                        return (passed + further, true);
                    }
                }
            }
        }
        cell += step * in_cube.cast_signed();
        passed += in_cube;
    }
    (passed.min(most), false)
}

/// Returns the number of cells of a walk that lie in an aligned cube, from `cell` on.
#[inline]
fn left_in_cube(cell: IVec3, headings: [Heading; 2], edge: i32) -> u32 {
    let [a, b] = headings.map(|Heading { axis, sign }| {
        let at = axis.of(cell) & (edge - 1);
        match sign {
            Sign::Positive => edge - at,
            Sign::Negative => at + 1,
        }
    });
    a.min(b).cast_unsigned()
}

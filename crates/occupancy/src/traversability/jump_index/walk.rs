//! Walks along face diagonals, past all cells at which nothing begins.

use glam::IVec3;

use super::bricks::{bit_of, brick_of};
use super::plane::Plane;
use super::{JumpIndex, NEAR};
use crate::coordinates::{ChunkCoord, Heading, Sign};
use crate::traversability::directory::BEYOND;

/// The first cell of a walk at which something begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkStop {
    /// Moves from where the walk began; where nothing begins within as many as were asked for, these.
    pub moves: u32,
    /// True if a cell around the stop is blocked.
    pub is_near_obstacle: bool,
    /// True, for each of the two headings, if the run along it leads to a jump point.
    pub leads_to_jump_point: [bool; 2],
}

impl JumpIndex {
    /// Walks from `from`, by one step along both headings a move, to the first cell that is near an
    /// obstacle or from which a run along one of the headings leads to a jump point; at least one move
    /// and at most `most`. The headings must not lie on one axis.
    ///
    /// Where `from` itself is not near an obstacle, all cells up to the stop are traversable, and
    /// so are all around those before it.
    ///
    /// # Complexity
    ///
    /// A few word operations for every brick of 4^3 cells or empty group of 16^3.
    #[must_use]
    pub fn walk(&self, from: IVec3, headings: [Heading; 2], most: u32) -> WalkStop {
        let step = headings[0].step() + headings[1].step();
        let numbers = [headings[0].index(), headings[1].index(), NEAR];
        let (mut cell, mut moves) = (from.saturating_add(step), 1);
        while moves < most {
            let entry = self.directory.entry(ChunkCoord::of(cell)) as usize;
            if entry == BEYOND as usize {
                break;
            }
            let planes = numbers.map(|number| self.plane(entry, number));
            if planes.iter().all(Option::is_none) {
                let passed = left_in_cube(cell, headings, 64);
                cell += step * passed.cast_signed();
                moves += passed;
                continue;
            }
            let (passed, is_stop) = walk_in_chunk(planes, cell & 63, headings, most - moves);
            cell += step * passed.cast_signed();
            moves += passed;
            if is_stop {
                break;
            }
        }
        if moves > most {
            cell -= step * (moves - most).cast_signed();
            moves = most;
        }
        let flags = numbers.map(|number| self.flag(cell, number));
        WalkStop {
            moves,
            is_near_obstacle: flags[2],
            leads_to_jump_point: [flags[0], flags[1]],
        }
    }
}

/// Passes the cells of a chunk from `local` on at which nothing begins, until about `most` are passed;
/// returns how many, and whether something begins at the next one.
fn walk_in_chunk(
    planes: [Option<&Plane>; 3],
    local: IVec3,
    headings: [Heading; 2],
    most: u32,
) -> (u32, bool) {
    let step = headings[0].step() + headings[1].step();
    let in_chunk = left_in_cube(local, headings, 64);
    let (mut cell, mut passed) = (local, 0);
    while passed < most.min(in_chunk) {
        let brick = brick_of(cell);
        if !planes
            .iter()
            .flatten()
            .any(|plane| plane.has_group(brick >> 6))
        {
            let cells = left_in_cube(cell, headings, 16);
            cell += step * cells.cast_signed();
            passed += cells;
            continue;
        }
        let word = planes
            .iter()
            .flatten()
            .fold(0, |word, plane| word | plane.brick(brick));
        let in_brick = left_in_cube(cell, headings, 4);
        if word != 0 {
            let mut at = cell;
            for further in 0..in_brick {
                if word >> bit_of(at) & 1 != 0 {
                    return (passed + further, true);
                }
                at += step;
            }
        }
        cell += step * in_brick.cast_signed();
        passed += in_brick;
    }
    (passed.min(in_chunk), false)
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

//! Counts how often one and the same move can be repeated.

use glam::IVec3;

use crate::coordinates::{Axis, ChunkCoord};
use crate::traversability::Traversability;

/// Cells along the edge of the blocks of which a chunk knows whether they are open.
const BLOCK: i32 = 8;

impl Traversability {
    /// Returns the number of times that a move can be made one after the other from `from`, at most
    /// `most`: `step` is where it leads, and `needed` the cells that it must find traversable, as
    /// neighborhood bits between the two, the target among them.
    ///
    /// # Complexity
    ///
    /// Linear in the moves, a few nanoseconds each; in open blocks, in the blocks.
    #[must_use]
    pub fn repeated_moves(&self, from: IVec3, step: IVec3, needed: u32, most: u32) -> u32 {
        let needed = Needed::of(needed);
        let (mut cell, mut moves) = (from, 0);
        while moves < most {
            let local = cell & 63;
            let entry = self.entry(ChunkCoord::of(cell));
            let leaving = moves_out_of_block(local, step).min(most - moves);
            if entry.is_open_at(local) {
                moves += leaving;
                cell += step * leaving.cast_signed();
                continue;
            }
            // All but the last stay in the block.
            let rows = entry.bits.along(Axis::X);
            for _ in 1..leaving {
                if !needed.are_in(rows, cell & 63) {
                    return moves;
                }
                moves += 1;
                cell += step;
            }
            if !needed
                .cells()
                .all(|offset| self.is_traversable(cell + offset))
            {
                return moves;
            }
            moves += 1;
            cell += step;
        }
        moves
    }
}

/// Returns the moves after which a cell has left its block.
fn moves_out_of_block(local: IVec3, step: IVec3) -> u32 {
    let moves = |axis: Axis| {
        let at = axis.of(local) & (BLOCK - 1);
        match axis.of(step) {
            0 => u32::MAX,
            1.. => (BLOCK - at).unsigned_abs(),
            _ => (at + 1).unsigned_abs(),
        }
    };
    Axis::ALL.into_iter().map(moves).min().unwrap_or(u32::MAX)
}

/// The cells that a move needs, at most the seven of the box that it spans.
struct Needed {
    offsets: [IVec3; 7],
    count: usize,
}

impl Needed {
    fn of(bits: u32) -> Self {
        let mut needed = Self {
            offsets: [IVec3::ZERO; 7],
            count: 0,
        };
        for bit in (0..27).filter(|bit| bits >> bit & 1 != 0) {
            if let Some(offset) = needed.offsets.get_mut(needed.count) {
                *offset = IVec3::new(bit % 3, bit / 3 % 3, bit / 9) - 1;
                needed.count += 1;
            }
        }
        needed
    }

    fn cells(&self) -> impl Iterator<Item = IVec3> {
        self.offsets.iter().take(self.count).copied()
    }

    /// Returns whether all are traversable around `local`, given that they lie in its chunk.
    #[inline]
    fn are_in(&self, rows: &[u64; 4096], local: IVec3) -> bool {
        self.cells().all(|offset| {
            let at = local + offset;
            rows[((at.z << 6 | at.y) & 4095) as usize] >> at.x & 1 != 0
        })
    }
}

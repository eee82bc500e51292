//! The cheapest ways from one portal of a room to the others.
//!
//! First in, first out, a cell again whenever a cheaper way to it is found: in open space the moves of a
//! cheapest way are the fewest, so that this is rare. From a cell that was reached from another, no way
//! leads on to what that other one has as a neighbor itself, since the way over two sides of a triangle is never
//! cheaper than the third: of 26 neighbors, 7 to 19 are left.

use super::rooms::Room;
use crate::traversability::corridors::{CENTER, Edge, bits, offset_at};

/// The cost of moves along one, two and three axes, in the unit of paths.
pub(super) const LENGTHS: [u64; 3] = [1 << 30, 1_518_500_250, 1_859_775_393];

/// The same by the bit of the cell to which a move leads.
const LENGTH_OF: [u64; 27] = {
    let mut lengths = [0; 27];
    let mut bit = 0;
    while bit < 27 {
        let axes = (bit % 3 != 1) as usize + (bit / 3 % 3 != 1) as usize + (bit / 9 != 1) as usize;
        if axes > 0 {
            lengths[bit] = LENGTHS[axes - 1];
        }
        bit += 1;
    }
    lengths
};

/// The state of each cell of a room while ways spread from one portal.
#[derive(Default)]
pub(super) struct Spread {
    known: Vec<Reached>,
    queue: Vec<u16>,
}

#[derive(Clone, Copy)]
struct Reached {
    cost: u64,
    before: u16,
    /// The move by which it was reached.
    bit: u8,
    /// True if the cell is in the queue.
    is_queued: bool,
}

/// Returns the cost of a way.
pub(super) fn cost(way: &Edge) -> u64 {
    let [faces, bodies] = way.diagonals().map(u64::from);
    let straight = u64::from(way.moves()) - faces - bodies;
    straight * LENGTHS[0] + faces * LENGTHS[1] + bodies * LENGTHS[2]
}

impl Spread {
    /// Finds the cheapest ways from a portal to all cells of a room.
    pub(super) fn run(&mut self, room: &Room, from: u16) {
        let unknown = Reached {
            cost: u64::MAX,
            before: from,
            bit: CENTER.trailing_zeros() as u8,
            is_queued: false,
        };
        self.known.clear();
        self.known.resize(room.cells.len(), unknown);
        self.known[usize::from(from)].cost = 0;
        self.queue.clear();
        self.queue.push(from);
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            self.known[usize::from(at)].is_queued = false;
            let here = self.known[usize::from(at)];
            let place = room.cells[usize::from(at)];
            if place.is_portal && at != from {
                continue;
            }
            let neighbors = &room.neighbors[usize::from(at)];
            let before = room.cells[usize::from(here.before)];
            let skipped = if at == from {
                0
            } else {
                shared(before.legal, here.bit.into())
            };
            for bit in bits(place.within & !skipped) {
                let there = neighbors[bit as usize];
                let cost = here.cost + LENGTH_OF[bit as usize];
                let known = &mut self.known[usize::from(there)];
                if cost < known.cost {
                    if !known.is_queued {
                        self.queue.push(there);
                    }
                    *known = Reached {
                        cost,
                        before: at,
                        bit: bit as u8,
                        is_queued: true,
                    };
                }
            }
        }
    }

    /// Returns the way found to a portal.
    pub(super) fn way(&self, to: u16, number: u32) -> Option<Edge> {
        let mut at = self.known[usize::from(to)];
        if at.cost == u64::MAX {
            return None;
        }
        let mut moves = [0; 3];
        while at.cost > 0 {
            moves[axes_of(at.bit.into()) - 1] += 1;
            let before = self.known[usize::from(at.before)];
            if before.cost == 0 {
                break;
            }
            at = before;
        }
        Some(Edge::of_moves(number, at.bit.into(), moves))
    }
}

/// Returns the number of axes that a move leads along, by the bit of the cell to which it leads.
fn axes_of(bit: u32) -> usize {
    offset_at(bit).abs().element_sum() as usize
}

/// Returns a single move, as counts of those along one, two and three axes.
pub(super) fn moves_of(bit: u32) -> [u32; 3] {
    std::array::from_fn(|axes| u32::from(axes + 1 == axes_of(bit)))
}

/// Picks from cells given in the neighborhood of the cell before those in the neighborhood of the cell that
/// a move leads to, as bits there.
#[inline]
pub(super) fn shared(before: u32, bit: u32) -> u32 {
    const SHARED: [u32; 27] = {
        let mut shared = [0; 27];
        let mut pair = 0;
        while pair < 27 * 27 {
            let (step, at) = (pair / 27, pair % 27);
            let is_shared = is_near(step % 3, at % 3)
                && is_near(step / 3 % 3, at / 3 % 3)
                && is_near(step / 9, at / 9);
            shared[step] |= (is_shared as u32) << at;
            pair += 1;
        }
        shared
    };
    // Bit b of the cell after is bit b + step - center of the cell before.
    let center = CENTER.trailing_zeros();
    let moved = (u64::from(before) << center >> bit) as u32;
    moved & SHARED[bit as usize]
}

/// Returns whether the sum of two steps, each from 0 for -1 to 2 for 1, is a step again.
const fn is_near(step: usize, at: usize) -> bool {
    let sum = step + at;
    1 <= sum && sum <= 3
}

//! The cheapest ways from one portal of a room to the others.
//!
//! First in, first out, a cell again whenever a cheaper way to it is found: in open space the moves of a
//! cheapest way are the fewest, so that this is rare.

use crate::cost::Cost;
use crate::index::moves::{CENTER, LegalMoves, bits, shared};

/// The cells that can be reached from one another without a portal, and the portals around.
#[derive(Default)]
pub(super) struct Room {
    /// The cells and the portals.
    pub(super) cells: Vec<Place>,
    /// The numbers of the portals, and their places among the cells.
    pub(super) portals: Vec<(u32, u16)>,
    /// The places to which the moves of each cell's `within` lead, by bit.
    pub(super) neighbors: Vec<[u16; 27]>,
}

/// A cell of a room, or a portal next to it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) is_portal: bool,
    /// The legal moves, as neighborhood bits.
    pub(super) legal: u32,
    /// The moves within the room; to portals, too, but not from one portal to another.
    pub(super) within: u32,
}

/// The state of each cell of a room while ways spread from one portal.
#[derive(Default)]
pub(super) struct Spread {
    known: Vec<SpreadNode>,
    queue: Vec<u16>,
}

#[derive(Clone, Copy)]
struct SpreadNode {
    cost: Cost,
    before: u16,
    /// The move by which it was reached.
    bit: u8,
    /// The first move of the way.
    first: u8,
    /// True if the cell is in the queue.
    is_queued: bool,
}

impl Spread {
    /// Finds the cheapest ways from a portal to all cells of a room.
    pub(super) fn run(&mut self, room: &Room, moves: &LegalMoves, from: u16) {
        let unknown = SpreadNode {
            cost: Cost::MAX,
            before: from,
            bit: CENTER as u8,
            first: CENTER as u8,
            is_queued: false,
        };
        self.known.clear();
        self.known.resize(room.cells.len(), unknown);
        self.known[usize::from(from)].cost = Cost::ZERO;
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
                let cost = here.cost + moves.cost(bit);
                let known = &mut self.known[usize::from(there)];
                if cost < known.cost {
                    if !known.is_queued {
                        self.queue.push(there);
                    }
                    *known = SpreadNode {
                        cost,
                        before: at,
                        bit: bit as u8,
                        first: if at == from { bit as u8 } else { here.first },
                        is_queued: true,
                    };
                }
            }
        }
    }

    /// Returns the cost of the way found to a portal, and its first move.
    pub(super) fn way(&self, to: u16) -> (Cost, u32) {
        let known = self.known[usize::from(to)];
        (known.cost, known.first.into())
    }
}

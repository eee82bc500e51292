//! The rooms between portals, and the cheapest ways through them.
//!
//! A room is found cell by cell from any of its cells. In it, a spread from each of its portals finds the
//! cheapest ways to the others: first in, first out, a cell again whenever a cheaper way to it is found.
//! From a cell that was reached from another, no way leads on to what that other one has as a neighbor itself,
//! since the way over two sides of a triangle is never cheaper than the third: of 26 neighbors, 7 to 19 are left.

use ahash::AHashMap;
use glam::IVec3;

use super::doorways::Doorways;
use crate::coordinates::{Axis, ChunkCoord};
use crate::traversability::Traversability;
use crate::traversability::corridors::{
    CENTER, Corners, CorridorGraph, Edge, bits, legal_moves, offset_at,
};

/// The most cells of a room.
const MOST_CELLS: usize = 1 << 12;

/// The most cells of a room and portals around it.
const MOST_PLACES: usize = 4 * MOST_CELLS;

/// For each traversable cell of the world, so many cells may be reached from portals at most.
const MOST_REACHED: u64 = 64;

/// What moves along one, two and three axes cost, in the unit of paths.
pub(super) const LENGTHS: [u64; 3] = [1 << 30, 1_518_500_250, 1_859_775_393];

/// The graph of the ways through rooms; `None` where a room is large, or there is too much to reach.
pub(super) fn graph(
    world: &Traversability,
    chunks: &[ChunkCoord],
    doorways: &Doorways,
    corners: Corners,
    traversable: u64,
) -> Option<CorridorGraph> {
    let mut builder = Builder::of(world, chunks, doorways, corners);
    let mut to_reach = traversable * MOST_REACHED;
    while let Some(seed) = builder.next_unseen(chunks) {
        let room = builder.room(seed)?;
        let reached = room.cells.len() as u64 * room.portals.len() as u64;
        to_reach = to_reach.checked_sub(reached)?;
        builder.join(&room);
    }
    builder.finish()
}

/// Ways that begin at a portal.
type Ways = Vec<Edge>;

struct Builder<'w> {
    world: &'w Traversability,
    corners: Corners,
    /// By chunk, the rows along x of cells that are no portals and in no room yet.
    unseen: Vec<Vec<u64>>,
    /// The first chunk that may have such cells, and the first row in it.
    at: (usize, usize),
    chunk_number: AHashMap<ChunkCoord, usize>,
    portals: Vec<IVec3>,
    number: AHashMap<IVec3, u32>,
    ways: Vec<Ways>,
    spread: Spread,
}

/// The cells that can be reached from one another without a portal, and the portals around.
struct Room {
    /// The cells, then the portals.
    cells: Vec<Place>,
    /// The numbers of the portals, and their places among the cells.
    portals: Vec<(u32, u16)>,
    /// For each cell and each move of its `within`, in the order of bits, where it leads.
    neighbors: Vec<u16>,
}

/// A cell of a room, or a portal beside it.
#[derive(Clone, Copy)]
struct Place {
    is_portal: bool,
    /// The legal moves, as neighborhood bits.
    legal: u32,
    /// Those within the room; to portals, too, but not from one portal to another.
    within: u32,
    /// The first of its neighbors.
    first: u32,
}

/// What is known of each cell of a room while ways spread from one portal.
#[derive(Default)]
struct Spread {
    known: Vec<Reached>,
    queue: Vec<u16>,
}

#[derive(Clone, Copy)]
struct Reached {
    cost: u64,
    before: u16,
    /// The move by which it was reached.
    bit: u8,
}

impl<'w> Builder<'w> {
    fn of(
        world: &'w Traversability,
        chunks: &[ChunkCoord],
        doorways: &Doorways,
        corners: Corners,
    ) -> Self {
        let mut builder = Self {
            world,
            corners,
            unseen: Vec::with_capacity(chunks.len()),
            at: (0, 0),
            chunk_number: AHashMap::new(),
            portals: vec![],
            number: AHashMap::new(),
            ways: vec![],
            spread: Spread::default(),
        };
        for (number, &chunk) in chunks.iter().enumerate() {
            builder.chunk_number.insert(chunk, number);
            let mut rows = world.entry(chunk).bits.along(Axis::X).to_vec();
            for (index, row) in rows.iter_mut().enumerate() {
                let (y, z) = (index as i32 & 63, index as i32 >> 6);
                let mut portals = doorways.row(world, chunk, y, z);
                *row &= !portals;
                while portals != 0 {
                    let local = IVec3::new(portals.trailing_zeros() as i32, y, z);
                    portals &= portals - 1;
                    let portal = chunk.origin() + local;
                    builder.number.insert(portal, builder.portals.len() as u32);
                    builder.portals.push(portal);
                }
            }
            builder.unseen.push(rows);
        }
        builder.join_portals();
        builder
    }

    /// Adds the moves from portal to portal.
    fn join_portals(&mut self) {
        for &cell in &self.portals {
            let legal = legal_moves(self.world.neighborhood(cell), self.corners);
            let to = |bit| Some((bit, *self.number.get(&(cell + offset_at(bit)))?));
            let beside = bits(legal).filter_map(to);
            let ways = beside.map(|(bit, number)| Edge::of_moves(number, bit, moves_of(bit)));
            self.ways.push(ways.collect());
        }
    }

    /// A cell of a room that was not looked at.
    fn next_unseen(&mut self, chunks: &[ChunkCoord]) -> Option<IVec3> {
        loop {
            let (number, index) = self.at;
            let rows = self.unseen.get(number)?;
            let row = *rows.get(index)?;
            if row != 0 {
                let local = IVec3::new(
                    row.trailing_zeros() as i32,
                    index as i32 & 63,
                    index as i32 >> 6,
                );
                return Some(chunks[number].origin() + local);
            }
            self.at = match index {
                4095 => (number + 1, 0),
                _ => (number, index + 1),
            };
        }
    }

    /// The room of a cell; `None` if it is too large.
    fn room(&mut self, seed: IVec3) -> Option<Room> {
        let mut room = Room {
            cells: vec![],
            portals: vec![],
            neighbors: vec![],
        };
        let mut known = AHashMap::from_iter([(seed, 0_u16)]);
        let mut found = vec![seed];
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            if let Some(&number) = self.number.get(&cell) {
                room.portals.push((number, (next - 1) as u16));
                continue;
            }
            if next > MOST_CELLS || found.len() > MOST_PLACES {
                return None;
            }
            self.see(cell);
            let legal = legal_moves(self.world.neighborhood(cell), self.corners);
            for bit in bits(legal) {
                let there = cell + offset_at(bit);
                known.entry(there).or_insert_with(|| {
                    found.push(there);
                    (found.len() - 1) as u16
                });
            }
        }
        for &cell in &found {
            let legal = legal_moves(self.world.neighborhood(cell), self.corners);
            let is_portal = self.number.contains_key(&cell);
            let first = room.neighbors.len() as u32;
            let mut within = 0;
            for bit in bits(legal) {
                let there = cell + offset_at(bit);
                if let Some(&place) = known.get(&there)
                    && !(is_portal && self.number.contains_key(&there))
                {
                    within |= 1 << bit;
                    room.neighbors.push(place);
                }
            }
            room.cells.push(Place {
                is_portal,
                legal,
                within,
                first,
            });
        }
        Some(room)
    }

    /// Notes that a cell is in a room.
    fn see(&mut self, cell: IVec3) {
        let local = cell & 63;
        if let Some(&number) = self.chunk_number.get(&ChunkCoord::of(cell)) {
            self.unseen[number][(local.z << 6 | local.y) as usize] &= !(1 << local.x);
        }
    }

    /// Adds the cheapest ways through a room.
    fn join(&mut self, room: &Room) {
        for &(number, from) in &room.portals {
            self.spread.run(room, from);
            let others = room.portals.iter().filter(|&&(other, _)| other != number);
            let ways = others.filter_map(|&(other, to)| self.spread.way(to, other));
            self.ways[number as usize].extend(ways);
        }
    }

    /// The graph of all ways but those over which others are no dearer.
    fn finish(self) -> Option<CorridorGraph> {
        let cost = |edge: &Edge| {
            let [faces, bodies] = edge.diagonals().map(u64::from);
            let straight = u64::from(edge.moves()) - faces - bodies;
            straight * LENGTHS[0] + faces * LENGTHS[1] + bodies * LENGTHS[2]
        };
        let mut all = self.ways;
        for ways in &mut all {
            ways.sort_unstable_by_key(|edge| (edge.target(), cost(edge)));
            ways.dedup_by_key(|edge| edge.target());
        }
        let between = |from: u32, to: u32| {
            let ways = &all[from as usize];
            let found = ways.binary_search_by_key(&to, |edge| edge.target());
            found.ok().map(|at| cost(&ways[at]))
        };
        let is_needed = |edge: &Edge, ways: &Ways| {
            !ways.iter().any(|first| {
                let rest = between(first.target(), edge.target());
                rest.is_some_and(|rest| cost(first) + rest <= cost(edge))
            })
        };
        let needed = all.iter().map(|ways| {
            let needed = ways.iter().filter(|edge| is_needed(edge, ways));
            needed.copied().collect()
        });
        CorridorGraph::of_ways(self.portals, needed.collect::<Vec<Ways>>())
    }
}

impl Spread {
    /// Finds the cheapest ways from a portal to all cells of a room.
    fn run(&mut self, room: &Room, from: u16) {
        let unknown = Reached {
            cost: u64::MAX,
            before: from,
            bit: CENTER.trailing_zeros() as u8,
        };
        self.known.clear();
        self.known.resize(room.cells.len(), unknown);
        self.known[usize::from(from)].cost = 0;
        self.queue.clear();
        self.queue.push(from);
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            let here = self.known[usize::from(at)];
            let place = room.cells[usize::from(at)];
            if place.is_portal && at != from {
                continue;
            }
            let before = room.cells[usize::from(here.before)];
            let skipped = if at == from {
                0
            } else {
                shared(before.legal, here.bit.into())
            };
            for bit in bits(place.within & !skipped) {
                let lower = place.within & ((1 << bit) - 1);
                let there = room.neighbors[(place.first + lower.count_ones()) as usize];
                let cost = here.cost + LENGTHS[axes_of(bit) - 1];
                let known = &mut self.known[usize::from(there)];
                if cost < known.cost {
                    *known = Reached {
                        cost,
                        before: at,
                        bit: bit as u8,
                    };
                    self.queue.push(there);
                }
            }
        }
    }

    /// The way found to a portal.
    fn way(&self, to: u16, number: u32) -> Option<Edge> {
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

/// How many axes a move leads along, by the bit of the cell to which it leads.
fn axes_of(bit: u32) -> usize {
    offset_at(bit).abs().element_sum() as usize
}

/// A single move, as counts of those along one, two and three axes.
fn moves_of(bit: u32) -> [u32; 3] {
    std::array::from_fn(|axes| u32::from(axes + 1 == axes_of(bit)))
}

/// Of cells given in the neighborhood of the cell before, those in the neighborhood of the cell that a move
/// leads to, as bits there.
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

/// Whether the sum of two steps, each from 0 for -1 to 2 for 1, is a step again.
const fn is_near(step: usize, at: usize) -> bool {
    let sum = step + at;
    1 <= sum && sum <= 3
}

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
    CENTER, Corners, CorridorGraph, Edge, LandmarkDistances, bits, legal_moves, offset_at,
};

/// The most cells of a room.
const MOST_CELLS: usize = 1 << 12;

/// The most cells of a room and portals around it.
const MOST_PLACES: usize = 4 * MOST_CELLS;

/// For each traversable cell of the world, so many cells may be reached from portals at most.
const MOST_REACHED: u64 = 64;

/// What moves along one, two and three axes cost, in the unit of paths.
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

/// The graph of the ways through rooms; `None` where a room is large, or there is too much to reach.
pub(super) fn graph(
    world: &Traversability,
    chunks: &[ChunkCoord],
    doorways: &Doorways,
    corners: Corners,
) -> Option<CorridorGraph> {
    let traversable = world.count_traversable(chunks);
    let mut builder = Builder::of(world, chunks, doorways, corners);
    let mut to_reach = traversable * MOST_REACHED;
    while let Some(seed) = builder.next_unseen(chunks) {
        let room = builder.room(seed)?;
        let reached = room.cells.len() as u64 * room.portals.len() as u64;
        to_reach = to_reach.checked_sub(reached)?;
        builder.join(&room);
    }
    Some(builder.finish()?.with_landmarks_among(traversable))
}

/// Ways that begin at a portal.
type Ways = Vec<Edge>;

struct Builder<'w> {
    world: &'w Traversability,
    doorways: &'w Doorways,
    corners: Corners,
    /// By entry of the chunk.
    chunks: Vec<ChunkCells>,
    /// The first chunk that may have cells that are in no room yet, and the first row in it.
    at: (usize, usize),
    portals: Vec<IVec3>,
    number: AHashMap<IVec3, u32>,
    ways: Vec<Ways>,
    /// The cells of the room that was looked at last, and the portals around.
    found: Vec<IVec3>,
    spread: Spread,
}

/// What is known of the cells of a chunk.
#[derive(Clone, Default)]
struct ChunkCells {
    /// The rows along x of cells that are no portals and in no room yet.
    unseen: Vec<u64>,
    /// By cell, where it is among the cells of a room if it is there.
    places: Vec<u16>,
}

/// The cells that can be reached from one another without a portal, and the portals around.
struct Room {
    /// The cells, then the portals.
    cells: Vec<Place>,
    /// The numbers of the portals, and their places among the cells.
    portals: Vec<(u32, u16)>,
    /// For each cell, where each move of its `within` leads, by bit.
    neighbors: Vec<[u16; 27]>,
}

/// A cell of a room, or a portal beside it.
#[derive(Clone, Copy)]
struct Place {
    is_portal: bool,
    /// The legal moves, as neighborhood bits.
    legal: u32,
    /// Those within the room; to portals, too, but not from one portal to another.
    within: u32,
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
    /// Whether it is in the queue.
    is_queued: bool,
}

impl<'w> Builder<'w> {
    fn of(
        world: &'w Traversability,
        chunks: &[ChunkCoord],
        doorways: &'w Doorways,
        corners: Corners,
    ) -> Self {
        let entries = world.snapshot.grid.entries().count();
        let mut builder = Self {
            world,
            doorways,
            corners,
            chunks: vec![ChunkCells::default(); entries],
            at: (0, 0),
            portals: vec![],
            number: AHashMap::new(),
            ways: vec![],
            found: vec![],
            spread: Spread::default(),
        };
        let has_cells = |chunk: &&ChunkCoord| !world.is_blocked(world.entry(**chunk));
        for &chunk in chunks.iter().filter(has_cells) {
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
            // A table of zeros takes memory where it is written to.
            builder.chunks[world.snapshot.grid.entry_index(chunk)] = ChunkCells {
                unseen: rows,
                places: vec![0; 64 * 64 * 64],
            };
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
            let &chunk = chunks.get(number)?;
            let rows = &self.chunks[self.world.snapshot.grid.entry_index(chunk)].unseen;
            let found = rows[index..].iter().position(|&row| row != 0);
            if let Some(skipped) = found {
                let index = index + skipped;
                self.at = (number, index);
                let x = rows[index].trailing_zeros() as i32;
                let local = IVec3::new(x, index as i32 & 63, index as i32 >> 6);
                return Some(chunk.origin() + local);
            }
            self.at = (number + 1, 0);
        }
    }

    /// The room of a cell; `None` if it is too large.
    fn room(&mut self, seed: IVec3) -> Option<Room> {
        self.find_room(seed)?;
        let mut room = Room {
            cells: Vec::with_capacity(self.found.len()),
            portals: vec![],
            neighbors: vec![],
        };
        for (at, &cell) in self.found.iter().enumerate() {
            let legal = legal_moves(self.world.neighborhood(cell), self.corners);
            let is_portal = self.is_portal(cell);
            let mut within = legal;
            if is_portal {
                room.portals.push((*self.number.get(&cell)?, at as u16));
                let is_beside = |bit: &u32| {
                    let there = cell + offset_at(*bit);
                    !self.is_portal(there) && self.place(there).is_some()
                };
                within = bits(legal)
                    .filter(is_beside)
                    .fold(0, |set, bit| set | 1 << bit);
            }
            let mut neighbors = [0; 27];
            for bit in bits(within) {
                neighbors[bit as usize] = self.place(cell + offset_at(bit))?;
            }
            room.neighbors.push(neighbors);
            room.cells.push(Place {
                is_portal,
                legal,
                within,
            });
        }
        Some(room)
    }

    /// Finds the cells of the room of a cell, and the portals around; `None` if they are too many.
    fn find_room(&mut self, seed: IVec3) -> Option<()> {
        self.found.clear();
        self.find(seed);
        let mut next = 0;
        let mut cells = 0;
        while let Some(&cell) = self.found.get(next) {
            next += 1;
            if self.is_portal(cell) {
                continue;
            }
            cells += 1;
            if cells > MOST_CELLS || self.found.len() > MOST_PLACES {
                return None;
            }
            let legal = legal_moves(self.world.neighborhood(cell), self.corners);
            bits(legal).for_each(|bit| self.find(cell + offset_at(bit)));
        }
        Some(())
    }

    fn is_portal(&self, cell: IVec3) -> bool {
        self.doorways.contains(self.world, cell)
    }

    /// Where a cell is among those found.
    #[inline]
    fn place(&self, cell: IVec3) -> Option<u16> {
        let chunk = &self.chunks[self.world.snapshot.grid.entry_index(ChunkCoord::of(cell))];
        let place = *chunk.places.get(index_in_chunk(cell))?;
        (self.found.get(usize::from(place)) == Some(&cell)).then_some(place)
    }

    /// Notes that a cell is in the room, or a portal beside it.
    #[inline]
    fn find(&mut self, cell: IVec3) {
        if self.place(cell).is_some() {
            return;
        }
        let index = index_in_chunk(cell);
        let chunk = &mut self.chunks[self.world.snapshot.grid.entry_index(ChunkCoord::of(cell))];
        chunk.places[index] = self.found.len() as u16;
        chunk.unseen[index >> 6] &= !(1 << (index & 63));
        self.found.push(cell);
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
        let units = |edge| LandmarkDistances::of_way(cost(&edge), LENGTHS[0]);
        CorridorGraph::of_ways(self.portals, needed.collect::<Vec<Ways>>(), units)
    }
}

/// What it costs to go along a way.
fn cost(way: &Edge) -> u64 {
    let [faces, bodies] = way.diagonals().map(u64::from);
    let straight = u64::from(way.moves()) - faces - bodies;
    straight * LENGTHS[0] + faces * LENGTHS[1] + bodies * LENGTHS[2]
}

impl Spread {
    /// Finds the cheapest ways from a portal to all cells of a room.
    fn run(&mut self, room: &Room, from: u16) {
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

/// The number of a cell in its chunk.
fn index_in_chunk(cell: IVec3) -> usize {
    let local = cell & 63;
    (local.z << 12 | local.y << 6 | local.x) as usize
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

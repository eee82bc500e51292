//! The rooms between portals, each found cell by cell from any of its cells, and the graph of the ways through
//! them.

use ahash::AHashMap;
use glam::IVec3;

use super::doorways::Doorways;
use super::spread::{LENGTHS, Spread, cost, moves_of};
use crate::coordinates::{Axis, ChunkCoord};
use crate::traversability::Traversability;
use crate::traversability::corridors::{
    Corners, CorridorGraph, Edge, LandmarkDistances, bits, legal_moves, offset_at,
};
use crate::traversability::rows::Rows;

/// The most cells of a room.
const MOST_CELLS: usize = 1 << 12;

/// The most cells of a room and portals around it.
const MOST_PLACES: usize = 4 * MOST_CELLS;

/// The most cells that may be reached from portals, for each traversable cell of the world.
const MOST_REACHED: u64 = 64;

/// Returns the graph of the ways through rooms; `None` where a room is large, or there is too much
/// to reach.
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
    /// The cells by the entry of the chunk, once a room reaches into it.
    chunks: Vec<Option<Box<ChunkCells>>>,
    /// The first chunk that may have cells that are in no room yet, and the first row in it.
    at: (usize, usize),
    portals: Vec<IVec3>,
    number: AHashMap<IVec3, u32>,
    ways: Vec<Ways>,
    /// The cells of the room that was looked at last, and the portals around.
    found: Vec<IVec3>,
    spread: Spread,
}

/// The cells of a chunk while rooms are looked for.
struct ChunkCells {
    /// The rows along x of cells that are no portals and in no room yet.
    unseen: Box<Rows>,
    /// The places of cells among the cells of a room if they are there, by cell.
    places: Vec<u16>,
}

/// The cells that can be reached from one another without a portal, and the portals around.
pub(super) struct Room {
    /// The cells, then the portals.
    pub(super) cells: Vec<Place>,
    /// The numbers of the portals, and their places among the cells.
    pub(super) portals: Vec<(u32, u16)>,
    /// The places to which the moves of each cell's `within` lead, by bit.
    pub(super) neighbors: Vec<[u16; 27]>,
}

/// A cell of a room, or a portal beside it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) is_portal: bool,
    /// The legal moves, as neighborhood bits.
    pub(super) legal: u32,
    /// The moves within the room; to portals, too, but not from one portal to another.
    pub(super) within: u32,
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
            chunks: std::iter::repeat_with(|| None).take(entries).collect(),
            at: (0, 0),
            portals: vec![],
            number: AHashMap::new(),
            ways: vec![],
            found: vec![],
            spread: Spread::default(),
        };
        for &chunk in chunks {
            for portal in doorways.of_chunk(world, chunk) {
                builder.number.insert(portal, builder.portals.len() as u32);
                builder.portals.push(portal);
            }
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

    /// Returns a cell of a room that was not looked at.
    fn next_unseen(&mut self, chunks: &[ChunkCoord]) -> Option<IVec3> {
        loop {
            let (number, index) = self.at;
            let &chunk = chunks.get(number)?;
            let found = if self.world.is_blocked(self.world.entry(chunk)) {
                None
            } else {
                let rows = &self.chunk_cells(chunk).unseen;
                rows[index..].iter().position(|&row| row != 0)
            };
            if let Some(skipped) = found {
                let index = index + skipped;
                self.at = (number, index);
                let x = self.chunk_cells(chunk).unseen[index].trailing_zeros() as i32;
                let local = IVec3::new(x, index as i32 & 63, index as i32 >> 6);
                return Some(chunk.origin() + local);
            }
            self.at = (number + 1, 0);
        }
    }

    fn chunk_cells(&mut self, chunk: ChunkCoord) -> &mut ChunkCells {
        let (world, doorways) = (self.world, self.doorways);
        self.chunks[world.snapshot.grid.entry_index(chunk)].get_or_insert_with(|| {
            let mut unseen = Box::new(*world.entry(chunk).bits.along(Axis::X));
            for (index, row) in unseen.iter_mut().enumerate() {
                *row &= !doorways.row(world, chunk, index as i32 & 63, index as i32 >> 6);
            }
            // A table of zeros takes memory where it is written to.
            let places = vec![0; 64 * 64 * 64];
            Box::new(ChunkCells { unseen, places })
        })
    }

    /// Returns the room of a cell; `None` if it is too large.
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

    /// Returns the place of a cell among those found.
    #[inline]
    fn place(&self, cell: IVec3) -> Option<u16> {
        let index = self.world.snapshot.grid.entry_index(ChunkCoord::of(cell));
        let place = self.chunks[index].as_ref()?.places[index_in_chunk(cell)];
        (self.found.get(usize::from(place)) == Some(&cell)).then_some(place)
    }

    /// Notes that a cell is in the room, or a portal beside it.
    #[inline]
    fn find(&mut self, cell: IVec3) {
        if self.place(cell).is_some() {
            return;
        }
        let index = index_in_chunk(cell);
        let place = self.found.len() as u16;
        let chunk = self.chunk_cells(ChunkCoord::of(cell));
        chunk.places[index] = place;
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

    /// Returns the graph of all ways but those over which others are no dearer.
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

/// Returns the number of a cell in its chunk.
fn index_in_chunk(cell: IVec3) -> usize {
    let local = cell & 63;
    (local.z << 12 | local.y << 6 | local.x) as usize
}

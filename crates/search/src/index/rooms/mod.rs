//! The rooms between portals, each found cell by cell from any of its cells, and the ways through them.

mod boxes;
mod spread;

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, ChunkCoord, Traversability};

use super::cells::{CellSet, layers_of};
use super::contraction::{Contraction, Onward};
use super::graph::{Costs, Edge, Graph, Numbers, no_numbers};
use super::moves::{LegalMoves, bits, offset_at};
use crate::cost::Cost;
use spread::{Place, Room, Spread};

/// The most cells of a room.
pub(super) const MOST_CELLS: usize = 1 << 12;

/// The most cells of a room and portals around it.
const MOST_PLACES: usize = 4 * MOST_CELLS;

/// The most portals of a room.
const MOST_PORTALS: usize = 1 << 10;

/// The most boxes whose ways are found in parallel, before their edges are added one after the other.
const BOXES_AT_ONCE: usize = 1 << 10;

/// The most cells that may be reached from portals, for each traversable cell of the world.
const MOST_REACHED: u64 = 64;

/// Returns the graph of the ways through rooms, and the moves onward from cells that were portals and no longer are;
/// `None` where a room is large, or there is too much to reach.
pub(super) fn graph(
    world: &Traversability,
    chunks: &[ChunkCoord],
    portals: &mut CellSet,
    moves: LegalMoves,
) -> Option<(Graph, Onward)> {
    let cells = std::mem::replace(portals, CellSet::within(world.bounds()));
    let mut builder = Builder::of(world, chunks, cells, moves)?;
    let traversable = builder.unseen.count() + builder.is_portal.count();
    let mut to_reach = traversable * MOST_REACHED;
    let mut boxes: Vec<CellBox> = vec![];
    while let Some(seed) = builder.next_unseen(chunks) {
        if let Some(cells) = builder.box_around(seed) {
            builder.take_box(&cells);
            boxes.push(cells);
            if boxes.len() == BOXES_AT_ONCE {
                builder.join_boxes(&mut boxes)?;
            }
            continue;
        }
        builder.join_boxes(&mut boxes)?;
        let room = builder.room(seed)?;
        let reached = room.cells.len() as u64 * room.portals.len() as u64;
        to_reach = to_reach.checked_sub(reached)?;
        builder.join(&room)?;
    }
    builder.join_boxes(&mut boxes)?;
    let (graph, onward, kept) = builder.finish()?;
    *portals = kept;
    Some((graph.with_landmarks_among(traversable), onward))
}

struct Builder<'w> {
    world: &'w Traversability,
    moves: LegalMoves,
    /// The cells that are no portals and in no room yet.
    unseen: CellSet,
    /// The first chunk that may have such cells, and the first row in it.
    at: (usize, usize),
    /// The places of cells among the cells of a room if they are there, by chunk and by cell.
    places: Vec<Vec<u16>>,
    is_portal: CellSet,
    portals: Vec<IVec3>,
    number: Numbers<IVec3>,
    edges: Vec<Vec<Edge>>,
    costs: Costs,
    /// The number of cells that hang on each portal: in rooms that are no passages.
    hanging: Vec<u32>,
    /// The cells of the room that was looked at last, and the portals around.
    found: Vec<IVec3>,
    spread: Spread,
}

/// The ways between the portals of a room.
struct Ways {
    /// The numbers of the portals.
    portals: Vec<u32>,
    /// The cost and the first move from each portal to each other.
    ways: Vec<(Cost, u32)>,
}

impl Ways {
    fn between(&self, from: usize, to: usize) -> (Cost, u32) {
        self.ways[from * self.portals.len() + to]
    }
}

impl<'w> Builder<'w> {
    fn of(
        world: &'w Traversability,
        chunks: &[ChunkCoord],
        portals: CellSet,
        moves: LegalMoves,
    ) -> Option<Self> {
        let mut unseen = CellSet::within(world.bounds());
        for &chunk in chunks {
            for (z, layer) in layers_of(world.rows(chunk, Axis::X)) {
                let portals = portals.layer(chunk, z).unwrap_or(&[0; 64]);
                let cells = std::array::from_fn(|y| layer[y] & !portals[y]);
                unseen.put_layer(chunk, z, &cells);
            }
        }
        let cells = chunks.iter().flat_map(|&chunk| portals.of_chunk(chunk));
        let cells: Vec<IVec3> = cells.collect();
        let mut number = no_numbers();
        number.extend(cells.iter().copied().zip(0..));
        let mut builder = Self {
            world,
            moves,
            places: vec![vec![]; unseen.chunk_count()],
            unseen,
            at: (0, 0),
            number,
            edges: vec![vec![]; cells.len()],
            costs: Costs::none(),
            hanging: vec![0; cells.len()],
            is_portal: portals,
            portals: cells,
            found: vec![],
            spread: Spread::default(),
        };
        builder.join_portals()?;
        Some(builder)
    }

    /// Returns the number of the portal at a cell.
    #[inline]
    fn portal(&self, cell: IVec3) -> Option<u32> {
        let is_portal = self.is_portal.contains(cell);
        is_portal.then(|| self.number.get(&cell).copied()).flatten()
    }

    /// Adds the moves from portal to portal.
    fn join_portals(&mut self) -> Option<()> {
        for (from, &cell) in self.portals.iter().enumerate() {
            for bit in bits(self.moves.out_of(self.world, cell)) {
                if let Some(to) = self.portal(cell + offset_at(bit)) {
                    let edge = self.costs.edge(to, self.moves.cost(bit), bit, true)?;
                    self.edges[from].push(edge);
                }
            }
        }
        Some(())
    }

    /// Returns a cell of a room that was not looked at.
    fn next_unseen(&mut self, chunks: &[ChunkCoord]) -> Option<IVec3> {
        loop {
            let (number, index) = self.at;
            let &chunk = chunks.get(number)?;
            let [at_z, at_y] = [index >> 6, index & 63];
            let mut layers = self.unseen.layers(chunk).skip_while(|(z, _)| *z < at_z);
            let left = layers.find_map(|(z, layer)| {
                let begin = if z == at_z { at_y } else { 0 };
                let y = begin + layer[begin..].iter().position(|&row| row != 0)?;
                Some((z << 6 | y, layer[y]))
            });
            if let Some((index, row)) = left {
                let x = row.trailing_zeros();
                self.at = (number, index);
                let local = IVec3::new(x as i32, index as i32 & 63, index as i32 >> 6);
                return Some(chunk.origin() + local);
            }
            self.at = (number + 1, 0);
        }
    }

    /// Returns the room of a cell; `None` if it is too large.
    fn room(&mut self, seed: IVec3) -> Option<Room> {
        self.find_room(seed)?;
        let mut room = Room::default();
        for (at, &cell) in self.found.iter().enumerate() {
            let legal = self.moves.out_of(self.world, cell);
            let number = self.portal(cell);
            let mut within = legal;
            if let Some(number) = number {
                room.portals.push((number, at as u16));
                let is_beside = |bit: &u32| {
                    let there = cell + offset_at(*bit);
                    self.place(there).is_some() && !self.is_portal.contains(there)
                };
                let beside = bits(legal).filter(is_beside);
                within = beside.fold(0, |set, bit| set | 1 << bit);
            }
            let mut neighbors = [0; 27];
            for bit in bits(within) {
                neighbors[bit as usize] = self.place(cell + offset_at(bit))?;
            }
            room.neighbors.push(neighbors);
            room.cells.push(Place {
                is_portal: number.is_some(),
                legal,
                within,
            });
        }
        (room.portals.len() <= MOST_PORTALS).then_some(room)
    }

    /// Finds the cells of the room of a cell, and the portals around; `None` if they are too many.
    fn find_room(&mut self, seed: IVec3) -> Option<()> {
        self.found.clear();
        self.find(seed);
        let mut next = 0;
        let mut cells = 0;
        while let Some(&cell) = self.found.get(next) {
            next += 1;
            if self.is_portal.contains(cell) {
                continue;
            }
            cells += 1;
            if cells > MOST_CELLS || self.found.len() > MOST_PLACES {
                return None;
            }
            let legal = self.moves.out_of(self.world, cell);
            bits(legal).for_each(|bit| self.find(cell + offset_at(bit)));
        }
        Some(())
    }

    /// Returns the place of a cell among those found.
    #[inline]
    fn place(&self, cell: IVec3) -> Option<u16> {
        let places = &self.places[self.unseen.place(ChunkCoord::of(cell))?];
        let place = *places.get(index_in_chunk(cell))?;
        (self.found.get(usize::from(place)) == Some(&cell)).then_some(place)
    }

    /// Notes that a cell is in the room, or a portal next to it.
    #[inline]
    fn find(&mut self, cell: IVec3) {
        if self.place(cell).is_some() {
            return;
        }
        let Some(chunk) = self.unseen.place(ChunkCoord::of(cell)) else {
            return;
        };
        let places = &mut self.places[chunk];
        if places.is_empty() {
            // A table of zeros takes memory where it is written to.
            *places = vec![0; 64 * 64 * 64];
        }
        places[index_in_chunk(cell)] = self.found.len() as u16;
        self.unseen.remove(cell);
        self.found.push(cell);
    }

    /// Adds the cheapest ways through a room.
    fn join(&mut self, room: &Room) -> Option<()> {
        let portals: Vec<u32> = room.portals.iter().map(|&(number, _)| number).collect();
        let mut ways = Vec::with_capacity(portals.len() * portals.len());
        if portals.len() > 1 {
            for &(_, from) in &room.portals {
                self.spread.run(room, &self.moves, from);
                ways.extend(room.portals.iter().map(|&(_, to)| self.spread.way(to)));
            }
        }
        let mut cells = room.cells.iter().filter(|place| !place.is_portal);
        let is_passage = portals.len() == 2 && cells.all(|place| place.legal.count_ones() <= 2);
        let size = room.cells.len() - portals.len();
        let ways = Ways { portals, ways };
        self.add(&ways, size as u32, is_passage)
    }

    /// Adds the ways of a room of some size, except those for which others cost no more: where a portal next to one of
    /// the two is as near to the other.
    fn add(&mut self, room: &Ways, size: u32, is_passage: bool) -> Option<()> {
        let numbers = &room.portals;
        if !is_passage {
            for &number in numbers {
                let hanging = &mut self.hanging[number as usize];
                *hanging = hanging.saturating_add(size);
            }
        }
        if numbers.len() < 2 {
            return Some(());
        }
        // Portals of the room beside each other.
        let beside: Vec<Vec<(usize, Cost)>> = numbers
            .iter()
            .map(|&number| {
                let cell = self.portals[number as usize];
                let others = numbers.iter().enumerate();
                let beside = others.filter_map(|(at, &other)| {
                    let offset = self.portals[other as usize] - cell;
                    if other == number || offset.abs().max_element() > 1 {
                        return None;
                    }
                    let edges = &self.edges[number as usize];
                    let edge = edges
                        .iter()
                        .find(|edge| edge.target == other && is_move(**edge, offset))?;
                    Some((at, self.costs.of(*edge)))
                });
                beside.collect()
            })
            .collect();
        for from in 0..numbers.len() {
            for to in from + 1..numbers.len() {
                let (cost, first) = room.between(from, to);
                let (_, last) = room.between(to, from);
                let over = |from: usize, to: usize| {
                    beside[from].iter().any(|&(by, step)| {
                        let rest = if by == to {
                            Cost::ZERO
                        } else {
                            room.between(by, to).0
                        };
                        step + rest <= cost
                    })
                };
                if cost == Cost::MAX || over(from, to) || over(to, from) {
                    continue;
                }
                let [one, other] = [numbers[from], numbers[to]];
                let there = self.costs.edge(other, cost, first, is_passage)?;
                let back = self.costs.edge(one, cost, last, is_passage)?;
                self.edges[one as usize].push(there);
                self.edges[other as usize].push(back);
            }
        }
        Some(())
    }

    /// Returns the graph of the vertices that are needed, and their cells.
    fn finish(mut self) -> Option<(Graph, Onward, CellSet)> {
        for edges in &mut self.edges {
            // Of equal ways the one that was found first stays, here and at the other end.
            edges.sort_by_key(|edge| (edge.target, self.costs.of(*edge)));
            edges.dedup_by_key(|edge| edge.target);
        }
        let mut contraction = Contraction {
            cells: &self.portals,
            edges: &mut self.edges,
            costs: &mut self.costs,
            hanging: &mut self.hanging,
            onward: no_numbers(),
        };
        let is_out = contraction.run();
        let onward = contraction.onward;
        let mut numbers = vec![0; is_out.len()];
        let (mut cells, mut kept) = (vec![], vec![]);
        for (number, edges) in self.edges.into_iter().enumerate() {
            if is_out[number] {
                self.is_portal.remove(self.portals[number]);
            } else {
                numbers[number] = cells.len() as u32;
                cells.push(self.portals[number]);
                kept.push(edges);
            }
        }
        for edge in kept.iter_mut().flatten() {
            edge.target = numbers[edge.target as usize];
        }
        let graph = Graph::of(&cells, kept, self.costs)?;
        Some((graph, onward, self.is_portal))
    }
}

/// Returns whether an edge is a single move of some offset.
fn is_move(edge: Edge, offset: IVec3) -> bool {
    offset_at(edge.bit()) == offset
}

/// Returns the number of a cell in its chunk.
fn index_in_chunk(cell: IVec3) -> usize {
    let local = cell & 63;
    (local.z << 12 | local.y << 6 | local.x) as usize
}

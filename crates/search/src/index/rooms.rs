//! The rooms between portals, each found cell by cell from any of its cells, and the ways through them.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, ChunkCoord, Traversability};

use super::cells::CellSet;
use super::contraction::{Contraction, Onward};
use super::graph::{Costs, Edge, Graph, Numbers, no_numbers};
use super::moves::{LegalMoves, bits, offset_at};
use super::spread::{Place, Room, Spread};
use crate::cost::Cost;
use crate::heuristic::Heuristic;

/// The most cells of a room.
pub(super) const MOST_CELLS: usize = 1 << 12;

/// The most cells of a room and portals around it.
const MOST_PLACES: usize = 4 * MOST_CELLS;

/// The most portals of a room.
const MOST_PORTALS: usize = 1 << 10;

/// The most cells that may be reached from portals, for each traversable cell of the world.
const MOST_REACHED: u64 = 64;

/// The fewest cells of a room that is looked for as a box.
const FEWEST_OF_BOX: u64 = 8;

/// The longest side of a room that is looked for as a box: a word has the cells beside it, too.
const LONGEST_SIDE: u32 = 62;

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
    while let Some(seed) = builder.next_unseen(chunks) {
        if let Some(cells) = builder.box_around(seed) {
            builder.join_box(&cells)?;
            continue;
        }
        let room = builder.room(seed)?;
        let reached = room.cells.len() as u64 * room.portals.len() as u64;
        to_reach = to_reach.checked_sub(reached)?;
        builder.join(&room)?;
    }
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

/// A portal beside a box.
struct Door {
    cell: IVec3,
    /// The cost, the end and the bit of each move into the box.
    inward: Vec<(Cost, IVec3, u32)>,
}

/// The ways between the portals of a room.
struct Ways<'r> {
    portals: &'r [u32],
    /// The cost and the first move from each portal to each other.
    ways: Vec<(Cost, u32)>,
}

impl Ways<'_> {
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
            let mut rows = Box::new(*world.rows(chunk, Axis::X));
            if let Some(portals) = portals.rows(chunk) {
                let cells = rows.iter_mut().zip(portals);
                cells.for_each(|(row, portals)| *row &= !portals);
            }
            unseen.put_rows(chunk, rows);
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
            let rows = self.unseen.rows(chunk);
            let left = rows.and_then(|rows| {
                let skipped = rows[index..].iter().position(|&row| row != 0)?;
                Some((index + skipped, rows[index + skipped].trailing_zeros()))
            });
            if let Some((index, x)) = left {
                self.at = (number, index);
                let local = IVec3::new(x as i32, index as i32 & 63, index as i32 >> 6);
                return Some(chunk.origin() + local);
            }
            self.at = (number + 1, 0);
        }
    }

    /// Returns the room of a cell if it is a box of some size whose lowest corner the cell is: no move leads out
    /// of it but to portals, because no cell around it is in a room.
    fn box_around(&self, min: IVec3) -> Option<CellBox> {
        let fixed = self.moves.set.fixed_axis();
        let unseen = |cell| self.unseen.contains(cell);
        let length_along = |axis: Axis| {
            let cells = (1..LONGEST_SIDE as i32).find(|&by| !unseen(min + axis.unit() * by));
            if fixed == Some(axis) { Some(1) } else { cells }
        };
        let size = IVec3::new(
            length_along(Axis::X)?,
            length_along(Axis::Y)?,
            length_along(Axis::Z)?,
        );
        let volume = size.as_u64vec3().element_product();
        if volume < FEWEST_OF_BOX || volume > MOST_CELLS as u64 {
            return None;
        }
        let row = (1_u64 << size.x) - 1;
        // The row with the cells beside it, from the cell before on.
        let around = 1 << (size.x + 1) | 1 | row << 1;
        let aside = |axis: Axis| i32::from(fixed != Some(axis));
        let [beside_y, beside_z] = [Axis::Y, Axis::Z].map(aside);
        let around = if fixed == Some(Axis::X) {
            row << 1
        } else {
            around
        };
        for z in -beside_z..size.z + beside_z {
            for y in -beside_y..size.y + beside_y {
                let is_within = (0..size.y).contains(&y) && (0..size.z).contains(&z);
                let expected = if is_within { row << 1 } else { 0 };
                let cells = self.unseen.window(min + IVec3::new(-1, y, z));
                if cells & around != expected {
                    return None;
                }
            }
        }
        Some(CellBox::new(min, min + size))
    }

    /// Adds the cheapest ways through a room that is a box: straight through free space, but for the first move and the
    /// last.
    fn join_box(&mut self, cells: &CellBox) -> Option<()> {
        let row = (1_u64 << cells.size().x) - 1;
        // The cells in the first chunk along x.
        let own = 64 - (cells.min.x & 63) as u32;
        for z in cells.min.z..cells.max.z {
            for y in cells.min.y..cells.max.y {
                let from = IVec3::new(cells.min.x, y, z);
                self.unseen.remove_along_x(from, row);
                if own < cells.size().x {
                    self.unseen
                        .remove_along_x(from + IVec3::X * own as i32, row >> own);
                }
            }
        }
        let mut portals = vec![];
        let mut doors: Vec<Door> = vec![];
        for cell in self.portals_around(cells) {
            let Some(&number) = self.number.get(&cell) else {
                continue;
            };
            let inward = bits(self.moves.out_of(self.world, cell)).filter_map(|bit| {
                let there = cell + offset_at(bit);
                cells
                    .contains(there)
                    .then_some((self.moves.cost(bit), there, bit))
            });
            let inward: Vec<_> = inward.collect();
            if !inward.is_empty() {
                portals.push(number);
                doors.push(Door { cell, inward });
            }
        }
        let count = portals.len();
        let mut ways = vec![(Cost::MAX, 0); count * count];
        for (from, out) in doors.iter().enumerate() {
            for (to, back) in doors.iter().enumerate().skip(from + 1) {
                let (cost, first, last) = self.through_box(out, back);
                ways[from * count + to] = (cost, first);
                ways[to * count + from] = (cost, last);
            }
        }
        let count = cells.size().element_product();
        self.add(
            &Ways {
                portals: &portals,
                ways,
            },
            count,
            false,
        )
    }

    /// Returns the portals around a box, but for those beyond it along an axis along which no move leads.
    fn portals_around(&self, cells: &CellBox) -> Vec<IVec3> {
        let fixed = self.moves.set.fixed_axis();
        let aside = IVec3::ONE - fixed.map_or(IVec3::ZERO, Axis::unit);
        let outer = CellBox::new(cells.min - aside, cells.max + aside);
        let all = u64::MAX >> (64 - outer.size().x);
        let within = ((1_u64 << cells.size().x) - 1) << aside.x;
        let mut found = vec![];
        for z in outer.min.z..outer.max.z {
            for y in outer.min.y..outer.max.y {
                let is_through = (cells.min.z..cells.max.z).contains(&z)
                    && (cells.min.y..cells.max.y).contains(&y);
                let looked_at = if is_through { all & !within } else { all };
                let beginning = IVec3::new(outer.min.x, y, z);
                let mut portals = self.is_portal.window(beginning) & looked_at;
                while portals != 0 {
                    found.push(beginning + IVec3::X * portals.trailing_zeros() as i32);
                    portals &= portals - 1;
                }
            }
        }
        found
    }

    /// Returns the cost of the cheapest way through a box from one portal to another, and its first and last move: of
    /// equal ways those with the least bits.
    fn through_box(&self, out: &Door, back: &Door) -> (Cost, u32, u32) {
        let octile = |from, to| Heuristic::Octile.estimate(self.moves.set, from, to);
        // No way through the box costs less than one through free space: few first moves are worth a look.
        let least = |one: &(Cost, IVec3, u32)| one.0 + octile(one.1, back.cell);
        let shortest = out.inward.iter().map(least).min();
        let mut best = (Cost::MAX, 0, 0);
        for is_shortest in [true, false] {
            for one in &out.inward {
                let least = least(one);
                if (Some(least) == shortest) != is_shortest || least > best.0 {
                    continue;
                }
                for other in &back.inward {
                    let cost = one.0 + octile(one.1, other.1) + other.0;
                    best = best.min((cost, one.2, other.2));
                }
            }
        }
        best
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

    /// Notes that a cell is in the room, or a portal beside it.
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
        let ways = Ways {
            portals: &portals,
            ways,
        };
        self.add(&ways, size as u32, is_passage)
    }

    /// Adds the ways of a room of some size, but for those over which others are no dearer: where a portal beside one of
    /// the two is as near to the other.
    fn add(&mut self, room: &Ways<'_>, size: u32, is_passage: bool) -> Option<()> {
        let numbers = room.portals;
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

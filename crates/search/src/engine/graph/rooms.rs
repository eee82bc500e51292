//! Ways through the rooms between portals.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::ends::Place;
use crate::cost::Cost;
use crate::heuristic::Heuristic;
use crate::index::{Edge, Index, shared};
use crate::memory::Table;
use crate::movement::Direction;
use crate::path::Path;

/// The rooms of a world.
#[derive(Clone, Copy)]
pub(super) struct Rooms<'a> {
    pub(super) index: &'a Index,
    pub(super) world: &'a Traversability,
}

/// The arrival at a place of an approach.
#[derive(Clone, Copy)]
struct Arrival {
    direction: Option<Direction>,
    /// The legal moves from the place; none from portals.
    legal: u32,
    /// The mark of a place that is still to be followed.
    is_queued: bool,
}

/// Room for the cells of most rooms.
const USUAL_CELLS: usize = 512;

impl Rooms<'_> {
    /// Returns the cheapest ways from a cell to all cells of its room and the portals around, from
    /// a portal those of both its rooms; `known` gets the places.
    ///
    /// First in, first out; a cell again whenever a cheaper way to it is found, which is rare.
    ///
    /// # Complexity
    ///
    /// Linear in the cells of the room.
    pub(super) fn approach(&self, from: IVec3, known: &mut Table) -> Vec<Place> {
        let moves = &self.index.moves;
        let mut places = Vec::with_capacity(USUAL_CELLS);
        let mut arrivals = Vec::with_capacity(USUAL_CELLS);
        places.push(Place::of_end(from));
        arrivals.push(Arrival {
            direction: None,
            legal: moves.out_of(self.world, from),
            is_queued: true,
        });
        known.begin();
        known.find_or_insert(from, 0);
        let mut to_follow = Vec::with_capacity(USUAL_CELLS);
        to_follow.push(0);
        let mut next = 0;
        while let Some(&at) = to_follow.get(next) {
            next += 1;
            let here = places[at as usize];
            if here.is_portal {
                continue;
            }
            arrivals[at as usize].is_queued = false;
            let arrival = arrivals[at as usize];
            // What the cell before has as a neighbor is reached from there.
            let reached = arrival.direction.map_or(0, |direction| {
                let before = arrivals[here.before as usize];
                shared(before.legal, direction.place() as u32)
            });
            for direction in Direction::toward(arrival.legal & !reached) {
                let cell = here.cell + direction.offset();
                let cost = here.cost + direction.cost();
                let place = known.find_or_insert(cell, places.len() as u32);
                match places.get_mut(place as usize) {
                    None => {
                        let is_portal = self.index.is_portal(cell);
                        places.push(Place {
                            cell,
                            before: at,
                            cost,
                            is_portal,
                        });
                        let legal = if is_portal {
                            0
                        } else {
                            moves.out_of(self.world, cell)
                        };
                        arrivals.push(Arrival {
                            direction: Some(direction),
                            legal,
                            is_queued: false,
                        });
                    }
                    Some(known) if cost < known.cost => {
                        (known.before, known.cost) = (at, cost);
                        arrivals[place as usize].direction = Some(direction);
                    }
                    Some(_) => continue,
                }
                let arrival = &mut arrivals[place as usize];
                if !arrival.is_queued {
                    arrival.is_queued = true;
                    to_follow.push(place);
                }
            }
        }
        places
    }

    /// Adds a cheapest way between two portals through a room to `path`, by its edge and its cost.
    ///
    /// # Complexity
    ///
    /// Linear in the moves in passages, and where none of them has to lead away from the far portal by more than the way
    /// is longer than through free space; else that of [`approach`](Self::approach).
    pub(super) fn go(&self, [from, to]: [IVec3; 2], edge: Edge, cost: Cost, path: &mut Path) {
        let first = Direction::toward(1 << edge.bit()).next();
        let moves = first.and_then(|first| {
            if edge.is_passage() {
                self.moves_onward([from, to], first, cost)
            } else {
                self.moves_straight_on([from, to], first, cost)
            }
        });
        if let Some(moves) = moves {
            for direction in moves {
                path.fly(direction, 1);
            }
            return;
        }
        let mut known = Table::default();
        let places = self.approach(to, &mut known);
        let mut at = known.find(from);
        while let Some(here) = at.and_then(|at| places.get(at as usize))
            && here.cell != to
            && let Some(before) = places.get(here.before as usize)
            && let Some(direction) = Direction::from_offset(before.cell - here.cell)
        {
            path.fly(direction, 1);
            at = Some(here.before);
        }
    }

    /// Returns the moves along a passage, each of whose cells leaves one move to go on.
    fn moves_onward(
        &self,
        [from, to]: [IVec3; 2],
        first: Direction,
        cost: Cost,
    ) -> Option<Vec<Direction>> {
        let (mut cell, mut direction, mut left) = (from, first, cost);
        let mut moves = vec![];
        loop {
            moves.push(direction);
            cell += direction.offset();
            left = Cost::from_raw(left.raw().checked_sub(direction.cost().raw())?);
            if cell == to {
                return (left == Cost::ZERO).then_some(moves);
            }
            let onward = self.index.onward(self.world, cell);
            let back = 1 << direction.reverse().place();
            direction = Direction::toward(onward & !back).next()?;
        }
    }

    /// Returns the moves of a way of some cost, where one is found by going on from each cell to
    /// the first neighbor from which the rest of the cost may suffice.
    fn moves_straight_on(
        &self,
        [from, to]: [IVec3; 2],
        first: Direction,
        cost: Cost,
    ) -> Option<Vec<Direction>> {
        let mut moves = vec![first];
        let mut cell = from + first.offset();
        let mut left = cost - first.cost();
        while cell != to {
            let legal = self.index.moves.out_of(self.world, cell);
            let aim = Direction::from_offset((to - cell).signum());
            let is_legal = |direction: &Direction| legal >> direction.place() & 1 != 0;
            let mut in_order = aim
                .into_iter()
                .filter(is_legal)
                .chain(Direction::toward(legal));
            let may_do = |direction: &Direction| {
                let there = cell + direction.offset();
                let least = Heuristic::Octile.estimate(self.index.moves.set, there, to);
                direction.cost() + least <= left && (there == to || !self.index.is_portal(there))
            };
            let direction = in_order.find(may_do)?;
            moves.push(direction);
            cell += direction.offset();
            left = left - direction.cost();
        }
        Some(moves)
    }
}

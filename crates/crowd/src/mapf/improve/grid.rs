//! The ways of agents that move from cell to cell in one step.

use super::visits::Visits;
use super::ways::{Way, Ways};
use crate::mapf::roadmap::distances::Nearness;
use crate::mapf::roadmap::{Cell, NONE, Roadmap};
use crate::mapf::step::conflicts::{Contact, Crossings, STAY};
use crate::mapf::step::pibt::World;

/// The world of such agents, and the rule by which their moves conflict.
pub(super) struct GridWays<'a, 'w> {
    pub(super) world: &'a mut World<'w>,
    pub(super) contact: &'a Contact,
}

impl Ways for GridWays<'_, '_> {
    fn cells(&self) -> usize {
        self.world.roadmap.numbers()
    }

    fn places(&self) -> usize {
        self.world.roadmap.numbers()
    }

    fn goal(&self, agent: u32) -> Cell {
        self.world.goals[agent as usize]
    }

    fn cell_at(&self, place: Cell) -> Cell {
        place
    }

    fn each_beside(&self, cell: Cell, each: impl FnMut(Cell)) {
        self.world.roadmap.moves(cell).map(|it| it.1).for_each(each);
    }

    fn each_between(&self, _: Cell, _: Cell, _: impl FnMut(Cell)) {}

    fn each_visit(&self, path: &[Cell], mut each: impl FnMut(Cell, u32)) {
        let before = path.split_last().map_or(&[][..], |(_, before)| before);
        for (time, &cell) in (0..).zip(before) {
            each(cell, time);
        }
    }

    fn list(&mut self, agent: u32, cell: Cell, distance: u32, ways: &mut Vec<Way>) {
        let roadmap = self.world.roadmap;
        for (rank, to) in roadmap.moves(cell).chain([(STAY, cell)]) {
            let distance = match self.world.nearness(agent, cell, to) {
                Nearness::Nearer => distance.saturating_sub(1),
                Nearness::Equal => distance,
                Nearness::Farther => distance + 1,
            };
            ways.push(Way {
                rank,
                to,
                steps: 1,
                distance,
            });
        }
    }

    /// Returns the stay of a time: for points all times between two visits are one, for balls each is one.
    fn stay(&self, visits: &Visits, cell: Cell, time: u32) -> u32 {
        match self.contact {
            Contact::Points(_) => visits.before(cell, time) as u32,
            Contact::Balls(_) => time,
        }
    }

    /// Points may wait before they move; balls wait step by step.
    fn each_arrival(
        &self,
        visits: &Visits,
        (cell, time): (Cell, u32),
        ways: &[Way],
        most: u32,
        mut each: impl FnMut(&Way, u32, u32),
    ) {
        let crossings = match self.contact {
            Contact::Points(crossings) => crossings,
            Contact::Balls(_) => {
                let blocked = self.blocked(visits, cell, time);
                let free = ways.iter().filter(|way| blocked >> way.rank & 1 == 0);
                free.for_each(|way| each(way, time + 1, time + 1));
                return;
            }
        };
        let until = visits.next(cell, time);
        for way in ways.iter().filter(|way| way.rank != STAY) {
            let last = most.saturating_sub(way.distance).min(until);
            let each = |arrival, stay| each(way, arrival, stay);
            self.each_stay(visits, crossings, (cell, time), way, last, each);
        }
    }

    fn free_from(&self, visits: &Visits, cell: Cell) -> u32 {
        let after = |last: Option<u32>| last.map_or(0, |last| last + 1);
        match self.contact {
            Contact::Points(_) => after(visits.last(cell)),
            Contact::Balls(pairs) => {
                let roadmap = self.world.roadmap;
                let near = pairs.places_near(roadmap.place(cell));
                let cells = near.filter_map(|(_, place)| roadmap.cell(place));
                // One step more, in which somebody may still be on the way to where they park.
                cells
                    .chain([cell])
                    .map(|near| after(visits.last(near)) + 1)
                    .max()
                    .unwrap_or(0)
            }
        }
    }
}

impl GridWays<'_, '_> {
    /// Calls `each` with the earliest time of each stay of a point where a move leads, and with the number of the stay.
    fn each_stay(
        &self,
        visits: &Visits,
        crossings: &Crossings,
        (from, time): (Cell, u32),
        way: &Way,
        last: u32,
        mut each: impl FnMut(u32, u32),
    ) {
        let passing = visits.passing(way.to);
        let parked = visits.parked_since(way.to);
        let mut arrival = time + 1;
        let mut stay = passing.partition_point(|visit| visit.0 < arrival);
        while arrival <= last && arrival < parked {
            let next = passing.get(stay).map_or(NONE, |visit| visit.0);
            if next == arrival {
                (arrival, stay) = (arrival + 1, stay + 1);
                continue;
            }
            let left = stay.checked_sub(1).and_then(|before| passing.get(before));
            let left = left.filter(|visit| visit.0 + 1 == arrival);
            let swaps = left.is_some_and(|visit| visits.at(from, arrival) == visit.1);
            if swaps || self.is_crossed(visits, crossings, (from, way.rank), arrival - 1) {
                arrival += 1;
            } else {
                each(arrival, stay as u32);
                if next == NONE {
                    return;
                }
                (arrival, stay) = (next + 1, stay + 1);
            }
        }
    }

    /// Returns whether a point crosses a diagonal move from a cell that begins at a time.
    fn is_crossed(
        &self,
        visits: &Visits,
        crossings: &Crossings,
        (from, rank): (Cell, usize),
        time: u32,
    ) -> bool {
        let roadmap: &Roadmap = self.world.roadmap;
        crossings.of(rank).iter().any(|&[corner, other]| {
            let crossing = roadmap.beside_cell(from, corner);
            let crossing = crossing.map_or(NONE, |corner| visits.at(corner, time));
            let other = roadmap.beside_cell(from, other);
            crossing != NONE && other.is_some_and(|other| visits.at(other, time + 1) == crossing)
        })
    }

    /// Returns the moves from a cell that balls are in the way of at a time, as bits by their ranks.
    fn blocked(&self, visits: &Visits, from: Cell, time: u32) -> u32 {
        let (Contact::Balls(pairs), roadmap) = (self.contact, self.world.roadmap) else {
            return 0;
        };
        let mut blocked = 0;
        for (apart, near) in pairs.places_near(roadmap.place(from)) {
            let Some(cell) = roadmap.cell(near) else {
                continue;
            };
            let agent = visits.at(cell, time);
            if agent == NONE {
                continue;
            }
            let mut moves = roadmap.moves(cell).chain([(STAY, cell)]);
            let made = moves.find(|&(_, to)| visits.at(to, time + 1) == agent);
            if let Some((rank, _)) = made {
                blocked |= pairs.excluded_by(apart, rank);
            }
        }
        blocked
    }
}

//! The cells that agents of a plan are at, and when.

use super::super::roadmap::{Cell, NONE, Roadmap};
use super::super::step::conflicts::{Contact, Pairs, STAY, Wish};

/// The agents that pass each cell, in the order of time, and the one that stands there for good.
#[derive(Debug)]
pub(super) struct Visits {
    passing: Vec<Vec<(u32, u32)>>,
    /// The time from which an agent stands at a cell for good, and the agent.
    parked: Vec<(u32, u32)>,
}

impl Visits {
    pub(super) fn new(roadmap: &Roadmap) -> Self {
        let cells = roadmap.numbers();
        Self {
            passing: vec![Vec::new(); cells],
            parked: vec![(NONE, NONE); cells],
        }
    }

    /// Returns the bytes in use for paths of so many cells together.
    pub(super) fn bytes(roadmap: &Roadmap, cells: usize) -> u64 {
        let each = size_of::<Vec<(u32, u32)>>() + size_of::<(u32, u32)>();
        (roadmap.numbers() * each + cells * size_of::<(u32, u32)>()) as u64
    }

    /// Adds the path of an agent.
    pub(super) fn add(&mut self, agent: u32, path: &[Cell]) {
        let Some((&last, before)) = path.split_last() else {
            return;
        };
        for (time, &cell) in (0..).zip(before) {
            let passing = &mut self.passing[cell as usize];
            let place = passing.partition_point(|visit| visit.0 < time);
            passing.insert(place, (time, agent));
        }
        self.parked[last as usize] = (before.len() as u32, agent);
    }

    /// Removes the path of an agent.
    pub(super) fn remove(&mut self, path: &[Cell]) {
        let Some((&last, before)) = path.split_last() else {
            return;
        };
        for (time, &cell) in (0..).zip(before) {
            let passing = &mut self.passing[cell as usize];
            let place = passing.partition_point(|visit| visit.0 < time);
            passing.remove(place);
        }
        self.parked[last as usize] = (NONE, NONE);
    }

    /// Returns the agent at a cell at a time.
    #[inline]
    pub(super) fn at(&self, cell: Cell, time: u32) -> u32 {
        let (since, agent) = self.parked[cell as usize];
        if time >= since {
            return agent;
        }
        let passing = &self.passing[cell as usize];
        let place = passing.partition_point(|visit| visit.0 < time);
        passing
            .get(place)
            .filter(|visit| visit.0 == time)
            .map_or(NONE, |visit| visit.1)
    }

    /// Returns the time after which nobody passes a cell.
    pub(super) fn last(&self, cell: Cell) -> Option<u32> {
        self.passing[cell as usize].last().map(|visit| visit.0)
    }

    /// Returns the number of the stay at a cell that a time belongs to: for points that of the visits before, for balls
    /// the time itself.
    pub(super) fn stay(&self, contact: &Contact, cell: Cell, time: u32) -> u32 {
        match contact {
            Contact::Points(_) => {
                let passing = &self.passing[cell as usize];
                passing.partition_point(|visit| visit.0 < time) as u32
            }
            Contact::Balls(_) => time,
        }
    }

    /// Calls `each` with the earliest time of each stay at a cell, up to the last one that is of use, at which an agent
    /// can come there that is at another cell from a time on; and with the number of the stay.
    ///
    /// Points may wait before they move; balls wait step by step.
    pub(super) fn each_arrival(
        &self,
        contact: &Contact,
        roadmap: &Roadmap,
        wish: Wish,
        time: u32,
        last: u32,
        mut each: impl FnMut(u32, u32),
    ) {
        let (from, rank, to) = wish;
        if let Contact::Balls(_) = contact {
            if self.is_free(contact, roadmap, wish, time) {
                each(time + 1, time + 1);
            }
            return;
        }
        if rank == STAY {
            return;
        }
        let last = last.min(self.free_until(from, time).saturating_add(1));
        let mut arrival = time + 1;
        while arrival <= last {
            let passing = &self.passing[to as usize];
            let stay = passing.partition_point(|visit| visit.0 < arrival);
            if self.at(to, arrival) != NONE {
                // Behind the visit, or never if somebody stands there for good.
                match passing.get(stay).filter(|visit| visit.0 == arrival) {
                    Some(_) => arrival += 1,
                    None => return,
                }
            } else if self.is_free(contact, roadmap, wish, arrival - 1) {
                each(arrival, stay as u32);
                match passing.get(stay) {
                    Some(visit) => arrival = visit.0 + 1,
                    None => return,
                }
            } else {
                arrival += 1;
            }
        }
    }

    /// Returns the last time up to which a cell is free that is free at a time.
    fn free_until(&self, cell: Cell, time: u32) -> u32 {
        let passing = &self.passing[cell as usize];
        let next = passing.get(passing.partition_point(|visit| visit.0 < time));
        let end = next.map_or(NONE, |visit| visit.0);
        end.min(self.parked[cell as usize].0).saturating_sub(1)
    }

    /// Returns whether nobody is in the way of a move that begins at a time: the cell before it, the rank and the cell
    /// after it.
    pub(super) fn is_free(
        &self,
        contact: &Contact,
        roadmap: &Roadmap,
        (from, rank, to): Wish,
        time: u32,
    ) -> bool {
        let crossings = match contact {
            Contact::Points(crossings) => crossings,
            Contact::Balls(pairs) => {
                return self.is_free_of_balls(pairs, roadmap, (from, rank, to), time);
            }
        };
        if self.at(to, time + 1) != NONE {
            return false;
        }
        if rank == STAY {
            return true;
        }
        let there = self.at(to, time);
        if there != NONE && self.at(from, time + 1) == there {
            return false;
        }
        crossings.of(rank).iter().all(|&[corner, other]| {
            let Some(corner) = roadmap.beside_cell(from, corner) else {
                return true;
            };
            let crossing = self.at(corner, time);
            let other = roadmap.beside_cell(from, other);
            crossing == NONE || other.is_none_or(|other| self.at(other, time + 1) != crossing)
        })
    }

    fn is_free_of_balls(
        &self,
        pairs: &Pairs,
        roadmap: &Roadmap,
        (from, rank, _): Wish,
        time: u32,
    ) -> bool {
        let place = roadmap.place(from);
        let mut cells = pairs.places_near(place);
        cells.all(|(apart, near)| {
            let Some(cell) = roadmap.cell(near) else {
                return true;
            };
            let agent = self.at(cell, time);
            if agent == NONE {
                return true;
            }
            let moves = roadmap.moves(cell).chain([(STAY, cell)]);
            let mut mine = moves.filter(|&(_, to)| self.at(to, time + 1) == agent);
            mine.next()
                .is_none_or(|(other, _)| !pairs.exclude(apart, rank, other))
        })
    }

    /// Returns the time from which an agent can stand at a cell for good.
    pub(super) fn free_from(&self, contact: &Contact, roadmap: &Roadmap, cell: Cell) -> u32 {
        let after = |last: Option<u32>| last.map_or(0, |last| last + 1);
        match contact {
            Contact::Points(_) => after(self.last(cell)),
            Contact::Balls(pairs) => {
                let near = pairs.places_near(roadmap.place(cell));
                let cells = near.filter_map(|(_, place)| roadmap.cell(place));
                // One step more, in which somebody may still be on the way to where they park.
                cells
                    .chain([cell])
                    .map(|near| after(self.last(near)) + 1)
                    .max()
                    .unwrap_or(0)
            }
        }
    }
}

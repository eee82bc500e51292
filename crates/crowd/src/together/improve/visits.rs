//! The cells that agents of a plan are at, and when.

use super::super::roadmap::{Cell, NONE, Roadmap};
use super::super::step::conflicts::{Contact, Crossings, STAY, Wish};

/// The steps by which visits of a cell are about the same time.
const ABOUT: u32 = 4;

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

    /// Returns the agents that pass a cell not long before or after a time, or stand there for good.
    pub(super) fn about(&self, cell: Cell, time: u32) -> impl Iterator<Item = u32> + '_ {
        let passing = &self.passing[cell as usize];
        let first = passing.partition_point(|visit| visit.0 + ABOUT < time);
        let near = passing[first..].iter();
        let near = near.take_while(move |visit| visit.0 <= time + ABOUT);
        let (since, agent) = self.parked[cell as usize];
        let parked = (since <= time + ABOUT).then_some(agent);
        near.map(|visit| visit.1).chain(parked)
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
    /// can come there that is at another cell from a time on, and may stay there until one step before the last; and with
    /// the number of the stay.
    ///
    /// Points may wait before they move; balls wait step by step, and make no move that is [blocked](Self::blocked).
    pub(super) fn each_arrival(
        &self,
        contact: &Contact,
        roadmap: &Roadmap,
        wish: Wish,
        (time, last): (u32, u32),
        blocked: u32,
        mut each: impl FnMut(u32, u32),
    ) {
        let (from, rank, to) = wish;
        let crossings = match contact {
            Contact::Points(crossings) => crossings,
            Contact::Balls(_) => {
                if blocked >> rank & 1 == 0 {
                    each(time + 1, time + 1);
                }
                return;
            }
        };
        if rank == STAY {
            return;
        }
        let passing = &self.passing[to as usize];
        let parked = self.parked[to as usize].0;
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
            let swaps = left.is_some_and(|visit| self.at(from, arrival) == visit.1);
            if swaps || self.is_crossed(crossings, roadmap, (from, rank), arrival - 1) {
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

    /// Returns the last time up to which a cell is free that is free at a time.
    pub(super) fn free_until(&self, cell: Cell, time: u32) -> u32 {
        let passing = &self.passing[cell as usize];
        let next = passing.get(passing.partition_point(|visit| visit.0 < time));
        let end = next.map_or(NONE, |visit| visit.0);
        end.min(self.parked[cell as usize].0).saturating_sub(1)
    }

    /// Returns whether a point crosses a diagonal move from a cell that begins at a time.
    fn is_crossed(
        &self,
        crossings: &Crossings,
        roadmap: &Roadmap,
        (from, rank): (Cell, usize),
        time: u32,
    ) -> bool {
        crossings.of(rank).iter().any(|&[corner, other]| {
            let crossing = roadmap.beside_cell(from, corner);
            let crossing = crossing.map_or(NONE, |corner| self.at(corner, time));
            let other = roadmap.beside_cell(from, other);
            crossing != NONE && other.is_some_and(|other| self.at(other, time + 1) == crossing)
        })
    }

    /// Returns the moves from a cell that balls are in the way of at a time, as bits by their ranks; none for points, which
    /// are looked at move by move.
    pub(super) fn blocked(
        &self,
        contact: &Contact,
        roadmap: &Roadmap,
        from: Cell,
        time: u32,
    ) -> u32 {
        let Contact::Balls(pairs) = contact else {
            return 0;
        };
        let mut blocked = 0;
        for (apart, near) in pairs.places_near(roadmap.place(from)) {
            let Some(cell) = roadmap.cell(near) else {
                continue;
            };
            let agent = self.at(cell, time);
            if agent == NONE {
                continue;
            }
            let mut moves = roadmap.moves(cell).chain([(STAY, cell)]);
            let made = moves.find(|&(_, to)| self.at(to, time + 1) == agent);
            if let Some((rank, _)) = made {
                blocked |= pairs.excluded_by(apart, rank);
            }
        }
        blocked
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

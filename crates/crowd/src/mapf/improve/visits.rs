//! The cells that agents of a plan are at, and when.

use crate::mapf::roadmap::{Cell, NONE};

/// The steps by which visits of a cell are about the same time.
const ABOUT: u32 = 4;

/// The agents that pass each cell, in the order of time, and the one that stands there permanently.
#[derive(Debug)]
pub(crate) struct Visits {
    passing: Vec<Vec<(u32, u32)>>,
    /// The time from which an agent stands at a cell permanently, and the agent.
    parked: Vec<(u32, u32)>,
}

impl Visits {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            passing: vec![Vec::new(); cells],
            parked: vec![(NONE, NONE); cells],
        }
    }

    /// Returns the bytes in use for so many visits.
    pub(super) fn bytes(cells: usize, visits: usize) -> u64 {
        let each = size_of::<Vec<(u32, u32)>>() + size_of::<(u32, u32)>();
        (cells * each + visits * size_of::<(u32, u32)>()) as u64
    }

    /// Adds an agent at a cell at a time.
    pub(super) fn add(&mut self, agent: u32, cell: Cell, time: u32) {
        let passing = &mut self.passing[cell as usize];
        let place = passing.partition_point(|visit| visit.0 < time);
        passing.insert(place, (time, agent));
    }

    /// Removes the agent that is at a cell at a time, and does not stand there permanently.
    pub(super) fn remove(&mut self, cell: Cell, time: u32) {
        let passing = &mut self.passing[cell as usize];
        let place = passing.partition_point(|visit| visit.0 < time);
        passing.remove(place);
    }

    /// Makes an agent stand at a cell permanently from a time on; the largest time is for none.
    pub(super) fn park(&mut self, agent: u32, cell: Cell, since: u32) {
        self.parked[cell as usize] = (since, agent);
    }

    /// Returns the agent at a cell at a time.
    #[inline]
    pub(crate) fn at(&self, cell: Cell, time: u32) -> u32 {
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

    /// Returns the agents that pass a cell not long before or after a time, or stand there permanently.
    pub(super) fn about(&self, cell: Cell, time: u32) -> impl Iterator<Item = u32> + '_ {
        let passing = &self.passing[cell as usize];
        let first = passing.partition_point(|visit| visit.0 + ABOUT < time);
        let near = passing[first..].iter();
        let near = near.take_while(move |visit| visit.0 <= time + ABOUT);
        let (since, agent) = self.parked[cell as usize];
        let parked = (since <= time + ABOUT).then_some(agent);
        near.map(|visit| visit.1).chain(parked)
    }

    /// Returns the visits of a cell that pass, in the order of time, as times and agents.
    #[inline]
    pub(crate) fn passing(&self, cell: Cell) -> &[(u32, u32)] {
        &self.passing[cell as usize]
    }

    /// Returns the time from which an agent stands at a cell permanently; the largest number where none does.
    #[inline]
    pub(crate) fn parked_since(&self, cell: Cell) -> u32 {
        self.parked[cell as usize].0
    }

    /// Returns the number of visits of a cell before a time, which pass.
    #[inline]
    pub(crate) fn before(&self, cell: Cell, time: u32) -> usize {
        self.passing(cell).partition_point(|visit| visit.0 < time)
    }

    /// Returns the first time from some time on at which an agent is at a cell; the largest number where none comes.
    #[inline]
    pub(crate) fn next(&self, cell: Cell, time: u32) -> u32 {
        let passing = self.passing(cell).get(self.before(cell, time));
        let passing = passing.map_or(NONE, |visit| visit.0);
        passing.min(self.parked_since(cell).max(time))
    }

    /// Returns the time after which no agent passes a cell.
    pub(crate) fn last(&self, cell: Cell) -> Option<u32> {
        self.passing[cell as usize].last().map(|visit| visit.0)
    }
}

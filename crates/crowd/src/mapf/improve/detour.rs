//! The shortest path of one agent among others whose paths are fixed: A* over cells and times.
//!
//! Agents that are at a cell while no other passes there are best off if they came early: so there is one state for
//! each time between two visits of a cell. For balls in flight there is one for each time.
//!
//! # References
//! Phillips, Likhachev, "SIPP: safe interval path planning for dynamic environments", ICRA 2011; for balls Silver,
//! "Cooperative pathfinding", AIIDE 2005. The estimate is the distance to the goal, followed along the search.

use std::cmp::Reverse;

use super::super::roadmap::{Cell, NONE};
use super::visits::Visits;
use super::ways::{Way, Ways};

/// The most states that one search expands.
const MOST_EXPANDED: usize = 50_000;

/// The bytes of a state in all lists, which grow by doubling.
const BYTES_A_STATE: u64 = 2 * (20 + 16 + 4);

/// A cell at a time.
#[derive(Clone, Copy, Debug)]
struct State {
    cell: Cell,
    time: u32,
    distance: u32,
    parent: u32,
    /// The number of the stay at the cell.
    stay: u32,
}

/// The earliest time of each stay at a cell, with the number of the search that it was reached in.
#[derive(Debug, Default)]
struct EarliestStay {
    of_cell: Vec<Vec<(u32, u32)>>,
    search: u32,
}

impl EarliestStay {
    /// Begins a search that has reached nothing.
    fn begin(&mut self, cells: usize) {
        self.of_cell.resize_with(cells, Vec::new);
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.of_cell.iter_mut().for_each(Vec::clear);
            self.search = 1;
        }
    }

    /// Returns the earliest time of a stay; the largest number where it is not reached.
    fn earliest(&mut self, cell: Cell, stay: u32) -> &mut u32 {
        let (stays, stay) = (&mut self.of_cell[cell as usize], stay as usize);
        if stays.len() <= stay {
            stays.resize(stay + 1, (0, NONE));
        }
        let (search, time) = &mut stays[stay];
        if *search != self.search {
            (*search, *time) = (self.search, NONE);
        }
        time
    }
}

/// The memory of searches.
#[derive(Debug)]
pub(super) struct Detour {
    states: Vec<State>,
    seen: EarliestStay,
    /// The states to be expanded, by time plus distance.
    open: Vec<Vec<u32>>,
    /// The moves from the cell that is expanded.
    ways: Vec<Way>,
    /// The most states that one search may have.
    most_states: usize,
    /// The number of states that all searches have expanded.
    pub(super) expanded: u64,
}

impl Detour {
    /// Makes the memory of searches, which take at most so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Self {
            states: Vec::new(),
            seen: EarliestStay::default(),
            expanded: 0,
            open: Vec::new(),
            ways: Vec::new(),
            most_states: usize::try_from(bytes / BYTES_A_STATE).unwrap_or(usize::MAX),
        }
    }

    /// Returns the bytes of what is reached among so many visits of cells.
    pub(super) fn bytes(places: usize, visits: usize) -> u64 {
        let each = size_of::<Vec<(u32, u32)>>();
        (places * each + 2 * visits * size_of::<(u32, u32)>()) as u64
    }

    /// Finds a path of at most so many steps for an agent from its start, which is so far from its goal; `turn` reports which
    /// move comes first where several are equally good.
    pub(super) fn find(
        &mut self,
        world: &mut impl Ways,
        visits: &Visits,
        (agent, start, distance): (u32, Cell, u32),
        (most, turn): (u32, usize),
    ) -> Option<Vec<Cell>> {
        let goal = world.goal(agent);
        let free_from = world.free_from(visits, goal);
        self.states.clear();
        self.seen.begin(world.places());
        self.open.iter_mut().for_each(Vec::clear);
        self.push(
            State {
                cell: start,
                time: 0,
                distance,
                parent: NONE,
                stay: world.stay(visits, start, 0),
            },
            most,
        );
        let mut value = 0;
        let mut expanded = 0;
        while value < self.open.len() {
            let Some(number) = self.open[value].pop() else {
                value += 1;
                continue;
            };
            let state = self.states[number as usize];
            if *self.seen.earliest(state.cell, state.stay) != state.time {
                continue;
            }
            if world.rests_at(state.cell) == goal && state.time >= free_from {
                return Some(self.path(world, number));
            }
            expanded += 1;
            if expanded > MOST_EXPANDED || self.states.len() > self.most_states {
                return None;
            }
            self.expanded += 1;
            let mut ways = std::mem::take(&mut self.ways);
            ways.clear();
            world.list(agent, state.cell, state.distance, &mut ways);
            let first = turn % ways.len().max(1);
            ways.rotate_left(first);
            ways.retain(|way| {
                let arrival = state.time.saturating_add(way.steps);
                arrival.saturating_add(way.distance) <= most
            });
            // Those that are pushed last are popped first: farther ones before nearer ones.
            ways.sort_by_key(|way| Reverse(way.steps.saturating_add(way.distance)));
            let at = (state.cell, state.time);
            world.each_arrival(visits, at, &ways, most, |way, time, stay| {
                let next = State {
                    cell: way.to,
                    time,
                    distance: way.distance,
                    parent: number,
                    stay,
                };
                self.push(next, most);
            });
            self.ways = ways;
        }
        None
    }

    /// Adds a state unless one of the same stay at its cell is known, which came no later.
    fn push(&mut self, state: State, most: u32) {
        let value = state.time + state.distance;
        if value > most {
            return;
        }
        let earliest = self.seen.earliest(state.cell, state.stay);
        if *earliest <= state.time {
            return;
        }
        *earliest = state.time;
        let value = value as usize;
        if self.open.len() <= value {
            self.open.resize_with(value + 1, Vec::new);
        }
        self.open[value].push(self.states.len() as u32);
        self.states.push(state);
    }

    fn path(&self, world: &impl Ways, last: u32) -> Vec<Cell> {
        let mut path = vec![self.states[last as usize].cell];
        let mut at = self.states[last as usize];
        while let Some(&parent) = self.states.get(at.parent as usize) {
            // In the middle of the move, and before it from when the agent came until it left.
            let arrived = path.len();
            world.each_between(parent.cell, at.cell, |place| path.push(place));
            let begun = path.len() - arrived;
            let waited = ((at.time - parent.time) as usize).saturating_sub(begun);
            path.extend((0..waited).map(|_| parent.cell));
            at = parent;
        }
        path.reverse();
        // Balls may have waited at the goal for longer than they had to.
        while path.len() > 1 && path[path.len() - 2] == path[path.len() - 1] {
            path.pop();
        }
        path
    }
}

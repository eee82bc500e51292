//! The shortest path of one agent among others whose paths are fixed: A* over cells and times.
//!
//! Points that are at a cell while nobody passes there are best off if they came early: so there is one state for each
//! time between two visits of a cell. For balls there is one for each time.
//!
//! # References
//! Phillips, Likhachev, "SIPP: safe interval path planning for dynamic environments", ICRA 2011; for balls Silver,
//! "Cooperative pathfinding", AIIDE 2005. The estimate is the distance to the goal, followed along the search.

use super::super::roadmap::distances::Nearness;
use super::super::roadmap::{Cell, NONE, Roadmap};
use super::super::step::conflicts::{Contact, STAY};
use super::super::step::pibt::World;
use super::visits::Visits;

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
struct Seen {
    of_cell: Vec<Vec<(u32, u32)>>,
    search: u32,
}

impl Seen {
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
    seen: Seen,
    /// The states to be expanded, by time plus distance.
    open: Vec<Vec<u32>>,
    /// The moves from the cell that is expanded: how near each leads to the goal, its rank, and the cell.
    ways: Vec<(Nearness, usize, Cell)>,
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
            seen: Seen::default(),
            expanded: 0,
            open: Vec::new(),
            ways: Vec::new(),
            most_states: usize::try_from(bytes / BYTES_A_STATE).unwrap_or(usize::MAX),
        }
    }

    /// Returns the bytes of what is reached among paths of so many cells together.
    pub(super) fn bytes(roadmap: &Roadmap, cells: usize) -> u64 {
        let each = size_of::<Vec<(u32, u32)>>();
        (roadmap.numbers() * each + 2 * cells * size_of::<(u32, u32)>()) as u64
    }

    /// Finds a path of at most so many steps for an agent from its start, which is so far from its goal; `turn` says which
    /// move comes first where several are equally good.
    pub(super) fn find(
        &mut self,
        world: &mut World<'_>,
        (visits, contact): (&Visits, &Contact),
        (agent, start, distance): (u32, Cell, u32),
        (most, turn): (u32, usize),
    ) -> Option<Vec<Cell>> {
        let goal = world.goals[agent as usize];
        let free_from = visits.free_from(contact, world.roadmap, goal);
        self.states.clear();
        self.seen.begin(world.roadmap.numbers());
        self.open.iter_mut().for_each(Vec::clear);
        self.push(
            State {
                cell: start,
                time: 0,
                distance,
                parent: NONE,
                stay: visits.stay(contact, start, 0),
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
            if state.cell == goal && state.time >= free_from {
                return Some(self.path(number));
            }
            expanded += 1;
            if expanded > MOST_EXPANDED || self.states.len() > self.most_states {
                return None;
            }
            self.expanded += 1;
            let roadmap = world.roadmap;
            self.ways.clear();
            for (rank, to) in roadmap.moves(state.cell).chain([(STAY, state.cell)]) {
                let nearness = world.nearness(agent, state.cell, to);
                self.ways.push((nearness, rank, to));
            }
            let blocked = visits.blocked(contact, roadmap, state.cell, state.time);
            let until = visits.free_until(state.cell, state.time).saturating_add(1);
            let first = turn % self.ways.len();
            self.ways.rotate_left(first);
            // Those that are pushed last are popped first: farther ones before nearer ones.
            for wanted in [Nearness::Farther, Nearness::Equal, Nearness::Nearer] {
                let distance = match wanted {
                    Nearness::Nearer => state.distance.saturating_sub(1),
                    Nearness::Equal => state.distance,
                    Nearness::Farther => state.distance + 1,
                };
                let last = most.saturating_sub(distance).min(until);
                for way in 0..self.ways.len() {
                    let (nearness, rank, to) = self.ways[way];
                    if nearness != wanted || state.time + 1 + distance > most {
                        continue;
                    }
                    let wish = (state.cell, rank, to);
                    let times = (state.time, last);
                    visits.each_arrival(contact, roadmap, wish, times, blocked, |time, stay| {
                        let next = State {
                            cell: to,
                            time,
                            distance,
                            parent: number,
                            stay,
                        };
                        self.push(next, most);
                    });
                }
            }
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

    fn path(&self, last: u32) -> Vec<Cell> {
        let mut path = Vec::new();
        let mut at = last;
        let mut left = self.states[last as usize].time;
        while at != NONE {
            let state = self.states[at as usize];
            // From when it came until it left.
            path.extend((state.time..=left).map(|_| state.cell));
            left = state.time.saturating_sub(1);
            at = state.parent;
        }
        path.reverse();
        // Balls may have waited at the goal for longer than they had to.
        while path.len() > 1 && path[path.len() - 2] == path[path.len() - 1] {
            path.pop();
        }
        path
    }
}

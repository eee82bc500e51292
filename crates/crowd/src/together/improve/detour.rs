//! The shortest path of one agent among others whose paths are fixed: A* over cells and times.
//!
//! Points that are at a cell while nobody passes there are best off if they came early: so there is one state for each
//! time between two visits of a cell. For balls there is one for each time.
//!
//! # References
//! Phillips, Likhachev, "SIPP: safe interval path planning for dynamic environments", ICRA 2011; for balls Silver,
//! "Cooperative pathfinding", AIIDE 2005. The estimate is the distance to the goal, followed along the search.

use ahash::{AHashMap, RandomState};

use super::super::roadmap::distances::Nearness;
use super::super::roadmap::{Cell, NONE};
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

impl State {
    fn key(&self) -> u64 {
        u64::from(self.cell) << 32 | u64::from(self.stay)
    }
}

/// The memory of searches.
#[derive(Debug)]
pub(super) struct Detour {
    states: Vec<State>,
    /// The earliest time of each stay at a cell.
    seen: AHashMap<u64, u32>,
    /// The states to be expanded, by time plus distance.
    open: Vec<Vec<u32>>,
    /// The most states that one search may have.
    most_states: usize,
}

impl Detour {
    /// Makes the memory of searches, which take at most so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let seen = AHashMap::with_hasher(RandomState::with_seeds(17, 18, 19, 20));
        Self {
            states: Vec::new(),
            seen,
            open: Vec::new(),
            most_states: usize::try_from(bytes / BYTES_A_STATE).unwrap_or(usize::MAX),
        }
    }

    /// Finds a path of at most so many steps for an agent from its start, which is so far from its goal.
    pub(super) fn find(
        &mut self,
        world: &mut World<'_>,
        (visits, contact): (&Visits, &Contact),
        (agent, start, distance): (u32, Cell, u32),
        most: u32,
    ) -> Option<Vec<Cell>> {
        let goal = world.goals[agent as usize];
        let free_from = visits.free_from(contact, world.roadmap, goal);
        self.states.clear();
        self.seen.clear();
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
            if self.seen.get(&state.key()) != Some(&state.time) {
                continue;
            }
            if state.cell == goal && state.time >= free_from {
                return Some(self.path(number));
            }
            expanded += 1;
            if expanded > MOST_EXPANDED || self.states.len() > self.most_states {
                return None;
            }
            let roadmap = world.roadmap;
            // Those that are pushed last are popped first: farther ones before nearer ones.
            for wanted in [Nearness::Farther, Nearness::Equal, Nearness::Nearer] {
                for (rank, to) in roadmap.moves(state.cell).chain([(STAY, state.cell)]) {
                    if world.nearness(agent, state.cell, to) != wanted {
                        continue;
                    }
                    let distance = match wanted {
                        Nearness::Nearer => state.distance.saturating_sub(1),
                        Nearness::Equal => state.distance,
                        Nearness::Farther => state.distance + 1,
                    };
                    let wish = (state.cell, rank, to);
                    let last = most.saturating_sub(distance);
                    visits.each_arrival(contact, roadmap, wish, state.time, last, |time, stay| {
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
        let earliest = self.seen.entry(state.key()).or_insert(NONE);
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

//! Guides: ways for all agents that spread them over the world, before conflicts are checked in detail.
//!
//! Each agent in turn takes the way that meets the fewest others at their times, of those that are not much longer than
//! its shortest. A plan whose agents prefer these ways has less congestion than one in which all take the shortest.
//!
//! # References
//! Okumura, "Engineering LaCAM*", AAMAS 2024 (space utilization optimization).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ahash::{AHashMap, RandomState};

use super::super::draws::Draws;
use super::super::roadmap::distances::Nearness;
use super::super::roadmap::{Cell, NONE, Roadmap};
use super::super::step::pibt::{Guide, World};

/// The steps by which a way may be longer than the shortest one.
const MARGIN: u32 = 10;
/// The times that all agents choose their ways at least, and at most.
const TURNS: (u32, u32) = (2, 4);
/// The most cells that one search looks at.
const MOST_CLOSED: usize = 20_000;

/// A cell that a search has reached: from where, after how many steps, and so far from the goal.
#[derive(Clone, Copy, Debug)]
struct Met {
    cell: Cell,
    from: u32,
    steps: u32,
    distance: u32,
}

/// The ways of all agents, as far as they are chosen.
#[derive(Debug)]
pub(super) struct Scatter {
    ways: Vec<Vec<Cell>>,
    order: Vec<u32>,
    next: usize,
    turns: u32,
    /// The agents on each move at each time, and those that end at each cell.
    moves: AHashMap<(Cell, Cell, u32), u32>,
    ends: AHashMap<Cell, u32>,
    /// The pairs of agents that meet, and those before this turn.
    meetings: u64,
    before: u64,
    met: Vec<Met>,
    closed: AHashMap<Cell, u32>,
    draws: Draws,
}

impl Scatter {
    pub(super) fn new(agents: usize, seed: u64) -> Self {
        let state = RandomState::with_seeds(41, 42, 43, 44);
        Self {
            ways: vec![Vec::new(); agents],
            order: (0..).take(agents).collect(),
            next: agents,
            turns: 0,
            moves: AHashMap::with_hasher(state.clone()),
            ends: AHashMap::with_hasher(state.clone()),
            meetings: 0,
            before: u64::MAX,
            met: Vec::new(),
            closed: AHashMap::with_hasher(state),
            draws: Draws::new(seed),
        }
    }

    /// Returns the bytes in use for ways of so many cells together.
    pub(super) fn bytes(cells: usize) -> u64 {
        // Moves, cells at times, ways and the guide, in tables that are up to twice as large.
        (2 * cells * (2 * size_of::<(Cell, Cell, u32, u32)>() + 5 * size_of::<u32>())) as u64
            + MOST_CLOSED as u64 * 64
    }

    /// Chooses ways until so many cells were looked at; returns whether all are chosen.
    pub(super) fn advance(
        &mut self,
        world: &mut World<'_>,
        starts: &[Cell],
        distances: &[u32],
        work: usize,
    ) -> bool {
        let mut done = 0;
        while done < work {
            if self.advance_one(world, starts, distances) {
                return true;
            }
            done += self.closed.len();
        }
        false
    }

    /// Chooses the way of one more agent; returns whether all are chosen.
    fn advance_one(&mut self, world: &mut World<'_>, starts: &[Cell], distances: &[u32]) -> bool {
        if self.next == self.order.len() {
            let is_better = self.meetings < self.before && self.meetings > 0;
            if self.turns >= TURNS.0 && !is_better || self.turns == TURNS.1 {
                return true;
            }
            self.before = self.meetings;
            self.turns += 1;
            self.next = 0;
            for index in (1..self.order.len()).rev() {
                self.order.swap(index, self.draws.below(index + 1));
            }
        }
        let Some(&agent) = self.order.get(self.next) else {
            return true;
        };
        self.next += 1;
        self.count(agent, -1);
        let start = (starts[agent as usize], distances[agent as usize]);
        if let Some(way) = self.find(world, agent, start) {
            self.ways[agent as usize] = way;
        }
        self.count(agent, 1);
        false
    }

    /// Returns the next cells of all agents along their ways.
    pub(super) fn guide(&self) -> Guide {
        let mut guide = Guide::with_hasher(RandomState::with_seeds(45, 46, 47, 48));
        for (agent, way) in (0..).zip(&self.ways) {
            guide.extend(way.windows(2).map(|pair| ((agent, pair[0]), pair[1])));
        }
        guide
    }

    /// Adds an agent on its way, or takes it away.
    fn count(&mut self, agent: u32, by: i32) {
        let way = std::mem::take(&mut self.ways[agent as usize]);
        let add = |count: &mut u32| *count = count.saturating_add_signed(by);
        if by > 0 {
            self.meetings += self.meetings_along(&way);
        }
        for (time, pair) in (0..).zip(way.windows(2)) {
            add(self.moves.entry((pair[0], pair[1], time)).or_default());
            add(self.moves.entry((pair[1], NONE, time + 1)).or_default());
        }
        if by < 0 {
            self.meetings = self.meetings.saturating_sub(self.meetings_along(&way));
            way.last().map(|last| self.ends.remove(last));
        } else if let Some(&last) = way.last() {
            self.ends.insert(last, way.len() as u32 - 1);
        }
        self.ways[agent as usize] = way;
    }

    fn meetings_along(&self, way: &[Cell]) -> u64 {
        let steps = (0..).zip(way.windows(2));
        steps
            .map(|(time, pair)| u64::from(self.meetings_of(pair[0], pair[1], time)))
            .sum()
    }

    /// Returns the number of agents that one meets on a move that begins at a time.
    fn meetings_of(&self, from: Cell, to: Cell, time: u32) -> u32 {
        let at = |key| self.moves.get(&key).copied().unwrap_or(0);
        let rests = self.ends.get(&to).is_some_and(|&since| since <= time);
        at((to, NONE, time + 1)) + at((to, from, time)) + u32::from(rests)
    }

    /// Finds the way of an agent that meets the fewest others, without waiting: best first by meetings, then by length.
    fn find(
        &mut self,
        world: &mut World<'_>,
        agent: u32,
        (start, distance): (Cell, u32),
    ) -> Option<Vec<Cell>> {
        let goal = world.goals[agent as usize];
        let roadmap: &Roadmap = world.roadmap;
        let most = distance + MARGIN;
        self.met.clear();
        self.closed.clear();
        let mut open = BinaryHeap::new();
        self.met.push(Met {
            cell: start,
            from: NONE,
            steps: 0,
            distance,
        });
        // Of equally good cells the one that was met last comes first.
        open.push(Reverse((0, distance, Reverse(0_u32))));
        while let Some(Reverse((meetings, _, Reverse(number)))) = open.pop() {
            let here = self.met[number as usize];
            if self.closed.contains_key(&here.cell) {
                continue;
            }
            self.closed.insert(here.cell, number);
            if here.cell == goal {
                return Some(self.way(number));
            }
            if self.closed.len() > MOST_CLOSED {
                return None;
            }
            for (_, to) in roadmap.moves(here.cell) {
                if self.closed.contains_key(&to) {
                    continue;
                }
                let distance = match world.tables.nearness(roadmap, agent, here.cell, to) {
                    Nearness::Nearer => here.distance.saturating_sub(1),
                    Nearness::Equal => here.distance,
                    Nearness::Farther => here.distance + 1,
                };
                let length = here.steps + 1 + distance;
                if length <= most {
                    let meetings = meetings + self.meetings_of(here.cell, to, here.steps);
                    let next = Reverse(self.met.len() as u32);
                    open.push(Reverse((meetings, length, next)));
                    self.met.push(Met {
                        cell: to,
                        from: number,
                        steps: here.steps + 1,
                        distance,
                    });
                }
            }
        }
        None
    }

    fn way(&self, last: u32) -> Vec<Cell> {
        let mut way = Vec::new();
        let mut at = last;
        while at != NONE {
            way.push(self.met[at as usize].cell);
            at = self.met[at as usize].from;
        }
        way.reverse();
        way
    }
}

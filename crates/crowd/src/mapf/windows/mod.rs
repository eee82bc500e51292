//! The guidance of steps: each agent keeps a short path through places and times, whose next place it prefers to all others.
//!
//! The path of an agent, its *window*, reports where it is to be in each of the next steps. Before a step, in the order of the
//! priorities, each window becomes longer by the best next place; a step or a few later, or where it soon meets another one, it
//! is searched for again (`search.rs`): the cheapest path to the end of the window plus the distance from there, where it costs
//! more to hold a cell the more windows hold it at the same time, and more the sooner that is.
//!
//! Guidance orders the choices of a step and forbids none, so a search over configurations stays complete.
//!
//! # References
//! Local guidance for configuration-based multi-agent path finding (LG-LaCAM), AAAI 2026, arXiv 2510.19072, read as a
//! summary: window, costs and times of searching again are chosen here, by measurement. Moves of several steps are added.

mod search;

use std::ops::Range;

use super::options::{Guidance, USUAL_BYTES};
use super::roadmap::{Cell, NONE};
use search::{State, WindowEntry};

/// The times of a window, now included: 20 steps. Each has a bit of a word.
pub(crate) const TIMES: usize = 21;

/// The cost of a step, and of meeting another window at once and at the end of the window.
const STEP: u32 = 8;
const MEETING: [u32; 2] = [24, 8];

/// The steps after which a window that is not perfect is searched for again: where the last search made it cheaper, and
/// where it did not. A meeting within so few steps makes that due at once.
const AGAIN: [u64; 2] = [1, 4];
const SOON: usize = 2;

/// A move of an agent that rests, or its stay for a step: where it leads, its steps, and what it holds in each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowMove<H> {
    pub(crate) to: Cell,
    pub(crate) steps: u32,
    pub(crate) held: H,
}

/// The moves of some kind of agents, and the cells that they hold.
pub(crate) trait WindowMap: Copy {
    /// The cells that a move holds.
    type Cells: Copy;

    /// The first time of a window at which its agent holds cells that are known.
    const FIRST: usize;

    /// True if all moves take one step and leave their cells at once to others, so that two agents may try to swap cells.
    const SWAPS: bool;

    /// Returns the number of places where agents rest, and that of cells that they hold.
    fn sizes(self) -> [usize; 2];

    /// Returns the moves of an agent that rests.
    fn moves(self, from: Cell) -> impl Iterator<Item = WindowMove<Self::Cells>>;

    /// Returns the stay of an agent that rests.
    fn stay(self, at: Cell) -> WindowMove<Self::Cells>;

    /// Returns the place where an agent rests next, and the steps until then.
    fn rests(self, place: Cell) -> (Cell, usize);

    /// Returns the place of an agent a step later, if it stays wherever it rests.
    fn next(self, place: Cell) -> Cell;

    /// Returns the place of an agent after so many steps of a move.
    fn made(self, ends: [Cell; 2], steps: usize) -> Cell;

    /// Returns the move, or the stay, that an agent is on in a step, by its places before and after.
    fn between(self, places: [Cell; 2]) -> WindowMove<Self::Cells>;

    /// Calls `each` once with each cell in which another agent meets one that goes from a place to the next.
    fn each_visit(self, places: [Cell; 2], each: impl FnMut(Cell));

    /// Returns whether a window meets others in a step, given that it is among the visits.
    fn met(self, windows: &Windows, step: usize, places: [Cell; 2]) -> bool;

    /// Returns the cost of meeting other windows on a move that begins after so many steps, given that the own window is
    /// not among the visits. From `most` on the cost may be any.
    fn meetings(
        self,
        windows: &Windows,
        begins: usize,
        way: (Cell, WindowMove<Self::Cells>),
        most: u32,
    ) -> u32;
}

/// The moves and goals of some kind of agents.
pub(crate) trait WindowWorld {
    type Map: WindowMap;

    fn map(&self) -> Self::Map;

    /// Returns whether an agent that rests somewhere is at its goal.
    fn is_goal(&mut self, agent: u32, at: Cell) -> bool;

    /// Returns how much farther from the goal of an agent the end of a move is; nothing where there is no way on.
    fn farther(&mut self, agent: u32, ends: [Cell; 2]) -> Option<i16>;
}

/// The windows of all agents.
#[derive(Debug)]
pub(crate) struct Windows {
    /// The number of steps so far.
    now: u64,
    /// The places of each window, in the slots of their times, and the steps to these that lead no nearer to the goal, by
    /// bits.
    places: Vec<Cell>,
    losses: Vec<u64>,
    has_window: Vec<bool>,
    /// The time at which the window of each agent is to be searched for again.
    due: Vec<u64>,
    /// The windows that hold each cell at each time, and, if agents may swap cells, the exclusive or of their agents: of one
    /// window, its agent.
    counts: Vec<u16>,
    agents: Vec<u32>,
    /// The slot of this time, and those of the times from now on.
    slot: usize,
    slots: [usize; TIMES],
    /// The search that has reached each place after each number of steps last.
    search: u16,
    reached: Vec<WindowEntry>,
    /// The search that has reached each place last, and its distance from the goal, less that of the start.
    distances: Vec<(u16, i16)>,
    /// The least cost that is too much: of the window that is known.
    bound: usize,
    /// The states that all searches expanded.
    expanded: u64,
    states: Vec<State>,
    /// The states that are to be expanded, by cost and distance.
    open: Vec<Vec<u32>>,
}

impl Windows {
    /// The steps of a window. A bit of a word is one of its times.
    const WIDTH: usize = TIMES - 1;

    /// The cost of meeting another window after each number of steps.
    const MEETINGS: [u32; TIMES] = {
        assert!(TIMES <= u64::BITS as usize);
        let [first, last] = MEETING;
        let mut costs = [0; TIMES];
        let mut step = 0;
        while step < TIMES {
            costs[step] = first - (first - last) * step as u32 / Self::WIDTH as u32;
            step += 1;
        }
        costs
    };

    /// Makes the windows of so many agents, if the options ask for them and a quarter of the bytes is enough.
    pub(crate) fn of_options<M: WindowMap>(
        map: M,
        agents: usize,
        guidance: Guidance,
        bytes: Option<u64>,
    ) -> Option<Box<Self>> {
        let most = bytes.unwrap_or(USUAL_BYTES) / 4;
        let is_used = guidance == Guidance::Auto && Self::bytes(map, agents) <= most;
        is_used.then(|| Box::new(Self::new(map, agents)))
    }

    /// Returns the bytes of the windows of so many agents, searches aside.
    fn bytes<M: WindowMap>(map: M, agents: usize) -> u64 {
        let [places, cells] = map.sizes();
        let swaps = if M::SWAPS { size_of::<u32>() } else { 0 };
        let visit = size_of::<u16>() + swaps;
        let place = TIMES * size_of::<WindowEntry>() + size_of::<(u16, i16)>();
        let agent = TIMES * size_of::<Cell>() + 2 * size_of::<u64>() + 1;
        [(cells, TIMES * visit), (places, place), (agents, agent)]
            .map(|(count, each)| count as u64 * each as u64)
            .iter()
            .sum()
    }

    /// Returns the number of states that all searches expanded.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns the bytes in use.
    pub(crate) fn bytes_in_use<M: WindowMap>(&self, map: M) -> u64 {
        let open: usize = self.open.iter().map(Vec::capacity).sum();
        let searches = self.states.capacity() * size_of::<State>() + open * size_of::<u32>();
        Self::bytes(map, self.has_window.len()) + searches as u64
    }

    fn new<M: WindowMap>(map: M, agents: usize) -> Self {
        let [places, cells] = map.sizes();
        Self {
            now: 0,
            places: vec![NONE; TIMES * agents],
            losses: vec![0; agents],
            has_window: vec![false; agents],
            due: vec![0; agents],
            counts: vec![0; TIMES * cells],
            agents: vec![0; if M::SWAPS { TIMES * cells } else { 0 }],
            slot: 0,
            slots: [0; TIMES],
            search: 0,
            reached: vec![WindowEntry::default(); TIMES * places],
            distances: vec![(0, 0); places],
            bound: 0,
            expanded: 0,
            states: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Returns the place that an agent is to go to next.
    #[inline]
    pub(crate) fn next(&self, agent: u32) -> Cell {
        self.at(agent, 1)
    }

    /// Has an agent begin again, whose goal is another one.
    pub(crate) fn forget<M: WindowMap>(&mut self, map: M, agent: u32) {
        if std::mem::take(&mut self.has_window[agent as usize]) {
            self.leave(map, agent, M::FIRST..TIMES);
        }
    }

    /// Makes the windows of all agents, which are in these places, for the next step.
    pub(crate) fn prepare<W: WindowWorld>(
        &mut self,
        world: &mut W,
        from: &[Cell],
        order: impl Iterator<Item = u32>,
    ) {
        let first = W::Map::FIRST;
        for agent in (0..).take(from.len()) {
            if self.has_window[agent as usize] {
                self.leave(world.map(), agent, first..first + 1);
                self.set(agent, 0, NONE, false);
            }
        }
        self.now += 1;
        self.begin_slots();
        for (agent, &place) in (0..).zip(from) {
            if self.has_window[agent as usize] && self.at(agent, 0) != place {
                self.has_window[agent as usize] = false;
                self.leave(world.map(), agent, first..Self::WIDTH);
            }
        }
        for agent in order {
            let from = from[agent as usize];
            if self.has_window[agent as usize] {
                self.lengthen(world, agent);
                if self.is_due(world.map(), agent) {
                    self.search(world, agent);
                }
            } else {
                self.begin(world, agent, from);
            }
        }
    }

    /// Begins the next time in the slot of the last one.
    fn begin_slots(&mut self) {
        self.slot = (self.slot + 1) % TIMES;
        self.slots = std::array::from_fn(|step| (self.slot + step) % TIMES);
    }

    #[inline]
    fn at(&self, agent: u32, step: usize) -> Cell {
        self.places[agent as usize * TIMES + self.slots[step]]
    }

    fn set(&mut self, agent: u32, step: usize, place: Cell, is_loss: bool) {
        let (agent, slot) = (agent as usize, self.slots[step]);
        self.places[agent * TIMES + slot] = place;
        self.losses[agent] = self.losses[agent] & !(1 << slot) | u64::from(is_loss) << slot;
    }

    /// Returns the index of a cell after so many steps among the visits of windows.
    #[inline]
    fn visit(&self, step: usize, cell: Cell) -> usize {
        cell as usize * TIMES + self.slots[step]
    }

    /// Returns the number of windows that hold a cell after so many steps.
    #[inline]
    pub(crate) fn count(&self, step: usize, cell: Cell) -> u32 {
        self.counts[self.visit(step, cell)].into()
    }

    /// Returns the cost of meeting a window after so many steps.
    #[inline]
    pub(crate) fn meeting(step: usize) -> u32 {
        Self::MEETINGS[step]
    }

    /// Returns the windows, one at most, that come from where a move leads to where it begins.
    #[inline]
    pub(crate) fn swaps(&self, step: usize, [from, to]: [Cell; 2]) -> u32 {
        let before = self.visit(step - 1, to);
        (from != to && self.counts[before] == 1 && self.at(self.agents[before], step) == from)
            .into()
    }

    #[inline]
    fn places_around(&self, agent: u32, step: usize) -> [Cell; 2] {
        [step.saturating_sub(1), step].map(|step| self.at(agent, step))
    }

    fn enter<M: WindowMap>(&mut self, map: M, agent: u32, steps: Range<usize>) {
        for step in steps {
            map.each_visit(self.places_around(agent, step), |cell| {
                let visit = self.visit(step, cell);
                self.counts[visit] = self.counts[visit].wrapping_add(1);
                if M::SWAPS {
                    self.agents[visit] ^= agent;
                }
            });
        }
    }

    fn leave<M: WindowMap>(&mut self, map: M, agent: u32, steps: Range<usize>) {
        for step in steps {
            map.each_visit(self.places_around(agent, step), |cell| {
                let visit = self.visit(step, cell);
                self.counts[visit] = self.counts[visit].wrapping_sub(1);
                if M::SWAPS {
                    self.agents[visit] ^= agent;
                }
            });
        }
    }

    /// Makes the window of an agent that has none.
    fn begin<W: WindowWorld>(&mut self, world: &mut W, agent: u32, from: Cell) {
        self.has_window[agent as usize] = true;
        let map = world.map();
        let (rest, left) = map.rests(from);
        let is_loss = !world.is_goal(agent, rest);
        let mut place = from;
        for step in 0..TIMES {
            self.set(agent, step, place, is_loss && step >= left);
            place = map.next(place);
        }
        self.enter(map, agent, W::Map::FIRST..TIMES);
        self.search(world, agent);
    }

    /// Makes a window longer by the cheapest next place.
    fn lengthen<W: WindowWorld>(&mut self, world: &mut W, agent: u32) {
        let map = world.map();
        let last = self.at(agent, Self::WIDTH - 1);
        let (to, is_loss) = match map.rests(last) {
            (_, 0) => self.best_next(world, agent, last),
            _ => (map.next(last), false),
        };
        self.set(agent, Self::WIDTH, to, is_loss);
        self.enter(map, agent, Self::WIDTH..TIMES);
    }

    /// Returns the place after the cheapest step from the last place of a window, and whether that leads no nearer.
    fn best_next<W: WindowWorld>(&mut self, world: &mut W, agent: u32, last: Cell) -> (Cell, bool) {
        let map = world.map();
        let is_there = world.is_goal(agent, last);
        let meetings = |way| map.meetings(self, Self::WIDTH - 1, (last, way), u32::MAX);
        let cost = if is_there { 0 } else { STEP };
        let mut best = (cost + meetings(map.stay(last)), last, !is_there);
        for way in map.moves(last) {
            let Some(farther) = world.farther(agent, [last, way.to]) else {
                continue;
            };
            let steps_lost = i32::from(farther).saturating_add_unsigned(way.steps);
            let cost = u32::try_from(steps_lost).unwrap_or(0).saturating_mul(STEP) + meetings(way);
            best = best.min((cost, way.to, steps_lost > 0));
        }
        let (_, to, is_loss) = best;
        (map.made([last, to], 1), is_loss)
    }

    /// Returns whether a window is to be searched for again.
    fn is_due<M: WindowMap>(&self, map: M, agent: u32) -> bool {
        let turn = self.due[agent as usize] <= self.now;
        if turn && self.losses[agent as usize] != 0 {
            return true;
        }
        let (_, left) = map.rests(self.at(agent, 0));
        let most = if turn { Self::WIDTH } else { SOON + left };
        let mut from = self.at(agent, left.min(Self::WIDTH));
        (left + 1..=most.min(Self::WIDTH)).any(|step| {
            let to = self.at(agent, step);
            let left = std::mem::replace(&mut from, to);
            map.met(self, step, [left, to])
        })
    }
}

//! The guidance of steps: each agent keeps a short path through cells and times, whose next cell it prefers to all others.
//!
//! The path of an agent, its *window*, reports where it is to be in each of the next steps. Before a step, in the order of the
//! priorities, each window becomes longer by the best next cell; a step or a few later, or where it soon meets another one, it
//! is searched for again: the cheapest path to the end of the window plus the distance from there, where it costs more to be
//! in a cell the more windows are there at the same time, and more the sooner that is.
//!
//! Guidance orders the choices of a step and forbids none, so a search over configurations stays complete.
//!
//! # References
//! Local guidance for configuration-based multi-agent path finding (LG-LaCAM), AAAI 2026, arXiv 2510.19072, read as a
//! summary: window, costs and times of searching again are chosen here, by measurement.

use std::ops::Range;

use super::pibt::World;
use crate::mapf::options::{Guidance, USUAL_BYTES};
use crate::mapf::roadmap::distances::Nearness;
use crate::mapf::roadmap::{Cell, NONE, Roadmap};

/// The steps of a window.
const WIDTH: usize = 20;
/// The times of a window: now, and after each of its steps.
const TIMES: usize = WIDTH + 1;

/// The cost of a step, and of meeting another window at once and at the end of the window.
const STEP: u32 = 8;
const MEETING: [u32; 2] = [24, 8];

/// The cost of meeting another window after each number of steps.
const MEETINGS: [u32; TIMES] = {
    let [first, last] = MEETING;
    let mut costs = [0; TIMES];
    let mut step = 0;
    while step < TIMES {
        costs[step] = first - (first - last) * step as u32 / WIDTH as u32;
        step += 1;
    }
    costs
};

/// The steps after which a window that is not perfect is searched for again: where the last search made it cheaper, and
/// where it did not. A meeting within so few steps makes that due at once.
const AGAIN: [u64; 2] = [1, 4];
const SOON: usize = 2;

/// The most states that a search expands, and the most that a window may cost, all its meetings included.
const MOST_EXPANDED: u32 = 1 << 14;
const MOST_COST: usize = 1 << 12;

/// The search that has reached a cell at a time last, and at what cost.
#[derive(Clone, Copy, Debug, Default)]
struct WindowEntry {
    search: u16,
    cost: u16,
}

/// A cell at a time, as a search reaches it.
#[derive(Clone, Copy, Debug)]
struct State {
    cell: Cell,
    parent: u32,
    cost: u16,
    step: u16,
}

/// The windows of all agents.
#[derive(Debug)]
pub(crate) struct Windows {
    /// The number of steps so far.
    now: u64,
    /// The cells of each window, in the places of their times, and the steps to these that lead no nearer to the goal, by
    /// bits.
    cells: Vec<Cell>,
    losses: Vec<u32>,
    has_window: Vec<bool>,
    /// The time at which the window of each agent is to be searched for again.
    due: Vec<u64>,
    /// The windows in each cell at each time, and the exclusive or of their agents: of one window, its agent.
    counts: Vec<u16>,
    agents: Vec<u32>,
    /// The place of this time among those of windows, and those of the times from now on.
    slot: usize,
    slots: [usize; TIMES],
    numbers: usize,
    /// The search that has reached each cell after each number of steps last.
    search: u16,
    reached: Vec<WindowEntry>,
    /// The search that has reached each cell last, and the distance of the cell from the goal, less that of the start.
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
    /// Makes the windows of so many agents, if the options ask for them and a quarter of the bytes is enough.
    pub(crate) fn of_options(
        roadmap: &Roadmap,
        agents: usize,
        guidance: Guidance,
        bytes: Option<u64>,
    ) -> Option<Self> {
        let most = bytes.unwrap_or(USUAL_BYTES) / 4;
        let is_used = guidance == Guidance::Auto && Self::bytes(roadmap.numbers(), agents) <= most;
        is_used.then(|| Self::new(roadmap, agents))
    }

    /// Returns the bytes of the windows of so many agents, searches aside.
    fn bytes(numbers: usize, agents: usize) -> u64 {
        let visit = size_of::<u16>() + size_of::<u32>() + size_of::<WindowEntry>();
        let cell = TIMES * visit + size_of::<(u16, i16)>();
        let agent = TIMES * size_of::<Cell>() + size_of::<u64>() + size_of::<u32>() + 1;
        numbers as u64 * cell as u64 + agents as u64 * agent as u64
    }

    /// Returns the number of states that all searches expanded.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns the bytes in use.
    pub(crate) fn bytes_in_use(&self) -> u64 {
        let open: usize = self.open.iter().map(Vec::capacity).sum();
        let searches = self.states.capacity() * size_of::<State>() + open * size_of::<u32>();
        Self::bytes(self.numbers, self.has_window.len()) + searches as u64
    }

    fn new(roadmap: &Roadmap, agents: usize) -> Self {
        let numbers = roadmap.numbers();
        Self {
            now: 0,
            cells: vec![NONE; TIMES * agents],
            losses: vec![0; agents],
            has_window: vec![false; agents],
            due: vec![0; agents],
            counts: vec![0; TIMES * numbers],
            agents: vec![0; TIMES * numbers],
            slot: 0,
            slots: [0; TIMES],
            numbers,
            search: 0,
            reached: vec![WindowEntry::default(); TIMES * numbers],
            distances: vec![(0, 0); numbers],
            bound: 0,
            expanded: 0,
            states: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Returns the cell that an agent is to go to next.
    pub(crate) fn next(&self, agent: u32) -> Cell {
        self.at(agent, 1)
    }

    /// Has an agent begin again, whose goal is another one.
    pub(crate) fn forget(&mut self, agent: u32) {
        if std::mem::take(&mut self.has_window[agent as usize]) {
            self.leave(agent, 0..TIMES);
        }
    }

    /// Makes the windows of all agents, which are in these cells, for the next step.
    pub(crate) fn prepare(
        &mut self,
        world: &mut World<'_>,
        from: &[Cell],
        order: impl Iterator<Item = u32>,
    ) {
        for agent in (0..).take(from.len()) {
            if self.has_window[agent as usize] {
                self.leave(agent, 0..1);
                self.set(agent, 0, NONE, false);
            }
        }
        self.now += 1;
        self.begin_slots();
        for (agent, &cell) in (0..).zip(from) {
            if self.has_window[agent as usize] && self.at(agent, 0) != cell {
                self.has_window[agent as usize] = false;
                self.leave(agent, 0..WIDTH);
            }
        }
        for agent in order {
            let from = from[agent as usize];
            if self.has_window[agent as usize] {
                self.lengthen(world, agent);
                if self.is_due(agent) {
                    self.search(world, agent);
                }
            } else {
                self.begin(world, agent, from);
            }
        }
    }

    /// Begins the next time in the place of the last one.
    fn begin_slots(&mut self) {
        self.slot = (self.slot + 1) % TIMES;
        self.slots = std::array::from_fn(|step| (self.slot + step) % TIMES);
    }

    #[inline]
    fn at(&self, agent: u32, step: usize) -> Cell {
        self.cells[agent as usize * TIMES + self.slots[step]]
    }

    fn set(&mut self, agent: u32, step: usize, cell: Cell, is_loss: bool) {
        let (agent, slot) = (agent as usize, self.slots[step]);
        self.cells[agent * TIMES + slot] = cell;
        self.losses[agent] = self.losses[agent] & !(1 << slot) | u32::from(is_loss) << slot;
    }

    /// Returns the place of a cell after so many steps among the visits of windows.
    #[inline]
    fn visit(&self, step: usize, cell: Cell) -> usize {
        cell as usize * TIMES + self.slots[step]
    }

    fn enter(&mut self, agent: u32, steps: Range<usize>) {
        for step in steps {
            let visit = self.visit(step, self.at(agent, step));
            self.counts[visit] = self.counts[visit].wrapping_add(1);
            self.agents[visit] ^= agent;
        }
    }

    fn leave(&mut self, agent: u32, steps: Range<usize>) {
        for step in steps {
            let visit = self.visit(step, self.at(agent, step));
            self.counts[visit] = self.counts[visit].wrapping_sub(1);
            self.agents[visit] ^= agent;
        }
    }

    /// Makes the window of an agent that has none.
    fn begin(&mut self, world: &mut World<'_>, agent: u32, from: Cell) {
        self.has_window[agent as usize] = true;
        let is_loss = from != world.goals[agent as usize];
        for step in 0..TIMES {
            self.set(agent, step, from, is_loss);
        }
        self.enter(agent, 0..TIMES);
        self.search(world, agent);
    }

    /// Makes a window longer by the cheapest next cell.
    fn lengthen(&mut self, world: &mut World<'_>, agent: u32) {
        let last = self.at(agent, WIDTH - 1);
        let is_there = last == world.goals[agent as usize];
        let mut best = (if is_there { 0 } else { STEP }, last, !is_there);
        best.0 += self.meetings(WIDTH, [last, last]);
        for (_, to) in world.roadmap.moves(last) {
            let nearness = world.nearness(agent, last, to);
            let cost = match nearness {
                Nearness::Nearer => 0,
                Nearness::Equal => STEP,
                Nearness::Farther => 2 * STEP,
            };
            let cost = cost + self.meetings(WIDTH, [last, to]);
            best = best.min((cost, to, nearness != Nearness::Nearer));
        }
        self.set(agent, WIDTH, best.1, best.2);
        self.enter(agent, WIDTH..TIMES);
    }

    /// Returns the cost of meeting other windows on a move that ends after so many steps, given that the window of the
    /// agent is not among the visits there.
    #[inline]
    fn meetings(&self, step: usize, [from, to]: [Cell; 2]) -> u32 {
        let there = self.counts[self.visit(step, to)];
        (u32::from(there) + self.swaps(step, [from, to])) * MEETINGS[step]
    }

    /// Returns the windows, one at most, that come from where a move leads to where it begins.
    #[inline]
    fn swaps(&self, step: usize, [from, to]: [Cell; 2]) -> u32 {
        let before = self.visit(step - 1, to);
        (from != to && self.counts[before] == 1 && self.at(self.agents[before], step) == from)
            .into()
    }

    /// Returns whether a window is to be searched for again.
    fn is_due(&self, agent: u32) -> bool {
        let turn = self.due[agent as usize] <= self.now;
        if turn && self.losses[agent as usize] != 0 {
            return true;
        }
        let most = if turn { WIDTH } else { SOON };
        let mut from = self.at(agent, 0);
        (1..=most).any(|step| {
            let to = self.at(agent, step);
            let left = std::mem::replace(&mut from, to);
            let is_met = self.counts[self.visit(step, to)] > 1;
            is_met || self.swaps(step, [left, to]) > 0
        })
    }

    /// Searches for the window of an agent again.
    fn search(&mut self, world: &mut World<'_>, agent: u32) {
        self.leave(agent, 0..TIMES);
        let found = self.find(world, agent);
        self.due[agent as usize] = self.now + AGAIN[usize::from(found.is_none())];
        if let Some(last) = found {
            let goal = world.goals[agent as usize];
            let mut at = last;
            while let Some(&state) = self.states.get(at as usize) {
                let before = self.states.get(state.parent as usize).map(|it| it.cell);
                let distance = |cell: Cell| self.distances[cell as usize].1;
                let is_loss = before.is_some_and(|before| {
                    let rests = before == state.cell && before == goal;
                    !rests && distance(state.cell) >= distance(before)
                });
                self.set(agent, state.step.into(), state.cell, is_loss);
                at = state.parent;
            }
        }
        self.enter(agent, 0..TIMES);
    }

    /// Returns the last state of the cheapest window, if that costs less than the one that is known, unless the search would
    /// take too long.
    fn find(&mut self, world: &mut World<'_>, agent: u32) -> Option<u32> {
        let goal = world.goals[agent as usize];
        let roadmap = world.roadmap;
        self.begin_search(world, agent);
        let mut expanded = 0;
        let mut value = 0;
        while value < self.open.len().min(self.bound) {
            let Some(number) = self.open[value].pop() else {
                value += 1;
                continue;
            };
            let state = self.states[number as usize];
            let step = usize::from(state.step);
            if self.reached[state.cell as usize * TIMES + step].cost != state.cost {
                continue;
            }
            if step == WIDTH {
                return Some(number);
            }
            expanded += 1;
            self.expanded += 1;
            if expanded > MOST_EXPANDED {
                return None;
            }
            let rest = if state.cell == goal { 0 } else { STEP };
            self.go(world, agent, (number, &state), (state.cell, rest));
            let mut moves = roadmap.legal(state.cell);
            while moves != 0 {
                let to = roadmap.target(state.cell, moves.trailing_zeros() as usize);
                moves &= moves - 1;
                self.go(world, agent, (number, &state), (to, STEP));
            }
        }
        None
    }

    fn begin_search(&mut self, world: &mut World<'_>, agent: u32) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.reached.fill(WindowEntry::default());
            self.distances.fill((0, 0));
            self.search = 1;
        }
        self.states.clear();
        // The search before left states in lists up to its bound.
        let left = self.open.iter_mut().take(self.bound);
        left.for_each(Vec::clear);
        let cell = self.at(agent, 0);
        self.distances[cell as usize] = (self.search, 0);
        self.reached[cell as usize * TIMES].cost = 0;
        self.bound = self.cost_of(world, agent).min(MOST_COST);
        let start = State {
            cell,
            parent: NONE,
            cost: 0,
            step: 0,
        };
        self.push(0, start);
    }

    /// Returns the cost of the window of an agent, which is not among the visits, and of the distance from its end.
    fn cost_of(&mut self, world: &mut World<'_>, agent: u32) -> usize {
        let goal = world.goals[agent as usize];
        let mut from = self.at(agent, 0);
        let mut cost = 0;
        for step in 1..TIMES {
            let to = self.at(agent, step);
            let rests = from == to && from == goal;
            cost += if rests { 0 } else { STEP } + self.meetings(step, [from, to]);
            self.distance(world, agent, [from, to]);
            from = to;
        }
        value(cost, self.distances[from as usize].1)
    }

    /// Reaches the cell that a step of some cost leads to from a state, unless it is reached at that time for as little, or
    /// costs too much.
    #[inline]
    fn go(
        &mut self,
        world: &mut World<'_>,
        agent: u32,
        (parent, state): (u32, &State),
        (to, cost): (Cell, u32),
    ) {
        let step = usize::from(state.step) + 1;
        let place = to as usize * TIMES + step;
        let reached = self.reached[place];
        let most = if reached.search == self.search {
            reached.cost.into()
        } else {
            u32::MAX
        };
        let there = u32::from(self.counts[self.visit(step, to)]);
        let cost = u32::from(state.cost) + cost + there * MEETINGS[step];
        if cost >= most {
            return;
        }
        let cost = cost + self.swaps(step, [state.cell, to]) * MEETINGS[step];
        if cost >= most {
            return;
        }
        let value = value(cost, self.distance(world, agent, [state.cell, to]));
        if value >= self.bound {
            return;
        }
        let cost = cost as u16;
        self.reached[place] = WindowEntry {
            search: self.search,
            cost,
        };
        self.push(
            value,
            State {
                cell: to,
                parent,
                cost,
                step: step as u16,
            },
        );
    }

    /// Returns the distance of a neighbor of a cell whose distance is known, less that of the start.
    #[inline]
    fn distance(&mut self, world: &mut World<'_>, agent: u32, [from, to]: [Cell; 2]) -> i16 {
        let (search, known) = self.distances[to as usize];
        if search == self.search {
            return known;
        }
        let farther = match world.nearness(agent, from, to) {
            Nearness::Nearer => -1,
            Nearness::Equal => 0,
            Nearness::Farther => 1,
        };
        let distance = self.distances[from as usize].1 + farther;
        self.distances[to as usize] = (self.search, distance);
        distance
    }

    /// Adds a state to those that are to be expanded.
    fn push(&mut self, value: usize, state: State) {
        if self.open.len() <= value {
            self.open.resize_with(value + 1, Vec::new);
        }
        self.open[value].push(self.states.len() as u32);
        self.states.push(state);
    }
}

/// Returns what a cell costs, its distance from the goal included, less that of the start.
#[inline]
fn value(cost: u32, distance: i16) -> usize {
    cost.saturating_add_signed(i32::from(distance) * STEP as i32) as usize
}

//! The search for a window: the cheapest path of an agent through places and times, among the windows of others.

use super::{AGAIN, STEP, TIMES, WindowMap, WindowMove, WindowWorld, Windows};
use crate::mapf::roadmap::{Cell, NONE};

/// The most states that a search expands, and the most that a window may cost, all its meetings included.
const MOST_EXPANDED: u32 = 1 << 14;
const MOST_COST: usize = 1 << 12;

/// The search that has reached a place at a time last, and at what cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WindowEntry {
    search: u16,
    cost: u16,
}

/// A place at a time, as a search reaches it; at the end of a window where the move that is begun leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    at: Cell,
    parent: u32,
    cost: u16,
    step: u16,
}

impl Windows {
    /// Searches for the window of an agent again.
    pub(super) fn search<W: WindowWorld>(&mut self, world: &mut W, agent: u32) {
        let map = world.map();
        self.leave(map, agent, W::Map::FIRST..TIMES);
        let found = self.find(world, agent);
        self.due[agent as usize] = self.now + AGAIN[usize::from(found.is_none())];
        if let Some(last) = found {
            self.take_over(world, agent, last);
        }
        self.enter(map, agent, W::Map::FIRST..TIMES);
    }

    /// Makes the window of an agent that of a state.
    fn take_over<W: WindowWorld>(&mut self, world: &mut W, agent: u32, last: u32) {
        let map = world.map();
        let mut number = last;
        while let Some(&state) = self.states.get(number as usize) {
            number = state.parent;
            let Some(&before) = self.states.get(number as usize) else {
                self.set(agent, state.step.into(), state.at, false);
                break;
            };
            let ends = [before.at, state.at];
            let rests = before.at == state.at && world.is_goal(agent, state.at);
            let distance = |place: Cell| i32::from(self.distances[place as usize].1);
            let steps = map.between(ends).steps as i32;
            let is_loss = !rests && distance(state.at) + steps > distance(before.at);
            for step in before.step..state.step {
                let made = usize::from(step - before.step) + 1;
                let is_loss = is_loss && made == 1;
                self.set(agent, usize::from(step) + 1, map.made(ends, made), is_loss);
            }
        }
    }

    /// Returns the last state of the cheapest window, if that costs less than the one that is known, unless the search would
    /// take too long.
    fn find<W: WindowWorld>(&mut self, world: &mut W, agent: u32) -> Option<u32> {
        let map = world.map();
        self.begin_search(world, agent)?;
        let mut expanded = 0;
        let mut value = 0;
        while value < self.open.len().min(self.bound) {
            let Some(number) = self.open[value].pop() else {
                value += 1;
                continue;
            };
            let state = self.states[number as usize];
            let step = usize::from(state.step);
            if step == Self::WIDTH {
                return Some(number);
            }
            if self.reached[state.at as usize * TIMES + step].cost != state.cost {
                continue;
            }
            expanded += 1;
            self.expanded += 1;
            if expanded > MOST_EXPANDED {
                return None;
            }
            let rest = if world.is_goal(agent, state.at) {
                0
            } else {
                STEP
            };
            self.go(world, agent, (number, &state), (map.stay(state.at), rest));
            for way in map.moves(state.at) {
                self.go(world, agent, (number, &state), (way, STEP));
            }
        }
        None
    }

    /// Begins a search where the agent rests next; nothing if that is not within the window.
    fn begin_search<W: WindowWorld>(&mut self, world: &mut W, agent: u32) -> Option<()> {
        let (at, step) = world.map().rests(self.at(agent, 0));
        if step >= Self::WIDTH {
            return None;
        }
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
        self.distances[at as usize] = (self.search, 0);
        self.reached[at as usize * TIMES + step].cost = 0;
        let start = State {
            at,
            parent: NONE,
            cost: 0,
            step: step as u16,
        };
        self.bound = self.cost_of(world, agent, start).min(MOST_COST);
        self.push(0, start);
        Some(())
    }

    /// Returns the cost of the window of an agent from a state on, which is not among the visits, and of the distance from
    /// its end.
    fn cost_of<W: WindowWorld>(&mut self, world: &mut W, agent: u32, start: State) -> usize {
        let map = world.map();
        let (mut from, mut step) = (start.at, usize::from(start.step));
        let (mut cost, mut left) = (0, 0);
        while step < Self::WIDTH {
            let way = map.between([from, self.at(agent, step + 1)]);
            let ends = step + way.steps as usize;
            let until = ends.min(Self::WIDTH);
            if from != way.to || !world.is_goal(agent, from) {
                cost += (until - step) as u32 * STEP;
            }
            cost += map.meetings(self, step, (from, way), u32::MAX);
            self.distance(world, agent, [from, way.to]);
            (from, step, left) = (way.to, until, ends - until);
        }
        value(cost, self.distances[from as usize].1, left)
    }

    /// Reaches the place that a move leads to from a state, unless it is reached at that time for as little, or costs too
    /// much. A step of the move costs `each`.
    #[inline]
    fn go<W: WindowWorld>(
        &mut self,
        world: &mut W,
        agent: u32,
        (parent, state): (u32, &State),
        (way, each): (WindowMove<<W::Map as WindowMap>::Cells>, u32),
    ) {
        let begins = usize::from(state.step);
        let (step, left) = if W::Map::SWAPS {
            (begins + 1, 0)
        } else {
            let ends = begins + way.steps as usize;
            let step = ends.min(Self::WIDTH);
            (step, ends - step)
        };
        let place = way.to as usize * TIMES + step;
        let reached = self.reached[place];
        // Where the end of the window cuts moves short, those to one place have different steps left.
        let most = if reached.search == self.search && left == 0 {
            reached.cost.into()
        } else {
            u32::MAX
        };
        let cost = u32::from(state.cost) + (step - begins) as u32 * each;
        let map = world.map();
        let most_met = most.saturating_sub(cost);
        let cost = cost + map.meetings(self, begins, (state.at, way), most_met);
        if cost >= most {
            return;
        }
        let Some(distance) = self.distance(world, agent, [state.at, way.to]) else {
            return;
        };
        let value = value(cost, distance, left);
        if value >= self.bound {
            return;
        }
        let cost = cost as u16;
        if left == 0 {
            self.reached[place] = WindowEntry {
                search: self.search,
                cost,
            };
        }
        self.push(
            value,
            State {
                at: way.to,
                parent,
                cost,
                step: step as u16,
            },
        );
    }

    /// Returns the distance of the end of a move from a place whose distance is known, less that of the start.
    #[inline]
    fn distance<W: WindowWorld>(
        &mut self,
        world: &mut W,
        agent: u32,
        [from, to]: [Cell; 2],
    ) -> Option<i16> {
        let (search, known) = self.distances[to as usize];
        if search == self.search {
            return Some(known);
        }
        let farther = world.farther(agent, [from, to])?;
        let distance = self.distances[from as usize].1.saturating_add(farther);
        self.distances[to as usize] = (self.search, distance);
        Some(distance)
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

/// Returns what a place costs, its distance from the goal and the steps to it that are left included, less the distance of
/// the start.
#[inline]
fn value(cost: u32, distance: i16, left: usize) -> usize {
    let distance = i32::from(distance) + left.min(MOST_COST) as i32;
    cost.saturating_add_signed(distance * STEP as i32) as usize
}

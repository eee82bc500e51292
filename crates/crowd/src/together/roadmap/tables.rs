//! The distances of all agents to their goals, as far as they have been asked for.

use std::collections::VecDeque;

use ahash::{AHashMap, RandomState};
use rayon::prelude::*;

use super::distances::{Distances, Nearness, Scratch};
use super::regions::{Near, Pieces};
use super::{Cell, Roadmap};
use crate::together::options::{DistanceTables, JointOptions, Limit, Threads};

/// The bytes for exact distances where no limit is set.
const USUAL_BYTES: u64 = 1 << 30;

/// The most blocks, times moves, that all searches together look at for exact distances: about a second.
const MOST_WORK: u64 = 1 << 25;

/// The distances to one goal.
#[derive(Debug)]
enum Table {
    Exact(Distances),
    /// Within the piece around the goal, and the number of the piece.
    Estimated(Near, u32),
}

/// A table for each goal that some agent has. Agents with one goal share its table.
#[derive(Debug)]
pub(crate) struct Tables {
    of_agent: Vec<u32>,
    by_goal: Vec<Table>,
    goals: Goals,
    pieces: Pieces,
    scratch: Scratch,
}

/// The distance of an agent from its goal at its start, or that there is no way; of estimated tables it is about that.
pub(crate) type AtStart = Option<u32>;

/// A goal with the agents that go there.
type Asked = (Cell, Vec<u32>);

impl Tables {
    /// Makes the tables of all agents, and searches as far as their starts.
    pub(crate) fn new(
        roadmap: &Roadmap,
        starts: &[Cell],
        goals: &[Cell],
        options: &JointOptions,
    ) -> Result<(Self, Vec<AtStart>), Limit> {
        let most_bytes = options
            .limits
            .memory
            .map(|most| most.saturating_sub(roadmap.bytes()));
        let (asked, of_agent) = by_goal(goals);
        let exact_bytes = asked.len() as u64 * Distances::bytes(roadmap);
        let is_exact = match options.distances {
            DistanceTables::Auto => {
                let work = asked.len() as u64 * roadmap.work();
                work <= MOST_WORK && exact_bytes <= most_bytes.unwrap_or(USUAL_BYTES) / 2
            }
            DistanceTables::Exact => true,
            DistanceTables::Estimated => false,
        };
        let mut tables = Self {
            goals: Goals::new(&asked),
            of_agent,
            by_goal: Vec::with_capacity(asked.len()),
            pieces: Pieces::default(),
            scratch: Scratch::default(),
        };
        if is_exact {
            if most_bytes.is_some_and(|most| exact_bytes > most) {
                return Err(Limit::Memory);
            }
            let at_start = tables.search_exact(roadmap, starts, &asked, options.threads);
            return Ok((tables, at_start));
        }
        for (goal, _) in &asked {
            let (near, piece) = tables.pieces.of_goal(roadmap, *goal);
            tables.by_goal.push(Table::Estimated(near, piece));
            if most_bytes.is_some_and(|most| tables.bytes(roadmap) > most) {
                return Err(Limit::Memory);
            }
        }
        let at_start = tables.estimate(roadmap, starts);
        Ok((tables, at_start))
    }

    fn search_exact(
        &mut self,
        roadmap: &Roadmap,
        starts: &[Cell],
        asked: &[Asked],
        threads: Threads,
    ) -> Vec<AtStart> {
        let search = |scratch: &mut Scratch, (goal, agents): &Asked| {
            let mut table = Distances::to_cell(roadmap, *goal);
            let starts = agents.iter().map(|&agent| starts[agent as usize]);
            let reached: Vec<AtStart> = starts
                .map(|start| table.distance(start, roadmap, scratch))
                .collect();
            (table, reached)
        };
        let found: Vec<(Distances, Vec<AtStart>)> = match threads {
            Threads::One => asked
                .iter()
                .map(|it| search(&mut self.scratch, it))
                .collect(),
            Threads::Pool => {
                let searches = asked.par_iter().map_init(Scratch::default, search);
                searches.collect()
            }
        };
        let mut at_start = vec![None; starts.len()];
        for ((table, reached), (_, agents)) in found.into_iter().zip(asked) {
            for (&agent, distance) in agents.iter().zip(reached) {
                at_start[agent as usize] = distance;
            }
            self.by_goal.push(Table::Exact(table));
        }
        at_start
    }

    /// Estimates how far all agents are from their goals.
    fn estimate(&self, roadmap: &Roadmap, starts: &[Cell]) -> Vec<AtStart> {
        let pairs = starts.iter().zip(&self.of_agent);
        let distances = pairs.map(|(&start, &table)| match &self.by_goal[table as usize] {
            Table::Estimated(near, piece) => self.pieces.distance(roadmap, (near, *piece), start),
            Table::Exact(_) => None,
        });
        distances.collect()
    }

    /// Sends an agent that is at a cell to another goal, and returns its distance from there, or an estimate of it;
    /// nothing where there is no way. Tables of goals to which nobody goes are kept for those
    /// to come, but in so many bytes together at most.
    pub(crate) fn retarget(
        &mut self,
        roadmap: &Roadmap,
        agent: u32,
        (from, goal): (Cell, Cell),
        most_bytes: u64,
    ) -> AtStart {
        let old = self.of_agent[agent as usize];
        let number = if let Some(&known) = self.goals.numbers.get(&goal) {
            known
        } else {
            let table = if self.are_exact() {
                Table::Exact(Distances::to_cell(roadmap, goal))
            } else {
                let (near, piece) = self.pieces.of_goal(roadmap, goal);
                Table::Estimated(near, piece)
            };
            let is_full = self.bytes(roadmap) > most_bytes;
            let unused = is_full.then(|| self.goals.take_unused()).flatten();
            if let Some(unused) = unused {
                self.by_goal[unused as usize] = table;
                self.goals.rename(unused, goal);
                unused
            } else {
                self.by_goal.push(table);
                self.goals.push(goal)
            }
        };
        self.goals.users[number as usize] += 1;
        self.goals.release(old);
        self.of_agent[agent as usize] = number;
        match &mut self.by_goal[number as usize] {
            Table::Exact(table) => table.distance(from, roadmap, &mut self.scratch),
            Table::Estimated(near, piece) => self.pieces.distance(roadmap, (near, *piece), from),
        }
    }

    /// Has two agents change their goals.
    pub(crate) fn exchange(&mut self, one: u32, other: u32) {
        self.of_agent.swap(one as usize, other as usize);
    }

    /// Returns whether distances are exact.
    pub(crate) fn are_exact(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns how near to the goal of an agent a cell beside another one is.
    #[inline]
    pub(crate) fn nearness(
        &mut self,
        roadmap: &Roadmap,
        agent: u32,
        from: Cell,
        to: Cell,
    ) -> Nearness {
        let table = match &mut self.by_goal[self.of_agent[agent as usize] as usize] {
            Table::Exact(table) => table,
            Table::Estimated(near, piece) => {
                return self.pieces.nearness(roadmap, (near, *piece), [from, to]);
            }
        };
        if table.code(from) == 0 || table.code(to) == 0 {
            let is_reached = [from, to].map(|cell| table.reach(cell, roadmap, &mut self.scratch));
            if is_reached != [true; 2] {
                return Nearness::Equal;
            }
        }
        table.nearness(from, to)
    }

    pub(crate) fn bytes(&self, roadmap: &Roadmap) -> u64 {
        let whole = self
            .by_goal
            .iter()
            .filter(|it| matches!(it, Table::Exact(_)))
            .count();
        let near = (self.by_goal.len() - whole) as u64 * Near::BYTES;
        whole as u64 * Distances::bytes(roadmap) + self.pieces.bytes() + near
    }
}

/// The goals that have tables.
#[derive(Debug)]
struct Goals {
    numbers: AHashMap<Cell, u32>,
    cells: Vec<Cell>,
    /// The number of agents that go to each goal.
    users: Vec<u32>,
    /// The goals to which nobody went at some time, the one left first in front.
    unused: VecDeque<u32>,
}

impl Goals {
    fn new(asked: &[Asked]) -> Self {
        let mut goals = Self {
            numbers: AHashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8)),
            cells: Vec::new(),
            users: Vec::new(),
            unused: VecDeque::new(),
        };
        for (goal, agents) in asked {
            let number = goals.push(*goal);
            goals.users[number as usize] = agents.len() as u32;
        }
        goals
    }

    fn push(&mut self, goal: Cell) -> u32 {
        let number = self.cells.len() as u32;
        self.numbers.insert(goal, number);
        self.cells.push(goal);
        self.users.push(0);
        number
    }

    fn release(&mut self, number: u32) {
        let users = &mut self.users[number as usize];
        *users -= 1;
        if *users == 0 {
            self.unused.push_back(number);
        }
    }

    fn take_unused(&mut self) -> Option<u32> {
        while let Some(number) = self.unused.pop_front() {
            if self.users[number as usize] == 0 {
                return Some(number);
            }
        }
        None
    }

    fn rename(&mut self, number: u32, goal: Cell) {
        self.numbers.remove(&self.cells[number as usize]);
        self.numbers.insert(goal, number);
        self.cells[number as usize] = goal;
    }
}

/// Returns the goals, each once and with its agents, and for each agent the number of its goal.
fn by_goal(goals: &[Cell]) -> (Vec<Asked>, Vec<u32>) {
    let mut numbers = AHashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8));
    let mut asked: Vec<Asked> = Vec::new();
    let mut of_agent = Vec::with_capacity(goals.len());
    for (agent, &goal) in (0..).zip(goals) {
        let number = *numbers.entry(goal).or_insert(asked.len());
        if number == asked.len() {
            asked.push((goal, Vec::new()));
        }
        asked[number].1.push(agent);
        of_agent.push(number as u32);
    }
    (asked, of_agent)
}

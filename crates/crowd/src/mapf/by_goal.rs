//! The tables of distances to goals, of whatever kind: agents with one goal share its table.

use std::collections::VecDeque;

use ahash::{AHashMap, RandomState};
use rayon::prelude::*;

use super::options::Threads;
use super::roadmap::Cell;

/// A goal with the agents that go there.
pub(crate) type GoalAgents = (Cell, Vec<u32>);

/// A table for each goal that some agent has.
#[derive(Debug)]
pub(crate) struct ByGoal<T> {
    of_agent: Vec<u32>,
    tables: Vec<T>,
    goals: Goals,
}

impl<T> ByGoal<T> {
    /// Begins without tables; returns the goals, each once and with its agents, in the order in which their tables are to
    /// be [pushed](Self::push).
    pub(crate) fn new(goals: &[Cell]) -> (Self, Vec<GoalAgents>) {
        let mut numbers = AHashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8));
        let mut asked: Vec<GoalAgents> = Vec::new();
        let mut of_agent = Vec::with_capacity(goals.len());
        for (agent, &goal) in (0..).zip(goals) {
            let number = *numbers.entry(goal).or_insert(asked.len());
            if number == asked.len() {
                asked.push((goal, Vec::new()));
            }
            asked[number].1.push(agent);
            of_agent.push(number as u32);
        }
        let own = Self {
            of_agent,
            tables: Vec::with_capacity(asked.len()),
            goals: Goals::new(&asked),
        };
        (own, asked)
    }

    /// Adds the table of the next goal.
    pub(crate) fn push(&mut self, table: T) {
        self.tables.push(table);
    }

    /// Returns all tables, including those of goals to which no agent goes anymore.
    pub(crate) fn tables(&self) -> &[T] {
        &self.tables
    }

    /// Returns the table of the goal of an agent.
    #[inline]
    pub(crate) fn of(&mut self, agent: u32) -> &mut T {
        &mut self.tables[self.of_agent[agent as usize] as usize]
    }

    /// Sends an agent to another goal. `make` makes the table of a goal that has none, and reports whether memory is
    /// full: then the table replaces one of a goal to which no agent goes, if there is any.
    pub(crate) fn retarget(
        &mut self,
        agent: u32,
        goal: Cell,
        make: impl FnOnce(&[T]) -> (T, bool),
    ) -> &mut T {
        let number = match self.goals.numbers.get(&goal) {
            Some(&known) => known,
            None => self.place(goal, make),
        };
        self.goals.users[number as usize] += 1;
        let of_agent = &mut self.of_agent[agent as usize];
        self.goals.release(*of_agent);
        *of_agent = number;
        &mut self.tables[number as usize]
    }

    fn place(&mut self, goal: Cell, make: impl FnOnce(&[T]) -> (T, bool)) -> u32 {
        let (table, is_full) = make(&self.tables);
        let unused = is_full.then(|| self.goals.take_unused()).flatten();
        if let Some(unused) = unused {
            self.tables[unused as usize] = table;
            self.goals.rename(unused, goal);
            unused
        } else {
            self.tables.push(table);
            self.goals.push(goal)
        }
    }

    /// Has two agents change their goals.
    pub(crate) fn exchange(&mut self, one: u32, other: u32) {
        self.of_agent.swap(one as usize, other as usize);
    }

    /// Gives each agent the goal that was at first that of another one, by the numbers of the agents.
    pub(crate) fn assign(&mut self, whose: &[usize]) {
        let of_agent = whose.iter().map(|&other| self.of_agent[other]);
        self.of_agent = of_agent.collect();
    }
}

/// Searches for several goals, on the threads that may work.
pub(crate) fn search_each<T: Send, S: Default + Send>(
    asked: &[GoalAgents],
    threads: Threads,
    scratch: &mut S,
    search: impl Fn(&mut S, &GoalAgents) -> T + Send + Sync,
) -> Vec<T> {
    match threads {
        Threads::One => asked.iter().map(|it| search(scratch, it)).collect(),
        Threads::Pool => {
            let searches = asked.par_iter().map_init(S::default, search);
            searches.collect()
        }
    }
}

/// The goals that have tables.
#[derive(Debug)]
struct Goals {
    numbers: AHashMap<Cell, u32>,
    cells: Vec<Cell>,
    /// The number of agents that go to each goal.
    users: Vec<u32>,
    /// The goals to which no agent went at some time, the one left first in front.
    unused: VecDeque<u32>,
}

impl Goals {
    fn new(asked: &[GoalAgents]) -> Self {
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

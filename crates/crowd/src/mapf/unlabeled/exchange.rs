//! Points that go to their goals one after the other, and exchange them where they meet.

use ahash::{AHashSet, RandomState};

use crate::mapf::options::{JointOptions, Limit};
use crate::mapf::plan::{JointOutcome, JointPlan};
use crate::mapf::roadmap::distances::Nearness;
use crate::mapf::roadmap::tables::Tables;
use crate::mapf::roadmap::{Cell, NONE, Roadmap};

/// Agents that go to their goals and exchange them.
#[derive(Debug)]
pub(super) struct Exchange {
    tables: Tables,
    targets: Vec<Cell>,
    at: Vec<Cell>,
    /// The agent at each cell.
    there: Vec<u32>,
    paths: Vec<Vec<Cell>>,
    shortest: u64,
    pub(super) steps: u64,
}

impl Exchange {
    pub(super) fn new(
        roadmap: &Roadmap,
        tables: Tables,
        from: &[Cell],
        targets: Vec<Cell>,
        shortest: u64,
    ) -> Self {
        let mut there = vec![NONE; roadmap.numbers()];
        for (agent, &cell) in (0..).zip(from) {
            there[cell as usize] = agent;
        }
        Self {
            tables,
            targets,
            paths: from.iter().map(|&cell| vec![cell]).collect(),
            at: from.to_vec(),
            there,
            shortest,
            steps: 0,
        }
    }

    /// Makes so many steps at most, and returns the outcome if there is one by then.
    pub(super) fn advance(
        &mut self,
        roadmap: &Roadmap,
        options: &JointOptions,
        steps: u64,
    ) -> Option<JointOutcome> {
        let limits = options.limits;
        let mut left = steps;
        loop {
            if let Some(plan) = self.plan(roadmap) {
                return Some(JointOutcome::Planned(plan));
            }
            if limits.expanded.is_some_and(|most| self.steps >= most) {
                return Some(JointOutcome::LimitReached(Limit::Expanded));
            }
            if limits.memory.is_some_and(|most| self.bytes(roadmap) > most) {
                return Some(JointOutcome::LimitReached(Limit::Memory));
            }
            left = left.checked_sub(1)?;
            self.step(roadmap);
            self.steps += 1;
        }
    }

    /// Returns the plan, if all agents are at goals.
    pub(super) fn plan(&self, roadmap: &Roadmap) -> Option<JointPlan> {
        let places = |path: &Vec<Cell>| path.iter().map(|&it| roadmap.place(it)).collect();
        let paths = || self.paths.iter().map(places).collect();
        (self.at == self.targets).then(|| JointPlan::new(paths(), self.shortest))
    }

    fn bytes(&self, roadmap: &Roadmap) -> u64 {
        let own = roadmap.numbers() + self.at.len() * (self.steps as usize + 1);
        roadmap.bytes() + self.tables.bytes(roadmap) + 4 * own as u64
    }

    /// Has each agent make a step, in turn.
    fn step(&mut self, roadmap: &Roadmap) {
        // Twice the middles of the moves of this step: diagonals that cross share theirs.
        let mut middles = AHashSet::with_hasher(RandomState::with_seeds(29, 30, 31, 32));
        for agent in (0..).take(self.at.len()) {
            let from = self.at[agent as usize];
            if let Some(next) = self.next(roadmap, agent) {
                let other = self.there[next as usize];
                let middle = roadmap.place(from) + roadmap.place(next);
                if other == NONE {
                    if middles.insert(middle) {
                        self.there[from as usize] = NONE;
                        self.there[next as usize] = agent;
                        self.at[agent as usize] = next;
                    }
                } else if self.targets[other as usize] == next {
                    self.exchange(agent, other);
                } else {
                    self.pass_around(roadmap, agent);
                }
            }
        }
        for (path, &cell) in self.paths.iter_mut().zip(&self.at) {
            path.push(cell);
        }
    }

    /// Returns the next cell on the way of an agent; none at its goal.
    fn next(&mut self, roadmap: &Roadmap, agent: u32) -> Option<Cell> {
        let from = self.at[agent as usize];
        let mut moves = roadmap.moves(from).map(|it| it.1);
        let tables = &mut self.tables;
        moves.find(|&to| tables.nearness(roadmap, agent, from, to) == Nearness::Nearer)
    }

    fn exchange(&mut self, one: u32, other: u32) {
        self.targets.swap(one as usize, other as usize);
        self.tables.exchange(one, other);
    }

    /// Has agents that wait for each other in a circle pass their goals on to the one ahead.
    fn pass_around(&mut self, roadmap: &Roadmap, first: u32) {
        let mut circle = vec![first];
        let mut last = first;
        while circle.len() <= self.at.len() {
            let Some(next) = self.next(roadmap, last) else {
                return;
            };
            let ahead = self.there[next as usize];
            if ahead == first {
                for pair in (1..circle.len()).rev() {
                    self.exchange(circle[pair], circle[pair - 1]);
                }
                return;
            }
            if ahead == NONE {
                return;
            }
            circle.push(ahead);
            last = ahead;
        }
    }
}

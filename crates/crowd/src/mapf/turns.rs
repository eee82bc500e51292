//! Agents without end, whatever their steps are: their order, and the rescue of one that does not get to its goal.

use std::collections::VecDeque;

use super::lacam::{Aim, Lacam, Progress};
use super::options::Limits;
use super::roadmap::Cell;
use super::step::{Steps, Ties};

/// The steps after which an agent is rescued: so many, and so many times its distance.
const PATIENCE: (u32, u32) = (64, 4);
/// The configurations that a rescue expands, unless a limit is set.
const RESCUE: u64 = 5000;

/// The cells of all agents, and for how long each has been under way.
#[derive(Debug)]
pub(super) struct LifelongState {
    pub(super) cells: Vec<Cell>,
    /// The steps since each agent was sent, and those after which it is rescued; zero for one at its goal.
    waited: Vec<u32>,
    patience: Vec<u32>,
    /// The steps of a rescue that are still to be made.
    planned: VecDeque<Vec<Cell>>,
    order: Vec<u32>,
    pub(super) steps: u64,
    pub(super) rescues: u64,
}

impl LifelongState {
    pub(super) fn new(cells: Vec<Cell>) -> Self {
        Self {
            waited: vec![0; cells.len()],
            patience: vec![0; cells.len()],
            cells,
            planned: VecDeque::new(),
            order: Vec::new(),
            steps: 0,
            rescues: 0,
        }
    }

    /// Notes that an agent is sent to a goal at a distance.
    pub(super) fn send(&mut self, agent: usize, distance: u32) {
        self.waited[agent] = 0;
        let longer = PATIENCE.1.saturating_mul(distance);
        self.patience[agent] = PATIENCE.0.saturating_add(longer);
    }

    /// Takes all agents on by one step.
    pub(super) fn advance(&mut self, goals: &[Cell], steps: &mut impl Steps, limits: Limits) {
        if self.planned.is_empty() {
            self.rescue(goals, steps, limits);
        }
        match self.planned.pop_front() {
            Some(cells) => self.cells = cells,
            None => self.decide(steps),
        }
        self.steps += 1;
        for (agent, waited) in self.waited.iter_mut().enumerate() {
            *waited = if steps.rests_at(self.cells[agent]) == goals[agent] {
                0
            } else {
                waited.saturating_add(1)
            };
        }
    }

    /// Decides a step by PIBT; all stay where that finds none.
    fn decide(&mut self, steps: &mut impl Steps) {
        self.order.clear();
        self.order.extend((0..).take(self.cells.len()));
        let waited = &self.waited;
        self.order
            .sort_by_key(|&agent| std::cmp::Reverse(waited[agent as usize]));
        let order = self.order.iter().copied();
        if steps.decide_all(&self.cells, order, std::iter::empty(), Ties::Spread) {
            self.cells.copy_from_slice(steps.decided());
        }
    }

    /// Plans for the agent that has been under way for longest, if its patience is at an end.
    fn rescue(&mut self, goals: &[Cell], steps: &mut impl Steps, limits: Limits) {
        let agents = 0..self.cells.len();
        let impatient = agents.filter(|&agent| self.waited[agent] > self.patience[agent]);
        let Some(agent) = impatient.max_by_key(|&agent| self.waited[agent]) else {
            return;
        };
        self.rescues += 1;
        // Until it is tried again, everybody else has had its turn.
        self.patience[agent] = self.waited[agent].saturating_mul(2);
        let mut distances = self.waited.clone();
        distances[agent] = u32::MAX;
        let aim = Aim::One(agent as u32);
        let mut lacam = Lacam::new(aim, &self.cells, goals.to_vec(), &distances);
        let limits = Limits {
            expanded: Some(limits.expanded.unwrap_or(RESCUE)),
            ..limits
        };
        while lacam.progress == Progress::Running {
            lacam.advance(steps, limits, u64::MAX);
        }
        if lacam.progress == Progress::Found {
            let paths = lacam.paths();
            let length = paths.first().map_or(0, Vec::len);
            self.planned = (1..length)
                .map(|step| paths.iter().map(|path| path[step]).collect())
                .collect();
        }
    }
}

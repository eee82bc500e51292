//! One step of all agents, as far as it is decided.

pub(crate) mod conflicts;
pub(in crate::mapf) mod corridor;
pub(crate) mod pibt;
mod swap;
mod windows;

use super::draws::Draws;
use super::roadmap::{Cell, NONE};

/// The order of moves that lead equally near to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Cells without agents come first: paths are shorter. But the same agents may get into each other's way again.
    Spread,
    /// The order is drawn.
    Drawn,
}

/// The steps of some kind of agents, as the search over configurations asks for them.
pub(crate) trait Steps {
    /// Returns the cell of an agent that rests, as goals have it; of one in the middle of a move its place, which is no goal.
    fn rests_at(&self, place: Cell) -> Cell {
        place
    }

    /// Calls `each` with the name of each move of an agent that is somewhere, staying included.
    fn each_choice(&self, at: Cell, each: impl FnMut(u16));

    /// Returns the draws that break ties.
    fn draws(&mut self) -> &mut Draws;

    /// Decides a step of all agents, in the order of their priorities; some get a fixed move, by its name. Returns
    /// whether it succeeds.
    fn decide_all(
        &mut self,
        from: &[Cell],
        order: impl Iterator<Item = u32> + Clone,
        told: impl Iterator<Item = (u32, usize)>,
        ties: Ties,
    ) -> bool;

    /// Returns where all agents are after the step that was decided last.
    fn decided(&self) -> &[Cell];
}

/// The cells of all agents before a step, and those after it for agents with a decision.
#[derive(Debug)]
pub(crate) struct Step {
    /// The agent at each cell before the step, and after it.
    now: Vec<u32>,
    next: Vec<u32>,
    /// The cells of each block with agents before the step.
    crowd: Vec<u64>,
    /// The cell of each agent before and after the step, and the rank of the move between them.
    from: Vec<Cell>,
    to: Vec<Cell>,
    ranks: Vec<u8>,
    /// The agents with a decision, in the order of the decisions.
    log: Vec<u32>,
}

impl Step {
    pub(crate) fn new(cells: usize, agents: usize) -> Self {
        Self {
            now: vec![NONE; cells],
            next: vec![NONE; cells],
            crowd: vec![0; cells >> 6],
            from: vec![NONE; agents],
            to: vec![NONE; agents],
            ranks: vec![0; agents],
            log: Vec::with_capacity(agents),
        }
    }

    /// Begins a step without a decision.
    pub(crate) fn begin(&mut self, from: &[Cell]) {
        for &cell in &self.from {
            if cell != NONE {
                self.now[cell as usize] = NONE;
                self.crowd[(cell >> 6) as usize] = 0;
            }
        }
        for agent in self.log.drain(..) {
            let to = &mut self.to[agent as usize];
            self.next[*to as usize] = NONE;
            *to = NONE;
        }
        self.from.copy_from_slice(from);
        for (agent, &cell) in (0..).zip(from) {
            self.now[cell as usize] = agent;
            self.crowd[(cell >> 6) as usize] |= 1 << (cell & 63);
        }
    }

    pub(crate) fn decide(&mut self, agent: u32, rank: usize, to: Cell) {
        self.next[to as usize] = agent;
        self.to[agent as usize] = to;
        self.ranks[agent as usize] = rank as u8;
        self.log.push(agent);
    }

    /// Returns the number of decisions.
    pub(crate) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Returns the agents with a decision after the first `mark` ones.
    pub(crate) fn since(&self, mark: usize) -> impl Iterator<Item = u32> {
        self.log[mark..].iter().copied()
    }

    /// Takes back the decisions after the first `mark` ones.
    pub(crate) fn undo(&mut self, mark: usize) {
        let undone = self.log.split_off(mark);
        for &agent in &undone {
            let to = &mut self.to[agent as usize];
            if self.next[*to as usize] == agent {
                self.next[*to as usize] = NONE;
            }
            *to = NONE;
        }
    }

    #[inline]
    pub(crate) fn now(&self, cell: Cell) -> u32 {
        self.now[cell as usize]
    }

    #[inline]
    pub(crate) fn next(&self, cell: Cell) -> u32 {
        self.next[cell as usize]
    }

    #[inline]
    pub(crate) fn crowd(&self, block: u32) -> u64 {
        self.crowd[block as usize]
    }

    #[inline]
    pub(crate) fn from(&self, agent: u32) -> Cell {
        self.from[agent as usize]
    }

    /// Returns the cell after the step, if it is decided, or no cell.
    #[inline]
    pub(crate) fn to(&self, agent: u32) -> Cell {
        self.to[agent as usize]
    }

    #[inline]
    pub(crate) fn rank(&self, agent: u32) -> usize {
        self.ranks[agent as usize].into()
    }

    #[inline]
    pub(crate) fn is_decided(&self, agent: u32) -> bool {
        self.to(agent) != NONE
    }

    /// Returns the cells after the step.
    pub(crate) fn decided(&self) -> &[Cell] {
        &self.to
    }
}

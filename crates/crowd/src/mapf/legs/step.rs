//! One step of agents on legs, decided one agent after the other.
//!
//! An agent takes the leg by which it is soonest at its goal, of those whose cells are free. Where one that rests is in
//! the way of a better leg, the agent waits, and the other one is asked to go, and not to end on the cells of that leg.
//! Agents that meet in a corridor back out of it (see `swap.rs`). An agent that is guided first tries what its window
//! has it do; that with the highest priority is not, so it gets on.

use super::graph::{Edge, Graph};
use super::near::Near;
use super::tables::LegTables;
use super::windows::{LegMap, LegWorld};
use crate::mapf::draws::Draws;
use crate::mapf::roadmap::NONE;
use crate::mapf::step::{Steps, Ties};
use crate::mapf::windows::Windows;

/// The memory of a step, kept from one to the next.
#[derive(Debug)]
pub(super) struct Holders {
    near: Near,
    /// The agent that holds each cell from the step before, and by a leg that begins.
    now: Vec<u32>,
    next: Vec<u32>,
    /// The agent for which each cell is kept clear by those that it asked to go.
    kept: Vec<u32>,
    touched: Vec<u32>,
    pub(super) from: Vec<u32>,
    pub(super) to: Vec<u32>,
    draws: Draws,
    /// The windows of all agents, which report what each does first in a step that is guided.
    pub(super) windows: Option<Box<Windows>>,
    is_guided: bool,
    /// True where all agents that meet in corridors back out of them; where ways are drawn, each does so by a draw.
    swaps: bool,
    /// The agent that decides first, which is not guided: guided agents that meet head-on may wait for each other.
    first: u32,
}

impl Holders {
    pub(super) fn new(graph: &Graph, near: Near, seed: u64) -> Self {
        let cells = graph.cells();
        Self {
            near,
            now: vec![NONE; cells],
            next: vec![NONE; cells],
            kept: vec![NONE; cells],
            touched: Vec::new(),
            from: Vec::new(),
            to: Vec::new(),
            draws: Draws::new(seed),
            windows: None,
            is_guided: false,
            swaps: false,
            first: NONE,
        }
    }

    pub(super) fn near(&self) -> &Near {
        &self.near
    }

    /// Returns the agent that holds a cell from the step before, or by a leg that begins.
    pub(super) fn holder_now(&self, cell: u32) -> u32 {
        self.now[cell as usize]
    }

    /// Returns the bytes in use, steps of agents aside.
    pub(super) fn bytes(graph: &Graph) -> u64 {
        12 * graph.cells() as u64
    }
}

pub(super) struct LegSteps<'g> {
    pub(super) graph: &'g Graph,
    pub(super) tables: &'g mut LegTables,
    pub(super) own: &'g mut Holders,
}

/// The ways of an agent: the steps to its goal, a draw, and the number of an edge, or the largest one to stay.
type Way = (u32, u32, usize);

const STAY: usize = usize::MAX;

impl LegSteps<'_> {
    /// Makes the windows of all agents for a step that is guided.
    fn guide(&mut self, from: &[u32], order: impl Iterator<Item = u32> + Clone, ties: Ties) {
        let Some(mut windows) = self.own.windows.take() else {
            return;
        };
        self.own.is_guided = ties == Ties::Spread;
        if self.own.is_guided {
            self.own.first = order.clone().next().unwrap_or(NONE);
            let (graph, near) = (self.graph, &self.own.near);
            let mut world = LegWorld {
                map: LegMap { graph, near },
                tables: self.tables,
            };
            windows.prepare(&mut world, from, order);
        }
        self.own.windows = Some(windows);
    }

    /// Returns the place to which the window of an agent leads.
    fn guided_to(&self, agent: u32) -> Option<u32> {
        let is_guided = self.own.is_guided && agent != self.own.first;
        let windows = self.own.windows.as_ref().filter(|_| is_guided)?;
        Some(windows.next(agent))
    }

    /// Begins a step: agents on a leg go on.
    fn begin(&mut self, from: &[u32]) {
        for cell in self.own.touched.drain(..) {
            for holders in [&mut self.own.now, &mut self.own.next, &mut self.own.kept] {
                holders[cell as usize] = NONE;
            }
        }
        self.own.from.clear();
        self.own.from.extend_from_slice(from);
        self.own.to.clear();
        for (agent, &place) in (0..).zip(from) {
            if self.graph.is_node(place) {
                let cell = self.graph.cell_of(place);
                self.own.now[cell as usize] = agent;
                self.own.touched.push(cell);
                self.own.to.push(NONE);
            } else {
                for &cell in self.graph.held(self.graph.edge_of(place)) {
                    self.own.now[cell as usize] = agent;
                    self.own.touched.push(cell);
                }
                self.own.to.push(self.graph.gone_on(place));
            }
        }
    }

    /// Returns an agent that holds a cell of an edge, or one too near to it, or for which a cell is kept where the edge
    /// ends.
    fn in_the_way(&self, agent: u32, edge: &Edge) -> Option<u32> {
        let Holders {
            near,
            now,
            next,
            kept,
            ..
        } = &self.own;
        let another = |holders: &[u32], cell: u32| {
            let there = holders[cell as usize];
            (there != NONE && there != agent).then_some(there)
        };
        let holds = |&cell: &u32| another(next, cell).or_else(|| another(now, cell));
        let mut held = self.graph.held(edge).iter();
        let holder = held.find_map(|&cell| near.of(cell).iter().find_map(holds));
        let keeps = |&cell: &u32| another(kept, cell);
        let end = self.graph.cell_of(edge.to);
        holder.or_else(|| near.of(end).iter().find_map(keeps))
    }

    fn decide(&mut self, agent: u32, edge: &Edge) {
        self.own.to[agent as usize] = Graph::begun(edge);
        for &cell in self.graph.held(edge) {
            self.own.next[cell as usize] = agent;
            self.own.touched.push(cell);
        }
    }

    fn stay(&mut self, agent: u32) {
        self.own.to[agent as usize] = self.own.from[agent as usize];
    }

    /// Lists the ways of an agent, the best first.
    fn ways(&mut self, agent: u32) -> Vec<Way> {
        let node = self.own.from[agent as usize];
        let mut ways: Vec<Way> = Vec::new();
        let graph = self.graph;
        let guided = self.guided_to(agent);
        for (number, edge) in graph.edges(node).iter().enumerate() {
            let left = self.tables.steps(graph, agent, edge.to);
            if left != u32::MAX {
                let draw = (self.own.draws.word() >> 33) as u32;
                let way = (left.saturating_add(edge.steps), draw, number);
                let is_guided = guided == Some(Graph::begun(edge));
                ways.push(if is_guided { (0, 0, number) } else { way });
            }
        }
        let left = self.tables.steps(graph, agent, node);
        let waited = if left == 0 { 0 } else { left.saturating_add(1) };
        let way = (waited, u32::MAX, STAY);
        let is_guided = guided == Some(node);
        ways.push(if is_guided { (0, 0, STAY) } else { way });
        ways.sort_unstable();
        ways
    }

    /// Decides for an agent, and for those that it asks to go.
    fn ask(&mut self, first: u32) {
        let mut agent = first;
        let mut asked_by = None;
        while let Some((other, number)) = self.ask_one(agent, asked_by) {
            let edge = &self.graph.edges(self.own.from[agent as usize])[number];
            for &cell in self.graph.held(edge) {
                self.own.kept[cell as usize] = agent;
                self.own.touched.push(cell);
            }
            (agent, asked_by) = (other, Some(agent));
        }
    }

    /// Decides for an agent. Returns the agent to be asked to go where one is in the way of a better edge, and the number of
    /// that edge.
    fn ask_one(&mut self, agent: u32, asked_by: Option<u32>) -> Option<(u32, usize)> {
        let mut ways = self.ways(agent);
        let best = ways.first().map(|it| it.2).filter(|&it| it != STAY);
        let best = best.filter(|_| self.own.swaps || self.own.draws.below(2) == 0);
        let meeting = best.and_then(|best| self.meeting(agent, best, asked_by));
        let pulled = meeting.and_then(|it| it.pulled);
        let asked = if meeting.is_some_and(|it| it.waits) {
            self.stay(agent);
            None
        } else {
            if meeting.is_some() {
                ways.reverse();
            }
            self.take(agent, &ways, asked_by.is_some())
        };
        if let Some((other, number)) = pulled
            && self.own.to[other as usize] == NONE
        {
            let edge = &self.graph.edges(self.own.from[other as usize])[number];
            if self.in_the_way(other, edge).is_none() {
                self.decide(other, edge);
            }
        }
        asked.filter(|&(other, _)| self.own.to[other as usize] == NONE)
    }

    /// Takes the first way that is free, or stays. Returns the agent that is in the way of a better one, if it may be asked
    /// to go, and the number of that edge.
    fn take(&mut self, agent: u32, ways: &[Way], is_pushed: bool) -> Option<(u32, usize)> {
        let graph = self.graph;
        let mut asked = None;
        for &(_, _, number) in ways {
            if number == STAY {
                if is_pushed {
                    continue;
                }
                break;
            }
            let edge = &graph.edges(self.own.from[agent as usize])[number];
            match self.in_the_way(agent, edge) {
                None => {
                    self.decide(agent, edge);
                    return None;
                }
                Some(other) if asked.is_none() && self.own.to[other as usize] == NONE => {
                    asked = Some((other, number));
                    if !is_pushed {
                        break;
                    }
                }
                Some(_) => {}
            }
        }
        self.stay(agent);
        asked
    }
}

impl Steps for LegSteps<'_> {
    fn rests_at(&self, place: u32) -> u32 {
        self.graph.rests_at(place)
    }

    fn each_choice(&self, at: u32, mut each: impl FnMut(u16)) {
        each(0);
        if self.graph.is_node(at) {
            (1..)
                .zip(self.graph.edges(at))
                .for_each(|(name, _)| each(name));
        }
    }

    fn draws(&mut self) -> &mut Draws {
        &mut self.own.draws
    }

    fn decide_all(
        &mut self,
        from: &[u32],
        order: impl Iterator<Item = u32> + Clone,
        told: impl Iterator<Item = (u32, usize)>,
        ties: Ties,
    ) -> bool {
        self.guide(from, order.clone(), ties);
        self.own.swaps = ties == Ties::Spread;
        self.begin(from);
        for (agent, name) in told {
            if self.own.to[agent as usize] != NONE {
                continue;
            }
            let graph = self.graph;
            let edges = graph.edges(self.own.from[agent as usize]);
            match name.checked_sub(1).and_then(|number| edges.get(number)) {
                None => self.stay(agent),
                Some(edge) if self.in_the_way(agent, edge).is_none() => self.decide(agent, edge),
                Some(_) => return false,
            }
        }
        for agent in order {
            if self.own.to[agent as usize] == NONE {
                self.ask(agent);
            }
        }
        true
    }

    fn decided(&self) -> &[u32] {
        &self.own.to
    }
}

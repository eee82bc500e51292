//! The swap rule on legs: an agent that meets another one in a corridor backs out of it, and pulls that one behind.
//!
//! A leg holds the cell where it began until it ends, so the one behind follows one leg later: the rule looks over one
//! free cell. At the mouth of the corridor the agent waits aside until the other one has come out.
//!
//! # References
//! Okumura, "Improving LaCAM for scalable eventually optimal multi-agent pathfinding", IJCAI 2023: the rule for agents
//! that move at once, as in `step/swap.rs`.

use super::step::LegSteps;
use crate::mapf::roadmap::NONE;

/// The way in which an agent lets another one pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// True where it waits at the mouth of the corridor, false where it takes the worst way first.
    pub(super) waits: bool,
    /// The agent that it pulls, and the number of the edge that this one takes.
    pub(super) pulled: Option<(u32, usize)>,
}

/// The ways on from a node, without going back and without dead ends whose agent has arrived there.
enum Continuation {
    None,
    One(u32),
    Many,
}

impl LegSteps<'_> {
    /// Returns what an agent does whose best edge has this number; nothing where no agent has to pass it.
    pub(super) fn meeting(
        &mut self,
        agent: u32,
        best: usize,
        asked_by: Option<u32>,
    ) -> Option<Meeting> {
        let graph = self.graph;
        let from = self.own.from[agent as usize];
        let to = graph.edges(from)[best].to;
        let backs_off = Meeting {
            waits: false,
            pulled: None,
        };
        if let Some(pusher) = asked_by
            && self.is_required([pusher, agent], [from, to])
        {
            // It is on the way of the other one into the corridor, and would have to come out again.
            return self.has_room([to, from]).then_some(backs_off);
        }
        if self.holder(agent, to).is_some() {
            let other = self.undecided_at(agent, to)?;
            let must = self.is_required([agent, other], [from, to]) && self.has_room([to, from]);
            return must.then_some(backs_off);
        }
        let beyond = self.best_from(agent, to)?;
        let other = self.undecided_at(agent, beyond)?;
        if !self.is_required([agent, other], [to, beyond]) {
            return None;
        }
        let waits = matches!(self.way_on(from, to), Continuation::Many);
        if !waits && !self.has_room([to, from]) {
            return None;
        }
        let at = self.own.from[other as usize];
        let cell = graph.cell_of(to);
        let edge = (graph.is_node(at))
            .then(|| (graph.edges(at).iter()).position(|edge| graph.cell_of(edge.to) == cell));
        let pulled = edge.flatten().map(|edge| (other, edge));
        Some(Meeting { waits, pulled })
    }

    /// Returns an agent other than this one that holds the cell of a node, or one too near to it.
    fn holder(&self, agent: u32, node: u32) -> Option<u32> {
        let cells = self.own.near().of(self.graph.cell_of(node));
        let mut holders = cells.iter().map(|&it| self.own.holder_now(it));
        holders.find(|&it| it != NONE && it != agent)
    }

    /// Returns an agent that rests at the cell of a node and has not decided, or rests there next.
    fn undecided_at(&self, agent: u32, node: u32) -> Option<u32> {
        let graph = self.graph;
        let other = self.holder(agent, node)?;
        let place = self.own.from[other as usize];
        let is_open = !graph.is_node(place) || self.own.to[other as usize] == NONE;
        let rests = graph.rests_next(place).0;
        (is_open && graph.cell_of(rests) == graph.cell_of(node)).then_some(other)
    }

    /// Returns the node to which the best edge of an agent leads from a node.
    fn best_from(&mut self, agent: u32, node: u32) -> Option<u32> {
        let (graph, tables) = (self.graph, &mut *self.tables);
        let edges = graph.edges(node).iter();
        let ways = edges.map(|edge| {
            let left = tables.steps(graph, agent, edge.to);
            (left.saturating_add(edge.steps), edge.to)
        });
        ways.min().map(|it| it.1)
    }

    /// Returns whether a node is nearer to the goal of an agent than another one.
    fn is_nearer(&mut self, agent: u32, from: u32, to: u32) -> bool {
        let left = self.tables.steps(self.graph, agent, from);
        self.tables.steps(self.graph, agent, to) < left
    }

    /// Returns whether the agents cannot pass each other ahead: the first pushes the second along a corridor until its own
    /// way leads elsewhere, and the second wants to go where the first comes from.
    fn is_required(&mut self, agents: [u32; 2], nodes: [u32; 2]) -> bool {
        let graph = self.graph;
        let [pusher, puller] = agents;
        let [mut behind, mut ahead] = nodes;
        for _ in 0..graph.nodes() {
            if !self.is_nearer(pusher, behind, ahead) {
                break;
            }
            match self.way_on(behind, ahead) {
                Continuation::Many => return false,
                Continuation::None => break,
                Continuation::One(next) => (behind, ahead) = (ahead, next),
            }
        }
        let cell = graph.cell_of(behind);
        let mut back = graph.edges(ahead).iter().map(|edge| edge.to);
        let Some(back) = back.find(|&to| graph.cell_of(to) == cell) else {
            return false;
        };
        self.is_nearer(puller, ahead, back)
            && (self.tables.steps(graph, pusher, behind) == 0
                || self.is_nearer(pusher, behind, ahead))
    }

    /// Returns whether two agents that go on over these nodes, the second pulled by the first, come to a place with room
    /// to change places.
    fn has_room(&mut self, nodes: [u32; 2]) -> bool {
        let [mut behind, mut ahead] = nodes;
        let start = self.graph.cell_of(behind);
        for _ in 0..self.graph.nodes() {
            match self.way_on(behind, ahead) {
                Continuation::Many => return true,
                Continuation::None => return false,
                Continuation::One(next) => (behind, ahead) = (ahead, next),
            }
            if self.graph.cell_of(ahead) == start {
                break;
            }
        }
        false
    }

    fn way_on(&mut self, behind: u32, at: u32) -> Continuation {
        let graph = self.graph;
        let mut way = Continuation::None;
        for edge in graph.edges(at) {
            let next = edge.to;
            if graph.cell_of(next) == graph.cell_of(behind) {
                continue;
            }
            let there = self.own.holder_now(graph.cell_of(next));
            let is_dead_end = there != NONE && graph.edges(next).len() == 1;
            if is_dead_end && self.tables.steps(graph, there, next) == 0 {
                continue;
            }
            match way {
                Continuation::None => way = Continuation::One(next),
                _ => return Continuation::Many,
            }
        }
        way
    }
}

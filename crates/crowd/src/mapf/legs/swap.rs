//! The swap rule on legs: an agent that meets another one in a corridor backs out of it, and pulls that one behind.
//!
//! A leg holds the cell where it began until it ends, so the one behind follows one leg later: the rule looks over one
//! free cell. At the mouth of the corridor the agent waits aside until the other one has come out.
//!
//! The tests are those of `step/corridor.rs`.

use super::step::LegSteps;
use crate::mapf::roadmap::NONE;
use crate::mapf::step::corridor::{Continuation, Corridors, is_swap_possible, is_swap_required};

/// The way in which an agent lets another one pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// True where it waits at the mouth of the corridor, false where it takes the worst way first.
    pub(super) waits: bool,
    /// The agent that it pulls, and the number of the edge that this one takes.
    pub(super) pulled: Option<(u32, usize)>,
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
            && is_swap_required(self, [pusher, agent], [from, to])
        {
            // It is on the way of the other one into the corridor, and would have to come out again.
            return is_swap_possible(self, [to, from]).then_some(backs_off);
        }
        if self.holder(agent, to).is_some() {
            let other = self.undecided_at(agent, to)?;
            let must = is_swap_required(self, [agent, other], [from, to])
                && is_swap_possible(self, [to, from]);
            return must.then_some(backs_off);
        }
        let beyond = self.best_from(agent, to)?;
        let other = self.undecided_at(agent, beyond)?;
        if !is_swap_required(self, [agent, other], [to, beyond]) {
            return None;
        }
        let waits = matches!(self.way_on(from, to), Continuation::Many);
        if !waits && !is_swap_possible(self, [to, from]) {
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
}

impl Corridors for LegSteps<'_> {
    fn places(&self) -> usize {
        self.graph.nodes()
    }

    fn way_on(&mut self, behind: u32, at: u32) -> Continuation {
        let (graph, tables, own) = (self.graph, &mut *self.tables, &*self.own);
        let mut leads_on = |next: u32| {
            let there = own.holder_now(graph.cell_of(next));
            let is_dead_end = there != NONE && graph.edges(next).len() == 1;
            graph.cell_of(next) != graph.cell_of(behind)
                && !(is_dead_end && tables.steps(graph, there, next) == 0)
        };
        let next = graph.edges(at).iter().map(|edge| edge.to);
        Continuation::of(next.filter(|&next| leads_on(next)))
    }

    fn back(&self, behind: u32, ahead: u32) -> Option<u32> {
        let mut back = self.graph.edges(ahead).iter().map(|edge| edge.to);
        back.find(|&to| self.are_one(to, behind))
    }

    fn are_one(&self, place: u32, other: u32) -> bool {
        self.graph.cell_of(place) == self.graph.cell_of(other)
    }

    fn is_nearer(&mut self, agent: u32, from: u32, to: u32) -> bool {
        let left = self.tables.steps(self.graph, agent, from);
        self.tables.steps(self.graph, agent, to) < left
    }

    fn is_goal(&mut self, agent: u32, place: u32) -> bool {
        self.tables.steps(self.graph, agent, place) == 0
    }
}

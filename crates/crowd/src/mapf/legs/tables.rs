//! The steps from places to goals: a search backward from each goal, by steps, as far as it is asked for.
//!
//! # References
//! Dial, "Algorithm 360: shortest-path forest with topological ordering", Communications of the ACM 12, 1969: a list of
//! nodes for each number of steps.

use std::collections::BTreeMap;

use super::graph::Graph;
use crate::mapf::by_goal::{ByGoal, GoalAgents, search_each};
use crate::mapf::options::Threads;
use crate::mapf::roadmap::NONE;

/// The steps to one goal.
#[derive(Debug)]
pub(super) struct StepsTo {
    /// The steps from each node, which are known up to some number; the largest number where none are found yet.
    steps: Vec<u32>,
    known: u32,
    /// The nodes that were met, by their steps.
    open: BTreeMap<u32, Vec<u32>>,
}

impl StepsTo {
    /// Begins at a cell, in all headings.
    fn new(graph: &Graph, goal: u32) -> Self {
        let mut steps = vec![NONE; graph.nodes()];
        let there: Vec<u32> = graph.nodes_at(goal).collect();
        for &node in &there {
            steps[node as usize] = 0;
        }
        Self {
            steps,
            known: 0,
            open: BTreeMap::from([(0, there)]),
        }
    }

    /// Returns the bytes of the steps to one goal.
    fn bytes(graph: &Graph) -> u64 {
        4 * graph.nodes() as u64
    }

    /// Returns the steps from a node; the largest number where there is no way.
    #[inline]
    pub(super) fn from(&mut self, graph: &Graph, node: u32) -> u32 {
        while self.steps[node as usize] > self.known && self.advance(graph) {}
        self.steps[node as usize]
    }

    /// Goes on to the next number of steps; returns whether there is any.
    fn advance(&mut self, graph: &Graph) -> bool {
        let Some((so_far, nodes)) = self.open.pop_first() else {
            return false;
        };
        for node in nodes {
            if self.steps[node as usize] != so_far {
                continue;
            }
            for &(from, steps) in graph.into(node) {
                let longer = so_far.saturating_add(steps);
                if longer < self.steps[from as usize] {
                    self.steps[from as usize] = longer;
                    self.open.entry(longer).or_default().push(from);
                }
            }
        }
        self.known = self.open.keys().next().copied().unwrap_or(NONE);
        true
    }
}

/// The steps of all agents to their goals.
#[derive(Debug)]
pub(super) struct LegTables {
    by_goal: ByGoal<StepsTo>,
    /// The goals, each once, whose tables are to be made, and the number of those that are made.
    asked: Vec<GoalAgents>,
    made: usize,
}

impl LegTables {
    /// Begins without tables.
    pub(super) fn new(goals: &[u32]) -> Self {
        let (by_goal, asked) = ByGoal::new(goals);
        Self {
            by_goal,
            asked,
            made: 0,
        }
    }

    /// Returns the bytes of all tables, made or not.
    pub(super) fn bytes(&self, graph: &Graph) -> u64 {
        self.asked.len() as u64 * StepsTo::bytes(graph)
    }

    /// Returns the number of tables that are still to be made.
    pub(super) fn left(&self) -> usize {
        self.asked.len() - self.made
    }

    /// Makes the tables of the next goals, so many at most, and calls `reached` with each agent and the steps from its
    /// start to its goal, or with all agents if any may take each of these goals.
    pub(super) fn make(
        &mut self,
        graph: &Graph,
        (starts, any): (&[u32], bool),
        (most, threads): (usize, Threads),
        mut reached: impl FnMut(u32, u32),
    ) {
        let next = self.asked[self.made..].iter().take(most);
        let asked: Vec<GoalAgents> = if any {
            let agents: Vec<u32> = (0..).take(starts.len()).collect();
            next.map(|(goal, _)| (*goal, agents.clone())).collect()
        } else {
            next.cloned().collect()
        };
        let search = |(): &mut (), (goal, agents): &GoalAgents| {
            let mut table = StepsTo::new(graph, *goal);
            let from = agents
                .iter()
                .map(|&agent| table.from(graph, starts[agent as usize]));
            let steps: Vec<u32> = from.collect();
            (table, steps)
        };
        let found = search_each(&asked, threads, &mut (), search);
        self.made += asked.len();
        for ((table, steps), (_, agents)) in found.into_iter().zip(&asked) {
            self.by_goal.push(table);
            for (&agent, steps) in agents.iter().zip(steps) {
                reached(agent, steps);
            }
        }
    }

    /// Returns the steps of an agent from a node to its goal, whose table must have been made; the largest number where
    /// there is no way.
    #[inline]
    pub(super) fn steps(&mut self, graph: &Graph, agent: u32, node: u32) -> u32 {
        self.by_goal.of(agent).from(graph, node)
    }

    /// Gives each agent the goal that was at first that of another one, by the numbers of the agents.
    pub(super) fn assign(&mut self, whose: &[usize]) {
        self.by_goal.assign(whose);
    }

    /// Sends an agent to another goal, and returns the steps from a node. Tables of goals to which no agent goes are
    /// kept for those to come, but in so many bytes together at most.
    pub(super) fn retarget(
        &mut self,
        graph: &Graph,
        agent: u32,
        (from, goal): (u32, u32),
        most_bytes: u64,
    ) -> u32 {
        let table = self.by_goal.retarget(agent, goal, |tables| {
            let bytes = StepsTo::bytes(graph).saturating_mul(tables.len() as u64 + 1);
            (StepsTo::new(graph, goal), bytes > most_bytes)
        });
        table.from(graph, from)
    }
}

//! The stages of the search for a plan of legs: the steps to goals, which agent goes where, and a plan, which is improved.

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;
use voxnav::ground::Successors;

use super::graph::Graph;
use super::near::{Near, near_offsets};
use super::plan::{LegOutcome, LegPlan};
use super::step::{Holders, LegSteps};
use super::tables::LegTables;
use super::ways::LegWays;
use crate::assignment::{Assignment, Matched};
use crate::together::improve::Improvement;
use crate::together::lacam::{Aim, Lacam, Progress};
use crate::together::options::{JointOptions, Limit, Limits, Threads};
use crate::together::roadmap::NONE;

/// The most goals to which the steps are worked out at once.
const BLOCK: usize = 32;

#[derive(Debug)]
pub(super) struct Work {
    aim: Aim,
    graph: Graph,
    starts: Vec<IVec3>,
    extent: IVec3,
    /// The nodes of starts and goals.
    from: Vec<u32>,
    to: Vec<u32>,
    tables: LegTables,
    /// The assignment of goals that any agent may take, while it is worked out.
    assignment: Option<Assignment>,
    /// The nodes to which agents go, the steps from their starts, and a lower bound of the sum of these.
    targets: Vec<u32>,
    distances: Vec<u32>,
    shortest: u64,
    holders: Holders,
    threads: Threads,
    seed: u64,
    /// The limits to the search over configurations, which begins when all tables are made.
    limits: Limits,
    lacam: Option<Lacam>,
    improvement: Option<Box<Improvement>>,
    /// True once an agent is known to have no way to its goal.
    is_unsolvable: bool,
}

impl Work {
    pub(super) fn new<S: Successors>(
        aim: Aim,
        moves: &S,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, LegOutcome> {
        let most = options.limits.memory;
        let graph = Graph::new(moves, starts, most).map_err(LegOutcome::LimitReached)?;
        let nodes = |cells: &[IVec3]| -> Option<Vec<u32>> {
            cells.iter().map(|&cell| graph.node(cell)).collect()
        };
        let (Some(from), Some(to)) = (nodes(starts), nodes(goals)) else {
            return Err(LegOutcome::Unsolvable);
        };
        let extent = moves.extent();
        let offsets = near_offsets(options.bodies, extent);
        let near = Near::new(&graph, &offsets, most).map_err(LegOutcome::LimitReached)?;
        let tables = LegTables::new(&to);
        let own = graph.bytes() + near.bytes() + Holders::bytes(&graph);
        let needed = own.saturating_add(tables.bytes(&graph));
        let mut limits = options.limits;
        if let Some(most) = &mut limits.memory {
            let left = most.checked_sub(needed);
            *most = left.ok_or(LegOutcome::LimitReached(Limit::Memory))?;
        }
        Ok(Self {
            aim,
            holders: Holders::new(&graph, near, options.seed),
            assignment: (aim == Aim::Any).then(|| Assignment::new(to.len(), limits.memory)),
            distances: vec![NONE; from.len()],
            shortest: 0,
            graph,
            starts: starts.to_vec(),
            extent,
            from,
            targets: to.clone(),
            to,
            tables,
            threads: options.threads,
            seed: options.seed,
            limits,
            lacam: None,
            improvement: None,
            is_unsolvable: false,
        })
    }

    pub(super) fn expanded(&self) -> u64 {
        self.lacam.as_ref().map_or(0, |lacam| lacam.expanded)
    }

    pub(super) fn advance(&mut self, mut expansions: u64) -> Option<LegOutcome> {
        if !self.is_unsolvable && self.lacam.is_none() && !self.prepare(&mut expansions) {
            return None;
        }
        if self.is_unsolvable {
            return Some(LegOutcome::Unsolvable);
        }
        let begin = || Lacam::new(self.aim, &self.from, self.targets.clone(), &self.distances);
        let lacam = self.lacam.get_or_insert_with(begin);
        let mut steps = LegSteps {
            graph: &self.graph,
            tables: &mut self.tables,
            own: &mut self.holders,
        };
        lacam.advance(&mut steps, self.limits, expansions);
        match lacam.progress {
            Progress::Running => None,
            Progress::Unsolvable => Some(LegOutcome::Unsolvable),
            Progress::Limited(limit) => Some(LegOutcome::LimitReached(limit)),
            Progress::Found => self.plan().map(LegOutcome::Planned),
        }
    }

    /// Works out the steps to goals, and which agent goes where; returns whether that is done.
    fn prepare(&mut self, left: &mut u64) -> bool {
        if self.assignment.is_some() {
            if !self.assign(left) {
                return false;
            }
        } else {
            while self.tables.left() > 0 && !self.is_unsolvable {
                let most = usize::try_from(*left).unwrap_or(BLOCK);
                let most = most.min(BLOCK).min(self.tables.left());
                if most == 0 {
                    return false;
                }
                *left -= most as u64;
                let (ends, distances) = ((&self.from[..], false), &mut self.distances);
                let is_unsolvable = &mut self.is_unsolvable;
                let how = (most, self.threads);
                self.tables.make(&self.graph, ends, how, |agent, steps| {
                    distances[agent as usize] = steps;
                    *is_unsolvable |= steps == NONE;
                });
            }
            self.shortest = self.distances.iter().map(|&it| u64::from(it)).sum();
        }
        true
    }

    /// Goes on with the assignment; returns whether it is complete.
    fn assign(&mut self, left: &mut u64) -> bool {
        let Some(assignment) = &mut self.assignment else {
            return true;
        };
        let (graph, tables) = (&self.graph, &mut self.tables);
        let (from, threads) = (&self.from, self.threads);
        let mut rows = Vec::new();
        let row = |_| {
            tables.make(graph, (from, true), (1, threads), |_, steps| {
                rows.push(steps);
            });
            std::mem::take(&mut rows)
        };
        match assignment.advance(left, row) {
            Matched::Running => return false,
            Matched::Impossible => self.is_unsolvable = true,
            Matched::Done(goal_of, shortest) => {
                self.shortest = shortest;
                self.send(&goal_of);
            }
        }
        self.assignment = None;
        true
    }

    /// Sends each agent to where another one went, by the numbers of the agents.
    fn send(&mut self, whose: &[usize]) {
        self.tables.assign(whose);
        self.targets = whose.iter().map(|&it| self.targets[it]).collect();
        let agents = (0..).zip(&self.from);
        let steps = agents.map(|(agent, &from)| self.tables.steps(&self.graph, agent, from));
        self.distances = steps.collect();
    }

    pub(super) fn improve(&mut self, tries: u64) -> Option<u64> {
        let mut paths = self.paths()?;
        if self.improvement.is_none() {
            let ends = paths.iter().filter_map(|path| path.last().copied());
            let ends: Vec<u32> = ends.collect();
            let places = by_node(&self.targets);
            let whose = ends.iter().filter_map(|it| places.get(it).copied());
            let whose: Vec<usize> = whose.collect();
            if whose.len() == self.targets.len() {
                self.send(&whose);
            }
        }
        let mut world = LegWays {
            graph: &self.graph,
            tables: &mut self.tables,
            goals: &self.targets,
            near: self.holders.near(),
        };
        if self.improvement.is_none() {
            let bytes = self.limits.memory.unwrap_or(u64::MAX);
            if let Some(left) = bytes.checked_sub(Improvement::bytes(&world, &paths)) {
                let paths = std::mem::take(&mut paths);
                let distances = self.distances.clone();
                let begun = Improvement::new(&world, paths, distances, self.seed, left);
                self.improvement = Some(Box::new(begun));
            }
        }
        if let Some(improvement) = &mut self.improvement {
            for _ in 0..tries {
                if improvement.is_shortest() {
                    break;
                }
                improvement.round(&mut world);
            }
        }
        self.plan().map(|plan| plan.cost())
    }

    /// Returns the places of all agents of the best plan so far, step by step.
    fn paths(&self) -> Option<Vec<Vec<u32>>> {
        let lacam = self.lacam.as_ref()?;
        match &self.improvement {
            Some(improvement) => Some(improvement.paths().to_vec()),
            None => (lacam.progress == Progress::Found).then(|| lacam.paths()),
        }
    }

    pub(super) fn plan(&self) -> Option<LegPlan> {
        let paths = self.paths()?;
        let legs = paths.iter().map(|path| self.graph.legs(path)).collect();
        let plan = LegPlan::new(self.starts.clone(), legs, self.shortest);
        Some(plan.of_extent(self.extent))
    }

    /// Returns the number of the goal at which each agent arrives.
    pub(super) fn goals(&self) -> Vec<usize> {
        let numbers = by_node(&self.to);
        let paths = self.paths().unwrap_or_default();
        let ends = paths.iter().filter_map(|path| path.last());
        ends.filter_map(|it| numbers.get(it).copied()).collect()
    }
}

/// Returns the place of each node in a list.
fn by_node(nodes: &[u32]) -> AHashMap<u32, usize> {
    let mut places = AHashMap::with_hasher(RandomState::with_seeds(37, 38, 39, 40));
    places.extend(nodes.iter().enumerate().map(|(place, &node)| (node, place)));
    places
}

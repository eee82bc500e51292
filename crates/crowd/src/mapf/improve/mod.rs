//! The improvement of plans: another one whose agents spread over the world (`stages.rs`), unless the plan is a guided one
//! of a dense crowd, then a few agents at a time (large neighborhood search).
//!
//! A round takes the paths of a few agents away, those of an agent with a long detour and of agents in its way, and finds
//! new ones one after the other, each shortest among all others. The new ones stay if together they are no longer.
//!
//! # References
//! Li, Chen, Harabor, Stuckey, Koenig, "Anytime multi-agent path finding via large neighborhood search", IJCAI 2021.

mod detour;
mod grid;
mod group;
mod scatter;
mod stages;
mod visits;
mod ways;

use super::draws::Draws;
use super::roadmap::{Cell, NONE};
use detour::Detour;
use group::Kinds;
pub(super) use stages::{Anytime, Origin};
pub(super) use visits::Visits;
pub(super) use ways::{Way, Ways};

/// A plan that is being improved.
#[derive(Debug)]
pub(super) struct Improvement {
    paths: Vec<Vec<Cell>>,
    /// The distance of each agent from its goal.
    distances: Vec<u32>,
    visits: Visits,
    detour: Detour,
    kinds: Kinds,
    draws: Draws,
}

impl Improvement {
    /// Returns the bytes that paths take while they are improved, searches aside.
    pub(super) fn bytes(world: &impl Ways, paths: &[Vec<Cell>]) -> u64 {
        // Lists grow by doubling.
        let cells: usize = paths.iter().map(|path| 2 * path.len()).sum();
        let mut visits = 2 * paths.len();
        for path in paths {
            world.each_visit(path, |_, _| visits += 2);
        }
        let own = cells * size_of::<Cell>() + 32 * paths.len();
        let visited = Visits::bytes(world.cells(), visits);
        visited + own as u64 + Detour::bytes(world.places(), visits)
    }

    /// Takes over the paths of a plan; searches take at most so many bytes.
    pub(super) fn new(
        world: &impl Ways,
        mut paths: Vec<Vec<Cell>>,
        distances: Vec<u32>,
        seed: u64,
        bytes: u64,
    ) -> Self {
        for path in &mut paths {
            while path.len() > 1 && path[path.len() - 2] == path[path.len() - 1] {
                path.pop();
            }
        }
        let mut own = Self {
            visits: Visits::new(world.cells()),
            distances,
            detour: Detour::new(bytes),
            kinds: Kinds::new(),
            draws: Draws::new(seed),
            paths: Vec::new(),
        };
        for (agent, path) in (0..).zip(&paths) {
            own.add(world, agent, path);
        }
        own.paths = paths;
        own
    }

    fn add(&mut self, world: &impl Ways, agent: u32, path: &[Cell]) {
        world.each_visit(path, |cell, time| self.visits.add(agent, cell, time));
        if let Some((&last, before)) = path.split_last() {
            let cell = world.rests_at(last);
            self.visits.park(agent, cell, before.len() as u32);
        }
    }

    fn remove(&mut self, world: &impl Ways, path: &[Cell]) {
        world.each_visit(path, |cell, time| self.visits.remove(cell, time));
        if let Some(&last) = path.last() {
            self.visits.park(NONE, world.rests_at(last), NONE);
        }
    }

    pub(super) fn paths(&self) -> &[Vec<Cell>] {
        &self.paths
    }

    /// Returns whether every agent goes the shortest way.
    pub(super) fn is_shortest(&self) -> bool {
        (0..self.paths.len()).all(|agent| self.delay(agent) == 0)
    }

    fn delay(&self, agent: usize) -> u32 {
        (self.paths[agent].len() as u32 - 1).saturating_sub(self.distances[agent])
    }

    /// Tries new paths for a few agents.
    pub(super) fn round(&mut self, world: &mut impl Ways) {
        let kind = self.kinds.draw(&mut self.draws);
        let group = self.group(world, kind);
        let (cost, expanded) = (self.cost_of(&group), self.detour.expanded);
        self.replan(world, &group);
        let gain = cost - self.cost_of(&group);
        let work = self.detour.expanded - expanded;
        self.kinds.learn(kind, gain, work);
    }

    fn cost_of(&self, group: &[u32]) -> u64 {
        let paths = group.iter().map(|&agent| &self.paths[agent as usize]);
        paths.map(|path| path.len() as u64 - 1).sum()
    }

    /// Finds new paths for a few agents, and takes them over if together they are no longer.
    fn replan(&mut self, world: &mut impl Ways, group: &[u32]) {
        let before: Vec<Vec<Cell>> = group
            .iter()
            .map(|&agent| std::mem::take(&mut self.paths[agent as usize]))
            .collect();
        for path in &before {
            self.remove(world, path);
        }
        let cost =
            |paths: &[Vec<Cell>]| -> u32 { paths.iter().map(|path| path.len() as u32 - 1).sum() };
        let mut left = cost(&before);
        // The steps that those to come need at least.
        let mut needed: u32 = group
            .iter()
            .map(|&agent| self.distances[agent as usize])
            .sum();
        let mut found = Vec::with_capacity(group.len());
        for (&agent, old) in group.iter().zip(&before) {
            let distance = self.distances[agent as usize];
            needed -= distance;
            let ends = (agent, old[0], distance);
            let turn = self.draws.below(1 << 16);
            let Some(most) = left.checked_sub(needed) else {
                break;
            };
            let found_path = self.detour.find(world, &self.visits, ends, (most, turn));
            let Some(path) = found_path else {
                break;
            };
            left = left.saturating_sub(path.len() as u32 - 1);
            self.add(world, agent, &path);
            found.push(path);
        }
        let is_better = found.len() == group.len();
        if !is_better {
            for path in &found {
                self.remove(world, path);
            }
        }
        let chosen = if is_better { found } else { before };
        for (&agent, path) in group.iter().zip(chosen) {
            if !is_better {
                self.add(world, agent, &path);
            }
            self.paths[agent as usize] = path;
        }
    }
}

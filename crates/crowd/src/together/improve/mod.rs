//! The improvement of plans: another one whose agents spread over the world (`stages.rs`), then a few agents at a time
//! (large neighborhood search).
//!
//! A round takes the paths of a few agents away, those of an agent with a long detour and of agents in its way, and finds
//! new ones one after the other, each shortest among all others. The new ones stay if together they are no longer.
//!
//! # References
//! Li, Chen, Harabor, Stuckey, Koenig, "Anytime multi-agent path finding via large neighborhood search", IJCAI 2021.

mod detour;
mod group;
mod scatter;
mod stages;
mod visits;

use super::draws::Draws;
use super::roadmap::{Cell, Roadmap};
use super::step::conflicts::Contact;
use super::step::pibt::World;
use detour::Detour;
use group::Kinds;
pub(super) use stages::Anytime;
use visits::Visits;

/// A plan that is being improved.
#[derive(Debug)]
pub(super) struct Improvement {
    paths: Vec<Vec<Cell>>,
    /// The distance of each agent from its goal.
    distances: Vec<u32>,
    visits: Visits,
    contact: Contact,
    detour: Detour,
    kinds: Kinds,
    draws: Draws,
}

impl Improvement {
    /// Returns the bytes that paths take while they are improved, searches aside.
    pub(super) fn bytes(roadmap: &Roadmap, paths: &[Vec<Cell>]) -> u64 {
        // Lists grow by doubling.
        let cells: usize = paths.iter().map(|path| 2 * path.len()).sum();
        let own = cells * size_of::<Cell>() + 32 * paths.len();
        Visits::bytes(roadmap, cells) + own as u64 + Detour::bytes(roadmap, cells)
    }

    /// Takes over the paths of a plan; searches take at most so many bytes.
    pub(super) fn new(
        world: &World<'_>,
        mut paths: Vec<Vec<Cell>>,
        distances: Vec<u32>,
        contact: Contact,
        seed: u64,
        bytes: u64,
    ) -> Self {
        let mut visits = Visits::new(world.roadmap);
        for (agent, path) in (0..).zip(&mut paths) {
            while path.len() > 1 && path[path.len() - 2] == path[path.len() - 1] {
                path.pop();
            }
            visits.add(agent, path);
        }
        Self {
            paths,
            distances,
            visits,
            contact,
            detour: Detour::new(bytes),
            kinds: Kinds::new(),
            draws: Draws::new(seed),
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
    pub(super) fn round(&mut self, world: &mut World<'_>) {
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
    fn replan(&mut self, world: &mut World<'_>, group: &[u32]) {
        let before: Vec<Vec<Cell>> = group
            .iter()
            .map(|&agent| std::mem::take(&mut self.paths[agent as usize]))
            .collect();
        for path in &before {
            self.visits.remove(path);
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
            let Some(path) =
                self.detour
                    .find(world, (&self.visits, &self.contact), ends, (most, turn))
            else {
                break;
            };
            left = left.saturating_sub(path.len() as u32 - 1);
            self.visits.add(agent, &path);
            found.push(path);
        }
        let is_better = found.len() == group.len();
        if !is_better {
            for path in &found {
                self.visits.remove(path);
            }
        }
        let chosen = if is_better { found } else { before };
        for (&agent, path) in group.iter().zip(chosen) {
            if !is_better {
                self.visits.add(agent, &path);
            }
            self.paths[agent as usize] = path;
        }
    }
}

//! The improvement of plans, a few agents at a time (large neighborhood search).
//!
//! A round takes the paths of a few agents away, those of an agent with a long detour and of agents in its way, and finds
//! new ones one after the other, each shortest among all others. The new ones stay if together they are no longer.
//!
//! # References
//! Li, Chen, Harabor, Stuckey, Koenig, "Anytime multi-agent path finding via large neighborhood search", IJCAI 2021.

mod detour;
mod visits;

use super::draws::Draws;
use super::roadmap::distances::Nearness;
use super::roadmap::{Cell, NONE, Roadmap};
use super::step::conflicts::Contact;
use super::step::pibt::World;
use detour::Detour;
use visits::Visits;

/// The agents of a round, at least and at most.
const GROUP: (usize, usize) = (2, 5);
/// The agents among whose detours the longest is chosen.
const SAMPLE: usize = 6;

/// A plan that is being improved.
#[derive(Debug)]
pub(super) struct Improvement {
    paths: Vec<Vec<Cell>>,
    /// The distance of each agent from its goal.
    distances: Vec<u32>,
    visits: Visits,
    contact: Contact,
    detour: Detour,
    draws: Draws,
}

impl Improvement {
    /// Returns the bytes that paths take while they are improved, searches aside.
    pub(super) fn bytes(roadmap: &Roadmap, paths: &[Vec<Cell>]) -> u64 {
        // Lists grow by doubling.
        let cells: usize = paths.iter().map(|path| 2 * path.len()).sum();
        Visits::bytes(roadmap, cells) + (cells * size_of::<Cell>() + 32 * paths.len()) as u64
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
            draws: Draws::new(seed),
        }
    }

    pub(super) fn paths(&self) -> &[Vec<Cell>] {
        &self.paths
    }

    /// Returns the sum of costs.
    pub(super) fn cost(&self) -> u64 {
        self.paths.iter().map(|path| path.len() as u64 - 1).sum()
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
        let group = self.group(world);
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
            let Some(most) = left.checked_sub(needed) else {
                break;
            };
            let Some(path) = self
                .detour
                .find(world, (&self.visits, &self.contact), ends, most)
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
        for (agent, path) in group.into_iter().zip(chosen) {
            if !is_better {
                self.visits.add(agent, &path);
            }
            self.paths[agent as usize] = path;
        }
    }

    /// Chooses the agents of a round.
    fn group(&mut self, world: &mut World<'_>) -> Vec<u32> {
        let agents = self.paths.len();
        let size = (GROUP.0 + self.draws.below(GROUP.1 - GROUP.0 + 1)).min(agents);
        let sample = (0..SAMPLE)
            .map(|_| self.draws.below(agents))
            .collect::<Vec<_>>();
        let first = sample
            .into_iter()
            .max_by_key(|&agent| self.delay(agent))
            .unwrap_or(0) as u32;
        let mut group = vec![first];
        for _ in 0..4 * size {
            if group.len() >= size {
                break;
            }
            let along = group[self.draws.below(group.len())];
            self.walk(world, along, size, &mut group);
        }
        while group.len() < size {
            let agent = self.draws.below(agents) as u32;
            if !group.contains(&agent) {
                group.push(agent);
            }
        }
        for index in (1..group.len()).rev() {
            group.swap(index, self.draws.below(index + 1));
        }
        group
    }

    /// Walks from some place on the path of an agent toward its goal, and adds whoever is met.
    fn walk(&mut self, world: &mut World<'_>, agent: u32, size: usize, group: &mut Vec<u32>) {
        let path = &self.paths[agent as usize];
        let mut time = self.draws.below(path.len());
        let mut cell = path[time];
        for _ in 0..path.len() {
            if group.len() >= size {
                return;
            }
            let moves: Vec<Cell> = world.roadmap.moves(cell).map(|it| it.1).collect();
            if moves.is_empty() {
                return;
            }
            let first = self.draws.below(moves.len());
            let turned = moves[first..].iter().chain(&moves[..first]);
            let mut next = moves[first];
            for &to in turned {
                let there = self.visits.at(to, time as u32 + 1);
                if there != NONE && there != agent && !group.contains(&there) && group.len() < size
                {
                    group.push(there);
                }
                if world.nearness(agent, cell, to) == Nearness::Nearer {
                    next = to;
                }
            }
            (cell, time) = (next, time + 1);
            if cell == world.goals[agent as usize] {
                return;
            }
        }
    }
}

//! The choice of the agents of a round: in several ways, those that have paid off more often.
//!
//! # References
//! Ropke, Pisinger, "An adaptive large neighborhood search heuristic", Transportation Science 2006; for plans of many
//! agents Li et al., IJCAI 2021, and Li et al., "MAPF-LNS2: fast repairing for multi-agent path finding via large
//! neighborhood search", AAAI 2022.

use super::Improvement;
use super::ways::Ways;
use crate::mapf::draws::Draws;
use crate::mapf::roadmap::NONE;

/// The agents among whose detours the longest is chosen.
const SAMPLE: usize = 6;

/// A way to choose agents, with their number at least and at most.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// One with a long detour, and those that it meets on its way to the goal.
    Late(usize, usize),
    /// Agents that pass a place.
    Passing(usize, usize),
    /// Any.
    Drawn(usize, usize),
}

const KINDS: [Kind; 6] = [
    Kind::Late(1, 1),
    Kind::Late(2, 5),
    Kind::Late(6, 12),
    Kind::Passing(3, 8),
    Kind::Drawn(1, 1),
    Kind::Drawn(2, 6),
];

/// The weight of a kind at first, and the least, so that none is forgotten.
const FIRST: u64 = 1 << 20;
const LEAST: u64 = 1 << 8;
/// The weight of a step that is gained for each state that a search expands.
const GAIN: u64 = 1 << 24;
/// A distance that is no less than any.
const FAR: u32 = 1 << 30;
/// The states that a round counts as at least.
const ROUND: u64 = 64;

/// The ways to choose agents, weighted by what they have gained for their work.
#[derive(Debug)]
pub(super) struct Kinds([u64; KINDS.len()]);

impl Kinds {
    pub(super) const fn new() -> Self {
        Self([FIRST; KINDS.len()])
    }

    /// Draws the number of a kind.
    pub(super) fn draw(&self, draws: &mut Draws) -> usize {
        let sum: u64 = self.0.iter().sum();
        let mut left = draws.below(sum as usize) as u64;
        let last = KINDS.len() - 1;
        for (kind, &weight) in self.0.iter().enumerate() {
            if left < weight {
                return kind;
            }
            left -= weight;
        }
        last
    }

    /// Takes over what a round has gained.
    pub(super) fn learn(&mut self, kind: usize, gain: u64, work: u64) {
        let reward = gain.saturating_mul(GAIN) / (work + ROUND);
        let weight = &mut self.0[kind];
        *weight = ((*weight * 31 + reward.min(FIRST * 64)) / 32).max(LEAST);
    }
}

impl Improvement {
    /// Chooses the agents of a round, in the order in which they find new paths.
    pub(super) fn group(&mut self, world: &mut impl Ways, kind: usize) -> Vec<u32> {
        let (least, most) = match KINDS[kind] {
            Kind::Late(least, most) | Kind::Passing(least, most) | Kind::Drawn(least, most) => {
                (least, most)
            }
        };
        let agents = self.paths.len();
        let size = (least + self.draws.below(most - least + 1)).min(agents);
        let mut group = Vec::with_capacity(size);
        match KINDS[kind] {
            Kind::Late(..) => self.late(world, size, &mut group),
            Kind::Passing(..) => self.passing(world, size, &mut group),
            Kind::Drawn(..) => {}
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

    fn late(&mut self, world: &mut impl Ways, size: usize, group: &mut Vec<u32>) {
        let sample = (0..SAMPLE)
            .map(|_| self.draws.below(self.paths.len()))
            .collect::<Vec<_>>();
        let latest = sample.into_iter().max_by_key(|&agent| self.delay(agent));
        group.push(latest.unwrap_or(0) as u32);
        for _ in 0..4 * size {
            if group.len() >= size {
                break;
            }
            let along = group[self.draws.below(group.len())];
            self.walk(world, along, size, group);
        }
    }

    /// Adds agents that pass a cell on the path of some agent, or neighboring cells, at about the same time.
    fn passing(&mut self, world: &impl Ways, size: usize, group: &mut Vec<u32>) {
        let agent = self.draws.below(self.paths.len());
        let path = &self.paths[agent];
        let time = self.draws.below(path.len());
        group.push(agent as u32);
        let mut cells = vec![world.cell_at(path[time])];
        let mut next = 0;
        while let Some(&cell) = cells.get(next).filter(|_| next < 32) {
            next += 1;
            for other in self.visits.about(world.rests_at(cell), time as u32) {
                if group.len() >= size {
                    return;
                }
                if !group.contains(&other) {
                    group.push(other);
                }
            }
            world.each_beside(cell, |to| {
                if !cells.contains(&to) {
                    cells.push(to);
                }
            });
        }
    }

    /// Walks from some place on the path of an agent toward its goal, and adds the agents that it meets.
    fn walk(&mut self, world: &mut impl Ways, agent: u32, size: usize, group: &mut Vec<u32>) {
        let path = &self.paths[agent as usize];
        let mut time = self.draws.below(path.len());
        let mut cell = world.cell_at(path[time]);
        let mut ways = Vec::new();
        for _ in 0..path.len() {
            if group.len() >= size {
                return;
            }
            ways.clear();
            world.list(agent, cell, FAR, &mut ways);
            // The last one is to stay.
            let Some(here) = ways.pop() else {
                return;
            };
            if ways.is_empty() {
                return;
            }
            let first = self.draws.below(ways.len());
            let turned = ways[first..].iter().chain(&ways[..first]);
            let mut next = ways[first];
            for &way in turned {
                let there = self
                    .visits
                    .at(world.rests_at(way.to), time as u32 + way.steps);
                if there != NONE && there != agent && !group.contains(&there) && group.len() < size
                {
                    group.push(there);
                }
                if way.distance < here.distance {
                    next = way;
                }
            }
            (cell, time) = (next.to, time + next.steps as usize);
            if world.rests_at(cell) == world.goal(agent) {
                return;
            }
        }
    }
}

//! The stages of the improvement of a plan, each divided into tries: ways that spread agents over the world, another plan
//! that prefers these ways, then few agents at a time.

use super::super::lacam::{Aim, Lacam, Progress};
use super::super::options::Limits;
use super::super::roadmap::Cell;
use super::super::step::pibt::{GridSteps, Pibt, World};
use super::grid::GridWays;
use super::scatter::Scatter;
use super::{Improvement, Ways};

/// The cells that are looked at in one try, and the steps of agents.
const WORK: usize = 1 << 14;

#[derive(Debug)]
enum Stage {
    Scattering(Box<Scatter>),
    Guided(Box<Lacam>),
    Local(Box<Improvement>),
    /// The end, where memory is too little to go on.
    Over,
}

/// The origin of a plan that is to be improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The search over configurations, whose agents were guided past each other.
    Guided,
    Other,
}

/// The cells for each agent below which a guided plan is shorter than one whose agents spread. Measured: spreading improves
/// guided plans of 14 cells an agent and more, and takes its time for nothing from 8 on.
const CROWDED: usize = 10;

/// A plan that becomes better by and by.
#[derive(Debug)]
pub(crate) struct Anytime {
    /// The plan, unless the last stage has it.
    paths: Vec<Vec<Cell>>,
    /// The lower bounds of the distances of all agents.
    distances: Vec<u32>,
    seed: u64,
    /// The bytes that may be used besides the roadmap and its tables.
    bytes: u64,
    origin: Origin,
    stage: Stage,
}

impl Anytime {
    /// Takes over the paths of a plan in flight, to be improved in so many bytes at most.
    pub(crate) fn new(
        paths: Vec<Vec<Cell>>,
        distances: Vec<u32>,
        (seed, bytes): (u64, u64),
        origin: Origin,
    ) -> Self {
        let scatter = Scatter::new(paths.len(), seed);
        Self {
            paths,
            distances,
            seed,
            bytes,
            origin,
            stage: Stage::Scattering(Box::new(scatter)),
        }
    }

    /// Takes over the paths of a plan of any kind, to be improved a few agents at a time.
    pub(crate) fn local(
        paths: Vec<Vec<Cell>>,
        distances: Vec<u32>,
        (seed, bytes): (u64, u64),
        world: &impl Ways,
    ) -> Self {
        let mut own = Self {
            paths,
            distances,
            seed,
            bytes,
            origin: Origin::Other,
            stage: Stage::Over,
        };
        own.begin_local(world);
        own
    }

    pub(crate) fn paths(&self) -> &[Vec<Cell>] {
        match &self.stage {
            Stage::Local(local) => local.paths(),
            _ => &self.paths,
        }
    }

    /// Returns the sum of costs.
    pub(crate) fn cost(&self) -> u64 {
        self.paths().iter().map(|path| length(path) as u64).sum()
    }

    /// Returns whether no try will change anything.
    pub(crate) fn is_over(&self) -> bool {
        match &self.stage {
            Stage::Local(local) => local.is_shortest(),
            Stage::Over => true,
            _ => self.cost() == self.distances.iter().map(|&it| u64::from(it)).sum::<u64>(),
        }
    }

    /// Makes one try in flight.
    pub(crate) fn round(&mut self, world: &mut World<'_>, pibt: &mut Pibt) {
        match &mut self.stage {
            Stage::Scattering(scatter) => {
                let starts: Vec<Cell> = self.paths.iter().map(|path| path[0]).collect();
                let cells = self.paths.iter().map(Vec::len).sum();
                let is_crowded = world.roadmap.cell_count() < CROWDED * starts.len();
                let is_best = self.origin == Origin::Guided && is_crowded;
                if is_best || Scatter::bytes(cells) > self.bytes {
                    let contact = &pibt.contact;
                    self.begin_local(&GridWays { world, contact });
                } else if scatter.advance(world, &starts, &self.distances, WORK) {
                    pibt.guide = Some(scatter.guide());
                    let goals = world.goals.to_vec();
                    let lacam = Lacam::new(Aim::Own, &starts, goals, &self.distances);
                    self.stage = Stage::Guided(Box::new(lacam));
                }
            }
            Stage::Guided(lacam) => {
                let agents = self.paths.len();
                let steps = self.paths.iter().map(|path| length(path)).max();
                let most = 2 * steps.unwrap_or(0) as u64 + 16;
                let held = Scatter::bytes(self.paths.iter().map(Vec::len).sum());
                let left = self.bytes.saturating_sub(held);
                let limits = Limits::none().expanded(most).memory(left);
                let world = World {
                    roadmap: world.roadmap,
                    tables: &mut *world.tables,
                    goals: world.goals,
                };
                let expansions = (WORK / agents.max(1)).max(1) as u64;
                let mut steps = GridSteps { pibt, world };
                lacam.advance(&mut steps, limits, expansions);
                if lacam.progress == Progress::Running {
                    return;
                }
                let GridSteps { pibt, mut world } = steps;
                if lacam.progress == Progress::Found {
                    let paths = lacam.paths();
                    let cost = |paths: &[Vec<Cell>]| -> usize {
                        paths.iter().map(|path| length(path)).sum()
                    };
                    if cost(&paths) < cost(&self.paths) {
                        self.paths = paths;
                    }
                }
                let (world, contact) = (&mut world, &pibt.contact);
                self.begin_local(&GridWays { world, contact });
                pibt.guide = None;
            }
            Stage::Local(_) | Stage::Over => {
                let contact = &pibt.contact;
                self.local_round(&mut GridWays { world, contact });
            }
        }
    }

    /// Makes one try to improve few agents, if that has begun.
    pub(crate) fn local_round(&mut self, world: &mut impl Ways) {
        if let Stage::Local(local) = &mut self.stage {
            local.round(world);
        }
    }

    /// Begins to improve few agents at a time, if memory suffices.
    fn begin_local(&mut self, world: &impl Ways) {
        let needed = Improvement::bytes(world, &self.paths);
        self.stage = match self.bytes.checked_sub(needed) {
            None => Stage::Over,
            Some(left) => Stage::Local(Box::new(Improvement::new(
                world,
                std::mem::take(&mut self.paths),
                self.distances.clone(),
                self.seed,
                left,
            ))),
        };
    }
}

/// Returns the steps until an agent stands at the end of its path permanently.
fn length(path: &[Cell]) -> usize {
    let last = path.last();
    let moving = path.iter().rposition(|cell| Some(cell) != last);
    moving.map_or(0, |last| last + 1)
}

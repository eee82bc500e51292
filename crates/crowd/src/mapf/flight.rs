//! Agents that move from cell to cell, whose legs take a step each.

use voxnav::MoveSet;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::error::JointPlanError;
use super::improve::{Anytime, Origin};
use super::kind::{Ends, Kind, Prepared};
use super::lacam::Lacam;
use super::options::{JointOptions, Limits, USUAL_BYTES};
use super::plan::{JointOutcome, JointPlan};
use super::roadmap::tables::{AtStart, Tables};
use super::roadmap::{Cell, Roadmap};
use super::step::conflicts::Contact;
use super::step::pibt::{GridSteps, Pibt, World};
use super::turns::LifelongState;
use super::windows::Windows;

#[derive(Debug)]
pub(super) struct Flight {
    roadmap: Roadmap,
    tables: Tables,
    pibt: Pibt,
    /// About how far each agent is from its goal, for the search that begins.
    about: Vec<u32>,
    /// The states that guidance expanded for the plan that is improved.
    guided: u64,
    /// The most bytes for this and for tables of goals that come one after the other.
    most_bytes: u64,
}

/// Agents with the cells of their starts and goals, and the distances between them.
type FlightEnds = (Flight, [Vec<Cell>; 2], Vec<AtStart>);

impl Flight {
    /// Finds the cells that agents reach, and distances to goals.
    fn new(
        world: &Traversability,
        [starts, goals]: [&[IVec3]; 2],
        options: &JointOptions,
    ) -> Result<FlightEnds, JointOutcome> {
        let most_bytes = options.limits.memory;
        let moves = (options.moves, options.corners);
        let roadmap = Roadmap::new(world, moves, starts, most_bytes)?;
        let numbers = |places| roadmap.all(places).ok_or(JointOutcome::Unsolvable);
        let (from, to) = (numbers(starts)?, numbers(goals)?);
        let (tables, distances) = Tables::new(&roadmap, &from, &to, options)?;
        let contact = Contact::new(options.bodies);
        let own = Self {
            pibt: Pibt::new(&roadmap, from.len(), contact, options.seed),
            roadmap,
            tables,
            about: Vec::new(),
            guided: 0,
            most_bytes: most_bytes.unwrap_or(USUAL_BYTES),
        };
        Ok((own, [from, to], distances))
    }

    /// Sets up the guidance of agents, if the options ask for it and it fits into the memory limit besides `held`
    /// bytes.
    fn guide(&mut self, agents: usize, held: u64, options: &JointOptions) {
        let left = options.limits.memory.map(|most| most.saturating_sub(held));
        self.pibt.windows = Windows::of_options(&self.roadmap, agents, options.guidance, left);
    }

    /// Prepares a search.
    pub(super) fn searching(
        world: &Traversability,
        ends: [&[IVec3]; 2],
        options: &JointOptions,
    ) -> Result<(Box<dyn Kind>, Ends), JointOutcome> {
        let (mut own, [from, goals], distances) = Self::new(world, ends, options)?;
        let about: Option<Vec<u32>> = distances.into_iter().collect();
        let about = about.ok_or(JointOutcome::Unsolvable)?;
        let distances = if own.tables.are_exact() {
            about.clone()
        } else {
            in_open_space(options.moves, ends)
        };
        own.about = about;
        own.guide(from.len(), own.bytes(), options);
        let ends = Ends {
            from,
            goals,
            shortest: distances.iter().map(|&it| u64::from(it)).sum(),
            distances,
        };
        Ok((Box::new(own), ends))
    }

    /// Puts agents without end at their starts.
    pub(super) fn without_end(
        world: &Traversability,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<(Box<dyn Kind>, Vec<Cell>), JointPlanError> {
        let made = Self::new(world, [starts; 2], options);
        let (mut own, [cells, _], _) = made.map_err(|_| JointPlanError::Memory)?;
        own.guide(cells.len(), own.roadmap.bytes(), options);
        Ok((Box::new(own), cells))
    }

    fn steps<'a>(&'a mut self, goals: &'a [Cell]) -> GridSteps<'a> {
        let world = World {
            roadmap: &self.roadmap,
            tables: &mut self.tables,
            goals,
        };
        let pibt = &mut self.pibt;
        GridSteps { pibt, world }
    }
}

impl Kind for Flight {
    fn number(&self, cell: IVec3) -> Option<Cell> {
        self.roadmap.cell(cell)
    }

    fn cell(&self, place: Cell) -> IVec3 {
        self.roadmap.place(place)
    }

    fn path(&self, plan: &JointPlan, agent: usize, _: Cell) -> Vec<Cell> {
        let cells = plan.path(agent);
        cells.iter().filter_map(|&it| self.number(it)).collect()
    }

    fn bytes(&self) -> u64 {
        let windows = self.pibt.windows.as_ref();
        let windows = windows.map_or(0, |it| it.bytes_in_use(&self.roadmap));
        self.roadmap.bytes() + self.tables.bytes(&self.roadmap) + windows
    }

    fn prepare(&mut self, _: &mut Ends, _: &mut u64) -> Prepared {
        Prepared::Ready(std::mem::take(&mut self.about))
    }

    fn search(&mut self, lacam: &mut Lacam, goals: &[Cell], limits: Limits, expansions: u64) {
        lacam.advance(&mut self.steps(goals), limits, expansions);
    }

    fn begin(
        &mut self,
        paths: Vec<Vec<Cell>>,
        origin: Origin,
        ends: &mut Ends,
        options: &JointOptions,
    ) -> Anytime {
        self.guided = self.guided();
        let origin = match self.pibt.windows.take() {
            Some(_) => origin,
            None => Origin::Other,
        };
        let bytes = options.limits.memory.unwrap_or(u64::MAX);
        let bytes = bytes.saturating_sub(self.bytes());
        Anytime::new(paths, ends.distances.clone(), (options.seed, bytes), origin)
    }

    fn improve(&mut self, paths: &mut Anytime, goals: &[Cell]) {
        let GridSteps { pibt, mut world } = self.steps(goals);
        paths.round(&mut world, pibt);
    }

    fn plan(&self, paths: &[Vec<Cell>], shortest: u64) -> JointPlan {
        let cells = |path: &Vec<Cell>| path.iter().map(|&it| self.roadmap.place(it)).collect();
        JointPlan::new(paths.iter().map(cells).collect(), shortest)
    }

    fn guided(&self) -> u64 {
        let windows = self.pibt.windows.as_ref();
        windows.map_or(self.guided, |it| it.expanded())
    }

    fn send(&mut self, agent: u32, from: Cell, to: Cell) -> Option<u32> {
        let mut held = self.roadmap.bytes();
        if let Some(windows) = &mut self.pibt.windows {
            windows.forget(&self.roadmap, agent);
            held += windows.bytes_in_use(&self.roadmap);
        }
        let most = self.most_bytes.saturating_sub(held);
        self.tables.retarget(&self.roadmap, agent, (from, to), most)
    }

    fn turn(&mut self, turns: &mut LifelongState, goals: &[Cell], limits: Limits) {
        turns.advance(goals, &mut self.steps(goals), limits);
    }
}

/// Returns the number of moves between starts and goals in open space: lower bounds of their distances.
fn in_open_space(moves: MoveSet, [starts, goals]: [&[IVec3]; 2]) -> Vec<u32> {
    let pairs = starts.iter().zip(goals);
    let distances = pairs.map(|(start, goal)| {
        let apart = (goal - start).abs().as_uvec3();
        let (axis, sum) = (apart.max_element(), apart.element_sum());
        match moves {
            MoveSet::Face6 | MoveSet::Planar4(_) => sum,
            MoveSet::Edge18 => axis.max(sum.div_ceil(2)),
            _ => axis,
        }
    });
    distances.collect()
}

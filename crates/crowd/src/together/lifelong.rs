//! Agents whose goals change whenever one is reached, step by step: warehouses and swarms.
//!
//! Each step is one of PIBT, in which those that have been under way for longest go first. Where an agent does not get to
//! its goal for long, a *rescue* is planned: a search over configurations (LaCAM) for one in which that agent is at its
//! goal, whatever becomes of the others.
//!
//! # References
//! Okumura, Machida, Défago, Tamura, "Priority inheritance with backtracking for iterative multi-agent path finding",
//! Artificial Intelligence 310, 2022: there, agents reach their goals again and again if any two cells beside each other
//! lie on a circle. The rescue adds the graphs for which that does not hold.

use std::collections::VecDeque;

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::checks::check;
use super::error::TogetherError;
use super::lacam::{Aim, Lacam, Progress};
use super::options::{JointOptions, Limits};
use super::roadmap::tables::Tables;
use super::roadmap::{Cell, Roadmap};
use super::step::conflicts::Contact;
use super::step::pibt::{GridSteps, Pibt, World};
use super::step::{Steps, Ties};

/// The steps after which an agent is rescued: so many, and so many times its distance.
const PATIENCE: (u32, u32) = (64, 4);
/// The configurations that a rescue expands, unless a limit is set.
const RESCUE: u64 = 5000;
/// The bytes for distances where no limit is set.
const USUAL_BYTES: u64 = 1 << 29;

/// Agents that go from goal to goal without end, one step at a time.
///
/// # Guarantees
///
/// Nobody ever meets anybody. Every agent reaches its goal after finitely many steps, if the others can make room for it
/// from where they are, as far as [`Limits::expanded`] configurations show, 5,000 unless set. Equal calls give equal
/// steps.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::together::{JointOptions, Lifelong};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 1)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let ends = [IVec3::ZERO, IVec3::new(8, 8, 0)];
/// let mut fleet = Lifelong::new(&world, &ends, &JointOptions::new())?;
/// fleet.set_goal(0, ends[1])?;
/// fleet.set_goal(1, ends[0])?;
/// let mut reached = 0;
/// while reached < 10 {
///     fleet.next_step();
///     for agent in 0..2 {
///         if fleet.has_reached(agent) {
///             reached += 1;
///             fleet.set_goal(agent, ends[reached % 2])?;
///         }
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Lifelong {
    options: JointOptions,
    world: Traversability,
    roadmap: Roadmap,
    tables: Tables,
    pibt: Pibt,
    cells: Vec<Cell>,
    places: Vec<IVec3>,
    goals: Vec<Cell>,
    /// The steps since each agent was sent, and those after which it is rescued; zero for one at its goal.
    waited: Vec<u32>,
    patience: Vec<u32>,
    /// The steps of a rescue that are still to be made.
    planned: VecDeque<Vec<Cell>>,
    order: Vec<u32>,
    steps: u64,
    rescues: u64,
}

impl Lifelong {
    /// Puts agents at their starts, where they stay until they are [sent](Self::set_goal) somewhere.
    ///
    /// # Errors
    ///
    /// [`TogetherError`], which names the agents.
    pub fn new(
        world: &Traversability,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        check(world, starts, starts, options.bodies)?;
        let moves = (options.moves, options.corners);
        let roadmap = Roadmap::new(world, moves, starts, options.limits.memory);
        let roadmap = roadmap.map_err(|_| TogetherError::Memory)?;
        let cells: Vec<Cell> = starts.iter().filter_map(|&it| roadmap.cell(it)).collect();
        let tables = Tables::new(&roadmap, &cells, &cells, options);
        let (tables, _) = tables.map_err(|_| TogetherError::Memory)?;
        let contact = Contact::new(options.bodies);
        Ok(Self {
            options: options.clone(),
            world: world.clone(),
            pibt: Pibt::new(&roadmap, cells.len(), contact, options.seed),
            goals: cells.clone(),
            waited: vec![0; cells.len()],
            patience: vec![0; cells.len()],
            places: starts.to_vec(),
            planned: VecDeque::new(),
            order: Vec::new(),
            steps: 0,
            rescues: 0,
            roadmap,
            tables,
            cells,
        })
    }

    /// Sends an agent to a goal, at any time. Several agents may be sent to one goal; the next comes when the one before
    /// has been sent elsewhere.
    ///
    /// # Errors
    ///
    /// [`TogetherError::NoAgent`], [`TogetherError::GoalOutside`], [`TogetherError::GoalBlocked`] and
    /// [`TogetherError::Unreachable`]; the agent then keeps the goal that it has.
    pub fn set_goal(&mut self, agent: usize, goal: IVec3) -> Result<(), TogetherError> {
        let Some(&from) = self.cells.get(agent) else {
            return Err(TogetherError::NoAgent(agent));
        };
        if !self.world.bounds().contains(goal) {
            return Err(TogetherError::GoalOutside { agent, cell: goal });
        }
        if !self.world.is_traversable(goal) {
            return Err(TogetherError::GoalBlocked { agent, cell: goal });
        }
        let unreachable = TogetherError::Unreachable { agent, cell: goal };
        let to = self.roadmap.cell(goal).ok_or(unreachable.clone())?;
        let most = self.options.limits.memory.unwrap_or(USUAL_BYTES);
        let most = most.saturating_sub(self.roadmap.bytes());
        let mut send = |to| {
            self.tables
                .retarget(&self.roadmap, agent as u32, (from, to), most)
        };
        let Some(distance) = send(to) else {
            send(self.goals[agent]);
            return Err(unreachable);
        };
        self.goals[agent] = to;
        self.waited[agent] = 0;
        self.patience[agent] = PATIENCE
            .0
            .saturating_add(PATIENCE.1.saturating_mul(distance));
        Ok(())
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.cells.len()
    }

    /// Returns the cell of each agent.
    #[must_use]
    pub fn cells(&self) -> &[IVec3] {
        &self.places
    }

    /// Returns whether an agent is at its goal; false for one that there is not.
    #[must_use]
    pub fn has_reached(&self, agent: usize) -> bool {
        self.cells
            .get(agent)
            .is_some_and(|&cell| cell == self.goals[agent])
    }

    /// Returns the number of steps so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns how often a way had to be searched for an agent that did not get to its goal by itself.
    #[must_use]
    pub fn rescues(&self) -> u64 {
        self.rescues
    }

    /// Takes all agents on by one step, and returns the cell of each after it.
    ///
    /// # Complexity
    ///
    /// About a microsecond for each agent. A rescue takes as many steps at once as its configurations.
    pub fn next_step(&mut self) -> &[IVec3] {
        if self.planned.is_empty() {
            self.rescue();
        }
        match self.planned.pop_front() {
            Some(cells) => self.cells = cells,
            None => self.decide(),
        }
        self.steps += 1;
        for (agent, place) in self.places.iter_mut().enumerate() {
            *place = self.roadmap.place(self.cells[agent]);
            let waited = &mut self.waited[agent];
            *waited = if self.cells[agent] == self.goals[agent] {
                0
            } else {
                waited.saturating_add(1)
            };
        }
        &self.places
    }

    /// Decides a step by PIBT; all stay where that finds none.
    fn decide(&mut self) {
        self.order.clear();
        self.order.extend((0..).take(self.cells.len()));
        let waited = &self.waited;
        self.order
            .sort_by_key(|&agent| std::cmp::Reverse(waited[agent as usize]));
        let world = World {
            roadmap: &self.roadmap,
            tables: &mut self.tables,
            goals: &self.goals,
        };
        let mut steps = GridSteps {
            pibt: &mut self.pibt,
            world,
        };
        let order = self.order.iter().copied();
        if steps.decide_all(&self.cells, order, std::iter::empty(), Ties::Spread) {
            self.cells.copy_from_slice(steps.decided());
        }
    }

    /// Plans for the agent that has been under way for longest, if its patience is at an end.
    fn rescue(&mut self) {
        let agents = 0..self.cells.len();
        let impatient = agents.filter(|&agent| self.waited[agent] > self.patience[agent]);
        let Some(agent) = impatient.max_by_key(|&agent| self.waited[agent]) else {
            return;
        };
        self.rescues += 1;
        // Until it is tried again, everybody else has had its turn.
        self.patience[agent] = self.waited[agent].saturating_mul(2);
        let mut distances = self.waited.clone();
        distances[agent] = u32::MAX;
        let aim = Aim::One(agent as u32);
        let mut lacam = Lacam::new(aim, &self.cells, self.goals.clone(), &distances);
        let world = World {
            roadmap: &self.roadmap,
            tables: &mut self.tables,
            goals: &self.goals,
        };
        let mut steps = GridSteps {
            pibt: &mut self.pibt,
            world,
        };
        let most = self.options.limits.expanded.unwrap_or(RESCUE);
        let mut limits = Limits::none().expanded(most);
        limits.memory = self.options.limits.memory;
        while lacam.progress == Progress::Running {
            lacam.advance(&mut steps, limits, u64::MAX);
        }
        if lacam.progress == Progress::Found {
            let paths = lacam.paths();
            let length = paths.first().map_or(0, Vec::len);
            self.planned = (1..length)
                .map(|step| paths.iter().map(|path| path[step]).collect())
                .collect();
        }
    }
}

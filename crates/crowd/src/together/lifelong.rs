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

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::checks::check;
use super::error::TogetherError;
use super::options::JointOptions;
use super::roadmap::tables::Tables;
use super::roadmap::{Cell, Roadmap};
use super::step::conflicts::Contact;
use super::step::pibt::{GridSteps, Pibt, World};
use super::turns::Turns;

/// The bytes for distances where no limit is set.
const USUAL_BYTES: u64 = 1 << 29;

/// Agents that go from goal to goal without end, one step at a time.
///
/// # Guarantees
///
/// Nobody ever meets anybody. Every agent reaches its goal after finitely many steps, if the others can make room for it
/// from where they are, as far as [`Limits::expanded`](super::Limits) configurations show, 5,000 unless set. Equal calls
/// give equal steps. [`LifelongLegs`](super::LifelongLegs) is for agents on the ground.
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
    turns: Turns,
    places: Vec<IVec3>,
    goals: Vec<Cell>,
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
            turns: Turns::new(cells.clone()),
            goals: cells,
            places: starts.to_vec(),
            roadmap,
            tables,
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
        let Some(&from) = self.turns.cells.get(agent) else {
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
        self.turns.send(agent, distance);
        Ok(())
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.places.len()
    }

    /// Returns the cell of each agent.
    #[must_use]
    pub fn cells(&self) -> &[IVec3] {
        &self.places
    }

    /// Returns whether an agent is at its goal; false for one that there is not.
    #[must_use]
    pub fn has_reached(&self, agent: usize) -> bool {
        let cell = self.turns.cells.get(agent);
        cell.is_some_and(|&cell| cell == self.goals[agent])
    }

    /// Returns the number of steps so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.turns.steps
    }

    /// Returns how often a way had to be searched for an agent that did not get to its goal by itself.
    #[must_use]
    pub fn rescues(&self) -> u64 {
        self.turns.rescues
    }

    /// Takes all agents on by one step, and returns the cell of each after it.
    ///
    /// # Complexity
    ///
    /// About a microsecond for each agent. A rescue takes as many steps at once as its configurations.
    pub fn next_step(&mut self) -> &[IVec3] {
        let world = World {
            roadmap: &self.roadmap,
            tables: &mut self.tables,
            goals: &self.goals,
        };
        let mut steps = GridSteps {
            pibt: &mut self.pibt,
            world,
        };
        let limits = self.options.limits;
        self.turns.advance(&self.goals, &mut steps, limits);
        for (place, &cell) in self.places.iter_mut().zip(&self.turns.cells) {
            *place = self.roadmap.place(cell);
        }
        &self.places
    }
}

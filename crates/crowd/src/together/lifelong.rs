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
use voxnav::ground::Successors;

use super::checks::check;
use super::error::TogetherError;
use super::legs::{LegFleet, PlannedLeg};
use super::options::{JointOptions, Limits, USUAL_BYTES};
use super::roadmap::tables::Tables;
use super::roadmap::{Cell, Roadmap};
use super::step::conflicts::Contact;
use super::step::pibt::{GridSteps, Pibt, World};
use super::step::windows::Windows;
use super::turns::{Kind, Turns};

/// Agents that go from goal to goal without end, one step at a time: in flight, or by [legs](Self::of_legs).
///
/// # Guarantees
///
/// Nobody ever meets anybody. Every agent reaches its goal after finitely many steps, if the others can make room for it
/// from where they are, as far as [`Limits::expanded`](super::Limits) configurations show, 5,000 unless set. Equal calls
/// give equal steps.
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
    kind: Box<dyn Kind>,
    turns: Turns,
    places: Vec<IVec3>,
    goals: Vec<Cell>,
}

impl Lifelong {
    /// Puts agents that move from cell to cell at their starts, where they stay until they are [sent](Self::set_goal)
    /// somewhere.
    ///
    /// # Errors
    ///
    /// [`TogetherError`], which names the agents.
    pub fn new(
        world: &Traversability,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        let (kind, cells) = Grid::new(world, starts, options)?;
        Ok(Self::of_kind(Box::new(kind), cells, starts))
    }

    /// Puts agents at their starts that go by legs: on the ground, or by moves of your own. A leg takes its cost in steps,
    /// rounded up, and holds all its cells meanwhile, as for [`plan_legs`](super::plan_legs).
    ///
    /// # Errors
    ///
    /// [`TogetherError`], which names the agents.
    ///
    /// # Complexity
    ///
    /// A search by steps for each goal, as far as agents ask for it, over the cells that agents reach, and four bytes for
    /// each of these cells. Tables of goals are kept for agents that come later, in the bytes of half the limit.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder};
    /// use voxnav::ground::{Ground, Locomotion};
    /// use voxnav_crowd::together::{JointOptions, Lifelong};
    ///
    /// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(7, 4, 3)))?.commit();
    /// let ground = Ground::new(&floor, &Locomotion::walker())?;
    /// let ends = [IVec3::new(0, 1, 0), IVec3::new(6, 2, 0)];
    /// let mut fleet = Lifelong::of_legs(&ground.moves(), &ends, &JointOptions::new())?;
    /// let mut reached = 0;
    /// while reached < 6 {
    ///     for agent in 0..fleet.agents() {
    ///         if fleet.has_reached(agent) {
    ///             reached += 1;
    ///             fleet.set_goal(agent, ends[reached % 2])?;
    ///         }
    ///     }
    ///     fleet.next_step();
    ///     assert_ne!(fleet.cells()[0], fleet.cells()[1]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_legs<S: Successors>(
        moves: &S,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        let (kind, nodes) = LegFleet::new(moves, starts, options)?;
        Ok(Self::of_kind(Box::new(kind), nodes, starts))
    }

    fn of_kind(kind: Box<dyn Kind>, cells: Vec<Cell>, starts: &[IVec3]) -> Self {
        Self {
            kind,
            turns: Turns::new(cells.clone()),
            places: starts.to_vec(),
            goals: cells,
        }
    }

    /// Sends an agent to a goal, at any time; one on a leg ends it first. Several agents may be sent to one goal; the next
    /// comes when the one before has been sent elsewhere.
    ///
    /// # Errors
    ///
    /// [`TogetherError::NoAgent`], [`TogetherError::GoalOutside`], [`TogetherError::GoalBlocked`] and
    /// [`TogetherError::Unreachable`], by legs also for a cell where nobody can stand; the agent then keeps the goal that
    /// it has.
    pub fn set_goal(&mut self, agent: usize, goal: IVec3) -> Result<(), TogetherError> {
        let Some(&from) = self.turns.cells.get(agent) else {
            return Err(TogetherError::NoAgent(agent));
        };
        let to = self.kind.goal(agent, goal)?;
        let Some(distance) = self.kind.send(agent as u32, from, to) else {
            self.kind.send(agent as u32, from, self.goals[agent]);
            return Err(TogetherError::Unreachable { agent, cell: goal });
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

    /// Returns the cell of each agent, or that which it has left last while it is on a leg of several steps.
    #[must_use]
    pub fn cells(&self) -> &[IVec3] {
        &self.places
    }

    /// Returns the leg of several steps that an agent is on, by the steps since the beginning; nothing for one that rests
    /// or moves from cell to cell, or that there is not.
    #[must_use]
    pub fn leg(&self, agent: usize) -> Option<PlannedLeg> {
        self.kind.leg(agent)
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

    /// Takes all agents on by one step, and returns [the cell](Self::cells) of each after it.
    ///
    /// # Complexity
    ///
    /// About a microsecond for each agent, guided one to ten, more the denser they are; by legs the cells that agents hold. A rescue takes as many steps at once as its
    /// configurations.
    pub fn next_step(&mut self) -> &[IVec3] {
        self.kind
            .advance(&mut self.turns, &self.goals, &mut self.places);
        &self.places
    }
}

/// The world of agents that move from cell to cell, with what is known of it.
#[derive(Debug)]
struct Grid {
    world: Traversability,
    roadmap: Roadmap,
    tables: Tables,
    pibt: Pibt,
    limits: Limits,
}

impl Grid {
    fn new(
        world: &Traversability,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<(Self, Vec<Cell>), TogetherError> {
        check(world, starts, starts, options.bodies)?;
        let moves = (options.moves, options.corners);
        let roadmap = Roadmap::new(world, moves, starts, options.limits.memory);
        let roadmap = roadmap.map_err(|_| TogetherError::Memory)?;
        let cells: Vec<Cell> = starts.iter().filter_map(|&it| roadmap.cell(it)).collect();
        let tables = Tables::new(&roadmap, &cells, &cells, options);
        let (tables, _) = tables.map_err(|_| TogetherError::Memory)?;
        let contact = Contact::new(options.bodies);
        let mut pibt = Pibt::new(&roadmap, cells.len(), contact, options.seed);
        let left = (options.limits.memory).map(|most| most.saturating_sub(roadmap.bytes()));
        let windows = Windows::of_options(&roadmap, cells.len(), options.guidance, left);
        pibt.windows = windows.map(Box::new);
        let own = Self {
            world: world.clone(),
            pibt,
            roadmap,
            tables,
            limits: options.limits,
        };
        Ok((own, cells))
    }
}

impl Kind for Grid {
    fn goal(&self, agent: usize, cell: IVec3) -> Result<Cell, TogetherError> {
        if !self.world.bounds().contains(cell) {
            return Err(TogetherError::GoalOutside { agent, cell });
        }
        if !self.world.is_traversable(cell) {
            return Err(TogetherError::GoalBlocked { agent, cell });
        }
        let number = self.roadmap.cell(cell);
        number.ok_or(TogetherError::Unreachable { agent, cell })
    }

    fn send(&mut self, agent: u32, from: Cell, to: Cell) -> Option<u32> {
        let mut held = self.roadmap.bytes();
        if let Some(windows) = &mut self.pibt.windows {
            windows.forget(agent);
            held += windows.bytes_in_use();
        }
        let most = self.limits.memory.unwrap_or(USUAL_BYTES);
        let most = most.saturating_sub(held);
        self.tables.retarget(&self.roadmap, agent, (from, to), most)
    }

    fn advance(&mut self, turns: &mut Turns, goals: &[Cell], places: &mut [IVec3]) {
        let world = World {
            roadmap: &self.roadmap,
            tables: &mut self.tables,
            goals,
        };
        let pibt = &mut self.pibt;
        turns.advance(goals, &mut GridSteps { pibt, world }, self.limits);
        for (place, &cell) in places.iter_mut().zip(&turns.cells) {
            *place = self.roadmap.place(cell);
        }
    }

    fn leg(&self, _: usize) -> Option<PlannedLeg> {
        None
    }
}

//! Agents whose goals change whenever one is reached, step by step: warehouses and swarms.
//!
//! Each step is one of PIBT, in which those that have been under way for longest go first. Where an agent does not get to
//! its goal for long, a *rescue* is planned: a search over configurations (LaCAM) for one in which that agent is at its
//! goal, whatever becomes of the others.
//!
//! # References
//! Okumura, Machida, Défago, Tamura, "Priority inheritance with backtracking for iterative multi-agent path finding",
//! Artificial Intelligence 310, 2022: there, agents reach their goals again and again if any two neighboring cells
//! lie on a circle. The rescue adds the graphs for which that does not hold.

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};

use super::error::JointPlanError;
use super::flight::Flight;
use super::kind::Kind;
use super::legs::{FlightLegs, Legs};
use super::options::{JointOptions, Limits};
use super::plan::PlannedLeg;
use super::roadmap::Cell;
use super::turns::LifelongState;
use super::world::JointWorld;

/// Agents that go from goal to goal without end, one step at a time: in flight, or by [legs](JointWorld::Legs).
///
/// # Guarantees
///
/// No two agents ever meet. Every agent reaches its goal after finitely many steps, if the others can make room for it
/// from where they are, as far as [`Limits::expanded`](super::Limits) configurations show, 5,000 unless set. Equal
/// calls give equal steps.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::mapf::{JointOptions, LifelongPlanner};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 1)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let ends = [IVec3::ZERO, IVec3::new(8, 8, 0)];
/// let mut fleet = LifelongPlanner::new(&world, &ends, &JointOptions::new())?;
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
pub struct LifelongPlanner {
    kind: Box<dyn Kind>,
    turns: LifelongState,
    places: Vec<IVec3>,
    goals: Vec<Cell>,
    bounds: CellBox,
    /// The world in flight, which says why some cell is no goal.
    in_flight: Option<Traversability>,
    /// The limits to rescues.
    limits: Limits,
}

impl LifelongPlanner {
    /// Puts agents at their starts, where they stay until they are [sent](Self::set_goal) somewhere.
    ///
    /// # Errors
    ///
    /// [`JointPlanError`], which names the agents.
    ///
    /// # Complexity
    ///
    /// By legs a search by steps for each goal, as far as agents ask for it, over the cells that agents reach, and four
    /// bytes for each of these cells. Tables of goals are kept for agents that come later, in the bytes of half the
    /// limit.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder};
    /// use voxnav::ground::{Ground, Locomotion};
    /// use voxnav_crowd::mapf::{JointOptions, JointWorld, LifelongPlanner};
    ///
    /// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(7, 4, 3)))?.commit();
    /// let ground = Ground::new(&floor, &Locomotion::walker())?;
    /// let ends = [IVec3::new(0, 1, 0), IVec3::new(6, 2, 0)];
    /// let moves = ground.moves();
    /// let world = JointWorld::Legs(&moves);
    /// let mut fleet = LifelongPlanner::new(world, &ends, &JointOptions::new())?;
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
    pub fn new<'a>(
        world: impl Into<JointWorld<'a>>,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, JointPlanError> {
        let world = world.into();
        world.check(starts, starts, options.bodies)?;
        let mut limits = options.limits;
        let ((kind, from), in_flight) = match world {
            JointWorld::Flight(world) if options.takes_time() => {
                let moves = FlightLegs::new(world, starts, options);
                let moves = moves.map_err(|_| JointPlanError::Memory)?;
                let agents = Legs::without_end(&moves, starts, options, &mut limits)?;
                (agents, Some(world.clone()))
            }
            JointWorld::Flight(world) => {
                let agents = Flight::without_end(world, starts, options)?;
                (agents, Some(world.clone()))
            }
            JointWorld::Legs(moves) => {
                let agents = Legs::without_end(moves, starts, options, &mut limits)?;
                (agents, None)
            }
        };
        Ok(Self {
            goals: from.iter().map(|&place| kind.rests_at(place)).collect(),
            kind,
            turns: LifelongState::new(from),
            places: starts.to_vec(),
            bounds: world.bounds(),
            in_flight,
            limits,
        })
    }

    /// Sends an agent to a goal, at any time; one on a leg ends it first. Several agents may be sent to one goal; the next
    /// comes when the one before has been sent elsewhere.
    ///
    /// # Errors
    ///
    /// [`JointPlanError::NoAgent`], [`JointPlanError::GoalOutside`], [`JointPlanError::GoalBlocked`] and
    /// [`JointPlanError::Unreachable`], by legs also for a cell where no agent can stand; the agent then keeps the goal
    /// that it has.
    pub fn set_goal(&mut self, agent: usize, goal: IVec3) -> Result<(), JointPlanError> {
        let Some(&from) = self.turns.cells.get(agent) else {
            return Err(JointPlanError::NoAgent(agent));
        };
        let to = self.goal(agent, goal)?;
        let Some(distance) = self.kind.send(agent as u32, from, to) else {
            self.kind.send(agent as u32, from, self.goals[agent]);
            return Err(JointPlanError::Unreachable { agent, cell: goal });
        };
        self.goals[agent] = to;
        self.turns.send(agent, distance);
        Ok(())
    }

    /// Returns the number of a cell as a goal.
    fn goal(&self, agent: usize, cell: IVec3) -> Result<Cell, JointPlanError> {
        if !self.bounds.contains(cell) {
            return Err(JointPlanError::GoalOutside { agent, cell });
        }
        let is_free = |world: &Traversability| world.is_traversable(cell);
        if !self.in_flight.as_ref().is_none_or(is_free) {
            return Err(JointPlanError::GoalBlocked { agent, cell });
        }
        let number = self.kind.number(cell);
        number.ok_or(JointPlanError::Unreachable { agent, cell })
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
        let &place = self.turns.cells.get(agent)?;
        let (made, steps, to) = self.kind.leg(place)?;
        let begins = self.turns.steps.saturating_sub(made.into());
        let begins = u32::try_from(begins).unwrap_or(u32::MAX);
        let ends = begins.saturating_add(steps);
        Some(PlannedLeg { begins, ends, to })
    }

    /// Returns whether an agent is at its goal; false for one that there is not.
    #[must_use]
    pub fn has_reached(&self, agent: usize) -> bool {
        let place = self.turns.cells.get(agent);
        place.is_some_and(|&place| self.kind.rests_at(place) == self.goals[agent])
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
    /// About a microsecond for each agent, guided one to ten, more the denser they are; by legs for each cell that agents
    /// hold. A rescue takes as many steps at once as its configurations.
    pub fn next_step(&mut self) -> &[IVec3] {
        self.kind.turn(&mut self.turns, &self.goals, self.limits);
        for (cell, &place) in self.places.iter_mut().zip(&self.turns.cells) {
            *cell = self.kind.cell(place);
        }
        &self.places
    }
}

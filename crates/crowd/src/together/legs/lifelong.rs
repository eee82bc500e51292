//! Agents on the ground whose goals change whenever one is reached, step by step.

use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav::ground::Successors;

use super::checks::check;
use super::graph::Graph;
use super::near_cells;
use super::plan::PlannedLeg;
use super::step::{Holders, LegSteps};
use crate::together::error::TogetherError;
use crate::together::options::{JointOptions, Limits};
use crate::together::turns::Turns;

/// Agents that go from goal to goal without end by legs: on the ground, or by moves of your own.
///
/// A leg takes its cost in steps, rounded up, and holds all its cells meanwhile, as for [`plan_legs`](super::plan_legs).
/// [`Lifelong`](crate::together::Lifelong) is for moves from cell to cell in one step.
///
/// # Guarantees
///
/// Nobody ever holds a cell that another agent holds, or one too near to it. Every agent reaches its goal after finitely
/// many steps, if the others can make room for it from where they are, as far as
/// [`Limits::expanded`](crate::together::Limits) configurations show, 5,000 unless set. Equal calls give equal steps.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav_crowd::together::{JointOptions, LifelongLegs};
///
/// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(7, 4, 3)))?.commit();
/// let ground = Ground::new(&floor, &Locomotion::walker())?;
/// let ends = [IVec3::new(0, 1, 0), IVec3::new(6, 2, 0)];
/// let mut fleet = LifelongLegs::new(&ground.moves(), &ends, &JointOptions::new())?;
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
#[derive(Debug)]
pub struct LifelongLegs {
    bounds: CellBox,
    graph: Graph,
    /// The steps from each node to the goal of each agent.
    tables: Vec<Vec<u32>>,
    holders: Holders,
    goals: Vec<u32>,
    turns: Turns,
    places: Vec<IVec3>,
    legs: Vec<Option<PlannedLeg>>,
    limits: Limits,
}

impl LifelongLegs {
    /// Puts agents at their starts, where they stay until they are [sent](Self::set_goal) somewhere.
    ///
    /// # Errors
    ///
    /// [`TogetherError`], which names the agents.
    ///
    /// # Complexity
    ///
    /// A search by steps for each agent over all cells that agents reach, and four bytes for each of these cells.
    pub fn new<S: Successors>(
        moves: &S,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        check(moves, starts, starts, options)?;
        let graph = Graph::new(moves, starts, options.limits.memory);
        let graph = graph.map_err(|_| TogetherError::Memory)?;
        let tables = 4 * (graph.nodes() as u64).saturating_mul(starts.len() as u64);
        let needed = graph.bytes() + Holders::bytes(&graph) + tables;
        let mut limits = options.limits;
        if let Some(most) = &mut limits.memory {
            *most = most.checked_sub(needed).ok_or(TogetherError::Memory)?;
        }
        let near = near_cells(options.bodies, moves.extent());
        let goals: Vec<u32> = starts.iter().filter_map(|&it| graph.node(it)).collect();
        Ok(Self {
            bounds: moves.bounds(),
            tables: goals.iter().map(|&goal| graph.steps_to(goal)).collect(),
            holders: Holders::new(&graph, near, options.seed),
            turns: Turns::new(goals.clone()),
            goals,
            places: starts.to_vec(),
            legs: vec![None; starts.len()],
            graph,
            limits,
        })
    }

    /// Sends an agent to a goal, at any time; one on a leg ends it first. Several agents may be sent to one goal; the next
    /// comes when the one before has been sent elsewhere.
    ///
    /// # Errors
    ///
    /// [`TogetherError::NoAgent`], [`TogetherError::GoalOutside`], and [`TogetherError::Unreachable`] also for a cell where
    /// nobody can stand; the agent then keeps the goal that it has.
    pub fn set_goal(&mut self, agent: usize, goal: IVec3) -> Result<(), TogetherError> {
        let Some(&at) = self.turns.cells.get(agent) else {
            return Err(TogetherError::NoAgent(agent));
        };
        if !self.bounds.contains(goal) {
            return Err(TogetherError::GoalOutside { agent, cell: goal });
        }
        let unreachable = TogetherError::Unreachable { agent, cell: goal };
        let Some(to) = self.graph.node(goal) else {
            return Err(unreachable);
        };
        let table = self.graph.steps_to(to);
        let rests_at = if self.graph.is_node(at) {
            at
        } else {
            self.graph.edge_of(at).to
        };
        let distance = table[rests_at as usize];
        if distance == u32::MAX {
            return Err(unreachable);
        }
        self.tables[agent] = table;
        self.goals[agent] = to;
        self.turns.send(agent, distance);
        Ok(())
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.places.len()
    }

    /// Returns the cell at which each agent is, or which it has left last, if it is on a leg.
    #[must_use]
    pub fn cells(&self) -> &[IVec3] {
        &self.places
    }

    /// Returns the leg that an agent is on, by the steps since the beginning; nothing for one that rests, or that there is
    /// not.
    #[must_use]
    pub fn leg(&self, agent: usize) -> Option<PlannedLeg> {
        self.legs.get(agent).copied().flatten()
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
    /// The cells that agents hold. A rescue takes as many steps at once as its configurations.
    pub fn next_step(&mut self) -> &[IVec3] {
        let before = self.turns.cells.clone();
        let begins = u32::try_from(self.turns.steps).unwrap_or(u32::MAX);
        let mut steps = LegSteps {
            graph: &self.graph,
            tables: &self.tables,
            own: &mut self.holders,
        };
        self.turns.advance(&self.goals, &mut steps, self.limits);
        for (agent, before) in before.into_iter().enumerate() {
            let place = self.turns.cells[agent];
            if self.graph.is_node(place) {
                self.places[agent] = self.graph.cell(place);
                self.legs[agent] = None;
            } else if self.graph.is_node(before) {
                let edge = self.graph.edge_of(place);
                self.legs[agent] = Some(PlannedLeg {
                    begins,
                    ends: begins.saturating_add(edge.steps),
                    to: self.graph.cell(edge.to),
                });
            }
        }
        &self.places
    }
}

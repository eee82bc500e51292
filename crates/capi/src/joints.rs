//! Joint plans of all kinds, as the objects of one handle.

use voxnav::glam::{DVec3, IVec3};
use voxnav::search::{CellShape, CellShapeError};
use voxnav::{Lattice, View};
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointPlan, JointSearch, JointWorld, Limit,
    PlannedLeg,
};

use crate::error::{Refusal, VoxnavStatus};
use crate::seen::AgentWorld;
use crate::values::VoxnavPoint;

/// The positions of cells: of flying agents their centers, on the ground where feet are.
#[derive(Debug)]
pub(crate) struct Places {
    lattice: Lattice,
    offset: DVec3,
    /// The ground below agents that do not fly, as it was.
    ground: Option<View>,
}

/// A joint plan, and what has come of it.
#[derive(Debug)]
pub struct Joint {
    search: JointSearch,
    pub(crate) places: Places,
    pub(crate) bodies: CollisionModel,
    pub(crate) outcome: Option<(VoxnavStatus, Option<Limit>)>,
    pub(crate) plan: Option<JointPlan>,
}

impl Places {
    /// Returns the places of agents that move in a world.
    pub(crate) fn of(seen: &AgentWorld<'_>) -> Self {
        match *seen {
            AgentWorld::Flight(&lattice, _) => Self {
                lattice,
                offset: DVec3::ZERO,
                ground: None,
            },
            AgentWorld::Ground(view) => Self {
                lattice: *view.lattice(),
                offset: view.position_at(IVec3::ZERO) - view.lattice().center(IVec3::ZERO),
                ground: Some(View::clone(&view)),
            },
        }
    }

    /// Returns the position of an agent at a cell.
    pub(crate) fn position(&self, cell: IVec3) -> DVec3 {
        self.lattice.center(cell) + self.offset
    }

    /// Returns the cell of a position: on the ground that where an agent settles below it, if there is any.
    pub(crate) fn cell(&self, at: VoxnavPoint) -> Result<IVec3, Refusal> {
        let own = self.lattice.cell_at(DVec3::from(at) - self.offset)?;
        let settled = match self.ground.as_ref().and_then(View::ground) {
            Some(view) => view.cell_at(at)?,
            None => None,
        };
        Ok(settled.unwrap_or(own))
    }

    /// Returns options whose bodies are among the cells of the lattice.
    pub(crate) fn options(&self, options: &JointOptions) -> Result<JointOptions, Refusal> {
        let uneven =
            |error: CellShapeError| Refusal::new(VoxnavStatus::ErrorBounds, error.to_string());
        let shape = CellShape::new(self.lattice.sizes()).map_err(uneven)?;
        Ok(options.clone().bodies(options.bodies.among(shape)?))
    }

    /// Returns the cells of positions.
    pub(crate) fn cells(&self, positions: &[VoxnavPoint]) -> Result<Vec<IVec3>, Refusal> {
        positions.iter().map(|&at| self.cell(at)).collect()
    }
}

impl Joint {
    /// Asks for paths in flight, or for legs on the ground.
    pub(crate) fn new(
        seen: &AgentWorld<'_>,
        [starts, goals]: [&[VoxnavPoint]; 2],
        options: &JointOptions,
        any_goal: bool,
    ) -> Result<Self, Refusal> {
        let places = Places::of(seen);
        let options = &places.options(options)?;
        let (starts, goals) = (places.cells(starts)?, places.cells(goals)?);
        let search = in_world(seen, |world| {
            if any_goal {
                JointSearch::unlabeled(world, &starts, &goals, options)
            } else {
                JointSearch::new(world, &starts, &goals, options)
            }
        })?;
        Ok(Self {
            search,
            places,
            bodies: options.bodies,
            outcome: None,
            plan: None,
        })
    }

    /// Searches on for so many configurations at most.
    pub(crate) fn advance(&mut self, most: u64) -> VoxnavStatus {
        if let Some((status, _)) = self.outcome {
            return status;
        }
        let outcome = match self.search.advance(most) {
            None => return VoxnavStatus::Pending,
            Some(JointOutcome::Planned(plan)) => {
                self.plan = Some(plan);
                (VoxnavStatus::Found, None)
            }
            Some(JointOutcome::LimitReached(limit)) => (VoxnavStatus::LimitReached, Some(limit)),
            Some(_) => (VoxnavStatus::Unreachable, None),
        };
        self.outcome = Some(outcome);
        outcome.0
    }

    /// Tries to shorten the plan, and returns whether there is one.
    pub(crate) fn improve(&mut self, tries: u64) -> bool {
        if self.plan.is_none() {
            return false;
        }
        let better = self.search.improve(tries).and(self.search.plan());
        if better.is_some() {
            self.plan = better;
        }
        true
    }

    /// Returns the number of configurations expanded so far.
    pub(crate) fn expanded(&self) -> u64 {
        self.search.expanded()
    }

    /// Returns the number of the goal of each agent.
    pub(crate) fn goals(&self) -> impl Iterator<Item = u32> {
        let numbers = self.search.goals().iter();
        numbers.map(|&it| u32::try_from(it).unwrap_or(u32::MAX))
    }

    /// Returns the legs of a ground agent.
    pub(crate) fn legs<'p>(
        &self,
        plan: &'p JointPlan,
        agent: usize,
    ) -> Result<impl Iterator<Item = PlannedLeg> + use<'p>, Refusal> {
        check(plan, agent)?;
        if self.places.ground.is_none() {
            let reason = "moves of agents that fly take a step each";
            return Err(Refusal::unsupported(reason));
        }
        Ok(plan.legs(agent))
    }
}

/// Refuses a number of no agent.
pub(crate) fn check(plan: &JointPlan, agent: usize) -> Result<(), Refusal> {
    let agents = plan.agents();
    if agent < agents {
        return Ok(());
    }
    let message = format!("the plan has {agents} agents, none of number {agent}");
    Err(Refusal::argument(message))
}

/// Asks for something about the world that agents of a joint plan move in.
pub(crate) fn in_world<T>(seen: &AgentWorld<'_>, ask: impl FnOnce(JointWorld<'_>) -> T) -> T {
    match seen {
        AgentWorld::Flight(_, world) => ask(JointWorld::Flight(world)),
        AgentWorld::Ground(view) => ask(JointWorld::Legs(&view.moves().moves())),
    }
}

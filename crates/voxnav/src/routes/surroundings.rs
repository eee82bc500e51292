//! Colliders, and cells beside them, that an agent's world is baked from.

use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::colliders::Obstacles;
use voxnav_occupancy::{Agent, CellBox, Footprint, Lattice, Occupancy, Overlay, Traversability};
use voxnav_search::{EndFault, Goal, Outcome, PartialReason, Query, Workspace};

use super::question::Question;
use super::{Enclosure, Explain, Route, RouteError, RouteOptions};
use crate::smoothing::Colliders;

/// The colliders and cells that the world of a view was baked from, and the agent that it was baked for.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    pub(crate) obstacles: Arc<Obstacles>,
    pub(crate) agent: Agent,
    /// The cells beside the obstacles, where there are any.
    pub(crate) cells: Option<Occupancy>,
    pub(crate) bounds: CellBox,
}

impl Surroundings {
    pub(super) fn colliders<'a>(&'a self, lattice: &'a Lattice) -> Colliders<'a> {
        Colliders {
            obstacles: &self.obstacles,
            agent: &self.agent,
            lattice,
            cells: self.cells.as_ref(),
            unknown: self.agent.unknown,
        }
    }

    pub(super) fn sources<'a>(&'a self, lattice: &'a Lattice) -> Sources<'a> {
        Sources {
            obstacles: &self.obstacles,
            lattice,
            bounds: self.bounds,
            cells: self.cells.as_ref(),
        }
    }
}

/// The sources that the world of an agent is derived from.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub(crate) obstacles: &'a Obstacles,
    pub(crate) lattice: &'a Lattice,
    pub(crate) bounds: CellBox,
    pub(crate) cells: Option<&'a Occupancy>,
}

/// A world with the steps to it.
#[derive(Clone, Debug)]
pub(crate) struct Baked {
    /// The bake of the obstacles alone.
    pub(crate) occupancy: Occupancy,
    /// The bake with cells, where there are any.
    pub(crate) overlay: Option<Overlay>,
    pub(crate) world: Traversability,
}

impl Sources<'_> {
    /// Bakes the world of an agent from scratch.
    pub(crate) fn baked(&self, agent: &Agent) -> Result<Baked, RouteError> {
        let occupancy = self.obstacles.bake(self.lattice, agent, self.bounds)?;
        let overlay = self
            .cells
            .map(|cells| self.laid_over(agent, &occupancy, cells))
            .transpose()?;
        let both = overlay.as_ref().map_or(&occupancy, Overlay::occupancy);
        let world = Traversability::new(both, agent.unknown);
        Ok(Baked {
            occupancy,
            overlay,
            world,
        })
    }

    /// Lays cells over the bake of an agent.
    pub(crate) fn laid_over(
        &self,
        agent: &Agent,
        baked: &Occupancy,
        cells: &Occupancy,
    ) -> Result<Overlay, RouteError> {
        let covered = Footprint::of(agent, self.lattice, self.obstacles.skin())?;
        Ok(Overlay::new(baked, cells, covered)?)
    }

    /// Returns why a goal is out of reach, if it is and the options ask for that.
    pub(super) fn enclosure(
        &self,
        route: &Route,
        question: &Question,
        agent: &Agent,
        options: &RouteOptions,
    ) -> Result<Option<Enclosure>, RouteError> {
        let is_enclosed = matches!(
            route.outcome,
            Outcome::Unreachable
                | Outcome::InvalidEnd(EndFault::GoalBlocked)
                | Outcome::Partial {
                    reason: PartialReason::Unreachable
                        | PartialReason::InvalidEnd(EndFault::GoalBlocked),
                    ..
                }
        );
        if !is_enclosed || options.explain != Explain::LargestAgent {
            return Ok(None);
        }
        let (from, to) = question.cells();
        let largest = match to {
            Ok(to) => self.largest_agent_between(agent, from, to)?,
            Err(goal) => self.largest_agent_to(agent, from, goal)?,
        };
        Ok(Some(Enclosure { largest }))
    }

    /// Returns the largest agent of a shape, to a 128th, that gets from one cell to another by moves
    /// that cut no corners.
    pub(crate) fn largest_agent_between(
        &self,
        agent: &Agent,
        from: IVec3,
        to: IVec3,
    ) -> Result<Option<Agent>, RouteError> {
        largest_of(*agent, 7, |agent| {
            let world = self.baked(agent)?.world;
            // Where components cannot be listed only a search can tell.
            let by_search = |_| {
                let solution = Query::new(from, to).solve(&world, &mut Workspace::new());
                solution.outcome.path().is_some()
            };
            Ok(world.is_connected(from, to).unwrap_or_else(by_search))
        })
    }

    fn largest_agent_to(
        &self,
        agent: &Agent,
        from: IVec3,
        goal: &Goal,
    ) -> Result<Option<Agent>, RouteError> {
        largest_of(*agent, 7, |agent| {
            let world = self.baked(agent)?.world;
            let solution = Query::toward(from, goal).solve(&world, &mut Workspace::new());
            Ok(solution.outcome.path().is_some())
        })
    }
}

/// Returns an agent, or the largest of its shape that `does` something which a smaller one can do, too,
/// to so many binary digits of its share. `None` if not even a point does.
pub(crate) fn largest_of<E>(
    agent: Agent,
    digits: u32,
    mut does: impl FnMut(&Agent) -> Result<bool, E>,
) -> Result<Option<Agent>, E> {
    if does(&agent)? {
        return Ok(Some(agent));
    }
    let mut largest = agent.scaled(0.0);
    if !does(&largest)? {
        return Ok(None);
    }
    let (mut share, mut step) = (0.0, 0.5);
    for _ in 0..digits {
        let larger = agent.scaled(share + step);
        if does(&larger)? {
            (share, largest) = (share + step, larger);
        }
        step /= 2.0;
    }
    Ok(Some(largest))
}

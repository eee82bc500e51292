//! Colliders, and cells set in addition, that an agent's world is baked from.

use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::{Agent, CellBox, Footprint, Lattice, Occupancy, Overlay, Traversability};
use voxnav_search::{EndFault, Outcome, PartialReason, Query, Workspace};

use crate::obstacles::Obstacles;
use crate::routes::answers::route::{Enclosure, Route};
use crate::routes::error::RouteError;
use crate::routes::questions::options::{Explain, RouteOptions};
use crate::routes::questions::question::Question;
use crate::smoothing::Colliders;

/// The colliders, and the cells set in addition, that the worlds of agents are baked from.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) obstacles: Arc<Obstacles>,
    pub(crate) lattice: Lattice,
    pub(crate) bounds: CellBox,
    /// The cells set in addition to the obstacles, if any.
    pub(crate) cells: Option<Occupancy>,
}

/// The scene that the world of a view was baked from, and the agent that it was baked for.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    pub(crate) scene: Scene,
    pub(crate) agent: Agent,
}

impl PartialEq for Surroundings {
    /// Compares scenes by their obstacles and cells as of one edit, in constant time.
    fn eq(&self, other: &Self) -> bool {
        let (own, others) = (&self.scene, &other.scene);
        let are_same_cells = match (&own.cells, &others.cells) {
            (Some(own), Some(other)) => own.is_same_snapshot(other),
            (own, other) => own.is_none() && other.is_none(),
        };
        Arc::ptr_eq(&own.obstacles, &others.obstacles)
            && own.lattice == others.lattice
            && own.bounds == others.bounds
            && are_same_cells
            && self.agent == other.agent
    }
}

/// The cells that obstacles fill for an agent, with those set in addition.
#[derive(Clone, Debug)]
pub(crate) struct BakedCells {
    /// The bake of the obstacles alone.
    pub(crate) occupancy: Occupancy,
    /// The bake with cells, where there are any.
    overlay: Option<Overlay>,
}

impl BakedCells {
    pub(crate) fn cells(&self) -> &Occupancy {
        let overlay = self.overlay.as_ref();
        overlay.map_or(&self.occupancy, Overlay::occupancy)
    }
}

impl Scene {
    /// Returns what stops the straight ways of an agent.
    pub(crate) fn colliders<'a>(&'a self, agent: &'a Agent) -> Colliders<'a> {
        Colliders {
            obstacles: &self.obstacles,
            agent,
            lattice: &self.lattice,
            cells: self.cells.as_ref(),
            unknown: agent.unknown,
        }
    }

    /// Returns the cells that the box of an agent covers.
    pub(crate) fn footprint(&self, agent: &Agent) -> Result<Footprint, RouteError> {
        let skin = self.obstacles.skin();
        Ok(Footprint::of(agent, &self.lattice, skin)?)
    }

    /// Bakes the obstacles for an agent.
    pub(crate) fn bake(&self, agent: &Agent) -> Result<Occupancy, RouteError> {
        let Self {
            obstacles, lattice, ..
        } = self;
        Ok(obstacles.bake(lattice, agent, self.bounds)?)
    }

    /// Lays the cells over a bake, given the one before it and the footprint of the agent.
    pub(crate) fn laid_over(
        &self,
        occupancy: Occupancy,
        known: Option<&BakedCells>,
        covered: impl FnOnce() -> Result<Footprint, RouteError>,
    ) -> Result<BakedCells, RouteError> {
        let known = known.and_then(|known| known.overlay.as_ref());
        let overlay = match (known, &self.cells) {
            (_, None) => None,
            (None, Some(cells)) => Some(Overlay::new(&occupancy, cells, covered()?)?),
            (Some(overlay), Some(cells)) => Some(overlay.updated(&occupancy, cells)?),
        };
        Ok(BakedCells { occupancy, overlay })
    }

    /// Returns the world of an agent, baked from scratch.
    fn world(&self, agent: &Agent) -> Result<Traversability, RouteError> {
        let baked = self.laid_over(self.bake(agent)?, None, || self.footprint(agent))?;
        Ok(Traversability::new(baked.cells(), agent.unknown))
    }

    /// Returns why a goal is out of reach, if it is and the options ask for that.
    pub(in crate::routes) fn enclosure(
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
        let query = match to {
            Ok(to) => Query::new(from, to),
            Err(goal) => Query::toward(from, goal),
        };
        let largest = self.largest_agent(agent, &query, to.ok().map(|to| [from, to]))?;
        Ok(Some(Enclosure { largest }))
    }

    /// Returns the largest agent of a shape, to a 128th, that finds a path by moves that cut no corners. Between two
    /// cells components tell, where they can be listed; else only a search does.
    pub(crate) fn largest_agent(
        &self,
        agent: &Agent,
        query: &Query<'_>,
        ends: Option<[IVec3; 2]>,
    ) -> Result<Option<Agent>, RouteError> {
        largest_of(*agent, 7, |agent| {
            let world = self.world(agent)?;
            let are_connected = ends.and_then(|[from, to]| world.is_connected(from, to).ok());
            Ok(are_connected.unwrap_or_else(|| {
                let solution = query.solve(&world, &mut Workspace::new());
                solution.outcome.path().is_some()
            }))
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

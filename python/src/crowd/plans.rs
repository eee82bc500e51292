//! Joint plans that agents of a crowd follow by order.

use pyo3::prelude::*;
use voxnav::RouteOptions;
use voxnav::glam::IVec3;
use voxnav::ground::Successors;
use voxnav::search::CellShape;
use voxnav_crowd::crowd::{self, CrowdAgentId, CrowdError};
use voxnav_crowd::mapf::{CollisionModel, JointPlan};

use super::{Crowd, agents};
use crate::failure::{Answer, Failure, refuse};
use crate::mapf;
use crate::values::numbers::{Cells, Ids, Number};
use crate::worlds::world::State;

#[pymethods]
impl Crowd {
    /// Makes flying agents follow a joint plan. Each waits for those that are to pass before it, however late they are.
    ///
    /// Parameters
    /// ----------
    /// ids : array of whole numbers, shape (N,)
    ///     The agents, in the order of the plan.
    /// plan : array of whole numbers, shape (steps + 1, N, 3)
    ///     A plan of `World.plan_joint`. Each agent is in its first cell.
    /// radius : float, optional
    ///     The radius in cells that the plan was made for; points by default.
    #[pyo3(signature = (ids, plan, *, radius = None), text_signature = "($self, ids, plan, *, radius=None)")]
    fn follow_plan(
        &self,
        py: Python<'_>,
        ids: Ids,
        plan: &Bound<'_, PyAny>,
        radius: Option<Number>,
    ) -> Answer<()> {
        let ids = agents(ids)?;
        let plan = JointPlan::new(mapf::paths("plan", plan)?, 0);
        self.ask_in_world(py, |crowd, state| {
            let bodies = bodies(radius, state)?;
            let follows = crowd.follow(&mut state.navigator, &ids, &plan, bodies);
            follows.map_err(|error| blamed("plan", &error))
        })
    }

    /// Makes ground agents follow a joint plan of legs. Each waits for those that are to pass before it, however late
    /// they are. An agent that has begun a leg goes on to its end.
    ///
    /// Parameters
    /// ----------
    /// ids : array of whole numbers, shape (N,)
    ///     The agents, in the order of the plan. All are of one size.
    /// starts : array of whole numbers, shape (N, 3)
    ///     The cell at which each stands.
    /// legs : array of whole numbers, shape (M, 6)
    ///     A plan of `World.plan_legs`.
    /// radius : float, optional
    ///     The radius in cells that the plan was made for.
    #[pyo3(
        signature = (ids, starts, legs, *, radius = None),
        text_signature = "($self, ids, starts, legs, *, radius=None)"
    )]
    fn follow_legs(
        &self,
        py: Python<'_>,
        ids: Ids,
        starts: Cells,
        legs: &Bound<'_, PyAny>,
        radius: Option<Number>,
    ) -> Answer<()> {
        let ids = agents(ids)?;
        let starts = starts.named("starts")?;
        if starts.len() != ids.len() {
            let reason = format!("{} cells for {} agents", starts.len(), ids.len());
            return refuse("starts", reason);
        }
        let plan = mapf::leg_plan(starts, "legs", legs)?;
        self.ask_in_world(py, |crowd, state| {
            let plan = plan.of_extent(extent(crowd, state, &ids)?);
            let bodies = bodies(radius, state)?;
            let follows = crowd.follow(&mut state.navigator, &ids, &plan, bodies);
            follows.map_err(|error| blamed("legs", &error))
        })
    }
}

/// Reads the radius of bodies in longest sides of the cells of a world.
fn bodies(radius: Option<Number>, state: &State) -> Answer<CollisionModel> {
    let shape = CellShape::new(state.navigator.lattice().sizes());
    mapf::radius(radius, shape.map_err(Failure::world)?)
}

/// Returns the number of cells along each axis that the largest of some agents takes up.
fn extent(crowd: &crowd::Crowd, state: &mut State, ids: &[CrowdAgentId]) -> Answer<IVec3> {
    let mut most = IVec3::ONE;
    for &id in ids {
        let agent = crowd.agent(id).map_err(|error| blamed("ids", &error))?;
        let view = state.navigator.view(agent.body, &RouteOptions::default())?;
        if let Some(view) = view.ground() {
            most = most.max(view.moves().moves().extent());
        }
    }
    Ok(most)
}

fn blamed(argument: &str, error: &CrowdError) -> Failure {
    let is_of_ids = matches!(error, CrowdError::Unknown { .. });
    Failure::argument(if is_of_ids { "ids" } else { argument }, error)
}

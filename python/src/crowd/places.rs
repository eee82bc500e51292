//! Positions and velocities of agents, in arrays that updates write to.

use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use voxnav::glam::DVec3;
use voxnav_crowd::crowd::{self, CrowdAgentId};

use crate::failure::{Answer, Failure};

/// Positions and velocities of all agents, in the order of their ids.
pub(super) struct Places {
    pub(super) ids: Vec<CrowdAgentId>,
    pub(super) positions: Vec<DVec3>,
    pub(super) velocities: Vec<DVec3>,
}

pub(super) fn places(crowd: &crowd::Crowd) -> Places {
    let velocity = |id| crowd.motion(id).map_or(DVec3::ZERO, |step| step.velocity);
    Places {
        ids: crowd.agents().map(|(id, _)| id).collect(),
        positions: crowd.agents().map(|(_, agent)| agent.position).collect(),
        velocities: crowd.agents().map(|(id, _)| velocity(id)).collect(),
    }
}

pub(super) fn write(array: &Bound<'_, PyArray2<f64>>, values: &[DVec3]) -> Answer<()> {
    let mut array = array.try_readwrite().map_err(Failure::world)?;
    let values = values.iter().flat_map(DVec3::to_array);
    for (place, value) in array.as_array_mut().iter_mut().zip(values) {
        *place = value;
    }
    Ok(())
}

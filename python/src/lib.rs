//! The native half of the Python package `voxnav`.
//!
//! A translation that decides nothing: arguments become the library's values, answers become arrays, and
//! what the library refuses becomes an exception with its message. Nothing here panics on any argument.

mod crowd;
mod failure;
mod mapf;
mod routes;
mod threads;
mod values;
mod worlds;

use pyo3::prelude::*;

/// The compiled half of voxnav.
///
/// It needs no global lock: classes are frozen, and what changes in them is behind locks of their own.
#[pymodule(gil_used = false)]
mod _voxnav {
    #[pymodule_export]
    use super::{
        crowd::Crowd, mapf::LifelongPlanner, routes::comparison::compare, routes::field::CostField,
        routes::ground::Locomotion, routes::ground::read_agent, routes::replanner::Replanner,
        routes::table::Table, routes::trajectory::MotionLimits, routes::trajectory::Trajectory,
        values::agent::Agent, values::path::Path, worlds::colliders::Collider,
        worlds::world::World,
    };

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::threads::pool::settle();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("OUTCOMES", super::routes::batch::OUTCOMES)?;
        module.add("STRAIGHT", voxnav::search::Cost::STRAIGHT.raw())
    }
}

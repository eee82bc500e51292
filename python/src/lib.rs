//! The native half of the Python package `voxnav`.
//!
//! A translation that decides nothing: arguments become the library's values, answers become arrays, and
//! what the library refuses becomes an exception with its message. Nothing here panics on any argument.

mod agent;
mod answers;
mod arrays;
mod batch;
mod cells;
mod colliders;
mod comparison;
mod costs;
mod crowd;
mod edits;
mod estimates;
mod export;
mod failure;
mod field;
mod files;
mod ground;
mod import;
mod interrupt;
mod mapf;
mod materials;
mod numbers;
mod options;
mod path;
mod places;
mod pool;
mod replanner;
mod requests;
mod shared;
mod spatial;
mod states;
mod table;
mod trajectory;
mod view;
mod world;

use pyo3::prelude::*;

/// The compiled half of voxnav.
///
/// It needs no global lock: classes are frozen, and what changes in them is behind locks of their own.
#[pymodule(gil_used = false)]
mod _voxnav {
    #[pymodule_export]
    use super::{
        agent::Agent, colliders::Collider, comparison::compare, crowd::Crowd, field::CostField,
        ground::Locomotion, mapf::LifelongPlanner, path::Path, replanner::Replanner, table::Table,
        trajectory::MotionLimits, trajectory::Trajectory, world::World,
    };

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::pool::settle();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("OUTCOMES", super::batch::OUTCOMES)?;
        module.add("STRAIGHT", voxnav::search::Cost::STRAIGHT.raw())
    }
}

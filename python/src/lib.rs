//! The native half of the Python package `voxnav`.
//!
//! A translation that decides nothing: arguments become the library's values, answers become arrays, and
//! what the library refuses becomes an exception with its message. Nothing here panics on any argument.

mod agent;
mod answers;
mod arrays;
mod batch;
mod carried;
mod cells;
mod clock;
mod colliders;
mod comparison;
mod edits;
mod estimates;
mod export;
mod failure;
mod field;
mod files;
mod ground;
mod import;
mod interrupt;
mod materials;
mod numbers;
mod options;
mod path;
mod pool;
mod progress;
mod requests;
mod spatial;
mod table;
mod view;
mod world;

use pyo3::prelude::*;

/// The compiled half of voxnav.
///
/// It needs no global lock: classes are frozen, and what changes in them is behind locks of their own.
#[pymodule(gil_used = false)]
mod _voxnav {
    #[pymodule_export]
    use super::agent::Agent;
    #[pymodule_export]
    use super::batch::Paths;
    #[pymodule_export]
    use super::colliders::Collider;
    #[pymodule_export]
    use super::comparison::compare;
    #[pymodule_export]
    use super::estimates::Landmarks;
    #[pymodule_export]
    use super::field::CostField;
    #[pymodule_export]
    use super::ground::{GroundPath, Leg, Locomotion};
    #[pymodule_export]
    use super::path::{Path, Statistics};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::view::View;
    #[pymodule_export]
    use super::world::World;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::pool::settle();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("OUTCOMES", super::batch::OUTCOMES)?;
        module.add("STRAIGHT", voxnav::search::Cost::STRAIGHT.raw())
    }
}

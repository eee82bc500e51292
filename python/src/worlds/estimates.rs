//! Estimates of one's own: Python functions and arrays.

use std::sync::{Arc, OnceLock};

use ndarray::Array4;
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use voxnav::experiment::{Estimator, EstimatorGuarantee};
use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav::search::Cost;

use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::values::cells::{as_array, dtype, lengths, shape_shown, shown};
use crate::values::numbers::{one_of, read};
use crate::worlds::world::World;

#[pymethods]
impl World {
    /// Refuses what was removed with what to write in its place.
    #[expect(clippy::unused_self, reason = "Python asks an object")]
    fn __getattr__(&self, name: &str) -> PyResult<()> {
        Err(PyAttributeError::new_err(match name {
            "landmarks" => REMOVED.to_owned(),
            _ => format!("'World' object has no attribute '{name}'"),
        }))
    }
}

/// The advice instead of landmarks, which took longer to make than they saved.
const REMOVED: &str = "landmarks was removed: leave heuristic out, and make an index by World.prepare where many \
    paths lead through mazes or rooms";

/// The custom guide of a search, instead of a heuristic of the library.
pub(crate) type Guide = Arc<dyn Estimator>;

/// The error that a Python function raised while it was asked for estimates; those that follow are zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trouble(Arc<OnceLock<PyErr>>);

impl Trouble {
    /// Raises what was raised.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        (self.0.get()).map_or(Ok(()), |error| Err(error.clone_ref(py)))
    }
}

/// Returns what is stated of estimates, by name.
pub(crate) fn law(value: &Bound<'_, PyAny>) -> Answer<EstimatorGuarantee> {
    const LAWS: &[(&str, EstimatorGuarantee)] = &[
        ("none", EstimatorGuarantee::None),
        ("admissible", EstimatorGuarantee::Admissible),
        ("consistent", EstimatorGuarantee::Consistent),
        ("symmetric", EstimatorGuarantee::Symmetric),
    ];
    match value.extract::<f64>() {
        Ok(factor) if factor >= 1.0 && factor.is_finite() => Ok(EstimatorGuarantee::Factor(factor)),
        Ok(factor) => refuse("law", format!("{factor} is no factor from 1")),
        Err(_) => one_of("law", "no law", &read::<String>("law", value)?, LAWS),
    }
}

/// Returns what guides a search if it is no name: a function of two cells, or an array.
pub(crate) fn guide(
    argument: &str,
    value: &Bound<'_, PyAny>,
    world: &World,
    law: EstimatorGuarantee,
    trouble: &Trouble,
) -> Answer<Guide> {
    let size = world.lattice.longest_side();
    if value.is_callable() {
        return Ok(Arc::new(Function {
            call: value.clone().unbind(),
            argument: argument.to_owned(),
            size,
            law,
            trouble: trouble.clone(),
        }));
    }
    Ok(Arc::new(Layers {
        min: world.bounds.min,
        costs: layers(argument, value, world.bounds, size)?,
        law,
    }))
}

/// Converts a length in world units to a cost that is no larger: infinite ones become as large as any path.
fn cost_of(length: f64, size: f64) -> Option<Cost> {
    const MOST: Cost = Cost::from_raw(1 << 60);
    (length >= 0.0).then(|| Cost::lower_bound(length / size).min(MOST))
}

/// A Python function of two cells.
#[derive(Debug)]
struct Function {
    call: Py<PyAny>,
    argument: String,
    size: f64,
    law: EstimatorGuarantee,
    trouble: Trouble,
}

impl Function {
    fn ask(&self, py: Python<'_>, from: IVec3, to: IVec3) -> PyResult<Cost> {
        let ends: ((i32, i32, i32), (i32, i32, i32)) = (from.into(), to.into());
        let answer = self.call.bind(py).call1(ends)?;
        let length: f64 = answer.extract().map_err(|_| {
            let reason = format!("{} is not a number", shown(&answer));
            PyErr::from(Failure::argument_type(&self.argument, reason))
        })?;
        cost_of(length, self.size).ok_or_else(|| {
            Failure::argument(&self.argument, format!("{length} is not a length")).into()
        })
    }
}

impl Estimator for Function {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        if self.trouble.0.get().is_some() {
            return Cost::ZERO;
        }
        Python::attach(|py| {
            self.ask(py, from, to).unwrap_or_else(|error| {
                self.trouble.0.get_or_init(|| error);
                Cost::ZERO
            })
        })
    }

    fn law(&self) -> EstimatorGuarantee {
        self.law
    }
}

/// The arrays of lengths over the world: the estimate is by how much two cells differ, at most.
#[derive(Debug)]
struct Layers {
    min: IVec3,
    /// The costs as raw numbers, by layer, x, y and z; [`UNKNOWN`] says nothing.
    costs: Array4<u64>,
    law: EstimatorGuarantee,
}

/// The number that stands for infinite and invalid costs.
const UNKNOWN: u64 = u64::MAX;

impl Layers {
    fn cost(&self, layer: usize, cell: IVec3) -> Option<u64> {
        let local = cell.checked_sub(self.min)?.to_array();
        let [x, y, z] = local.map(|along| usize::try_from(along).unwrap_or(usize::MAX));
        let cost = self.costs.get([layer, x, y, z]);
        cost.copied().filter(|cost| *cost != UNKNOWN)
    }
}

impl Estimator for Layers {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        let differ = (0..self.costs.dim().0).map(|layer| {
            let costs = self.cost(layer, from).zip(self.cost(layer, to));
            costs.map_or(0, |(from, to)| from.abs_diff(to))
        });
        Cost::from_raw(differ.max().unwrap_or(0))
    }

    fn law(&self) -> EstimatorGuarantee {
        self.law
    }
}

/// Reads an array of lengths over the world, or several of them.
fn layers(
    argument: &str,
    value: &Bound<'_, PyAny>,
    bounds: CellBox,
    size: f64,
) -> Answer<Array4<u64>> {
    let array = as_array(argument, value)?;
    let numbers = lengths(&array)?.ok_or_else(|| {
        let found = if array.shape().is_empty() {
            shown(value)
        } else {
            dtype(&array)
        };
        let needed = "a name, a function of two cells or an array of numbers is needed";
        Failure::argument_type(argument, format!("{needed}, not {found}"))
    })?;
    let [x, y, z] = bounds.size().to_array().map(|side| side as usize);
    let count = match array.shape() {
        shape if *shape == [x, y, z] => 1,
        [count, rest @ ..] if *rest == [x, y, z] => *count,
        shape => {
            let needed = format!("has the shape ({x}, {y}, {z}) or (N, {x}, {y}, {z})");
            let reason = format!(
                "an array over the world {needed}, not {}",
                shape_shown(shape)
            );
            return refuse(argument, reason);
        }
    };
    let costs = numbers.as_array().into_iter().map(|&length| {
        let known = cost_of(length, size).filter(|_| length.is_finite());
        known.map_or(UNKNOWN, Cost::raw)
    });
    Array4::from_shape_vec((count, x, y, z), costs.collect()).blamed(argument)
}

//! Estimates of one's own: Python functions, arrays, landmarks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};
use voxnav::experiment::{EstimateLaw, Estimator};
use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav::search::Cost;
use voxnav::{CornerRule, MoveSet};

use crate::agent;
use crate::carried::{self, Reduced};
use crate::cells::{as_array, cells, dtype, shape_shown, shown};
use crate::failure::{Answer, Failure};
use crate::options::{self, Options};
use crate::world::World;

/// Costs from a few cells to all others, for searches that are guided by them.
///
/// Made by `World.landmarks`, given as `heuristic`. Paths found stay the cheapest; in worlds with long detours
/// far fewer cells are expanded. For the world as it was, and the moves and the agent that it was made for.
///
/// Where they are pickled, their cells travel and their costs do not: those are worked out again for the world whose
/// search is guided by them first.
#[pyclass(frozen, module = "voxnav")]
#[derive(Debug)]
pub(crate) struct Landmarks {
    places: Places,
    costs: OnceLock<voxnav::experiment::Landmarks>,
}

/// The cells of landmarks, and for whom they are.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Places {
    cells: Vec<IVec3>,
    agent: voxnav::Agent,
    moves: MoveSet,
    corners: CornerRule,
}

impl Landmarks {
    /// Returns the costs, worked out for this world if they are not yet.
    fn costs(&self, py: Python<'_>, world: &World) -> Answer<voxnav::experiment::Landmarks> {
        if let Some(costs) = self.costs.get() {
            return Ok(costs.clone());
        }
        let Places {
            cells,
            agent,
            moves,
            corners,
        } = &self.places;
        let made = py.detach(|| {
            let (world, _) = world.seen_by(*agent)?;
            voxnav::experiment::Landmarks::at(&world, *moves, *corners, cells)
                .map_err(|error| Failure::argument("cells", error))
        })?;
        Ok(self.costs.get_or_init(|| made).clone())
    }
}

#[pymethods]
impl Landmarks {
    /// How many there are.
    #[getter]
    fn count(&self) -> usize {
        self.places.cells.len()
    }

    /// What `pickle` needs.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Answer<Reduced<'py>> {
        carried::reduced::<Self>(py, &self.places)
    }

    /// The landmarks of bytes that `pickle` kept.
    #[staticmethod]
    fn _carried(data: &[u8]) -> Answer<Self> {
        Ok(Self {
            places: carried::read(data)?,
            costs: OnceLock::new(),
        })
    }

    fn __repr__(&self) -> String {
        format!("<voxnav.Landmarks: {}>", self.count())
    }
}

#[pymethods]
impl World {
    /// Landmarks: costs from a few cells to all others, which guide searches with `heuristic=landmarks`.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    ///     Where they are, 1 to 16 cells, best at the ends of the world.
    /// agent, moves, corners
    ///     Those of the searches to be guided.
    ///
    /// Returns
    /// -------
    /// Landmarks
    #[pyo3(
        signature = (cells, **options),
        text_signature = "($self, cells, *, agent=None, moves=26, corners='strict')"
    )]
    fn landmarks(
        &self,
        py: Python<'_>,
        cells: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Landmarks> {
        let at = self::cells("cells", cells)?;
        let count = at.len();
        if !(1..=16).contains(&count) {
            return Err(Failure::argument(
                "cells",
                format!("1 to 16 cells are needed, not {count}"),
            ));
        }
        let options = Options::read(options, self, options::OF_LANDMARKS)?;
        let agent = agent::agent(options.agent.as_ref(), self.lattice.size())?;
        let settings = options.search.route.settings;
        let landmarks = Landmarks {
            places: Places {
                cells: at,
                agent,
                moves: settings.moves,
                corners: settings.corners,
            },
            costs: OnceLock::new(),
        };
        landmarks.costs(py, self)?;
        Ok(landmarks)
    }
}

/// The guide of a search in place of a heuristic of the library.
#[derive(Clone, Debug)]
pub(crate) enum Guide {
    Landmarks(voxnav::experiment::Landmarks),
    Own(Arc<dyn Estimator>),
}

/// The error that a Python function raised while it was asked for estimates; those that follow are zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trouble(Arc<Raised>);

#[derive(Debug, Default)]
struct Raised {
    is_there: AtomicBool,
    what: Mutex<Option<PyErr>>,
}

impl Trouble {
    fn note(&self, error: PyErr) {
        let mut what = self.0.what.lock().unwrap_or_else(PoisonError::into_inner);
        what.get_or_insert(error);
        self.0.is_there.store(true, Ordering::Release);
    }

    /// Raises what was raised.
    pub(crate) fn check(&self) -> PyResult<()> {
        if !self.0.is_there.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut what = self.0.what.lock().unwrap_or_else(PoisonError::into_inner);
        what.take().map_or(Ok(()), Err)
    }
}

/// Returns what is stated of estimates, by name.
pub(crate) fn law(value: &Bound<'_, PyAny>) -> Answer<EstimateLaw> {
    if let Ok(factor) = value.extract::<f64>() {
        if factor >= 1.0 && factor.is_finite() {
            return Ok(EstimateLaw::Factor(factor));
        }
        return Err(Failure::argument(
            "law",
            format!("{factor} is no factor from 1"),
        ));
    }
    let name: String = value
        .extract()
        .map_err(|_| Failure::argument_type("law", format!("{} is not a name", shown(value))))?;
    match name.as_str() {
        "none" => Ok(EstimateLaw::None),
        "admissible" => Ok(EstimateLaw::Admissible),
        "consistent" => Ok(EstimateLaw::Consistent),
        "symmetric" => Ok(EstimateLaw::Symmetric),
        other => Err(Failure::argument(
            "law",
            format!(
                "no law is called `{other}`; there are none, admissible, consistent, symmetric, and \
                 factors from 1"
            ),
        )),
    }
}

/// Returns what guides a search if it is no name: landmarks, a function of two cells, or an array.
pub(crate) fn guide(
    argument: &str,
    value: &Bound<'_, PyAny>,
    world: &World,
    law: EstimateLaw,
    trouble: &Trouble,
) -> Answer<Guide> {
    if let Ok(landmarks) = value.cast::<Landmarks>() {
        let costs = landmarks.get().costs(value.py(), world)?;
        return Ok(Guide::Landmarks(costs));
    }
    let size = world.lattice.size();
    if value.is_callable() {
        return Ok(Guide::Own(Arc::new(Function {
            call: value.clone().unbind(),
            argument: argument.to_owned(),
            size,
            law,
            trouble: trouble.clone(),
        })));
    }
    let layers = layers(argument, value, world.bounds, size)?;
    Ok(Guide::Own(Arc::new(Layers {
        bounds: world.bounds,
        costs: layers,
        law,
    })))
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
    law: EstimateLaw,
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
            Failure::argument(&self.argument, format!("{length} is no length")).into()
        })
    }
}

impl Estimator for Function {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        if self.trouble.0.is_there.load(Ordering::Relaxed) {
            return Cost::ZERO;
        }
        Python::attach(|py| {
            self.ask(py, from, to).unwrap_or_else(|error| {
                self.trouble.note(error);
                Cost::ZERO
            })
        })
    }

    fn law(&self) -> EstimateLaw {
        self.law
    }
}

/// The arrays of lengths over the world: the estimate is by how much two cells differ, at most.
#[derive(Debug)]
struct Layers {
    bounds: CellBox,
    /// The costs as raw numbers, x slowest; [`UNKNOWN`] says nothing.
    costs: Vec<Vec<u64>>,
    law: EstimateLaw,
}

/// The number in place of what is infinite or no number.
const UNKNOWN: u64 = u64::MAX;

impl Layers {
    fn place(&self, cell: IVec3) -> Option<usize> {
        if !self.bounds.contains(cell) {
            return None;
        }
        let [x, y, z] = (cell - self.bounds.min)
            .as_uvec3()
            .to_array()
            .map(|along| along as usize);
        let [_, height, depth] = self.bounds.size().to_array().map(|side| side as usize);
        Some((x * height + y) * depth + z)
    }
}

impl Estimator for Layers {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        let (Some(from), Some(to)) = (self.place(from), self.place(to)) else {
            return Cost::ZERO;
        };
        let differ = self.costs.iter().map(|layer| {
            let [from, to] = [from, to].map(|place| layer.get(place).copied().unwrap_or(UNKNOWN));
            if from == UNKNOWN || to == UNKNOWN {
                return 0;
            }
            from.abs_diff(to)
        });
        Cost::from_raw(differ.max().unwrap_or(0))
    }

    fn law(&self) -> EstimateLaw {
        self.law
    }
}

/// Reads an array of lengths over the world, or several of them.
fn layers(
    argument: &str,
    value: &Bound<'_, PyAny>,
    bounds: CellBox,
    size: f64,
) -> Answer<Vec<Vec<u64>>> {
    let array = as_array(argument, value)?;
    if !matches!(array.dtype().kind(), b'f' | b'i' | b'u') {
        return Err(Failure::argument_type(
            argument,
            format!(
                "a name, a function of two cells, landmarks or an array of numbers is needed, not {}",
                if array.shape().is_empty() {
                    shown(value)
                } else {
                    dtype(&array)
                }
            ),
        ));
    }
    let sides = bounds.size().to_array().map(|side| side as usize);
    let count = match array.shape() {
        [x, y, z] if [*x, *y, *z] == sides => 1,
        [count, x, y, z] if [*x, *y, *z] == sides => *count,
        shape => {
            let [x, y, z] = sides;
            return Err(Failure::argument(
                argument,
                format!(
                    "an array over the world has the shape ({x}, {y}, {z}) or (N, {x}, {y}, {z}), not {}",
                    shape_shown(shape)
                ),
            ));
        }
    };
    let numbers = array.call_method1("astype", ("float64",))?;
    let numbers = numbers
        .cast_into::<PyArrayDyn<f64>>()
        .map_err(PyErr::from)?;
    let numbers = numbers.try_readonly().map_err(PyErr::from)?;
    let values = numbers.as_array();
    let one_by_one = values.iter().map(|&length| {
        let known = cost_of(length, size).filter(|_| length.is_finite());
        known.map_or(UNKNOWN, Cost::raw)
    });
    let all: Vec<u64> = one_by_one.collect();
    let each = (all.len() / count.max(1)).max(1);
    Ok(all.chunks(each).map(<[u64]>::to_vec).collect())
}

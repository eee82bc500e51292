//! Estimates of one's own: Python functions, arrays, landmarks.

use std::sync::{Arc, OnceLock};

use ndarray::Array4;
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};
use voxnav::experiment::{EstimateLaw, Estimator};
use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav::search::Cost;
use voxnav::{CornerRule, MoveSet};

use crate::answers::pickled;
use crate::cells::{as_array, dtype, lengths, shape_shown, shown};
use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::interrupt::abandonable;
use crate::numbers::{Cells, one_of, read};
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
    fn of(places: Places) -> Self {
        Self {
            places,
            costs: OnceLock::new(),
        }
    }

    /// Returns the costs, worked out for this world if they are not yet.
    fn costs(&self, py: Python<'_>, world: &World) -> Answer<voxnav::experiment::Landmarks> {
        if let Some(costs) = self.costs.get() {
            return Ok(costs.clone());
        }
        let of = self.places.clone();
        let (world, _) = py.detach(|| world.seen_by(of.agent))?;
        let made = abandonable(py, move || {
            voxnav::experiment::Landmarks::at(&world, of.moves, of.corners, &of.cells)
                .blamed("cells")
        })?;
        Ok(self.costs.get_or_init(|| made).clone())
    }
}

pickled!(Landmarks, |it| &it.places, |places| Ok(Self::of(places)));

#[pymethods]
impl Landmarks {
    /// The number of landmarks.
    #[getter]
    fn count(&self) -> usize {
        self.places.cells.len()
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
        cells: Cells,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Landmarks> {
        let cells = cells.named("cells")?;
        let count = cells.len();
        if !(1..=16).contains(&count) {
            return refuse("cells", format!("1 to 16 cells are needed, not {count}"));
        }
        let options = Options::read(options, self, options::OF_LANDMARKS)?;
        let settings = options.search.route.settings;
        let landmarks = Landmarks::of(Places {
            cells,
            agent: options.agent,
            moves: settings.moves,
            corners: settings.corners,
        });
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
pub(crate) struct Trouble(Arc<OnceLock<PyErr>>);

impl Trouble {
    /// Raises what was raised.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        (self.0.get()).map_or(Ok(()), |error| Err(error.clone_ref(py)))
    }
}

/// Returns what is stated of estimates, by name.
pub(crate) fn law(value: &Bound<'_, PyAny>) -> Answer<EstimateLaw> {
    const LAWS: &[(&str, EstimateLaw)] = &[
        ("none", EstimateLaw::None),
        ("admissible", EstimateLaw::Admissible),
        ("consistent", EstimateLaw::Consistent),
        ("symmetric", EstimateLaw::Symmetric),
    ];
    match value.extract::<f64>() {
        Ok(factor) if factor >= 1.0 && factor.is_finite() => Ok(EstimateLaw::Factor(factor)),
        Ok(factor) => refuse("law", format!("{factor} is no factor from 1")),
        Err(_) => one_of("law", "no law", &read::<String>("law", value)?, LAWS),
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
    Ok(Guide::Own(Arc::new(Layers {
        min: world.bounds.min,
        costs: layers(argument, value, world.bounds, size)?,
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

    fn law(&self) -> EstimateLaw {
        self.law
    }
}

/// The arrays of lengths over the world: the estimate is by how much two cells differ, at most.
#[derive(Debug)]
struct Layers {
    min: IVec3,
    /// The costs as raw numbers, by layer, x, y and z; [`UNKNOWN`] says nothing.
    costs: Array4<u64>,
    law: EstimateLaw,
}

/// The number in place of what is infinite or no number.
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
) -> Answer<Array4<u64>> {
    let array = as_array(argument, value)?;
    let numbers = lengths(&array)?.ok_or_else(|| {
        let found = if array.shape().is_empty() {
            shown(value)
        } else {
            dtype(&array)
        };
        let needed = "a name, a function of two cells, landmarks or an array of numbers is needed";
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

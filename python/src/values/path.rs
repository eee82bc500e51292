//! Paths in cells and in world units, of flying and ground agents.

use numpy::{Element, PyArray2};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde::{Deserialize, Serialize};
use voxnav::glam::IVec3;
use voxnav::grid::Axis;
use voxnav::ground::Action;
use voxnav::search::{CellShape, Cost, SearchSettings, Solution};
use voxnav::{Lattice, Outcome};
use voxnav_view::{Recording, SearchFacts, Searched};

use crate::threads::interrupt;
use crate::values::answers::{self, Rows, fixed, made, pickled};

/// The answer to one question for a path.
///
/// True if it leads to the goal. Where there is no whole path, `outcome` tells why, and what there is
/// of one is here: after a limit it leads to the best cell reached. Its arrays are not to be written to: copy them.
///
/// Attributes
/// ----------
/// cells : numpy.ndarray of int32, shape (N, 3)
///     Every cell from the start to where the path ends, x, y and z; of shape (0, 3) without a path.
/// points : numpy.ndarray of float64, shape (N, 3)
///     The centers of these cells, in world units.
/// corners : numpy.ndarray of int32, shape (M, 3)
///     The cells between which the path is straight.
/// legs : list of Leg
///     The stretches of the path under one action: of an agent in the air, one whose action is "fly".
/// cost : int or None
///     What the path costs, terrain included; `voxnav.STRAIGHT` is a straight move. `cost / voxnav.STRAIGHT * world.size`
///     is what `CostField.costs` says.
/// length : float or None
///     How far the agent goes along `points`, in world units. Terrain adds to what a path costs, not to this.
/// outcome : str
///     How the search ended: "found", "unreachable", "limit reached", "cancelled",
///     "stopped at unknown", "partial", "start blocked", "goal blocked", "start outside" or
///     "goal outside".
/// limit : str or None
///     The option that ended the search, where `outcome` is "limit reached": "limit_time", "limit_expanded",
///     "limit_memory" or "limit_cost".
/// proved : float or None
///     How many times the optimum the path costs at most, as far as the search has proved: 1.0 for the best,
///     infinite where nothing is proved, and None for a path that does not lead to the goal.
/// statistics : Statistics
///     What the search took.
#[pyclass(frozen, subclass, module = "voxnav")]
pub(crate) struct Path {
    solved: PathSolution,
    asked: PathQuestion,
    lattice: Lattice,
    cells: PyOnceLock<Py<PyArray2<i32>>>,
    points: PyOnceLock<Py<PyArray2<f64>>>,
}

/// The answer of the library, by what the agent can do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum PathSolution {
    Air(Solution),
    Ground(Solution),
}

/// The question that was asked.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct PathQuestion {
    pub(crate) start: IVec3,
    /// The goal; of several, the first.
    pub(crate) goal: IVec3,
    pub(crate) settings: SearchSettings,
    /// The up axis of a ground agent.
    pub(crate) up: Option<Axis>,
}

impl PathSolution {
    /// Returns the solution.
    pub(crate) const fn solution(&self) -> &Solution {
        match self {
            Self::Air(solution) | Self::Ground(solution) => solution,
        }
    }
}

impl Path {
    pub(crate) fn new(solved: PathSolution, lattice: Lattice, asked: PathQuestion) -> Self {
        Self {
            solved,
            asked,
            lattice,
            cells: PyOnceLock::new(),
            points: PyOnceLock::new(),
        }
    }

    /// Returns the answer of the library.
    pub(crate) const fn solved(&self) -> &PathSolution {
        &self.solved
    }

    const fn solution(&self) -> &Solution {
        self.solved.solution()
    }

    /// Returns what pages say of it: the path without the search.
    pub(crate) fn facts(&self) -> SearchFacts {
        let (start, goal) = (self.asked.start, self.asked.goal);
        let settings = &self.asked.settings;
        let none = Recording::new(0);
        match &self.solved {
            PathSolution::Air(solution) => {
                SearchFacts::of(&Searched::of(settings, [start, goal], solution), &none)
            }
            PathSolution::Ground(solution) => {
                let description = format!("{} on the ground", settings.algorithm);
                SearchFacts::of_legs(description, [start, goal], solution, &none)
            }
        }
    }

    /// Returns three numbers of each cell.
    fn of_cells<T: Element>(
        &self,
        py: Python<'_>,
        part: impl Fn(IVec3) -> [T; 3],
    ) -> PyResult<Py<PyArray2<T>>> {
        let path = self.solution().outcome.any_path().into_iter();
        let values = path.flat_map(voxnav::Path::cells).map(part).collect();
        Ok(fixed(Rows(values).array(py))?.unbind())
    }
}

/// Returns the length of a path in longest sides of cells, terrain aside.
pub(crate) fn length(path: &voxnav::Path, shape: CellShape) -> f64 {
    let priced = path.priced_by(shape, None);
    priced.map_or(path.cost(), |priced| priced.cost()).length()
}

/// Returns the ratio of a cost to the optimum, of which a lower bound is proved.
pub(crate) fn proved(cost: Cost, lower_bound: Cost) -> f64 {
    if cost == Cost::ZERO {
        1.0
    } else {
        cost.length() / lower_bound.length()
    }
}

/// Makes a leg of its action, cells and cost, and the label of the link that it is.
fn leg<'py>(
    py: Python<'py>,
    action: &str,
    cells: impl Iterator<Item = IVec3>,
    cost: Cost,
    link: Option<u32>,
) -> PyResult<Bound<'py, PyAny>> {
    made(
        py,
        "Leg",
        (action, cells.collect::<Rows<_>>(), cost.raw(), link),
    )
}

pickled!(
    Path,
    |path| &(&path.solved, &path.asked, &path.lattice),
    |(solved, asked, lattice)| Ok(Self::new(solved, lattice, asked))
);

#[pymethods]
impl Path {
    /// Every cell from the start to where the path ends: int32 of shape (N, 3).
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let made =
            (self.cells).get_or_try_init(py, || self.of_cells(py, |cell| cell.to_array()))?;
        Ok(made.bind(py).clone())
    }

    /// The centers of the cells in world units: float64 of shape (N, 3).
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let center = |cell| self.lattice.center(cell).to_array();
        let made = (self.points).get_or_try_init(py, || self.of_cells(py, center))?;
        Ok(made.bind(py).clone())
    }

    /// The cells between which the path is straight: int32 of shape (M, 3).
    #[getter]
    fn corners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let path = self.solution().outcome.any_path();
        let corners = path.map(voxnav::Path::corners);
        fixed(Rows::from_iter(corners.unwrap_or_default()).array(py))
    }

    /// The stretches of the path, each under one action: "fly" is that of an agent in the air.
    #[getter]
    fn legs<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        match &self.solved {
            PathSolution::Air(solution) => {
                let path = solution.outcome.any_path();
                let path = path.filter(|path| path.move_count() > 0).into_iter();
                path.map(|path| leg(py, "fly", path.cells(), path.cost(), None))
                    .collect()
            }
            PathSolution::Ground(solution) => {
                let path = solution.outcome.any_path();
                let legs = path.map(voxnav::Path::legs).unwrap_or_default();
                let legs = legs.iter().map(|it| {
                    let (action, link) = match it.action {
                        Action::Link(label) => ("link".to_owned(), Some(label)),
                        Action::Door => ("door".to_owned(), None),
                        other => (other.to_string(), None),
                    };
                    leg(py, &action, it.cells(), it.cost(), link)
                });
                legs.collect()
            }
        }
    }

    /// The cost of the path, terrain included, or None without one; `voxnav.STRAIGHT` is a straight move.
    #[getter]
    fn cost(&self) -> Option<u64> {
        Some(self.solution().outcome.any_path()?.cost().raw())
    }

    /// How often the path changes its direction from move to move, on the ground as seen from above; None without one.
    #[getter]
    fn turns(&self) -> Option<usize> {
        let path = self.solution().outcome.any_path()?;
        Some(path.turns(self.asked.up))
    }

    /// How far the agent goes along the points, in world units and terrain aside, or None without a path.
    #[getter]
    fn length(&self) -> Option<f64> {
        Some(match &self.solved {
            PathSolution::Air(solution) => {
                let path = solution.outcome.any_path()?;
                length(path, self.asked.settings.shape) * self.lattice.longest_side()
            }
            PathSolution::Ground(solution) => {
                let runs = solution.outcome.any_path()?.runs().iter();
                let unit = self.lattice.longest_side();
                let shape = self.lattice.sizes() / unit;
                let step = |step: IVec3| (step.as_dvec3() * shape).length();
                let cells = runs.map(|run| step(run.step) * f64::from(run.moves));
                cells.sum::<f64>() * unit
            }
        })
    }

    /// The outcome of the search.
    #[getter]
    fn outcome(&self) -> &'static str {
        interrupt::name_of(&self.solution().outcome)
    }

    /// The option that ended the search, or None unless the outcome is "limit reached".
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        match &self.solution().outcome {
            Outcome::Cancelled { .. } => Some("limit_time"),
            Outcome::LimitReached { limit, .. } => Some(interrupt::option_of(*limit)),
            _ => None,
        }
    }

    /// True if the path leads to the goal.
    #[getter]
    fn is_found(&self) -> bool {
        self.outcome() == "found"
    }

    /// The most times the optimum that the path costs, as far as is proved, or None unless it leads to the goal.
    #[getter]
    fn proved(&self) -> Option<f64> {
        let solution = self.solution();
        let path = solution.outcome.path()?;
        Some(proved(path.cost(), solution.statistics.lower_bound))
    }

    /// The effort of the search.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        answers::statistics(py, &self.solution().statistics)
    }

    /// The first unknown cell on the way, where the path was stopped at unknown space, or None.
    #[getter]
    fn unknown(&self) -> Option<(i32, i32, i32)> {
        match self.solution().outcome {
            Outcome::StoppedAtUnknown { unknown, .. } => Some(unknown.into()),
            _ => None,
        }
    }

    /// The number of cells of the path.
    fn __len__(&self) -> usize {
        let path = self.solution().outcome.any_path();
        let path = path.map(voxnav::Path::move_count);
        usize::try_from(path.map_or(0, |moves| moves + 1)).unwrap_or(usize::MAX)
    }

    /// True if the path leads to the goal.
    fn __bool__(&self) -> bool {
        self.is_found()
    }

    fn __repr__(&self) -> String {
        let (outcome, cells) = (self.outcome(), self.__len__());
        match self.length() {
            Some(length) => format!("<voxnav.Path {outcome}: {cells} cells, length {length:.3}>"),
            None => format!("<voxnav.Path {outcome}>"),
        }
    }
}

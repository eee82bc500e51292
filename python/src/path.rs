//! Answers: paths in cells and in world units.

use numpy::ndarray::Dimension;
use numpy::{PyArray, PyArray2};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde::{Deserialize, Serialize};
use voxnav::glam::IVec3;
use voxnav::search::{Cost, SearchSettings, Solution};
use voxnav::{Lattice, Outcome};
use voxnav_formats::trace::{TraceEnd, TraceHeader};
use voxnav_view::{Recording, SearchFacts};

use crate::carried::{self, Reduced};
use crate::clock;
use crate::failure::Answer;

/// What a search took.
///
/// Attributes
/// ----------
/// expanded : int
///     Cells popped from the open list whose successors were produced.
/// generated : int
///     Successors produced.
/// reopened : int
///     Cells that had been expanded and were queued again.
/// stale : int
///     Queue entries dropped because a better one had taken their place.
/// peak_open : int
///     The most entries that were queued at once.
/// lower_bound : int
///     No path costs less than this; `voxnav.STRAIGHT` is a straight move.
#[pyclass(frozen, eq, get_all, module = "voxnav")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statistics {
    /// Cells popped from the open list whose successors were produced.
    expanded: u64,
    /// Successors produced.
    generated: u64,
    /// Cells that had been expanded and were queued again.
    reopened: u64,
    /// Queue entries dropped because a better one had taken their place.
    stale: u64,
    /// The most entries that were queued at once.
    peak_open: u64,
    /// No path costs less than this; `voxnav.STRAIGHT` is a straight move.
    lower_bound: u64,
}

impl Statistics {
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }
}

impl From<&voxnav::search::Statistics> for Statistics {
    fn from(of: &voxnav::search::Statistics) -> Self {
        Self {
            expanded: of.expanded,
            generated: of.generated,
            reopened: of.reopened,
            stale: of.stale,
            peak_open: of.peak_open,
            lower_bound: of.lower_bound.raw(),
        }
    }
}

#[pymethods]
impl Statistics {
    /// What `pickle` needs.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Answer<Reduced<'py>> {
        let counts = [
            self.expanded,
            self.generated,
            self.reopened,
            self.stale,
            self.peak_open,
            self.lower_bound,
        ];
        carried::reduced::<Self>(py, &counts)
    }

    /// The counts of bytes that `pickle` kept.
    #[staticmethod]
    fn _carried(data: &[u8]) -> Answer<Self> {
        let [expanded, generated, reopened, stale, peak_open, lower_bound] = carried::read(data)?;
        Ok(Self {
            expanded,
            generated,
            reopened,
            stale,
            peak_open,
            lower_bound,
        })
    }

    fn __repr__(&self) -> String {
        format!("{self:?}")
            .replace(" {", "(")
            .replace(": ", "=")
            .replace(" }", ")")
            .replace("( ", "(")
    }
}

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
/// cost : int or None
///     What the path costs, terrain included; `voxnav.STRAIGHT` is a straight move.
/// length : float or None
///     The length along `points`, in world units.
/// outcome : str
///     How the search ended: "found", "unreachable", "limit reached", "cancelled",
///     "stopped at unknown", "partial", "start blocked", "goal blocked", "start outside" or
///     "goal outside".
/// statistics : Statistics
///     What the search took.
#[pyclass(frozen, subclass, module = "voxnav")]
pub(crate) struct Path {
    pub(crate) solution: Solution,
    pub(crate) asked: Asked,
    lattice: Lattice,
    cells: PyOnceLock<Py<PyArray2<i32>>>,
    points: PyOnceLock<Py<PyArray2<f64>>>,
}

/// The question that was asked.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) start: IVec3,
    /// The goal; of several, the first.
    pub(crate) goal: IVec3,
    pub(crate) settings: SearchSettings,
}

impl Path {
    pub(crate) fn new(solution: Solution, lattice: Lattice, asked: Asked) -> Self {
        Self {
            solution,
            asked,
            lattice,
            cells: PyOnceLock::new(),
            points: PyOnceLock::new(),
        }
    }

    /// Returns what pages say of it: the path without the search.
    pub(crate) fn facts(&self) -> SearchFacts {
        let Asked {
            start,
            goal,
            settings,
        } = self.asked;
        let header = TraceHeader {
            program: String::new(),
            map: String::new(),
            size: IVec3::ZERO,
            occupied: 0,
            start,
            goal,
            algorithm: settings.algorithm.to_string(),
            heuristic: settings.heuristic.to_string(),
            moves: settings.moves.to_string(),
            corners: settings.corners.to_string(),
            guarantee: settings.guarantee().to_string(),
        };
        let end = TraceEnd::of(&self.solution);
        SearchFacts::of(&header, &end, &Recording::new(0))
    }

    fn path(&self) -> Option<&voxnav::Path> {
        self.solution.outcome.any_path()
    }
}

/// Returns the cost of the moves of a path, terrain aside.
pub(crate) fn moved(path: &voxnav::Path) -> Cost {
    let priced = path.priced(None);
    priced.map_or(path.cost(), |priced| priced.cost())
}

/// Rows of three, in one piece of memory that NumPy owns.
pub(crate) fn rows<T: numpy::Element>(
    py: Python<'_>,
    values: Vec<T>,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let shape = (values.len() / 3, 3);
    let array = ndarray::Array2::from_shape_vec(shape, values)
        .map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))?;
    Ok(PyArray2::from_owned_array(py, array))
}

/// Makes an array that an answer keeps, so that nobody may write to it.
pub(crate) fn fixed<T: numpy::Element, D: Dimension>(
    array: Bound<'_, PyArray<T, D>>,
) -> PyResult<Bound<'_, PyArray<T, D>>> {
    array.call_method1("setflags", (false,))?;
    Ok(array)
}

#[pymethods]
impl Path {
    /// What `pickle` needs.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Answer<Reduced<'py>> {
        carried::reduced::<Self>(py, &(&self.solution, &self.asked, &self.lattice))
    }

    /// The path of bytes that `pickle` kept.
    #[staticmethod]
    fn _carried(data: &[u8]) -> Answer<Self> {
        let (solution, asked, lattice) = carried::read(data)?;
        Ok(Self::new(solution, lattice, asked))
    }

    /// Every cell from the start to where the path ends: int32 of shape (N, 3).
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let made = self.cells.get_or_try_init(py, || {
            let cells = self.path().into_iter().flat_map(voxnav::Path::cells);
            let values = cells.flat_map(|cell| cell.to_array()).collect();
            PyResult::Ok(fixed(rows(py, values)?)?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// The centers of the cells in world units: float64 of shape (N, 3).
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let made = self.points.get_or_try_init(py, || {
            let cells = self.path().into_iter().flat_map(voxnav::Path::cells);
            let values = cells
                .flat_map(|cell| self.lattice.center(cell).to_array())
                .collect();
            PyResult::Ok(fixed(rows(py, values)?)?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// The cells between which the path is straight: int32 of shape (M, 3).
    #[getter]
    fn corners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let corners = self.path().map(voxnav::Path::corners).unwrap_or_default();
        fixed(rows(
            py,
            corners.iter().flat_map(IVec3::to_array).collect(),
        )?)
    }

    /// What the path costs, terrain included, or None without one; `voxnav.STRAIGHT` is a straight move.
    #[getter]
    fn cost(&self) -> Option<u64> {
        self.path().map(|path| path.cost().raw())
    }

    /// The length along the points in world units, or None without a path.
    #[getter]
    fn length(&self) -> Option<f64> {
        self.path()
            .map(|path| moved(path).length() * self.lattice.size())
    }

    /// How the search ended.
    #[getter]
    fn outcome(&self) -> &'static str {
        clock::name_of(&self.solution.outcome)
    }

    /// Whether the path leads to the goal.
    #[getter]
    fn is_found(&self) -> bool {
        self.solution.outcome.path().is_some()
    }

    /// What the search took.
    #[getter]
    fn statistics(&self) -> Statistics {
        Statistics::from(&self.solution.statistics)
    }

    /// The first unknown cell on the way, where the path was stopped at unknown space, or None.
    #[getter]
    fn unknown(&self) -> Option<(i32, i32, i32)> {
        match self.solution.outcome {
            Outcome::StoppedAtUnknown { unknown, .. } => Some(unknown.into()),
            _ => None,
        }
    }

    /// How many cells the path has.
    fn __len__(&self) -> usize {
        let cells = self.path().map_or(0, |path| path.move_count() + 1);
        usize::try_from(cells).unwrap_or(usize::MAX)
    }

    /// Whether the path leads to the goal.
    fn __bool__(&self) -> bool {
        self.is_found()
    }

    fn __repr__(&self) -> String {
        match self.length() {
            Some(length) => format!(
                "<voxnav.Path {}: {} cells, length {length:.3}>",
                self.outcome(),
                self.__len__()
            ),
            None => format!("<voxnav.Path {}>", self.outcome()),
        }
    }
}

//! Many paths at once, on all processors.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PySlice};
use voxnav::batch::{Answer, Batch, KeptPath, PathDetail, Request, SearchWatch, Sharing};
use voxnav::grid::Traversability;
use voxnav::search::Statistics;
use voxnav::{Lattice, Outcome, Terrain};

use crate::agent;
use crate::cells::{cells, shown};
use crate::clock;
use crate::failure::{self, Failure};
use crate::interrupt::interruptible;
use crate::options::{self, Options, SearchOptions};
use crate::path::{fixed, moved, rows};
use crate::pool;
use crate::progress::Progress;
use crate::spatial::pairs;
use crate::world::World;

/// The names of outcomes, in the order of their numbers in arrays.
pub(crate) const OUTCOMES: [&str; 10] = [
    "found",
    "unreachable",
    "limit reached",
    "cancelled",
    "stopped at unknown",
    "partial",
    "start blocked",
    "goal blocked",
    "start outside",
    "goal outside",
];

/// Returns the number of an outcome in arrays.
pub(crate) fn outcome_number(name: &str) -> u8 {
    let place = OUTCOMES.iter().position(|known| *known == name);
    place
        .and_then(|place| u8::try_from(place).ok())
        .unwrap_or(u8::MAX)
}

/// Returns the part of each path that is kept, by the names of `voxnav route --keep`.
pub(crate) fn detail(keep: &str) -> failure::Answer<PathDetail> {
    match keep {
        "path" => Ok(PathDetail::Path),
        "cost" => Ok(PathDetail::Cost),
        "step" => Ok(PathDetail::FirstStep),
        other => Err(Failure::argument(
            "keep",
            format!("nothing is called `{other}`; there are path, cost, step"),
        )),
    }
}

/// Returns the number of threads, if not as many as there are processors.
pub(crate) fn threads(value: Option<&Bound<'_, PyAny>>) -> failure::Answer<Option<NonZeroUsize>> {
    let Some(value) = value.filter(|value| !value.is_none()) else {
        return Ok(None);
    };
    let count = value.extract::<i64>().map_err(|_| {
        Failure::argument_type("threads", format!("{} is not a whole number", shown(value)))
    })?;
    let count = usize::try_from(count).ok().filter(|count| *count <= 1024);
    count.and_then(NonZeroUsize::new).map(Some).ok_or_else(|| {
        Failure::argument("threads", format!("{} is not from 1 to 1024", shown(value)))
    })
}

/// Makes a batch over one world.
pub(crate) fn batch(
    world: Traversability,
    detail: PathDetail,
    threads: Option<NonZeroUsize>,
    watch: Option<&dyn SearchWatch>,
) -> Result<Batch<'_>, voxnav::batch::BatchError> {
    let mut batch = Batch::new(world).detail(detail);
    if let Some(watch) = watch {
        // Searches that rows share belong to none of them.
        batch = batch.watch(watch).sharing(Sharing::Never);
    }
    match pool::threads_of_batch(threads) {
        Some(count) => batch.threads(count),
        None => Ok(batch),
    }
}

/// Makes the query of a row.
pub(crate) fn request<'q>(
    ends: [voxnav::glam::IVec3; 2],
    options: &'q SearchOptions,
    lattice: &Lattice,
    terrain: &'q Terrain,
) -> Request<'q> {
    let query = options.query(lattice, ends[0], ends[1]);
    if terrain.is_uniform() {
        query.into()
    } else {
        query.terrain(terrain).into()
    }
}

/// The answers to many questions, in their order: arrays with a value for each.
///
/// `paths[i]` are the cells of the path of row i, a view of `cells`; `paths[a:b]` are the answers of some rows, and
/// iterating gives the cells of each. The arrays are not to be written to: copy them.
///
/// Attributes
/// ----------
/// cells : numpy.ndarray of int32, shape (M, 3)
///     The cells of all paths, one after the other; of shape (0, 3) unless paths were kept.
/// offsets : numpy.ndarray of int64, shape (N + 1,)
///     Where each path begins in `cells`, and the end of the last.
/// cost : numpy.ndarray of int64, shape (N,)
///     What each path costs, `voxnav.STRAIGHT` a straight move; -1 without a path.
/// length : numpy.ndarray of float64, shape (N,)
///     Along the path, in world units, or what `cost` says unless paths are kept; NaN without one.
/// outcome : numpy.ndarray of uint8, shape (N,)
///     How each search ended: its place in `voxnav.OUTCOMES`.
/// found : numpy.ndarray of bool, shape (N,)
///     Whether each path leads to its goal.
/// steps : numpy.ndarray of int8, shape (N, 3)
///     The first moves, with `keep="step"`; zero without a path or a move.
/// statistics : dict of numpy.ndarray of uint64, shape (N,)
///     What each search took; of a search that answered several rows, all of it.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct Paths {
    /// The cells of all paths, one after the other: int32 of shape (M, 3).
    #[pyo3(get)]
    cells: Py<PyArray2<i32>>,
    /// Where each path begins in `cells`, and the end of the last: int64 of shape (N + 1,).
    #[pyo3(get)]
    offsets: Py<PyArray1<i64>>,
    /// What each path costs: int64 of shape (N,), -1 without a path.
    #[pyo3(get)]
    cost: Py<PyArray1<i64>>,
    /// The lengths in world units: float64 of shape (N,), NaN without a path.
    #[pyo3(get)]
    length: Py<PyArray1<f64>>,
    /// The places of outcomes in `voxnav.OUTCOMES`: uint8 of shape (N,).
    #[pyo3(get)]
    outcome: Py<PyArray1<u8>>,
    /// Whether each path leads to its goal: bool of shape (N,).
    #[pyo3(get)]
    found: Py<PyArray1<bool>>,
    /// The first moves, with `keep="step"`: int8 of shape (N, 3).
    #[pyo3(get)]
    steps: Py<PyArray2<i8>>,
    statistics: Py<PyDict>,
}

/// The columns of answers, as constructors take them.
type AllColumns<'py> = (
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray2<i8>>,
    Bound<'py, PyDict>,
);

impl Paths {
    fn of(columns: AllColumns<'_>) -> PyResult<Self> {
        let (cells, offsets, cost, length, outcome, found, steps, statistics) = columns;
        for column in statistics.values() {
            column.call_method1("setflags", (false,))?;
        }
        Ok(Self {
            cells: fixed(cells)?.unbind(),
            offsets: fixed(offsets)?.unbind(),
            cost: fixed(cost)?.unbind(),
            length: fixed(length)?.unbind(),
            outcome: fixed(outcome)?.unbind(),
            found: fixed(found)?.unbind(),
            steps: fixed(steps)?.unbind(),
            statistics: statistics.unbind(),
        })
    }

    /// Returns the answers of some rows.
    fn part<'py>(&self, py: Python<'py>, rows: &Bound<'py, PySlice>) -> PyResult<Self> {
        fn taken<'py, T: Element>(
            column: &Bound<'py, PyArray1<T>>,
            rows: &Bound<'py, PySlice>,
        ) -> PyResult<Bound<'py, PyArray1<T>>> {
            Ok(column.get_item(rows)?.cast_into()?)
        }
        let offsets = self.offsets.bind(py).to_vec()?;
        let cells = self.cells.bind(py).try_readonly()?;
        let cells = cells.as_slice()?;
        let count = isize::try_from(self.__len__(py)?).unwrap_or(isize::MAX);
        let indices = rows.indices(count)?;
        let (mut kept, mut ends) = (Vec::new(), vec![0]);
        let mut row = indices.start;
        for _ in 0..indices.slicelength {
            let end = |row: isize| -> Option<usize> {
                let offset = *offsets.get(usize::try_from(row).ok()?)?;
                usize::try_from(offset).ok()?.checked_mul(3)
            };
            let path = end(row).zip(end(row + 1)).map(|(from, to)| from..to);
            kept.extend_from_slice(path.and_then(|path| cells.get(path)).unwrap_or_default());
            ends.push(i64::try_from(kept.len() / 3).unwrap_or(i64::MAX));
            row += indices.step;
        }
        let statistics = PyDict::new(py);
        for (name, column) in self.statistics.bind(py) {
            statistics.set_item(name, column.get_item(rows)?)?;
        }
        Self::of((
            crate::path::rows(py, kept)?,
            PyArray1::from_vec(py, ends),
            taken(self.cost.bind(py), rows)?,
            taken(self.length.bind(py), rows)?,
            taken(self.outcome.bind(py), rows)?,
            taken(self.found.bind(py), rows)?,
            self.steps.bind(py).get_item(rows)?.cast_into()?,
            statistics,
        ))
    }
}

#[pymethods]
impl Paths {
    /// What `pickle` needs.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, AllColumns<'py>)> {
        let columns = (
            self.cells.bind(py).clone(),
            self.offsets.bind(py).clone(),
            self.cost.bind(py).clone(),
            self.length.bind(py).clone(),
            self.outcome.bind(py).clone(),
            self.found.bind(py).clone(),
            self.steps.bind(py).clone(),
            self.statistics(py)?,
        );
        Ok((py.get_type::<Self>().getattr("_carried")?, columns))
    }

    /// The answers of what `pickle` kept.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "the columns")]
    fn _carried(
        cells: Bound<'_, PyArray2<i32>>,
        offsets: Bound<'_, PyArray1<i64>>,
        cost: Bound<'_, PyArray1<i64>>,
        length: Bound<'_, PyArray1<f64>>,
        outcome: Bound<'_, PyArray1<u8>>,
        found: Bound<'_, PyArray1<bool>>,
        steps: Bound<'_, PyArray2<i8>>,
        statistics: Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        Self::of((
            cells, offsets, cost, length, outcome, found, steps, statistics,
        ))
    }

    /// What each search took, by name: uint64 of shape (N,).
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.statistics.bind(py).copy()
    }

    /// How many questions there were.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.cost.bind(py).len()
    }

    /// The cells of the path of a row: a view of shape (K, 3). Or the answers of some rows.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        row: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(rows) = row.cast::<PySlice>() {
            return Ok(Bound::new(py, self.part(py, rows)?)?.into_any());
        }
        let row: isize = row.extract()?;
        let count = self.__len__(py)?.cast_signed();
        let row = if row < 0 { row + count } else { row };
        if !(0..count).contains(&row) {
            return Err(pyo3::exceptions::PyIndexError::new_err(format!(
                "row {row} of {count} paths"
            )));
        }
        let offsets = self.offsets.bind(py);
        let offset = |place: isize| offsets.get_item(place)?.extract::<isize>();
        let rows = PySlice::new(py, offset(row)?, offset(row + 1)?, 1);
        self.cells.bind(py).get_item(rows)
    }

    /// The cells of the path of each row.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = PyRange::new(slf.py(), 0, slf.len()?.cast_signed())?;
        let tools = slf.py().import("builtins")?;
        tools.call_method1("map", (slf.getattr("__getitem__")?, rows))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let found: usize = self.found.bind(py).call_method0("sum")?.extract()?;
        Ok(format!(
            "<voxnav.Paths: {found} of {} found>",
            self.__len__(py)?
        ))
    }
}

/// The columns of answers, row by row.
#[derive(Default)]
struct Columns {
    cells: Vec<i32>,
    offsets: Vec<i64>,
    cost: Vec<i64>,
    length: Vec<f64>,
    outcome: Vec<u8>,
    found: Vec<bool>,
    steps: Vec<i8>,
    statistics: [Vec<u64>; Statistics::NAMES.len()],
}

impl Columns {
    fn new(count: usize, detail: PathDetail) -> Self {
        let mut columns = Self {
            offsets: Vec::with_capacity(count + 1),
            cost: Vec::with_capacity(count),
            length: Vec::with_capacity(count),
            outcome: Vec::with_capacity(count),
            found: Vec::with_capacity(count),
            ..Self::default()
        };
        if detail == PathDetail::FirstStep {
            columns.steps.reserve_exact(3 * count);
        }
        columns.offsets.push(0);
        columns
    }

    fn push(&mut self, answer: &Answer, lattice: &Lattice) {
        let kept = answer.outcome.any_path();
        let path = kept.and_then(KeptPath::path);
        if let Some(path) = path {
            self.cells
                .extend(path.cells().flat_map(|cell| cell.to_array()));
        }
        let end = self.cells.len() / 3;
        self.offsets.push(i64::try_from(end).unwrap_or(i64::MAX));
        let cost = kept.map(KeptPath::cost);
        self.cost
            .push(cost.map_or(-1, |cost| cost.raw().cast_signed()));
        let length = path.map(moved).or(cost);
        self.length
            .push(length.map_or(f64::NAN, |cost| cost.length() * lattice.size()));
        self.outcome
            .push(outcome_number(clock::name_of(&answer.outcome)));
        self.found.push(matches!(answer.outcome, Outcome::Found(_)));
        if self.steps.capacity() > 0 {
            let step = match kept {
                Some(KeptPath::FirstStep {
                    step: Some(step), ..
                }) => step.offset(),
                _ => voxnav::glam::IVec3::ZERO,
            };
            self.steps
                .extend(step.to_array().map(|along| along.signum() as i8));
        }
        let counts = answer.statistics.values();
        for (column, count) in self.statistics.iter_mut().zip(counts) {
            column.push(count);
        }
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Paths> {
        let statistics = PyDict::new(py);
        for (name, column) in Statistics::NAMES.into_iter().zip(self.statistics) {
            statistics.set_item(name, PyArray1::from_vec(py, column))?;
        }
        Paths::of((
            rows(py, self.cells)?,
            PyArray1::from_vec(py, self.offsets),
            PyArray1::from_vec(py, self.cost),
            PyArray1::from_vec(py, self.length),
            PyArray1::from_vec(py, self.outcome),
            PyArray1::from_vec(py, self.found),
            rows(py, self.steps)?,
            statistics,
        ))
    }
}

#[pymethods]
impl World {
    /// Finds many paths at once, on all processors; the answers do not depend on how many those are.
    ///
    /// Parameters
    /// ----------
    /// starts, goals : arrays of whole numbers, shape (N, 3)
    ///     Cells. One of the two may be a single cell.
    /// threads : int, optional
    ///     How many threads; as many as there are processors by default.
    /// keep : {"path", "cost", "step"}
    ///     What to keep of each path: its cells, what it costs alone, or its first move.
    /// progress : bool
    ///     Whether to show a bar, if `tqdm` is installed.
    /// agent, algorithm, heuristic, law, moves, corners, ties, within, partial
    ///     How to search, and for whom: as for `path`.
    /// limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal
    ///     Of each search, as for `path`.
    ///
    /// Returns
    /// -------
    /// Paths
    ///     One contiguous array of cells, with offsets, and a value for each row.
    #[pyo3(
        signature = (starts, goals, *, threads = None, keep = "path", progress = false, **options),
        text_signature = "($self, starts, goals, *, threads=None, keep='path', progress=False, agent=None, algorithm='auto', heuristic='octile', law=None, moves=26, corners='strict', ties='larger-g', within=1.0, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords")]
    fn paths(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        keep: &str,
        progress: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> failure::Answer<Paths> {
        let (starts, goals) = (cells("starts", starts)?, cells("goals", goals)?);
        let count = pairs(["starts", "goals"], [starts.len(), goals.len()])?;
        let detail = detail(keep)?;
        let threads = self::threads(threads)?;
        let options = Options::read(options, self, options::ALL)?;
        let agent = agent::agent(options.agent.as_ref(), self.lattice.size())?;
        let search = &options.search;
        let mut bar = Progress::new(py, progress, Some(count))?;
        let done = AtomicU64::new(0);
        let answered = interruptible(
            py,
            |py| {
                search.trouble.check()?;
                bar.show(py, &done)
            },
            |cancel| {
                clock::timed(search.time, threads, cancel, |watch| {
                    let (world, terrain) = self.seen_by(agent)?;
                    let batch = batch(world, detail, threads, watch)?.cancel(cancel);
                    let mut columns = Columns::new(count, detail);
                    let ends = (0..count).map(|row| {
                        let [start, goal] =
                            [&starts, &goals].map(|all| all[row.min(all.len() - 1)]);
                        request([start, goal], search, &self.lattice, &terrain)
                    });
                    batch.stream(ends, |answer| {
                        columns.push(&answer, &self.lattice);
                        done.fetch_add(1, Ordering::Relaxed);
                        ControlFlow::Continue(())
                    })?;
                    failure::Answer::Ok(columns)
                })
            },
        );
        bar.close(py)?;
        Ok(answered??.into_python(py)?)
    }
}

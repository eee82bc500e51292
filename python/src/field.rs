//! Cost fields: what it costs from every cell to the nearest of some goals.

use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use voxnav::Lattice;
use voxnav::fields::{self, FieldQuery};
use voxnav::grid::Traversability;

use crate::agent;
use crate::cells::{cell, cells};
use crate::edits::{dense, turned};
use crate::failure::{Answer, Failure};
use crate::interrupt::interruptible;
use crate::options::Options;
use crate::path::{Statistics, rows};
use crate::world::World;

/// What it costs from every cell to the nearest of some goals, and which way to go.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct CostField {
    field: fields::CostField,
    world: Traversability,
    lattice: Lattice,
    costs: PyOnceLock<Py<PyArray3<f64>>>,
}

#[pymethods]
impl CostField {
    /// The lengths from all cells to the nearest goal, in world units: float64, indexed by x, y and z from
    /// the smallest cell of the world on, infinite where no way leads. Worked out once.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray3<f64>>> {
        if let Some(made) = self.costs.get(py) {
            return Ok(made.bind(py).clone());
        }
        let values = py.detach(|| -> Answer<_> {
            let bounds = self.world.bounds();
            let mut values = dense(bounds, f64::INFINITY)?;
            for (cell, value) in bounds.cells().zip(values.iter_mut()) {
                if let Some(cost) = self.field.cost(cell) {
                    *value = cost.length() * self.lattice.size();
                }
            }
            Ok(values)
        })?;
        let made = turned(py, values, false).unbind();
        Ok(self.costs.get_or_init(py, || made).bind(py).clone())
    }

    /// What it costs from cells to the nearest goal.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of int64, shape (N,)
    ///     `voxnav.STRAIGHT` is a straight move; -1 where no way leads.
    #[pyo3(signature = (cells))]
    fn cost<'py>(
        &self,
        py: Python<'py>,
        cells: &Bound<'py, PyAny>,
    ) -> Answer<Bound<'py, PyArray1<i64>>> {
        let cells = self::cells("cells", cells)?;
        let costs = cells.iter().map(|&cell| {
            self.field
                .cost(cell)
                .map_or(-1, |cost| cost.raw().cast_signed())
        });
        Ok(PyArray1::from_vec(py, costs.collect()))
    }

    /// The cells of the cheapest path from a cell to its nearest goal: int32 of shape (N, 3), of shape
    /// (0, 3) where no way leads.
    #[pyo3(signature = (start))]
    fn path<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
    ) -> Answer<Bound<'py, PyArray2<i32>>> {
        let start = cell("start", start)?;
        let flow = self
            .field
            .flow(&self.world)
            .map_err(|error| Failure::argument("goals", error))?;
        let path = flow.path(start);
        let cells = path.iter().flat_map(voxnav::Path::cells);
        Ok(rows(py, cells.flat_map(|cell| cell.to_array()).collect())?)
    }

    /// The next moves from cells to their nearest goals.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of int32, shape (N, 3)
    ///     Zero at goals, and where no way leads.
    #[pyo3(signature = (cells))]
    fn next_moves<'py>(
        &self,
        py: Python<'py>,
        cells: &Bound<'py, PyAny>,
    ) -> Answer<Bound<'py, PyArray2<i32>>> {
        let cells = self::cells("cells", cells)?;
        let flow = self
            .field
            .flow(&self.world)
            .map_err(|error| Failure::argument("goals", error))?;
        let moves = cells.iter().flat_map(|&cell| {
            flow.next_move(cell)
                .map_or([0; 3], |next| next.offset().to_array())
        });
        Ok(rows(py, moves.collect())?)
    }

    /// What the search took.
    #[getter]
    fn statistics(&self) -> Statistics {
        Statistics::from(self.field.statistics())
    }

    fn __repr__(&self) -> String {
        format!(
            "<voxnav.CostField: {} expanded>",
            self.field.statistics().expanded
        )
    }
}

#[pymethods]
impl World {
    /// What it costs from every cell to the nearest of some goals, by one search.
    ///
    /// Parameters
    /// ----------
    /// goals : array of whole numbers, shape (N, 3)
    ///     Cells.
    /// **options
    ///     How to search, and for whom: as for `path`. With `limit_cost` the field ends there.
    ///
    /// Returns
    /// -------
    /// CostField
    #[pyo3(signature = (goals, **options))]
    fn cost_field(
        &self,
        py: Python<'_>,
        goals: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<CostField> {
        let goals = cells("goals", goals)?;
        let options = Options::read(options, self)?;
        let agent = agent::agent(options.agent.as_ref(), self.lattice.size())?;
        let settings = options.search.route.settings;
        interruptible(
            py,
            |_| Ok(()),
            |cancel| {
                let (world, terrain) = self.seen_by(agent)?;
                let query = FieldQuery::to_nearest_of(goals)
                    .settings(settings)
                    .cancel(cancel);
                let query = if terrain.is_uniform() {
                    query
                } else {
                    query.terrain(&terrain)
                };
                let field = query
                    .solve(&world)
                    .map_err(|error| Failure::argument("goals", error))?;
                Ok(CostField {
                    field,
                    world,
                    lattice: self.lattice,
                    costs: PyOnceLock::new(),
                })
            },
        )?
    }
}

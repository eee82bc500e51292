//! Cost fields: what it costs from every cell to the nearest of some goals.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use voxnav::Lattice;
use voxnav::fields::{self, FieldError, FieldQuery};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};
use voxnav::search::{Cost, Direction};

use crate::agent;
use crate::cells::{cell, cells};
use crate::edits::{dense, turned};
use crate::failure::{Answer, Failure};
use crate::interrupt::limited;
use crate::options::{self, Options};
use crate::path::{Statistics, fixed, rows};
use crate::world::World;

/// What it costs from every cell to the nearest of some goals, and which way to go.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct CostField {
    known: Known,
    bounds: CellBox,
    lattice: Lattice,
    costs: PyOnceLock<Py<PyArray3<f64>>>,
}

/// The costs, by where they are.
enum Known {
    /// The field that the library made.
    Made(Box<(fields::CostField, Traversability)>),
    /// The arrays that came from another process.
    Carried(Carried),
}

impl Known {
    fn cost(&self, cell: IVec3) -> Option<u64> {
        match self {
            Self::Made(made) => made.0.cost(cell).map(Cost::raw),
            Self::Carried(carried) => carried.cost(cell),
        }
    }

    /// Returns the next moves of cells; zero where there is none.
    fn next_moves(&self, cells: &[IVec3]) -> Answer<Vec<IVec3>> {
        match self {
            Self::Made(made) => {
                let (field, world) = &**made;
                let flow = field
                    .flow(world)
                    .map_err(|error| Failure::argument("goals", error))?;
                let next = |cell: &IVec3| flow.next_move(*cell).map(Direction::offset);
                Ok(cells
                    .iter()
                    .map(|cell| next(cell).unwrap_or_default())
                    .collect())
            }
            Self::Carried(carried) => {
                let next = |cell: &IVec3| carried.next_move(*cell).unwrap_or_default();
                Ok(cells.iter().map(next).collect())
            }
        }
    }

    fn statistics(&self) -> Statistics {
        match self {
            Self::Made(made) => Statistics::from(made.0.statistics()),
            Self::Carried(carried) => carried.statistics.clone(),
        }
    }
}

/// The costs and the next moves of the cells of a box, x fastest.
struct Carried {
    cells: CellBox,
    /// The costs, negative where no way leads.
    costs: Vec<i64>,
    /// The moves, each from -1 to 1 on three axes, as a number of base 3; the one in the middle is none.
    moves: Vec<u8>,
    statistics: Statistics,
}

/// The number of no move.
const STAY: u8 = 13;

impl Carried {
    fn place(&self, cell: IVec3) -> Option<usize> {
        if !self.cells.contains(cell) {
            return None;
        }
        let [width, height, _] = self.cells.size().to_array().map(|side| side as usize);
        let local = (cell - self.cells.min).as_uvec3().to_array();
        let [x, y, z] = local.map(|along| along as usize);
        Some((z * height + y) * width + x)
    }

    fn cost(&self, cell: IVec3) -> Option<u64> {
        let cost = *self.costs.get(self.place(cell)?)?;
        u64::try_from(cost).ok()
    }

    fn next_move(&self, cell: IVec3) -> Option<IVec3> {
        let number = i32::from(*self.moves.get(self.place(cell)?)?);
        Some(IVec3::new(number % 3, number / 3 % 3, number / 9) - 1)
    }
}

/// Returns the number of a move.
fn number_of(step: IVec3) -> u8 {
    let [x, y, z] = (step + 1).to_array();
    u8::try_from((z * 3 + y) * 3 + x).unwrap_or(STAY)
}

type Corners = ((i32, i32, i32), (i32, i32, i32));

/// The parts that a carried field is made of: its bounds, the box of its costs, these, moves, what the search
/// took, and the lattice.
type Parts<'py> = (
    Corners,
    Corners,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<u8>>,
    Statistics,
    (f64, (f64, f64, f64)),
);

fn corners(cells: CellBox) -> Corners {
    (cells.min.into(), cells.max.into())
}

#[pymethods]
impl CostField {
    /// What `pickle` needs: the costs and the next moves of the cells from which a way leads.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Answer<(Bound<'py, PyAny>, Parts<'py>)> {
        let (cells, costs, moves) = py.detach(|| -> Answer<_> {
            let reached = self
                .bounds
                .cells()
                .filter(|cell| self.known.cost(*cell).is_some());
            let around = reached.fold(None, |around: Option<CellBox>, cell| {
                let (min, max) = around.map_or((cell, cell), |around| (around.min, around.max));
                Some(CellBox::new(min.min(cell), max.max(cell + 1)))
            });
            let cells = around.unwrap_or(CellBox::EMPTY);
            let all: Vec<IVec3> = cells.cells().collect();
            let cost = |cell: &IVec3| self.known.cost(*cell).map_or(-1, u64::cast_signed);
            let costs: Vec<i64> = all.iter().map(cost).collect();
            let moves = self.known.next_moves(&all)?;
            let moves: Vec<u8> = moves.into_iter().map(number_of).collect();
            Ok((cells, costs, moves))
        })?;
        let parts = (
            corners(self.bounds),
            corners(cells),
            PyArray1::from_vec(py, costs),
            PyArray1::from_vec(py, moves),
            self.known.statistics(),
            (self.lattice.size(), self.lattice.origin().into()),
        );
        Ok((py.get_type::<Self>().getattr("_carried")?, parts))
    }

    /// The field of what `pickle` kept.
    #[staticmethod]
    fn _carried(
        bounds: Corners,
        cells: Corners,
        costs: Bound<'_, PyArray1<i64>>,
        moves: Bound<'_, PyArray1<u8>>,
        statistics: &Bound<'_, Statistics>,
        lattice: (f64, (f64, f64, f64)),
    ) -> Answer<Self> {
        let refused = |reason: &str| Failure::argument("data", reason);
        let [bounds, cells] =
            [bounds, cells].map(|(min, max)| CellBox::new(min.into(), max.into()));
        let (costs, moves) = (costs.to_vec(), moves.to_vec());
        let (Ok(costs), Ok(moves)) = (costs, moves) else {
            return Err(refused("the arrays are not in one piece"));
        };
        let count = usize::try_from(cells.volume()).ok();
        if count != Some(costs.len()) || count != Some(moves.len()) {
            return Err(refused("the arrays are not of the cells of the box"));
        }
        let (size, origin) = lattice;
        Ok(Self {
            known: Known::Carried(Carried {
                cells,
                costs,
                moves,
                statistics: statistics.get().clone(),
            }),
            bounds,
            lattice: Lattice::new(origin.into(), size)?,
            costs: PyOnceLock::new(),
        })
    }

    /// The lengths from all cells to the nearest goal, in world units: float64, indexed by x, y and z from
    /// the smallest cell of the world on, infinite where no way leads. Worked out once, and not to be written to.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray3<f64>>> {
        if let Some(made) = self.costs.get(py) {
            return Ok(made.bind(py).clone());
        }
        let values = py.detach(|| -> Answer<_> {
            let mut values = dense(self.bounds, f64::INFINITY)?;
            for (cell, value) in self.bounds.cells().zip(values.iter_mut()) {
                if let Some(cost) = self.known.cost(cell) {
                    *value = Cost::from_raw(cost).length() * self.lattice.size();
                }
            }
            Ok(values)
        })?;
        let made = fixed(turned(py, values, false))?.unbind();
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
        let cost = |cell: &IVec3| self.known.cost(*cell).map_or(-1, u64::cast_signed);
        Ok(PyArray1::from_vec(py, cells.iter().map(cost).collect()))
    }

    /// The cells of the cheapest path from a cell to its nearest goal: int32 of shape (N, 3), of shape
    /// (0, 3) where no way leads.
    #[pyo3(signature = (start))]
    fn path<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
    ) -> Answer<Bound<'py, PyArray2<i32>>> {
        let mut at = cell("start", start)?;
        let mut along = Vec::new();
        let mut cost = self.known.cost(at);
        while let Some(left) = cost {
            along.extend(at.to_array());
            let step = self.known.next_moves(&[at])?.into_iter().next();
            at = at.saturating_add(step.unwrap_or_default());
            // Every move leads nearer; a field that somebody else wrote may say otherwise.
            cost = self.known.cost(at).filter(|next| *next < left);
        }
        Ok(rows(py, along)?)
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
        let moves = self.known.next_moves(&cells)?;
        Ok(rows(py, moves.iter().flat_map(IVec3::to_array).collect())?)
    }

    /// What the search took.
    #[getter]
    fn statistics(&self) -> Statistics {
        self.known.statistics()
    }

    fn __repr__(&self) -> String {
        let expanded = self.known.statistics().expanded();
        format!("<voxnav.CostField: {expanded} expanded>")
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
    /// agent, moves, corners
    ///     As for `path`.
    /// limit_cost : int, optional
    ///     The most that ways may cost: the field ends there.
    /// limit_time, limit_expanded, limit_memory
    ///     As for `path`; a field that would take more is refused.
    ///
    /// Returns
    /// -------
    /// CostField
    #[pyo3(
        signature = (goals, **options),
        text_signature = "($self, goals, *, agent=None, moves=26, corners='strict', limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None)"
    )]
    fn cost_field(
        &self,
        py: Python<'_>,
        goals: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<CostField> {
        let goals = cells("goals", goals)?;
        let options = Options::read(options, self, options::OF_FIELDS)?;
        let agent = agent::agent(options.agent.as_ref(), self.lattice.size())?;
        let settings = options.search.route.settings;
        limited(
            py,
            options.search.time,
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
                let field = query.solve(&world).map_err(|error| match error {
                    FieldError::Cancelled => Failure::argument("limit_time", "it was not enough"),
                    other => Failure::argument("goals", other),
                })?;
                Ok(CostField {
                    known: Known::Made(Box::new((field, world))),
                    bounds: self.bounds,
                    lattice: self.lattice,
                    costs: PyOnceLock::new(),
                })
            },
        )?
    }
}

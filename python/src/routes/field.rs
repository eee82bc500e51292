//! Cost fields: what it costs from every cell to the nearest of some goals.

use ndarray::{Array3, Array4};
use numpy::{PyArray3, PyArray4, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict};
use voxnav::Lattice;
use voxnav::fields::{self, FieldError, FieldQuery};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};
use voxnav::search::{Cost, Direction, Limit, Limits, Statistics};

use crate::failure::{Answer, Blamed, Failure};
use crate::threads::interrupt::{limited, option_of};
use crate::values::answers::{self, Column, Rows, fixed};
use crate::values::cells::at_row;
use crate::values::numbers::{Cell, Cells, one_of};
use crate::worlds::edits::{AXES, dense, turned};
use crate::worlds::options::{self, Options};
use crate::worlds::world::World;

/// The parts that a carried field is made of: plain values, costs and moves.
type Parts<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyArray3<i64>>,
    Bound<'py, PyArray4<i8>>,
);

/// The costs from every cell to the nearest of some goals, and which way to go.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct CostField {
    known: FieldCosts,
    bounds: CellBox,
    lattice: Lattice,
    /// Whether `costs` is indexed by z, y and x.
    is_reversed: bool,
    costs: PyOnceLock<Py<PyArray3<f64>>>,
}

/// The costs, by where they are.
enum FieldCosts {
    /// The field that the library made.
    Made(Box<(fields::CostField, Traversability)>),
    /// The arrays that came from another process.
    Carried(Box<Carried>),
}

impl FieldCosts {
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
                let flow = field.flow(world).blamed("goals")?;
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

    fn statistics(&self) -> &Statistics {
        match self {
            Self::Made(made) => made.0.statistics(),
            Self::Carried(carried) => &carried.statistics,
        }
    }
}

/// The costs and the next moves of the cells of a box.
struct Carried {
    min: IVec3,
    /// The costs by x, y and z, negative where no way leads.
    costs: Array3<i64>,
    /// The moves by x, y and z: along x, y and z.
    moves: Array4<i8>,
    statistics: Statistics,
}

impl Carried {
    fn place(&self, cell: IVec3) -> Option<[usize; 3]> {
        let local = cell.checked_sub(self.min)?.to_array();
        Some(local.map(|along| usize::try_from(along).unwrap_or(usize::MAX)))
    }

    fn cost(&self, cell: IVec3) -> Option<u64> {
        u64::try_from(*self.costs.get(self.place(cell)?)?).ok()
    }

    fn next_move(&self, cell: IVec3) -> Option<IVec3> {
        let [x, y, z] = self.place(cell)?;
        let along = |axis| self.moves.get([x, y, z, axis]).copied();
        Some(IVec3::new(
            along(0)?.into(),
            along(1)?.into(),
            along(2)?.into(),
        ))
    }
}

#[pymethods]
impl CostField {
    /// What `pickle` needs: the costs and the next moves of the cells from which a way leads.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Answer<(Bound<'py, PyAny>, Parts<'py>)> {
        let (min, costs, moves) = py.detach(|| -> Answer<_> {
            let known = |cell: &IVec3| self.known.cost(*cell).is_some();
            let reached = self.bounds.cells().filter(known);
            let around = reached.map(|cell| CellBox::new(cell, cell + 1));
            let cells = around.reduce(|a, b| CellBox::new(a.min.min(b.min), a.max.max(b.max)));
            let cells = cells.unwrap_or(CellBox::EMPTY);
            let mut costs = dense(cells, -1)?;
            for (cell, cost) in cells.cells().zip(costs.iter_mut()) {
                *cost = self.known.cost(cell).map_or(-1, u64::cast_signed);
            }
            let all: Vec<IVec3> = cells.cells().collect();
            let moves = self.known.next_moves(&all)?;
            let moves = moves
                .iter()
                .flat_map(|step| step.to_array().map(|along| along.signum() as i8));
            let (z, y, x) = costs.dim();
            let moves = Array4::from_shape_vec((z, y, x, 3), moves.collect());
            let moves = moves.map_err(Failure::world)?.permuted_axes([2, 1, 0, 3]);
            Ok((cells.min, costs, moves))
        })?;
        let statistics = self.known.statistics();
        let plain = (self.bounds, min, statistics, self.lattice, self.is_reversed);
        let parts = (
            PyBytes::new(py, &answers::written(&plain)?),
            turned(py, costs, false),
            PyArray4::from_owned_array(py, moves),
        );
        Ok((py.get_type::<Self>().getattr("_carried")?, parts))
    }

    /// The field of what `pickle` kept.
    #[staticmethod]
    fn _carried(
        data: &[u8],
        costs: Bound<'_, PyArray3<i64>>,
        moves: Bound<'_, PyArray4<i8>>,
    ) -> Answer<Self> {
        let (bounds, min, statistics, lattice, is_reversed) = answers::read(data)?;
        Ok(Self {
            known: FieldCosts::Carried(Box::new(Carried {
                min,
                costs: costs.to_owned_array(),
                moves: moves.to_owned_array(),
                statistics,
            })),
            bounds,
            lattice,
            is_reversed,
            costs: PyOnceLock::new(),
        })
    }

    /// The costs from all cells to the nearest goal, in world units: float64, indexed by x, y and z, or as `axes` of
    /// `World.cost_field` says, from the smallest cell of the world on; infinite where no way leads. Terrain counts: a move into a cell of weight 3 costs three
    /// times its length, so that costs are lengths only where there is no terrain. `cost(cells)` says the same in
    /// integers. Worked out once, and not to be written to.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray3<f64>>> {
        let made = self.costs.get_or_try_init(py, || {
            let values = py.detach(|| -> Answer<_> {
                let mut values = dense(self.bounds, f64::INFINITY)?;
                for (cell, value) in self.bounds.cells().zip(values.iter_mut()) {
                    if let Some(cost) = self.known.cost(cell) {
                        *value = Cost::from_raw(cost).length() * self.lattice.longest_side();
                    }
                }
                Ok(values)
            })?;
            Answer::Ok(fixed(turned(py, values, self.is_reversed))?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// Returns the costs from cells to the nearest goal: that of the path which `World.path` finds.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of int64, shape (N,)
    ///     Terrain included; `voxnav.STRAIGHT` is a straight move; -1 where no way leads.
    fn cost(&self, cells: Cells) -> Answer<Column<i64>> {
        let cost = |cell| self.known.cost(cell).map_or(-1, u64::cast_signed);
        Ok(cells.named("cells")?.into_iter().map(cost).collect())
    }

    /// The cells of the cheapest path from a cell to its nearest goal: int32 of shape (N, 3), of shape
    /// (0, 3) where no way leads.
    fn path(&self, start: Cell) -> Answer<Rows<i32>> {
        let mut at = start.named("start")?;
        let mut along = Vec::new();
        let mut cost = self.known.cost(at);
        while let Some(left) = cost {
            along.push(at);
            let step = self.known.next_moves(&[at])?.into_iter().next();
            at = at.saturating_add(step.unwrap_or_default());
            // Every move leads nearer; a field that somebody else wrote may say otherwise.
            cost = self.known.cost(at).filter(|next| *next < left);
        }
        Ok(along.into_iter().collect())
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
    fn next_moves(&self, cells: Cells) -> Answer<Rows<i32>> {
        let moves = self.known.next_moves(&cells.named("cells")?)?;
        Ok(moves.into_iter().collect())
    }

    /// The effort of the search.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        answers::statistics(py, self.known.statistics())
    }

    fn __repr__(&self) -> String {
        let expanded = self.known.statistics().expanded;
        format!("<voxnav.CostField: {expanded} expanded>")
    }
}

#[pymethods]
impl World {
    /// Returns the costs from every cell to the nearest of some goals, found by one search, of an agent in the air.
    ///
    /// Parameters
    /// ----------
    /// goals : array of whole numbers, shape (N, 3)
    ///     Cells.
    /// axes : {"xyz", "zyx"}
    ///     What the indices of `costs` of the field are. Cells are always x, y, z.
    /// agent, moves, corners
    ///     As for `path`.
    /// limit_cost : int, optional
    ///     The most that ways may cost: the field ends there.
    /// limit_time, limit_expanded, limit_memory
    ///     As for `path`; a field that would take more is refused. It takes some 20 bytes for each free cell, so that
    ///     a world of more than 50 million needs `limit_memory=None` or a `limit_cost`.
    ///
    /// Returns
    /// -------
    /// CostField
    #[pyo3(
        signature = (goals, *, axes = "xyz", **options),
        text_signature = "($self, goals, *, axes='xyz', agent=None, moves=26, corners='strict', limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None)"
    )]
    fn cost_field(
        &self,
        py: Python<'_>,
        goals: Cells,
        axes: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<CostField> {
        let is_reversed = one_of("axes", "no order", axes, AXES)?;
        let goals = goals.named("goals")?;
        let options = Options::read(options, self, options::OF_FIELDS)?;
        self.warn_of_links(py)?;
        let settings = options.search.route.settings;
        let work = |cancel: &_| {
            let (world, terrain) = self.seen_by(options.agent)?;
            let query = FieldQuery::to_nearest_of(goals.iter().copied())
                .settings(settings)
                .terrain(&terrain)
                .cancel(cancel);
            let field = query.solve(&world);
            let field = field.map_err(|error| refused(error, &goals, &settings.limits))?;
            Ok(CostField {
                known: FieldCosts::Made(Box::new((field, world))),
                bounds: self.bounds,
                lattice: self.lattice,
                is_reversed,
                costs: PyOnceLock::new(),
            })
        };
        limited(py, options.search.time, |_| Ok(()), work)?
    }
}

/// Returns the failure of a field, which names the goal, or the option that ended it.
fn refused(error: FieldError, goals: &[IVec3], limits: &Limits) -> Failure {
    let of_goal = |cell: IVec3, fault: &str| {
        let row = goals.iter().position(|goal| *goal == cell).unwrap_or(0);
        at_row("goals", row, format!("{cell} {fault}"))
    };
    let (limit, reason) = match error {
        FieldError::NoSeeds => return Failure::argument("goals", "there is none"),
        FieldError::SeedOutside { cell } => return of_goal(cell, "lies outside the world"),
        FieldError::SeedBlocked { cell } => return of_goal(cell, "is blocked for this agent"),
        FieldError::LimitReached {
            limit: limit @ Limit::Memory,
        } => {
            let most = limits.memory.unwrap_or(u64::MAX);
            let reason = format!(
                "the field takes more than {most} bytes; allow more, or all that there is by None, or end it by limit_cost"
            );
            (limit, reason)
        }
        FieldError::LimitReached { limit } => {
            let most = limits.expanded.unwrap_or(u64::MAX);
            let reason = format!(
                "the field takes more than {most} expansions; allow more, or end it by limit_cost"
            );
            (limit, reason)
        }
        FieldError::Cancelled => {
            let reason = "the field takes longer; allow more, or end it by limit_cost";
            return Failure::argument("limit_time", reason);
        }
        FieldError::Memory | FieldError::CostRange => (Limit::Cost, error.to_string()),
        other => return Failure::argument("goals", other),
    };
    Failure::argument(option_of(limit), reason)
}

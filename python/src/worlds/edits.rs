//! The content of a world, and changes of it in bulk.

use numpy::PyArray3;
use numpy::ndarray::Array3;
use pyo3::prelude::*;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav::spatial::{Outside, WorldDistanceField};
use voxnav::{Lattice, UnknownPolicy};

use crate::failure::{Answer, Failure};
use crate::values::answers::Column;
use crate::values::cells::{each_row, weights};
use crate::values::numbers::{Boxes, Cells, one_of};
use crate::worlds::world::{State, World};

/// The states of cells by name.
pub(crate) const STATES: &[(&str, CellState)] = &[
    ("free", CellState::Free),
    ("occupied", CellState::Occupied),
    ("unknown", CellState::Unknown),
];

/// Returns whether arrays are indexed by z, y and x, by the order of their indices.
pub(crate) const AXES: &[(&str, bool)] = &[("xyz", false), ("zyx", true)];

fn state(name: &str) -> Answer<CellState> {
    one_of("state", "no state", name, STATES)
}

/// Returns the number of a state in arrays, as files of arrays and the maps of robots have it.
fn number(state: CellState) -> i8 {
    match state {
        CellState::Free => 0,
        CellState::Occupied => 1,
        CellState::Unknown => -1,
    }
}

impl State {
    /// Returns the cells set in addition to the colliders.
    pub(crate) fn cells(&self) -> Answer<Occupancy> {
        match self.navigator.cells() {
            Some(cells) => Ok(cells.clone()),
            None => Ok(OccupancyBuilder::new(self.navigator.bounds())?.commit()),
        }
    }
}

impl World {
    /// Makes all edits or none.
    pub(crate) fn edit(
        &self,
        py: Python<'_>,
        edit: impl FnOnce(&mut OccupancyBuilder) -> Answer<()> + Send,
    ) -> Answer<()> {
        self.ask(py, |state| {
            let mut builder = state.cells()?.edit();
            edit(&mut builder)?;
            Ok(state.navigator.replace_cells(builder.commit())?)
        })
    }
}

#[pymethods]
impl World {
    /// Sets the state of cells; all of them or, where one lies out of bounds, none.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    ///     Those of a mask are `numpy.argwhere(mask)`.
    /// state : {"free", "occupied", "unknown"}
    fn set_cells(&self, py: Python<'_>, cells: Cells, state: &str) -> Answer<()> {
        let (all, state) = (cells.named("cells")?, self::state(state)?);
        self.edit(py, |builder| {
            each_row("cells", &all, |cell| builder.set(cell, state))
        })
    }

    /// Sets the state of all cells of boxes, one box after the other; all of them or none.
    ///
    /// Parameters
    /// ----------
    /// boxes : array of whole numbers, shape (N, 2, 3), or (2, 3) for one box
    ///     The smallest cell of each box, and one past the largest.
    /// state : {"free", "occupied", "unknown"}
    fn set_boxes(&self, py: Python<'_>, boxes: Boxes, state: &str) -> Answer<()> {
        let (all, state) = (boxes.named("boxes")?, self::state(state)?);
        self.edit(py, |builder| {
            each_row("boxes", &all, |cells| builder.set_box(cells, state))
        })
    }

    /// The states of cells, as numbers: 0 free, 1 occupied, -1 unknown.
    ///
    /// Colliders are no part of it: `is_traversable` knows them.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of int8, shape (N,)
    fn states(&self, py: Python<'_>, cells: Cells) -> Answer<Column<i8>> {
        let cells = cells.named("cells")?.into_iter();
        let world = self.ask(py, |state| state.cells())?;
        Ok(cells.map(|cell| number(world.state(cell))).collect())
    }

    /// The states of all cells as an array: 0 free, 1 occupied, -1 unknown. `from_numpy` makes the same cells of
    /// it.
    ///
    /// Parameters
    /// ----------
    /// axes : {"xyz", "zyx"}
    ///     What the indices of the array are.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of int8
    ///     Its first cell is the smallest of `bounds`.
    #[pyo3(signature = (*, axes = "xyz"))]
    fn to_numpy<'py>(&self, py: Python<'py>, axes: &str) -> Answer<Bound<'py, PyArray3<i8>>> {
        let is_reversed = one_of("axes", "no order", axes, AXES)?;
        let world = self.ask(py, |state| state.cells())?;
        let values = py.detach(|| -> Answer<Array3<i8>> {
            let bounds = world.bounds();
            let mut values = dense(bounds, 0_i8)?;
            for (cell, value) in bounds.cells().zip(values.iter_mut()) {
                *value = number(world.state(cell));
            }
            Ok(values)
        })?;
        Ok(turned(py, values, is_reversed))
    }

    /// The distance from each cell to the nearest one that is occupied or unknown, center to center: 0 for these, and
    /// infinite where there is none. As `scipy.ndimage.distance_transform_edt`. Colliders are no part of it.
    ///
    /// Parameters
    /// ----------
    /// units : {"world", "cells"}
    ///     Those of `size`, or cells, of which the longest side counts where they are no cubes.
    /// outside : bool
    ///     Whether cells outside the world, which are occupied, count.
    /// axes : {"xyz", "zyx"}
    ///     What the indices of the array are.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float64
    ///     Its first cell is the smallest of `bounds`.
    #[pyo3(signature = (*, units = "world", outside = false, axes = "xyz"))]
    fn distance_field<'py>(
        &self,
        py: Python<'py>,
        units: &str,
        outside: bool,
        axes: &str,
    ) -> Answer<Bound<'py, PyArray3<f64>>> {
        let is_reversed = one_of("axes", "no order", axes, AXES)?;
        let lattices = [
            ("world", self.lattice),
            ("cells", self.lattice.in_longest_sides()),
        ];
        let lattice = one_of("units", "no units", units, &lattices)?;
        let outside = if outside {
            Outside::Counted
        } else {
            Outside::Ignored
        };
        let world = self.ask(py, |state| state.cells())?;
        let values = py.detach(|| -> Answer<Array3<f64>> {
            let field = WorldDistanceField::new(&world, UnknownPolicy::Blocked, outside, &lattice);
            let field = field.map_err(Failure::world)?;
            let [x, y, z] = world.bounds().size().to_array().map(|side| side as usize);
            let values = Array3::from_shape_vec((z, y, x), field.into_distances());
            values.map_err(Failure::world)
        })?;
        Ok(turned(py, values, is_reversed))
    }

    /// Makes moves into cells cost so many times as much, for all agents in the air: `path`, `paths`, `solve`,
    /// `cost_field`, and a `Crowd` or `Replanner` without a locomotion. Paths lead around such cells where that costs
    /// less; the `length` of a path stays what it is. A weight of 1 is that of all other cells. Ground agents use
    /// materials instead (`set_material`), and joint plans count steps.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    ///     Those of a mask are `numpy.argwhere(mask)`.
    /// weights : int, or array of whole numbers, shape (N,)
    ///     From 1 to 65535: one for each cell, or one for all.
    fn set_terrain(&self, py: Python<'_>, cells: Cells, weights: &Bound<'_, PyAny>) -> Answer<()> {
        let all = cells.named("cells")?;
        let weights = self::weights("weights", weights, all.len())?;
        let weighed: Vec<_> = all.into_iter().zip(weights).collect();
        self.ask(py, |state| {
            let terrain = state.navigator.terrain_mut();
            each_row("weights", &weighed, |(cell, weight)| {
                terrain.set(cell, weight)
            })
        })
    }

    fn __repr__(&self, py: Python<'_>) -> Answer<String> {
        let about = |state: &mut State| {
            let [x, y, z] = state.navigator.bounds().size().to_array();
            let occupied = state.cells()?.count(CellState::Occupied);
            let colliders = state.navigator.obstacles().len();
            let size = sides(&self.lattice);
            let beside = match colliders {
                0 => String::new(),
                count => format!(", {count} colliders"),
            };
            Ok(format!(
                "<voxnav.World: {x} x {y} x {z} cells of size {size}, {occupied} occupied{beside}>"
            ))
        };
        self.ask(py, about)
    }
}

/// Returns the side of a cell in words, or all three where they differ.
pub(crate) fn sides(lattice: &Lattice) -> String {
    let sides = lattice.sizes().to_array().map(|side| side.to_string());
    match lattice.cubic_size() {
        Some(size) => size.to_string(),
        None => sides.join(" x "),
    }
}

/// Makes an array over the cells of a box, indexed by z, y and x as cells are in order.
pub(crate) fn dense<T: Clone>(bounds: CellBox, value: T) -> Answer<Array3<T>> {
    let [x, y, z] = bounds.size().to_array().map(|side| side as usize);
    let count = x.checked_mul(y).and_then(|count| count.checked_mul(z));
    let mut values = Vec::new();
    count
        .and_then(|count| values.try_reserve_exact(count).ok().map(|()| count))
        .map(|count| values.resize(count, value))
        .and_then(|()| Array3::from_shape_vec((z, y, x), values).ok())
        .ok_or_else(|| {
            Failure::argument(
                "world",
                format!("an array of {x} x {y} x {z} cells does not fit memory"),
            )
        })
}

/// Returns that array as NumPy's, indexed as asked for; nothing is copied.
pub(crate) fn turned<T: numpy::Element>(
    py: Python<'_>,
    values: Array3<T>,
    is_reversed: bool,
) -> Bound<'_, PyArray3<T>> {
    let values = if is_reversed {
        values
    } else {
        values.reversed_axes()
    };
    PyArray3::from_owned_array(py, values)
}

//! Costs of cells as NumPy arrays.

use std::borrow::Cow;

use ndarray::{ArrayView3, ArrayViewD, Axis, Ix3};
use numpy::{
    PyArray3, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use voxnav::Terrain;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis as CellAxis, CellBox, CellState};
use voxnav::search::{CostConvention, CostError, CostVolume};

use crate::failure::{Answer, Failure, refuse, refuse_type};
use crate::values::cells::{as_array, shape_shown};
use crate::values::numbers::{Cell, one_of};
use crate::worlds::edits::{AXES, dense, turned};
use crate::worlds::world::World;

/// The conventions by name.
pub(crate) const CONVENTIONS: &[(&str, CostConvention)] = &[
    ("entered", CostConvention::Entered),
    ("mean", CostConvention::Mean),
    ("max", CostConvention::Max),
];

/// The treatments of infinite costs by name: true if their cells are blocked.
const INFINITE: &[(&str, bool)] = &[("error", false), ("blocks", true)];

/// An array with a cost for each cell of a box, indexed by x, y and z.
pub(crate) struct Costs<'py> {
    array: Bound<'py, PyUntypedArray>,
}

/// The options by which costs of an array are read.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    pub(crate) convention: CostConvention,
    /// True if cells of infinite cost are blocked.
    pub(crate) blocks: bool,
}

impl Reading {
    pub(crate) fn new(convention: &str, infinite: &str) -> Answer<Self> {
        Ok(Self {
            convention: one_of("convention", "no convention", convention, CONVENTIONS)?,
            blocks: one_of("infinite", "no treatment", infinite, INFINITE)?,
        })
    }
}

/// Does something with the numbers of an array, whatever their type: those of other types than these are copied.
macro_rules! with_numbers {
    ($array:expr, $numbers:ident => $work:expr) => {{
        let array = $array;
        if let Ok(array) = array.cast::<PyArrayDyn<f64>>() {
            with_numbers!(@ array, $numbers => $work)
        } else if let Ok(array) = array.cast::<PyArrayDyn<f32>>() {
            with_numbers!(@ array, $numbers => $work)
        } else if let Ok(array) = array.cast::<PyArrayDyn<u8>>() {
            with_numbers!(@ array, $numbers => $work)
        } else {
            let floats = array.call_method1("astype", ("float64",))?;
            let array = floats.cast::<PyArrayDyn<f64>>().map_err(PyErr::from)?;
            with_numbers!(@ array, $numbers => $work)
        }
    }};
    (@ $array:ident, $numbers:ident => $work:expr) => {{
        let array = $array.try_readonly().map_err(PyErr::from)?;
        let $numbers = array.as_array();
        $work
    }};
}

impl<'py> Costs<'py> {
    /// Takes an array of three axes or of two, indexed as asked for.
    pub(crate) fn read(value: &Bound<'py, PyAny>, is_reversed: bool) -> Answer<Self> {
        let array = as_array("costs", value)?;
        let (shape, dtype) = (array.shape(), array.dtype());
        if !matches!(shape.len(), 2 | 3) {
            let reason = format!(
                "two or three axes are needed, not the shape {}",
                shape_shown(shape)
            );
            return refuse("costs", reason);
        }
        if !matches!(dtype.kind(), b'i' | b'u' | b'f') {
            return refuse_type("costs", format!("numbers are needed, not {dtype}"));
        }
        let turned = if is_reversed {
            array.call_method0("transpose")?
        } else {
            array.into_any()
        };
        let solid = if turned.getattr("ndim")?.extract::<usize>()? == 2 {
            let shape: (usize, usize) = turned.getattr("shape")?.extract()?;
            turned.call_method1("reshape", ((shape.0, shape.1, 1),))?
        } else {
            turned
        };
        Ok(Self {
            array: solid.cast_into().map_err(PyErr::from)?,
        })
    }

    /// Returns the array that stands for the cells of a world of which nothing else is known: none is occupied.
    pub(crate) fn free(&self) -> PyResult<Bound<'py, PyAny>> {
        let numpy = self.array.py().import("numpy")?;
        numpy.call_method1("zeros", (self.array.shape(), "bool"))
    }

    /// Returns which cells have an infinite cost.
    pub(crate) fn infinite(&self) -> PyResult<Bound<'py, PyAny>> {
        let numpy = self.array.py().import("numpy")?;
        numpy.call_method1("isposinf", (&self.array,))
    }

    /// Returns the terrain of the costs of cells that are not occupied, by a byte for each: 0 is free, and one may stand
    /// for unknown.
    pub(crate) fn terrain(
        &self,
        bytes: &ArrayView3<'_, u8>,
        unknown: Option<u8>,
        reading: Reading,
    ) -> Answer<Terrain> {
        let [shape, expected] = [self.array.shape(), bytes.shape()].map(shape_shown);
        if shape != expected {
            let reason = format!("the shape is {shape}, where the cells have {expected}");
            return refuse("costs", reason);
        }
        let py = self.array.py();
        let bytes = Flat::of(bytes);
        let is_free = |cell: IVec3| {
            let byte = bytes.at(cell);
            byte == 0 || Some(byte) == unknown
        };
        with_numbers!(&self.array, numbers => {
            let numbers = solid(numbers)?;
            py.detach(|| terrain(&numbers, reading, is_free))
        })
    }
}

/// Returns the terrain of the costs of some cells.
fn terrain<T: Copy + Into<f64>>(
    numbers: &ArrayView3<'_, T>,
    reading: Reading,
    is_free: impl Fn(IVec3) -> bool,
) -> Answer<Terrain> {
    let cells = CellBox::from_size(IVec3::from_array(sides(numbers)));
    let flat = Flat::of(numbers);
    let volume = CostVolume::new(cells, |cell| {
        let cost: f64 = flat.at(cell).into();
        let is_blocked = || reading.blocks && cost == f64::INFINITY;
        (is_free(cell) && !is_blocked()).then_some(cost)
    });
    let volume = volume.nearest(nearest(numbers));
    (volume.convention(reading.convention).terrain()).map_err(refused)
}

/// Sets the costs of the cells from `first` on, of a world with these bounds: by another scale where that of the terrain
/// does not take them.
fn put<T: Copy + Into<f64>>(
    terrain: &mut Terrain,
    bounds: CellBox,
    first: IVec3,
    numbers: &ArrayView3<'_, T>,
) -> Answer<()> {
    let sides = sides(numbers);
    let is_within = (0..3).all(|axis| {
        let end = i64::from(first[axis]) + i64::from(sides[axis]);
        first[axis] >= bounds.min[axis] && end <= i64::from(bounds.max[axis])
    });
    if !is_within {
        return refuse("costs", format!("they reach beyond the world, {bounds}"));
    }
    let cells = CellBox::new(first, first + IVec3::from_array(sides));
    let flat = Flat::of(numbers);
    let volume = CostVolume::new(cells, |cell| Some(flat.at(cell - first).into()));
    let set = terrain.set_costs_in(bounds, &volume.nearest(nearest(numbers)));
    set.map_err(refused)
}

/// Returns the failure of a cost that is refused.
fn refused(error: CostError) -> Failure {
    let hint = match error {
        CostError::NotACost { cost, .. } if cost == f64::INFINITY => {
            "; with infinite=\"blocks\" such cells are occupied"
        }
        _ => "",
    };
    Failure::argument("costs", format!("{error}{hint}"))
}

/// Returns an array of three axes, which these have.
fn solid<T>(numbers: ArrayViewD<'_, T>) -> Answer<ArrayView3<'_, T>> {
    let solid = numbers.into_dimensionality::<Ix3>();
    solid.map_err(|error| Failure::argument("costs", error))
}

fn sides<T>(numbers: &ArrayView3<'_, T>) -> [i32; 3] {
    let (x, y, z) = numbers.dim();
    [x, y, z].map(|side| i32::try_from(side).unwrap_or(i32::MAX))
}

/// The values of an array with one place for each cell: a look-up is one product and one comparison less along each axis.
struct Flat<'a, T: Clone> {
    values: Cow<'a, [T]>,
    strides: [usize; 3],
}

impl<'a, T: Copy> Flat<'a, T> {
    /// Takes the values as they lie in memory, or a copy if there are gaps between them or they run backward.
    fn of(array: &ArrayView3<'a, T>) -> Self {
        let strides = [0, 1, 2].map(|axis| usize::try_from(array.strides()[axis]));
        if let ([Ok(x), Ok(y), Ok(z)], Some(values)) = (strides, array.to_slice_memory_order()) {
            return Self {
                values: Cow::Borrowed(values),
                strides: [x, y, z],
            };
        }
        let (_, height, depth) = array.dim();
        Self {
            values: array.iter().copied().collect(),
            strides: [height * depth, depth, 1],
        }
    }

    #[inline]
    fn at(&self, cell: IVec3) -> T {
        let [x, y, z] = place(cell);
        let [along_x, along_y, along_z] = self.strides;
        self.values[x * along_x + y * along_y + z * along_z]
    }
}

fn place(cell: IVec3) -> [usize; 3] {
    cell.to_array().map(|along| along.unsigned_abs() as usize)
}

/// Returns the axis along which numbers are closest in memory.
fn nearest<T>(numbers: &ArrayView3<'_, T>) -> CellAxis {
    let stride = |axis: &CellAxis| {
        let axis = *axis as usize;
        let stride = numbers.strides()[axis].unsigned_abs();
        (numbers.len_of(Axis(axis)) <= 1, stride)
    };
    CellAxis::ALL
        .into_iter()
        .min_by_key(stride)
        .unwrap_or(CellAxis::X)
}

impl World {
    /// Makes the cells of a mask occupied.
    pub(crate) fn block(&self, py: Python<'_>, mask: &Bound<'_, PyAny>) -> Answer<()> {
        let mask = mask.cast::<PyArray3<bool>>().map_err(PyErr::from)?;
        let mask = mask.try_readonly().map_err(PyErr::from)?;
        let mask = mask.as_array();
        let bounds = self.bounds;
        self.edit(py, |builder| {
            for cell in bounds.cells().filter(|cell| mask[place(*cell)]) {
                builder.set(cell, CellState::Occupied)?;
            }
            Ok(())
        })
    }
}

#[pymethods]
impl World {
    /// Sets what moves into cells cost, for all agents in the air: `path`, `paths`, `solve`, `cost_field`, and a `Crowd` or
    /// `Replanner` without a locomotion, which notice it. See `World.from_numpy`.
    ///
    /// Parameters
    /// ----------
    /// costs : numpy.ndarray of numbers, of three axes or of two
    ///     The costs of a box of cells, finite and above zero.
    /// first : three whole numbers
    ///     The smallest cell of the box.
    /// axes : {"xyz", "zyx"}
    ///     What the indices of the array are.
    #[pyo3(
        signature = (costs, *, first = None, axes = "xyz"),
        text_signature = "($self, costs, *, first=(0, 0, 0), axes='xyz')"
    )]
    fn set_costs(
        &self,
        py: Python<'_>,
        costs: &Bound<'_, PyAny>,
        first: Option<Cell>,
        axes: &str,
    ) -> Answer<()> {
        let is_reversed = one_of("axes", "no order", axes, AXES)?;
        let first = first.map_or(Ok(IVec3::ZERO), |it| it.named("first"))?;
        let costs = Costs::read(costs, is_reversed)?;
        with_numbers!(&costs.array, numbers => {
            let numbers = solid(numbers)?;
            let bounds = self.bounds;
            self.ask(py, |state| put(state.navigator.terrain_mut(), bounds, first, &numbers))
        })
    }

    /// The costs of all cells as an array, as they are stored: see `cost_rounding`.
    ///
    /// Parameters
    /// ----------
    /// axes : {"xyz", "zyx"}
    ///     What the indices of the array are.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float64
    ///     Its first cell is the smallest of `bounds`.
    #[pyo3(signature = (*, axes = "xyz"))]
    fn costs<'py>(&self, py: Python<'py>, axes: &str) -> Answer<Bound<'py, PyArray3<f64>>> {
        let is_reversed = one_of("axes", "no order", axes, AXES)?;
        let values = self.ask(py, |state| {
            let bounds = state.navigator.bounds();
            let mut values = dense(bounds, 0.0)?;
            for (cell, value) in bounds.cells().zip(values.iter_mut()) {
                *value = state.navigator.terrain().cost(cell);
            }
            Ok(values)
        })?;
        Ok(turned(py, values, is_reversed))
    }

    /// The smallest cost of a cell: `path.cost / voxnav.STRAIGHT * world.cost_unit` is the cost of a path in the unit of
    /// the costs that were given, for moves of the length 1.
    #[getter]
    fn cost_unit(&self, py: Python<'_>) -> Answer<f64> {
        self.ask(py, |state| Ok(state.navigator.terrain().scale().unit()))
    }

    /// The most by which the cost of a path differs from what the given costs add up to, as a part of it. Costs are stored
    /// in 16 bits: exactly, if all are whole numbers up to 65535.
    #[getter]
    fn cost_rounding(&self, py: Python<'_>) -> Answer<f64> {
        self.ask(py, |state| Ok(state.navigator.terrain().scale().rounding()))
    }
}

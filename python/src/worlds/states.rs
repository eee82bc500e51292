//! Worlds of NumPy arrays: which numbers are free, occupied and unknown cells, by the rules by which files of arrays are
//! read.

use ndarray::{ArrayViewD, Axis};
use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use voxnav_files::USUAL_THRESHOLD;

use crate::failure::{Answer, Blamed, refuse, refuse_type};
use crate::threads::interrupt::interruptible;
use crate::threads::pool;
use crate::values::arrays::world_of;
use crate::values::cells::{mask, plain_array, shape_shown, shown};
use crate::values::numbers::{Number, Position, Size, one_of};
use crate::worlds::costs::{Costs, Reading};
use crate::worlds::edits::AXES;
use crate::worlds::world::{World, lattice};

#[pymethods]
impl World {
    /// The world of an array. `World.load` reads arrays in files by the same rules.
    ///
    /// Parameters
    /// ----------
    /// array : numpy.ndarray of bool or numbers, of three axes or of two
    ///     0 and False are free; any other whole number and True are occupied, and so are floats above 0.5, while other
    ///     floats are free. Unknown are NaN, -1 among whole numbers with signs, and what a masked array masks. Two axes
    ///     are one layer of cells, whose z is 0. Any order, strides and byte order; nothing of it is kept.
    /// size : float or three floats
    ///     The side of a cell, or those along x, y and z, in world units: `path.length` and `path.cost` are true to them,
    ///     whatever `axes` are. The longest may be 64 times the shortest.
    /// origin : three floats
    ///     The position of the center of cell (0, 0, 0), in world units.
    /// axes : {"xyz", "zyx"}
    ///     What the indices of the array are: `array[x, y, z]` or `array[z, y, x]`, of a layer `array[x, y]` or
    ///     `array[y, x]`.
    /// threshold : float, optional
    ///     Numbers above this are occupied, and others are free, whole numbers and floats alike. Bools have none.
    /// unknown : int or float, optional
    ///     The value that stands for unknown cells instead of -1; NaN does so, too.
    /// costs : numpy.ndarray of numbers, optional
    ///     What moves into cells cost, for agents in the air, as factors of their length: finite and above zero where a cell
    ///     is free. Of the shape of `array`, which may be left out: then all cells are free. See `cost_rounding`.
    /// convention : {"entered", "mean", "max"}
    ///     Which cells of a move count: the one that it enters, the mean of both, or the larger.
    /// infinite : {"error", "blocks"}
    ///     What an infinite cost is: an error, or an occupied cell.
    ///
    /// Returns
    /// -------
    /// World
    ///     Its cells are (0, 0, 0) up to the shape of the array; outside everything is occupied.
    #[staticmethod]
    #[pyo3(
        signature = (
            array = None, *, size = Size::of_cubes(1.0), origin = None, axes = "xyz", threshold = None, unknown = None,
            costs = None, convention = "entered", infinite = "error"
        ),
        text_signature = "(array=None, *, size=1.0, origin=None, axes='xyz', threshold=None, unknown=None, costs=None, \
            convention='entered', infinite='error')"
    )]
    #[expect(clippy::too_many_arguments, reason = "all but one by keyword")]
    fn from_numpy(
        py: Python<'_>,
        array: Option<&Bound<'_, PyAny>>,
        size: Size,
        origin: Option<Position>,
        axes: &str,
        threshold: Option<Number>,
        unknown: Option<&Bound<'_, PyAny>>,
        costs: Option<&Bound<'_, PyAny>>,
        convention: &str,
        infinite: &str,
    ) -> Answer<Self> {
        let lattice = lattice(size, origin)?;
        let is_reversed = one_of("axes", "no order", axes, AXES)?;
        let threshold = threshold.map(|it| it.named("threshold")).transpose()?;
        let reading = Reading::new(convention, infinite)?;
        let costs = costs
            .map(|costs| Costs::read(costs, is_reversed))
            .transpose()?;
        let free = costs.as_ref().map(Costs::free).transpose()?;
        let (array, is_reversed) = match (array, &free) {
            (Some(array), _) => (array, is_reversed),
            (None, Some(free)) => (free, false),
            (None, None) => return refuse("array", "cells or costs are needed"),
        };
        let numbers = Numbers::read(array, threshold, unknown)?;
        let (bytes, unknown) = numbers.bytes()?;
        let bytes = bytes.try_readonly().map_err(PyErr::from)?;
        let mut values: ArrayViewD<'_, u8> = bytes.as_array();
        if is_reversed {
            values = values.reversed_axes();
        }
        if values.ndim() == 2 {
            values = values.insert_axis(Axis(2));
        }
        let values = (values.into_dimensionality::<ndarray::Ix3>()).blamed("array")?;
        let terrain = costs
            .as_ref()
            .map(|costs| costs.terrain(&values, unknown, reading));
        let terrain = terrain.transpose()?;
        let world: Self = interruptible(py, |cancel| {
            Self::of_cells(pool::run(|| world_of(&values, unknown, cancel))??, lattice)
        })??;
        if let Some(terrain) = terrain {
            world.ask(py, |state| {
                *state.navigator.terrain_mut() = terrain;
                Ok(())
            })?;
        }
        if let (Some(costs), true) = (&costs, reading.blocks) {
            world.block(py, &costs.infinite()?)?;
        }
        Ok(world)
    }
}

/// The numbers of an array, and how they are read.
struct Numbers<'py> {
    array: Bound<'py, PyUntypedArray>,
    /// The places of the masked ones, if there are any.
    mask: Option<Bound<'py, PyAny>>,
    /// The number above which others are occupied; without it those that are not 0.
    threshold: Option<f64>,
    /// The number that stands for unknown cells.
    unknown: Option<Bound<'py, PyAny>>,
}

impl<'py> Numbers<'py> {
    fn read(
        value: &Bound<'py, PyAny>,
        threshold: Option<f64>,
        unknown: Option<&Bound<'py, PyAny>>,
    ) -> Answer<Self> {
        let mask = mask(value)?;
        let array = plain_array("array", value)?;
        let (shape, dtype) = (shape_shown(array.shape()), array.dtype());
        if !matches!(array.shape().len(), 2 | 3) {
            let is_name = value.is_instance_of::<PyString>() || value.hasattr("__fspath__")?;
            let hint = if is_name {
                "; World.load reads files"
            } else {
                ""
            };
            let reason = format!("two or three axes are needed, not the shape {shape}{hint}");
            return refuse("array", reason);
        }
        if array.is_empty() {
            return refuse("array", format!("the shape {shape} has no cells"));
        }
        if threshold.is_some_and(f64::is_nan) {
            return refuse("threshold", "NaN is above no number and below none");
        }
        let (threshold, usual) = match dtype.kind() {
            b'b' => (None, None),
            b'i' => (threshold, Some(-1)),
            b'u' => (threshold, None),
            b'f' => (threshold.or(Some(USUAL_THRESHOLD)), None),
            _ => {
                let reason = format!("bool or numbers are needed, not {dtype}");
                return refuse_type("array", reason);
            }
        };
        let unknown = match (unknown, usual) {
            (Some(value), _) => Some(checked(&array, value)?),
            (None, Some(usual)) => Some(PyInt::new(value.py(), usual).into_any()),
            (None, None) => None,
        };
        Ok(Self {
            array,
            mask,
            threshold,
            unknown,
        })
    }

    /// Returns a byte for each number, and which byte is unknown: 0 is free, and any other occupied.
    fn bytes(&self) -> Answer<(Bound<'py, PyArrayDyn<u8>>, Option<u8>)> {
        // Bytes are read as they are.
        let is_plain =
            self.array.dtype().itemsize() == 1 && self.mask.is_none() && self.threshold.is_none();
        let (states, unknown) = if is_plain {
            let unknown = self.unknown.as_ref().map(PyAnyMethods::extract::<i128>);
            let unknown = unknown.transpose()?.map(|it| it.to_le_bytes()[0]);
            (self.array.clone().into_any(), unknown)
        } else {
            let is_known =
                self.unknown.is_none() && self.mask.is_none() && self.array.dtype().kind() != b'f';
            (self.states()?, (!is_known).then_some(u8::MAX))
        };
        let bytes = states.call_method1("view", ("uint8",))?;
        Ok((bytes.cast_into().map_err(PyErr::from)?, unknown))
    }

    /// Returns the states of the cells, as `World.to_numpy` has them; what is masked is unknown.
    fn states(&self) -> PyResult<Bound<'py, PyAny>> {
        let py = self.array.py();
        let is_occupied = match self.threshold {
            // An array of one number, so that it is rounded to no type of the others.
            Some(least) => self
                .array
                .rich_compare(PyArray1::from_slice(py, &[least]), CompareOp::Gt)?,
            None => self.array.rich_compare(0, CompareOp::Ne)?,
        };
        let states = is_occupied.call_method1("view", ("int8",))?;
        if self.array.dtype().kind() == b'f' {
            let is_none = (py.import("numpy")?).call_method1("isnan", (&self.array,))?;
            states.set_item(is_none, -1)?;
        }
        if let Some(unknown) = &self.unknown {
            states.set_item(self.array.rich_compare(unknown, CompareOp::Eq)?, -1)?;
        }
        if let Some(mask) = &self.mask {
            states.set_item(mask, -1)?;
        }
        Ok(states)
    }
}

/// Checks the value of an array that stands for unknown cells.
fn checked<'py>(
    array: &Bound<'py, PyUntypedArray>,
    value: &Bound<'py, PyAny>,
) -> Answer<Bound<'py, PyAny>> {
    let (shown, dtype) = (shown(value), array.dtype());
    let refused = |reason: String| refuse("unknown", reason);
    match dtype.kind() {
        b'b' => {
            return refused(format!(
                "an array of bool has no value {shown}; use whole numbers"
            ));
        }
        b'f' if value.extract::<f64>().is_ok() => return Ok(value.clone()),
        b'f' => return refused(format!("{shown} is no value of {dtype}")),
        _ => {}
    }
    let limits = (array.py().import("numpy")?).call_method1("iinfo", (&dtype,))?;
    let limit = |name: &str| limits.getattr(name)?.extract::<i128>();
    let (min, max) = (limit("min")?, limit("max")?);
    match value.extract::<i128>() {
        Ok(number) if (min..=max).contains(&number) => Ok(value.clone()),
        _ => refused(format!("{shown} is no value of {dtype}")),
    }
}

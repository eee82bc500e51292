//! Cells and positions as Python gives them: three numbers, or rows of three.

use numpy::ndarray::ArrayView2;
use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySet, PyString};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;

use crate::failure::{Answer, Failure};

/// Reads a cell: three whole numbers.
pub(crate) fn cell(argument: &str, value: &Bound<'_, PyAny>) -> Answer<IVec3> {
    if let Ok((x, y, z)) = value.extract::<(i32, i32, i32)>() {
        return Ok(IVec3::new(x, y, z));
    }
    if let Some(cell) = of_array::<i64>(value).or_else(|| of_array::<i32>(value)) {
        return Ok(cell);
    }
    let [x, y, z] = three(argument, value, "whole numbers", whole)?;
    Ok(IVec3::new(x, y, z))
}

/// Reads the cell in an array of three numbers of this type; nothing if it is none.
fn of_array<T: Element + Copy>(value: &Bound<'_, PyAny>) -> Option<IVec3>
where
    i32: TryFrom<T>,
{
    let array = value.cast::<PyArray1<T>>().ok()?.try_readonly().ok()?;
    let array = array.as_array();
    let [x, y, z] = [0, 1, 2].map(|place| i32::try_from(*array.get(place)?).ok());
    (array.len() == 3).then_some(IVec3::new(x?, y?, z?))
}

/// Reads a position or size: three finite numbers.
pub(crate) fn position(argument: &str, value: &Bound<'_, PyAny>) -> Answer<DVec3> {
    let coordinates = three(argument, value, "numbers", |place, value| {
        let number: f64 = value.extract().map_err(|_| {
            Failure::argument_type(place, format!("{} is not a number", shown(value)))
        })?;
        if number.is_finite() {
            return Ok(number);
        }
        Err(Failure::argument(place, format!("{number} is not finite")))
    })?;
    Ok(DVec3::from_array(coordinates))
}

/// Reads three values of one kind.
fn three<T: Copy + Default>(
    argument: &str,
    value: &Bound<'_, PyAny>,
    kind: &str,
    mut one: impl FnMut(&str, &Bound<'_, PyAny>) -> Answer<T>,
) -> Answer<[T; 3]> {
    let refused = || {
        Failure::argument_type(
            argument,
            format!("three {kind} are needed, not {}", shown(value)),
        )
    };
    let is_unordered = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyDict>()
        || value.is_instance_of::<PySet>();
    if is_unordered {
        return Err(refused());
    }
    let mut found = [T::default(); 3];
    let mut count = 0;
    for item in value.try_iter().map_err(|_| refused())? {
        if let Some(place) = found.get_mut(count) {
            *place = one(&format!("{argument}[{count}]"), &item?)?;
        }
        count += 1;
        if count > 3 {
            break;
        }
    }
    if count == 3 {
        return Ok(found);
    }
    let found = if count > 3 {
        "more".to_owned()
    } else {
        count.to_string()
    };
    Err(Failure::argument(
        argument,
        format!("three {kind} are needed, not {found}"),
    ))
}

/// Reads a whole number of 32 bits.
pub(crate) fn whole(place: &str, value: &Bound<'_, PyAny>) -> Answer<i32> {
    value.extract::<i32>().map_err(|error| {
        let py = value.py();
        if error.is_instance_of::<PyOverflowError>(py) {
            return Failure::argument(place, format!("{} does not fit 32 bits", shown(value)));
        }
        if error.is_instance_of::<PyTypeError>(py) {
            let hint = if value.extract::<f64>().is_ok() {
                "; World.cell_at gives the cell of a position"
            } else {
                ""
            };
            return Failure::argument_type(
                place,
                format!("{} is not a whole number{hint}", shown(value)),
            );
        }
        error.into()
    })
}

/// Writes a value for a message, cut where it is long.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value
        .repr()
        .map_or_else(|_| "?".to_owned(), |text| text.to_string());
    if text.chars().count() <= 60 {
        return text;
    }
    let beginning: String = text.chars().take(57).collect();
    format!("{beginning}...")
}

/// Returns what `numpy.asarray` makes of a value, in the byte order and the alignment of this machine. Masked
/// values are refused: nothing is known of them.
pub(crate) fn as_array<'py>(
    argument: &str,
    value: &Bound<'py, PyAny>,
) -> Answer<Bound<'py, PyUntypedArray>> {
    if mask(value)?.is_some() {
        return Err(Failure::argument(argument, "some of its values are masked"));
    }
    plain_array(argument, value)
}

/// Returns what [`as_array`] gives, whatever is masked.
pub(crate) fn plain_array<'py>(
    argument: &str,
    value: &Bound<'py, PyAny>,
) -> Answer<Bound<'py, PyUntypedArray>> {
    let py = value.py();
    let array = if value.is_exact_instance_of::<PyUntypedArray>() {
        value.clone()
    } else {
        (py.import("numpy")?)
            .call_method1("asarray", (value,))
            .map_err(|error| Failure::argument(argument, error))?
    };
    let array = array
        .cast_into::<PyUntypedArray>()
        .map_err(|_| Failure::argument_type(argument, "no array can be made of it"))?;
    let dtype = array.dtype();
    let is_native = dtype.is_native_byteorder() != Some(false);
    if is_native && array.is_aligned() {
        return Ok(array);
    }
    let dtype = dtype.call_method1("newbyteorder", ("=",))?;
    let made = (py.import("numpy")?).call_method1("require", (array, dtype, "A"))?;
    Ok(made.cast_into().map_err(PyErr::from)?)
}

/// Returns which values of an array are masked, if any are.
pub(crate) fn mask<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if value.is_exact_instance_of::<PyUntypedArray>() || value.cast::<PyUntypedArray>().is_err() {
        return Ok(None);
    }
    let masks = value.py().import("numpy.ma")?;
    if !value.is_instance(&masks.getattr("MaskedArray")?)? {
        return Ok(None);
    }
    let mask = masks.call_method1("getmaskarray", (value,))?;
    let is_masked = mask.call_method0("any")?.is_truthy()?;
    Ok(is_masked.then_some(mask))
}

/// Calls a macro with every type of whole numbers that arrays have.
macro_rules! for_whole_numbers {
    ($found:ident => $try:expr) => {
        for_whole_numbers!(@ $found, $try, i32, i64, u8, i8, u16, i16, u32, u64)
    };
    (@ $found:ident, $try:expr, $($type:ty),*) => {
        $(if let Ok($found) = $found.cast::<PyArrayDyn<$type>>() {
            return $try;
        })*
    };
}
pub(crate) use for_whole_numbers;

/// Reads cells: an array of shape (N, 3) of whole numbers, or of shape (3,) for one.
pub(crate) fn cells(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<IVec3>> {
    let array = as_array(argument, value)?;
    let array = if array.shape() == [3] {
        let row = array.call_method1("reshape", ((1, 3),))?;
        row.cast_into::<PyUntypedArray>().map_err(PyErr::from)?
    } else {
        array
    };
    check_rows(argument, &array)?;
    if array.shape().first() == Some(&0) {
        return Ok(Vec::new());
    }
    for_whole_numbers!(array => cells_of(argument, array));
    Err(Failure::argument_type(
        argument,
        format!(
            "cells are whole numbers, not {}; World.cell_at gives the cells of positions",
            dtype(&array)
        ),
    ))
}

/// Reads positions: an array of shape (N, 3) of numbers, all finite.
pub(crate) fn positions(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<DVec3>> {
    let array = as_array(argument, value)?;
    check_rows(argument, &array)?;
    if array.shape().first() == Some(&0) {
        return Ok(Vec::new());
    }
    let numbers = match array.dtype().kind() {
        b'f' | b'i' | b'u' => array.call_method1("astype", ("float64",))?,
        _ => {
            return Err(Failure::argument_type(
                argument,
                format!("positions are numbers, not {}", dtype(&array)),
            ));
        }
    };
    let numbers = numbers
        .cast_into::<PyArrayDyn<f64>>()
        .map_err(PyErr::from)?;
    let numbers = numbers.try_readonly().map_err(PyErr::from)?;
    let rows = rows_of(argument, numbers.as_array())?;
    let mut all = Vec::with_capacity(rows.nrows());
    for (row, values) in rows.rows().into_iter().enumerate() {
        let position = DVec3::new(values[0], values[1], values[2]);
        if !position.is_finite() {
            let values = position.to_array();
            return Err(Failure::argument(
                argument,
                format!("row {row}: {values:?} is not finite"),
            ));
        }
        all.push(position);
    }
    Ok(all)
}

/// Returns the name of the type of an array's values.
pub(crate) fn dtype(array: &Bound<'_, PyUntypedArray>) -> String {
    array.dtype().to_string()
}

fn check_rows(argument: &str, array: &Bound<'_, PyUntypedArray>) -> Answer<()> {
    match array.shape() {
        [_, 3] | [0] => Ok(()),
        shape => Err(Failure::argument(
            argument,
            format!(
                "an array of shape (N, 3) is needed, not {}",
                shape_shown(shape)
            ),
        )),
    }
}

/// Writes a shape as Python writes it.
pub(crate) fn shape_shown(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    match &sides[..] {
        [one] => format!("({one},)"),
        sides => format!("({})", sides.join(", ")),
    }
}

fn rows_of<'a, T>(
    argument: &str,
    values: numpy::ndarray::ArrayViewD<'a, T>,
) -> Answer<ArrayView2<'a, T>> {
    values
        .into_dimensionality()
        .map_err(|error| Failure::argument(argument, error))
}

fn cells_of<T: Element + Copy + std::fmt::Display>(
    argument: &str,
    array: &Bound<'_, PyArrayDyn<T>>,
) -> Answer<Vec<IVec3>>
where
    i32: TryFrom<T>,
{
    let array = array.try_readonly().map_err(PyErr::from)?;
    let rows = rows_of(argument, array.as_array())?;
    let mut all = Vec::with_capacity(rows.nrows());
    for (row, values) in rows.rows().into_iter().enumerate() {
        let mut cell = [0; 3];
        for (part, &value) in cell.iter_mut().zip(values) {
            *part = i32::try_from(value).map_err(|_| {
                Failure::argument(argument, format!("row {row}: {value} does not fit 32 bits"))
            })?;
        }
        all.push(IVec3::from_array(cell));
    }
    Ok(all)
}

/// Boxes of cells: an array of shape (N, 2, 3) of whole numbers, half-open.
pub(crate) fn boxes(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<CellBox>> {
    let array = as_array(argument, value)?;
    let shape = array.shape();
    let rows = match shape {
        [rows, 2, 3] => *rows,
        [0] => return Ok(Vec::new()),
        shape => {
            let shape = shape_shown(shape);
            return Err(Failure::argument(
                argument,
                format!("an array of shape (N, 2, 3) is needed, not {shape}"),
            ));
        }
    };
    let flat = array.call_method1("reshape", ((2 * rows, 3),))?;
    let corners = cells(argument, &flat)?;
    let (pairs, _) = corners.as_chunks::<2>();
    Ok(pairs
        .iter()
        .map(|&[min, max]| CellBox::new(min, max))
        .collect())
}

/// Reads whole numbers: an array of shape (N,).
pub(crate) fn whole_column(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<i64>> {
    let array = as_array(argument, value)?;
    if array.shape().len() != 1 {
        let shape = shape_shown(array.shape());
        return Err(Failure::argument(
            argument,
            format!("an array of shape (N,) is needed, not {shape}"),
        ));
    }
    if array.shape() == [0] {
        return Ok(Vec::new());
    }
    for_whole_numbers!(array => column_of(argument, array));
    Err(Failure::argument_type(
        argument,
        format!("whole numbers are needed, not {}", dtype(&array)),
    ))
}

fn column_of<T: Element + Copy + std::fmt::Display>(
    argument: &str,
    array: &Bound<'_, PyArrayDyn<T>>,
) -> Answer<Vec<i64>>
where
    i64: TryFrom<T>,
{
    let array = array.try_readonly().map_err(PyErr::from)?;
    let values = array.as_array();
    let whole = values.iter().enumerate().map(|(row, &value)| {
        i64::try_from(value)
            .map_err(|_| Failure::argument(argument, format!("row {row}: {value} is too large")))
    });
    whole.collect()
}

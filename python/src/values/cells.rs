//! Cells and positions as Python gives them: three numbers, or rows of three.

use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySet, PyString};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellSizes};

use crate::failure::{Answer, Blamed, Failure, refuse, refuse_type};
use crate::values::numbers::read;

/// Reads a cell: three whole numbers.
pub(crate) fn cell(argument: &str, value: &Bound<'_, PyAny>) -> Answer<IVec3> {
    if let Ok((x, y, z)) = value.extract::<(i32, i32, i32)>() {
        return Ok(IVec3::new(x, y, z));
    }
    let [x, y, z] = three(argument, value, "whole numbers", whole)?;
    Ok(IVec3::new(x, y, z))
}

/// Reads a position or size: three finite numbers.
pub(crate) fn position(argument: &str, value: &Bound<'_, PyAny>) -> Answer<DVec3> {
    let coordinates = three(argument, value, "numbers", |place, value| {
        let number: f64 = read(place, value)?;
        if number.is_finite() {
            return Ok(number);
        }
        refuse(place, format!("{number} is not finite"))
    })?;
    Ok(DVec3::from_array(coordinates))
}

/// Reads the sides of cells: a number for cubes, or three along x, y and z.
pub(crate) fn sides(argument: &str, value: &Bound<'_, PyAny>) -> Answer<CellSizes> {
    match value.try_iter() {
        Ok(_) if !value.is_instance_of::<PyString>() => Ok(position(argument, value)?.into()),
        _ => Ok(read::<f64>(argument, value)?.into()),
    }
}

/// Reads three values of one kind.
fn three<T: Copy + Default>(
    argument: &str,
    value: &Bound<'_, PyAny>,
    kind: &str,
    one: impl Fn(&str, &Bound<'_, PyAny>) -> Answer<T>,
) -> Answer<[T; 3]> {
    let is_unordered = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyDict>()
        || value.is_instance_of::<PySet>();
    let items = match value.try_iter() {
        Ok(items) if !is_unordered => items.take(4).collect::<PyResult<Vec<_>>>()?,
        _ => {
            let reason = format!("three {kind} are needed, not {}", shown(value));
            return refuse_type(argument, reason);
        }
    };
    if let [_, _, _] = items[..] {
        let mut found = [T::default(); 3];
        for (place, item) in items.iter().enumerate() {
            found[place] = one(&format!("{argument}[{place}]"), item)?;
        }
        return Ok(found);
    }
    let found = match items.len() {
        4.. => "more".to_owned(),
        count => count.to_string(),
    };
    refuse(argument, format!("three {kind} are needed, not {found}"))
}

/// Reads a whole number of 32 bits.
fn whole(place: &str, value: &Bound<'_, PyAny>) -> Answer<i32> {
    let error = match value.extract::<i32>() {
        Ok(number) => return Ok(number),
        Err(error) => error,
    };
    let shown = shown(value);
    if error.is_instance_of::<PyOverflowError>(value.py()) {
        return refuse(place, format!("{shown} does not fit 32 bits"));
    }
    if !error.is_instance_of::<PyTypeError>(value.py()) {
        return Err(error.into());
    }
    let hint = match value.extract::<f64>() {
        Ok(_) => "; World.cell_at gives the cell of a position",
        Err(_) => "",
    };
    refuse_type(place, format!("{shown} is not a whole number{hint}"))
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
        return refuse(argument, "some of its values are masked");
    }
    plain_array(argument, value)
}

/// The most values of an array that is read. One that has more repeats them, as `numpy.broadcast_to` does without taking any
/// memory for it.
const MOST_VALUES: usize = 1 << 40;

/// Returns what [`as_array`] gives, whatever is masked.
pub(crate) fn plain_array<'py>(
    argument: &str,
    value: &Bound<'py, PyAny>,
) -> Answer<Bound<'py, PyUntypedArray>> {
    let py = value.py();
    let array = if value.is_exact_instance_of::<PyUntypedArray>() {
        value.clone()
    } else {
        let made = (py.import("numpy")?).call_method1("asarray", (value,));
        match made {
            // Ctrl-C is no fault of the argument.
            Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                return Err(error.into());
            }
            made => made.blamed(argument)?,
        }
    };
    let array = array
        .cast_into::<PyUntypedArray>()
        .map_err(|_| Failure::argument_type(argument, "no array can be made of it"))?;
    if array.len() > MOST_VALUES {
        let (shape, values) = (shape_shown(array.shape()), array.len());
        let reason = format!("the shape {shape} has {values} values, and at most 2^40 are read");
        return refuse(argument, reason);
    }
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

/// The error for cells that are no whole numbers of 32 bits.
const CELLS: (&str, &str) = ("cells are whole numbers", "does not fit 32 bits");

/// Reads cells: an array of shape (N, 3) of whole numbers, or of shape (3,) for one.
pub(crate) fn cells(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<IVec3>> {
    let array = as_array(argument, value)?;
    if array.shape() != [3] {
        check_rows(argument, &array, "(N, 3)", &[3])?;
    }
    let rows = whole_rows::<i32, 3>(argument, &array, CELLS)?;
    Ok(rows.into_iter().map(IVec3::from_array).collect())
}

/// Reads boxes of cells: an array of shape (N, 2, 3) of whole numbers, half-open, or of shape (2, 3) for one.
pub(crate) fn boxes(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<CellBox>> {
    let array = as_array(argument, value)?;
    if array.shape() != [2, 3] {
        check_rows(argument, &array, "(N, 2, 3)", &[2, 3])?;
    }
    let rows = whole_rows::<i32, 6>(argument, &array, CELLS)?;
    let corners = |[a, b, c, d, e, f]: [i32; 6]| [IVec3::new(a, b, c), IVec3::new(d, e, f)];
    let boxes = rows.into_iter().map(corners);
    Ok(boxes.map(|[min, max]| CellBox::new(min, max)).collect())
}

/// Reads weights of terrain for so many cells: an array of shape (N,) of whole numbers from 1 to 65535, or one for all.
pub(crate) fn weights(argument: &str, value: &Bound<'_, PyAny>, count: usize) -> Answer<Vec<u16>> {
    const FAULT: &str = "is not from 1 to 65535";
    let array = column(argument, value, count)?;
    let weights = whole_rows::<u16, 1>(argument, &array, ("weights are whole numbers", FAULT))?;
    match weights.iter().position(|[weight]| *weight == 0) {
        Some(row) => Err(at_row(argument, row, format!("0 {FAULT}"))),
        None => Ok(weights.into_flattened()),
    }
}

/// Reads ids: an array of shape (N,) of whole numbers of 32 bits, or one.
pub(crate) fn ids(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<u32>> {
    whole_column(argument, value, count_of(argument, value)?)
}

/// Reads numbers: an array of shape (N,), or one.
pub(crate) fn numbers(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<f64>> {
    number_column(argument, value, count_of(argument, value)?)
}

/// Returns the number of rows of an array; 1 for a value that is none.
fn count_of(argument: &str, value: &Bound<'_, PyAny>) -> Answer<usize> {
    let array = as_array(argument, value)?;
    Ok(array.shape().first().copied().unwrap_or(1))
}

/// Reads a whole number for each of so many rows: an array of shape (N,), or one for all.
pub(crate) fn whole_column<U: TryFrom<i128> + Copy + Default>(
    argument: &str,
    value: &Bound<'_, PyAny>,
    count: usize,
) -> Answer<Vec<U>> {
    let array = column(argument, value, count)?;
    let fault = "is out of range";
    let rows = whole_rows::<U, 1>(argument, &array, ("whole numbers are needed", fault))?;
    Ok(rows.into_flattened())
}

/// Reads a number for each of so many rows: an array of shape (N,), or one for all.
pub(crate) fn number_column(
    argument: &str,
    value: &Bound<'_, PyAny>,
    count: usize,
) -> Answer<Vec<f64>> {
    let array = column(argument, value, count)?;
    let numbers = lengths(&array)?.ok_or_else(|| {
        let reason = format!("numbers are needed, not {}", dtype(&array));
        Failure::argument_type(argument, reason)
    })?;
    Ok(numbers.as_array().iter().copied().collect())
}

fn column<'py>(
    argument: &str,
    value: &Bound<'py, PyAny>,
    count: usize,
) -> Answer<Bound<'py, PyUntypedArray>> {
    let array = as_array(argument, value)?;
    match array.shape() {
        [] => {
            let numpy = value.py().import("numpy")?;
            let spread = numpy.call_method1("full", ((count,), array))?;
            Ok(spread.cast_into().map_err(PyErr::from)?)
        }
        [rows] if *rows == count => Ok(array),
        shape => {
            let shape = shape_shown(shape);
            let reason =
                format!("one number, or an array of shape ({count},) is needed, not {shape}");
            refuse(argument, reason)
        }
    }
}

/// Reads positions: an array of shape (N, 3) of numbers, all finite, or of shape (3,) for one.
pub(crate) fn positions(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Vec<DVec3>> {
    let array = as_array(argument, value)?;
    if array.shape() != [3] {
        check_rows(argument, &array, "(N, 3)", &[3])?;
    }
    if array.is_empty() {
        return Ok(Vec::new());
    }
    let numbers = lengths(&array)?.ok_or_else(|| {
        let reason = format!("positions are numbers, not {}", dtype(&array));
        Failure::argument_type(argument, reason)
    })?;
    let values: Vec<f64> = numbers.as_array().iter().copied().collect();
    let (rows, _) = values.as_chunks::<3>();
    if let Some(row) = rows
        .iter()
        .position(|row| row.iter().any(|it| !it.is_finite()))
    {
        return Err(at_row(
            argument,
            row,
            format!("{:?} is not finite", rows[row]),
        ));
    }
    Ok(rows.iter().copied().map(DVec3::from_array).collect())
}

/// Returns the values of an array of numbers.
pub(crate) fn lengths<'py>(
    array: &Bound<'py, PyUntypedArray>,
) -> PyResult<Option<PyReadonlyArrayDyn<'py, f64>>> {
    if !matches!(array.dtype().kind(), b'f' | b'i' | b'u') {
        return Ok(None);
    }
    let numbers = array.call_method1("astype", ("float64",))?;
    let numbers = numbers.cast_into::<PyArrayDyn<f64>>()?;
    Ok(Some(numbers.try_readonly()?))
}

/// Returns the name of the type of an array's values.
pub(crate) fn dtype(array: &Bound<'_, PyUntypedArray>) -> String {
    array.dtype().to_string()
}

/// Checks the shape of an array of rows, which may be empty.
fn check_rows(
    argument: &str,
    array: &Bound<'_, PyUntypedArray>,
    wanted: &str,
    row: &[usize],
) -> Answer<()> {
    match array.shape() {
        [0] => Ok(()),
        [_, rest @ ..] if rest == row => Ok(()),
        shape => {
            let hint = if array.dtype().kind() == b'b' {
                "; numpy.argwhere gives the cells of a mask"
            } else {
                ""
            };
            let shape = shape_shown(shape);
            refuse(
                argument,
                format!("an array of shape {wanted} is needed, not {shape}{hint}"),
            )
        }
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

/// Makes the error of a refused row of an argument.
pub(crate) fn at_row(argument: &str, row: usize, error: impl std::fmt::Display) -> Failure {
    Failure::argument(argument, format!("row {row}: {error}"))
}

/// Does something with each row of an argument, until a row is refused.
pub(crate) fn each_row<T: Copy, E: std::fmt::Display>(
    argument: &str,
    rows: &[T],
    mut work: impl FnMut(T) -> Result<(), E>,
) -> Answer<()> {
    let mut numbered = rows.iter().enumerate();
    numbered.try_for_each(|(row, it)| work(*it).map_err(|error| at_row(argument, row, error)))
}

/// Reads rows of N whole numbers, one after the other, by what they are and what is wrong with others.
fn whole_rows<U: TryFrom<i128> + Copy + Default, const N: usize>(
    argument: &str,
    array: &Bound<'_, PyUntypedArray>,
    (are, fault): (&str, &str),
) -> Answer<Vec<[U; N]>> {
    if array.is_empty() {
        return Ok(Vec::new());
    }
    macro_rules! try_each {
        ($($type:ty),*) => {
            $(if let Ok(array) = array.cast::<PyArrayDyn<$type>>() {
                return rows_of(argument, array, fault);
            })*
        };
    }
    try_each!(i32, i64, u8, i8, u16, i16, u32, u64);
    let hint = if N > 1 && array.dtype().kind() == b'f' {
        "; World.cell_at gives the cells of positions"
    } else {
        ""
    };
    let reason = format!("{are}, not {}{hint}", dtype(array));
    refuse_type(argument, reason)
}

fn rows_of<T: Element + Copy + Into<i128>, U: TryFrom<i128> + Copy + Default, const N: usize>(
    argument: &str,
    array: &Bound<'_, PyArrayDyn<T>>,
    fault: &str,
) -> Answer<Vec<[U; N]>> {
    let array = array.try_readonly().map_err(PyErr::from)?;
    let mut rows = Vec::new();
    if rows.try_reserve_exact(array.len() / N).is_err() {
        let reason = format!("{argument}: no memory for {} rows", array.len() / N);
        return Err(PyMemoryError::new_err(reason).into());
    }
    let mut row = [U::default(); N];
    for (place, &value) in array.as_array().iter().enumerate() {
        let value: i128 = value.into();
        row[place % N] = U::try_from(value)
            .map_err(|_| at_row(argument, place / N, format!("{value} {fault}")))?;
        if place % N == N - 1 {
            rows.push(row);
        }
    }
    Ok(rows)
}

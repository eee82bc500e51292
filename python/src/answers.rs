//! Answers as Python has them: classes of `voxnav.answers`, arrays that nobody writes to, and pickles.
//!
//! INVARIANT: bytes of a pickle that nobody here wrote are refused, and change nothing.

use numpy::ndarray::Dimension;
use numpy::{PyArray, PyArray2};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::Serialize;
use serde::de::DeserializeOwned;
use voxnav::glam::IVec3;

use crate::failure::{Answer, Blamed, Failure};

/// Makes an object of a class of `voxnav.answers`.
pub(crate) fn made<'py>(
    py: Python<'py>,
    class: &str,
    parts: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("voxnav.answers")?.getattr(class)?.call1(parts)
}

/// Makes the `Statistics` of what a search took.
pub(crate) fn statistics<'py>(
    py: Python<'py>,
    of: &voxnav::search::Statistics,
) -> PyResult<Bound<'py, PyAny>> {
    made(py, "Statistics", PyTuple::new(py, of.values())?)
}

/// Rows of three, in one piece of memory that NumPy owns.
pub(crate) fn rows<T: numpy::Element>(
    py: Python<'_>,
    values: Vec<T>,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let shape = (values.len() / 3, 3);
    let array = ndarray::Array2::from_shape_vec(shape, values)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(PyArray2::from_owned_array(py, array))
}

/// Rows of the numbers of cells.
pub(crate) fn rows_of(
    py: Python<'_>,
    cells: impl IntoIterator<Item = IVec3>,
) -> PyResult<Bound<'_, PyArray2<i32>>> {
    let cells = cells.into_iter();
    rows(py, cells.flat_map(|cell| cell.to_array()).collect())
}

/// Makes an array that an answer keeps, so that nobody may write to it.
pub(crate) fn fixed<T: numpy::Element, D: Dimension>(
    array: Bound<'_, PyArray<T, D>>,
) -> PyResult<Bound<'_, PyArray<T, D>>> {
    array.call_method1("setflags", (false,))?;
    Ok(array)
}

/// The parts that `pickle` makes an object of: the class method `_carried`, and bytes.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Returns the parts of an object whose class is made of bytes.
pub(crate) fn reduced<'py, C: pyo3::PyTypeInfo>(
    py: Python<'py>,
    bytes: &[u8],
) -> PyResult<Reduced<'py>> {
    let arguments = PyTuple::new(py, [PyBytes::new(py, bytes)])?;
    Ok((py.get_type::<C>().getattr("_carried")?, arguments))
}

/// Writes a plain value as bytes for a pickle.
pub(crate) fn written(value: &impl Serialize) -> Answer<Vec<u8>> {
    serde_json::to_vec(value).map_err(Failure::world)
}

/// Reads the plain value of such bytes.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Answer<T> {
    serde_json::from_slice(bytes).blamed("data")
}

/// Gives a class the methods that `pickle` needs, by the plain value that an object is made of.
macro_rules! pickled {
    ($class:ty, |$this:ident| $value:expr, |$data:pat_param| $made:expr) => {
        #[pymethods]
        impl $class {
            /// What `pickle` needs.
            fn __reduce__<'py>(
                &self,
                py: Python<'py>,
            ) -> $crate::failure::Answer<$crate::answers::Reduced<'py>> {
                let $this = self;
                let bytes = $crate::answers::written($value)?;
                Ok($crate::answers::reduced::<Self>(py, &bytes)?)
            }

            /// The object of bytes that `pickle` kept.
            #[staticmethod]
            fn _carried(data: &[u8]) -> $crate::failure::Answer<Self> {
                let $data = $crate::answers::read(data)?;
                $made
            }
        }
    };
}
pub(crate) use pickled;

//! Answers as Python has them: classes of `voxnav.answers`, read-only arrays, and pickles.
//!
//! INVARIANT: bytes of a pickle that this library did not write are refused, and change nothing.

use std::convert::Infallible;

use ndarray::Array2;
use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArray1, PyArray2};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::Serialize;
use serde::de::DeserializeOwned;
use voxnav::glam::{DVec3, IVec3};

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

/// Numbers that become an array of one dimension.
#[derive(Debug)]
pub(crate) struct Column<T>(pub(crate) Vec<T>);

/// Rows of as many numbers, by default of three, that become an array of two dimensions.
#[derive(Debug)]
pub(crate) struct Rows<T, const N: usize = 3>(pub(crate) Vec<[T; N]>);

impl<'py, T: Element> IntoPyObject<'py> for Column<T> {
    type Target = PyArray1<T>;
    type Output = Bound<'py, PyArray1<T>>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(PyArray1::from_vec(py, self.0))
    }
}

impl<'py, T: Element, const N: usize> IntoPyObject<'py> for Rows<T, N> {
    type Target = PyArray2<T>;
    type Output = Bound<'py, PyArray2<T>>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(self.array(py))
    }
}

impl<T: Element, const N: usize> Rows<T, N> {
    /// Makes the array, in one piece of memory that NumPy owns.
    pub(crate) fn array(self, py: Python<'_>) -> Bound<'_, PyArray2<T>> {
        PyArray2::from_owned_array(py, Array2::from(self.0))
    }
}

impl<T> FromIterator<T> for Column<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(Vec::from_iter(values))
    }
}

impl FromIterator<IVec3> for Rows<i32> {
    fn from_iter<I: IntoIterator<Item = IVec3>>(cells: I) -> Self {
        Self(cells.into_iter().map(|cell| cell.to_array()).collect())
    }
}

impl FromIterator<DVec3> for Rows<f64> {
    fn from_iter<I: IntoIterator<Item = DVec3>>(points: I) -> Self {
        Self(points.into_iter().map(|point| point.to_array()).collect())
    }
}

/// Makes an array of an answer read-only.
pub(crate) fn fixed<T: Element, D: Dimension>(
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
            ) -> $crate::failure::Answer<$crate::values::answers::Reduced<'py>> {
                let $this = self;
                let bytes = $crate::values::answers::written($value)?;
                Ok($crate::values::answers::reduced::<Self>(py, &bytes)?)
            }

            /// The object of bytes that `pickle` kept.
            #[staticmethod]
            fn _carried(data: &[u8]) -> $crate::failure::Answer<Self> {
                let $data = $crate::values::answers::read(data)?;
                $made
            }
        }
    };
}
pub(crate) use pickled;

//! Answers on their way to another process: as bytes, and back.
//!
//! INVARIANT: bytes that nobody here wrote are refused, and change nothing.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Answer, Failure};

/// The parts that `pickle` makes an object of: the class method `_carried`, and bytes.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Returns the parts of an object whose class is made of a plain value.
pub(crate) fn reduced<'py, C: pyo3::PyTypeInfo>(
    py: Python<'py>,
    value: &impl Serialize,
) -> Answer<Reduced<'py>> {
    let bytes = serde_json::to_vec(value).map_err(Failure::world)?;
    let arguments = PyTuple::new(py, [PyBytes::new(py, &bytes)])?;
    Ok((py.get_type::<C>().getattr("_carried")?, arguments))
}

/// Reads the plain value of such bytes.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Answer<T> {
    serde_json::from_slice(bytes).map_err(|error| Failure::argument("data", error))
}

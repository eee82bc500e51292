//! Numbers as arguments: read first, and refused by name.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::cells::shown;
use crate::failure::{Answer, Failure};

/// The fault of a value: its type, or the value.
#[derive(Clone, Debug)]
enum Refusal {
    Type(String),
    Value(String),
}

impl Refusal {
    fn of(value: &Bound<'_, PyAny>, error: &PyErr, wanted: &str) -> Self {
        let reason = format!("{} is not {wanted}", shown(value));
        if error.is_instance_of::<PyTypeError>(value.py()) {
            Self::Type(reason)
        } else {
            Self::Value(reason)
        }
    }

    fn named(self, argument: &str) -> Failure {
        match self {
            Self::Type(reason) => Failure::argument_type(argument, reason),
            Self::Value(reason) => Failure::argument(argument, reason),
        }
    }
}

/// A number.
#[derive(Clone, Debug)]
pub(crate) struct Number(Result<f64, Refusal>);

impl Number {
    pub(crate) const fn of(number: f64) -> Self {
        Self(Ok(number))
    }

    /// Returns the number, or an error that names the argument.
    pub(crate) fn named(self, argument: &str) -> Answer<f64> {
        self.0.map_err(|refusal| refusal.named(argument))
    }
}

impl FromPyObject<'_, '_> for Number {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let read = value.extract::<f64>();
        Ok(Self(
            read.map_err(|error| Refusal::of(&value, &error, "a number")),
        ))
    }
}

/// A whole number that is not negative.
#[derive(Clone, Debug)]
pub(crate) struct Count(Result<u64, Refusal>);

impl Count {
    pub(crate) const fn of(count: u64) -> Self {
        Self(Ok(count))
    }

    /// Returns the number, or an error that names the argument.
    pub(crate) fn named(self, argument: &str) -> Answer<u64> {
        self.0.map_err(|refusal| refusal.named(argument))
    }

    /// Returns a number of 32 bits, or an error that names the argument.
    pub(crate) fn narrow(self, argument: &str) -> Answer<u32> {
        let count = self.named(argument)?;
        u32::try_from(count)
            .map_err(|_| Failure::argument(argument, format!("{count} is not from 0 to 2**32 - 1")))
    }
}

impl FromPyObject<'_, '_> for Count {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let read = value.extract::<u64>();
        let wanted = "a whole number from 0 to 2**64 - 1";
        Ok(Self(
            read.map_err(|error| Refusal::of(&value, &error, wanted)),
        ))
    }
}

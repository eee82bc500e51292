//! Numbers and names as arguments: read first, and refused by name.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::cells::shown;
use crate::failure::{Answer, Class, Failure};

/// A type of values, with what is said of those that are of none.
pub(crate) trait Kind: for<'a, 'py> FromPyObject<'a, 'py> {
    const WANTED: &'static str;
}

macro_rules! kinds {
    ($($type:ty => $wanted:literal),* $(,)?) => {
        $(impl Kind for $type {
            const WANTED: &'static str = $wanted;
        })*
    };
}

kinds! {
    f64 => "a number",
    u64 => "a whole number from 0 to 2**64 - 1",
    bool => "True or False",
    String => "a name",
    PathBuf => "a path",
}

/// A value of this type, or the class and the reason of its refusal.
#[derive(Clone, Debug)]
pub(crate) struct Given<T>(Result<T, (Class, String)>);

/// A number.
pub(crate) type Number = Given<f64>;

/// A whole number that is not negative.
pub(crate) type Count = Given<u64>;

impl<T> Given<T> {
    pub(crate) const fn of(value: T) -> Self {
        Self(Ok(value))
    }

    /// Returns the value, or an error that names the argument.
    pub(crate) fn named(self, argument: &str) -> Answer<T> {
        self.0
            .map_err(|(class, reason)| Failure::Refused(class, format!("{argument}: {reason}")))
    }
}

impl Count {
    /// Returns a number of 32 bits, or an error that names the argument.
    pub(crate) fn narrow(self, argument: &str) -> Answer<u32> {
        let count = self.named(argument)?;
        u32::try_from(count)
            .map_err(|_| Failure::argument(argument, format!("{count} is not from 0 to 2**32 - 1")))
    }
}

impl<T: Kind> FromPyObject<'_, '_> for Given<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let read = value.extract::<T>().map_err(Into::<PyErr>::into);
        Ok(Self(read.map_err(|error| {
            let is_of_type = error.is_instance_of::<PyTypeError>(value.py());
            let class = if is_of_type {
                Class::ArgumentType
            } else {
                Class::Argument
            };
            (class, format!("{} is not {}", shown(&value), T::WANTED))
        })))
    }
}

/// Reads the value of an argument.
pub(crate) fn read<T: Kind>(argument: &str, value: &Bound<'_, PyAny>) -> Answer<T> {
    value.extract::<Given<T>>()?.named(argument)
}

/// Returns the value of this name; `none` says what none is called by any other.
pub(crate) fn one_of<T: Copy>(
    argument: &str,
    none: &str,
    name: &str,
    all: &[(&str, T)],
) -> Answer<T> {
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
        let names = names.join(", ");
        Failure::argument(
            argument,
            format!("{none} is called `{name}`; there are {names}"),
        )
    })
}

/// Returns the name of a value, which has one.
pub(crate) fn name_of<T: Copy + PartialEq>(
    value: T,
    all: &'static [(&'static str, T)],
) -> &'static str {
    let found = all.iter().find(|(_, known)| *known == value);
    found.map_or("", |(name, _)| name)
}

//! Arguments: read first, and refused by name.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellSizes};

use crate::failure::{Answer, Class, Failure};
use crate::values::agent::agent_or_size;
use crate::values::cells::{boxes, cell, cells, ids, position, positions, shown, sides};

/// A type of values of arguments.
pub(crate) trait Kind: Sized {
    /// Reads a value, or refuses it by the name of the argument.
    fn read(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Self>;
}

macro_rules! kinds {
    ($($type:ty => $read:expr),* $(,)?) => {
        $(impl Kind for $type {
            fn read(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Self> {
                $read(argument, value)
            }
        })*
    };
}

kinds! {
    f64 => extracted("a number"),
    u64 => extracted("a whole number from 0 to 2**64 - 1"),
    bool => extracted("True or False"),
    String => extracted("a name"),
    PathBuf => extracted("a path"),
    IVec3 => cell,
    Vec<IVec3> => cells,
    Vec<CellBox> => boxes,
    DVec3 => position,
    Vec<DVec3> => positions,
    Vec<u32> => ids,
    CellSizes => sides,
    voxnav::Agent => agent_or_size,
}

/// Returns a reader of values that PyO3 converts.
fn extracted<T: for<'a, 'py> FromPyObject<'a, 'py>>(
    wanted: &str,
) -> impl Fn(&str, &Bound<'_, PyAny>) -> Answer<T> + '_ {
    move |argument, value| {
        let read = value.extract::<T>().map_err(Into::<PyErr>::into);
        read.map_err(|error| {
            let class = if error.is_instance_of::<PyTypeError>(value.py()) {
                Class::ArgumentType
            } else {
                Class::Argument
            };
            let reason = format!("{argument}: {} is not {wanted}", shown(value));
            Failure::Refused(class, reason)
        })
    }
}

/// A value of this type, or its refusal, which begins after the name of the argument.
#[derive(Debug)]
pub(crate) struct Argument<T>(Answer<T>);

/// A number.
pub(crate) type Number = Argument<f64>;

/// A whole number that is not negative.
pub(crate) type Count = Argument<u64>;

/// A cell.
pub(crate) type Cell = Argument<IVec3>;

/// Rows of cells.
pub(crate) type Cells = Argument<Vec<IVec3>>;

/// Boxes of cells.
pub(crate) type Boxes = Argument<Vec<CellBox>>;

/// A position in world units.
pub(crate) type Position = Argument<DVec3>;

/// Rows of positions.
pub(crate) type Positions = Argument<Vec<DVec3>>;

/// The sides of a cell.
pub(crate) type Size = Argument<CellSizes>;

/// An id, or many.
pub(crate) type Ids = Argument<Vec<u32>>;

/// An agent, or its size.
pub(crate) type AnyAgent = Argument<voxnav::Agent>;

impl<T> Argument<T> {
    pub(crate) const fn of(value: T) -> Self {
        Self(Ok(value))
    }

    /// Returns the value, or an error that names the argument.
    pub(crate) fn named(self, argument: &str) -> Answer<T> {
        self.0.map_err(|failure| match failure {
            Failure::Refused(class, rest) => Failure::Refused(class, format!("{argument}{rest}")),
            other => other,
        })
    }
}

impl Size {
    /// Returns the sides of cubes.
    pub(crate) fn of_cubes(side: f64) -> Self {
        Self::of(side.into())
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

impl<T: Kind> FromPyObject<'_, '_> for Argument<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(Self(T::read("", &value)))
    }
}

/// Reads the value of an argument.
pub(crate) fn read<T: Kind>(argument: &str, value: &Bound<'_, PyAny>) -> Answer<T> {
    T::read(argument, value)
}

/// Returns the value of this name; `none` begins the error for any other name.
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

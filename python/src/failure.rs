//! What the library refuses, as exceptions of `voxnav.errors` with its messages.

use std::fmt::Display;
use std::path::Path;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// Why a call is refused.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What Python raised, an interruption for instance.
    Raised(PyErr),
    /// What voxnav refuses: the class in `voxnav.errors`, and the message.
    Refused(Class, String),
}

/// A class of `voxnav.errors`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Argument,
    ArgumentType,
    World,
    File,
    Batch,
}

impl Class {
    const fn name(self) -> &'static str {
        match self {
            Self::Argument => "ArgumentError",
            Self::ArgumentType => "ArgumentTypeError",
            Self::World => "WorldError",
            Self::File => "FileError",
            Self::Batch => "BatchError",
        }
    }
}

pub(crate) type Answer<T> = Result<T, Failure>;

impl Failure {
    /// A value that an argument cannot have.
    pub(crate) fn argument(argument: &str, reason: impl Display) -> Self {
        Self::Refused(Class::Argument, format!("{argument}: {reason}"))
    }

    /// A type that an argument cannot have.
    pub(crate) fn argument_type(argument: &str, reason: impl Display) -> Self {
        Self::Refused(Class::ArgumentType, format!("{argument}: {reason}"))
    }

    /// What a world refuses.
    pub(crate) fn world(reason: impl Display) -> Self {
        Self::Refused(Class::World, reason.to_string())
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(path: &Path, reason: impl Display) -> Self {
        Self::Refused(Class::File, format!("{}: {reason}", path.display()))
    }

    /// The same with what it is about before its message.
    pub(crate) fn of(self, what: &str) -> Self {
        match self {
            Self::Refused(class, message) => Self::Refused(class, format!("{what}: {message}")),
            raised @ Self::Raised(_) => raised,
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let (class, message) = match failure {
            Failure::Raised(error) => return error,
            Failure::Refused(class, message) => (class, message),
        };
        Python::attach(|py| match class_of(py, class) {
            Ok(class) => Self::from_type(class, message),
            // Half of the package is missing.
            Err(_) => PyTypeError::new_err(message),
        })
    }
}

fn class_of(py: Python<'_>, class: Class) -> PyResult<Bound<'_, PyType>> {
    let class = py.import("voxnav.errors")?.getattr(class.name())?;
    Ok(class.cast_into::<PyType>()?)
}

macro_rules! refusals {
    ($($error:ty => $class:ident),* $(,)?) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Refused(Class::$class, error.to_string())
            }
        })*
    };
}

refusals! {
    voxnav::NavigatorError => World,
    voxnav::RouteError => World,
    voxnav::grid::OccupancyError => World,
    voxnav::grid::LatticeError => Argument,
    voxnav::grid::FootprintError => World,
    voxnav::search::NameError => Argument,
    voxnav::search::WeightError => Argument,
    voxnav::batch::BatchError => Batch,
    voxnav::grid::store::StoredNavigatorError => File,
    voxnav::grid::store::ReadError => File,
    voxnav::grid::store::WriteError => File,
    voxnav_formats::FileError => File,
    voxnav_import::ImportError => File,
}

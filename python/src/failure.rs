//! Failures: refusals of the library, as exceptions of `voxnav.errors` with its messages.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use voxnav::grid::store::{ReadError, StoredNavigatorError, WriteError};
use voxnav_files::FileReason;
use voxnav_store::FileError;

/// The reason why a call is refused.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An exception that Python raised, an interruption for instance.
    Raised(PyErr),
    /// A refusal of voxnav: the class in `voxnav.errors`, and the message.
    Refused(Class, String),
    /// A refusal of the system about a file.
    System(PathBuf, io::Error),
}

/// A class of `voxnav.errors`, whose name there ends in `Error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Argument,
    ArgumentType,
    World,
    File,
    Batch,
}

pub(crate) type Answer<T> = Result<T, Failure>;

impl Failure {
    /// Makes the failure of a value that an argument cannot have.
    pub(crate) fn argument(argument: &str, reason: impl Display) -> Self {
        Self::Refused(Class::Argument, format!("{argument}: {reason}"))
    }

    /// Makes the failure of a type that an argument cannot have.
    pub(crate) fn argument_type(argument: &str, reason: impl Display) -> Self {
        Self::Refused(Class::ArgumentType, format!("{argument}: {reason}"))
    }

    /// Makes the failure that a world refuses something.
    pub(crate) fn world(reason: impl Display) -> Self {
        Self::Refused(Class::World, reason.to_string())
    }

    /// Makes the failure of a file that cannot be read or written.
    pub(crate) fn file(path: &Path, reason: impl Display) -> Self {
        Self::Refused(Class::File, format!("{}: {reason}", path.display()))
    }

    /// Makes the failure of a file that the system does not open, read or write.
    pub(crate) fn system(path: &Path, error: io::Error) -> Self {
        Self::System(path.to_owned(), error)
    }

    /// Returns the same failure with what it is about before its message.
    pub(crate) fn of(self, what: &str) -> Self {
        match self {
            Self::Refused(class, message) => Self::Refused(class, format!("{what}: {message}")),
            other => other,
        }
    }
}

/// Refuses the value of an argument.
pub(crate) fn refuse<T>(argument: &str, reason: impl Display) -> Answer<T> {
    Err(Failure::argument(argument, reason))
}

/// Refuses the type of an argument.
pub(crate) fn refuse_type<T>(argument: &str, reason: impl Display) -> Answer<T> {
    Err(Failure::argument_type(argument, reason))
}

/// A result of the library that is about an argument.
pub(crate) trait Blamed<T> {
    /// Returns the result, or an error that names the argument.
    fn blamed(self, argument: &str) -> Answer<T>;
}

impl<T, E: Display> Blamed<T> for Result<T, E> {
    fn blamed(self, argument: &str) -> Answer<T> {
        self.map_err(|error| Failure::argument(argument, error))
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
            Failure::System(path, error) => {
                return Python::attach(|py| {
                    of_system(py, &path, &error).unwrap_or_else(|raised| raised)
                });
            }
        };
        Python::attach(|py| match class_of(py, class) {
            Ok(class) => Self::from_type(class, message),
            // Half of the package is missing.
            Err(_) => PyTypeError::new_err(message),
        })
    }
}

/// Returns the exception for what the system refuses: a `FileError` that is also what Python raises, and has its
/// number.
fn of_system(py: Python<'_>, path: &Path, error: &io::Error) -> PyResult<PyErr> {
    let class = class_of(py, Class::File)?;
    let name = match error.kind() {
        io::ErrorKind::NotFound => "ENOENT",
        io::ErrorKind::PermissionDenied => "EACCES",
        io::ErrorKind::AlreadyExists => "EEXIST",
        io::ErrorKind::IsADirectory => "EISDIR",
        io::ErrorKind::NotADirectory => "ENOTDIR",
        _ => "",
    };
    // Elsewhere numbers of the system are not those of Python.
    let number = match error.raw_os_error() {
        Some(number) if cfg!(unix) => Ok(number),
        _ => (py.import("errno")?.getattr(name)).and_then(|number| number.extract()),
    };
    let Ok(number) = number else {
        let message = format!("{}: {error}", path.display());
        return Ok(PyErr::from_type(class, message));
    };
    let reason: String = (py.import("os")?)
        .call_method1("strerror", (number,))?
        .extract()?;
    Ok(PyErr::from_type(class, (number, reason, path.to_owned())))
}

fn class_of(py: Python<'_>, class: Class) -> PyResult<Bound<'_, PyType>> {
    let class = (py.import("voxnav.errors")?).getattr(format!("{class:?}Error"))?;
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
    voxnav::grid::store::ReadError => File,
    voxnav::grid::store::WriteError => File,
    voxnav_crowd::crowd::SavedError => File,
}

impl From<StoredNavigatorError> for Failure {
    fn from(error: StoredNavigatorError) -> Self {
        match error {
            StoredNavigatorError::File(
                FileError::Read {
                    path,
                    reason: ReadError::Unreadable { reason, .. },
                }
                | FileError::Write {
                    path,
                    reason: WriteError::Io(reason),
                },
            ) => Self::System(path, reason),
            other => Self::Refused(Class::File, other.to_string()),
        }
    }
}

impl From<voxnav_files::FileError> for Failure {
    fn from(error: voxnav_files::FileError) -> Self {
        let said = error.to_string();
        match error.reason {
            FileReason::Unreadable(reason) => Self::System(error.file, reason),
            FileReason::World(reason) => match *reason {
                ReadError::Unreadable { reason, .. } => Self::System(error.file, reason),
                _ => Self::Refused(Class::File, said),
            },
            _ => Self::Refused(Class::File, said),
        }
    }
}

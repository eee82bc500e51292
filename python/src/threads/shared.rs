//! Values that threads of Python take turns with.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

/// A value that one thread uses at a time; a panic leaves it as it is.
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Mutex<T>);

impl<T: Send> Shared<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Uses the value, while Python runs.
    pub(crate) fn ask<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R + Send) -> R {
        py.detach(|| work(&mut self.lock()))
    }
}

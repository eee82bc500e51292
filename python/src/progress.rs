//! The progress of a batch, in a bar of `tqdm` where that is installed.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A bar, if one was asked for and can be shown.
pub(crate) struct Progress {
    bar: Option<Py<PyAny>>,
    shown: u64,
}

impl Progress {
    pub(crate) fn new(py: Python<'_>, is_wanted: bool, total: Option<usize>) -> PyResult<Self> {
        let tqdm = if is_wanted {
            py.import("tqdm.auto").ok()
        } else {
            None
        };
        let bar = tqdm
            .map(|tqdm| {
                let named = PyDict::new(py);
                named.set_item("total", total)?;
                named.set_item("unit", "path")?;
                PyResult::Ok(tqdm.call_method("tqdm", (), Some(&named))?.unbind())
            })
            .transpose()?;
        Ok(Self { bar, shown: 0 })
    }

    /// Shows how many are done.
    pub(crate) fn show(&mut self, py: Python<'_>, done: &AtomicU64) -> PyResult<()> {
        let done = done.load(Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.call_method1(py, "update", (done - self.shown,))?;
        }
        self.shown = done;
        Ok(())
    }

    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(bar) = &self.bar {
            bar.call_method0(py, "close")?;
        }
        Ok(())
    }
}

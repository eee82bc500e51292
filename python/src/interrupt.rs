//! Long work that Ctrl-C ends: Python looks for signals while others work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::failure::Answer;

/// How often signals are looked for: an interruption is noticed within 50 ms.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does work on another thread that ends soon after the token is set, which Ctrl-C does. Other Python
/// threads run meanwhile; `tell` is called every now and then.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    mut tell: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> Answer<T> {
    let cancel = AtomicBool::new(false);
    let answer = py.detach(|| {
        thread::scope(|scope| {
            let (done, answer) = mpsc::channel();
            let cancel = &cancel;
            scope.spawn(move || {
                // Nobody listens any more after an interruption.
                let _ = done.send(work(cancel));
            });
            loop {
                match answer.recv_timeout(PATIENCE) {
                    Ok(answer) => return Ok(answer),
                    Err(RecvTimeoutError::Timeout) => {
                        let looked = Python::attach(|py| {
                            py.check_signals()?;
                            tell(py)
                        });
                        if let Err(raised) = looked {
                            cancel.store(true, Ordering::Relaxed);
                            return Err(raised);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the work ended without an answer"));
                    }
                }
            }
        })
    });
    if answer.is_ok() {
        tell(py)?;
    }
    Ok(answer?)
}

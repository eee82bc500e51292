//! Long work that Ctrl-C ends: Python looks for signals while others work.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::failure::Answer;

/// The time between two looks for signals: an interruption is noticed within 50 ms.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does work on another thread that ends soon after the token is set, which Ctrl-C does. Other Python
/// threads run meanwhile; `tell` is called every now and then.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    tell: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> Answer<T> {
    limited(py, None, tell, work)
}

/// Does work as [`interruptible`] does; the token is set as well once the work has taken so long.
pub(crate) fn limited<T: Send>(
    py: Python<'_>,
    limit: Option<Duration>,
    mut tell: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> Answer<T> {
    let cancel = AtomicBool::new(false);
    let since = Instant::now();
    let answer = py.detach(|| {
        thread::scope(|scope| {
            let (done, answer) = mpsc::channel();
            let cancel = &cancel;
            scope.spawn(move || {
                // Nobody listens any more after an interruption.
                let _ = done.send(work(cancel));
            });
            loop {
                let left = limit.map(|limit| limit.saturating_sub(since.elapsed()));
                if left.is_some_and(|left| left.is_zero()) {
                    cancel.store(true, Ordering::Relaxed);
                }
                let left = left.filter(|left| !left.is_zero()).unwrap_or(PATIENCE);
                match answer.recv_timeout(PATIENCE.min(left)) {
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

/// The number of rows that are answered between two looks at the token, and without another thread.
const FEW: usize = 256;

/// Answers so many questions one after the other, until Ctrl-C.
pub(crate) fn each(
    py: Python<'_>,
    count: usize,
    mut answer: impl FnMut(usize) -> Answer<()> + Send,
) -> Answer<()> {
    if count <= FEW {
        return py.detach(|| (0..count).try_for_each(answer));
    }
    interruptible(
        py,
        |_| Ok(()),
        |cancel| {
            let mut rows = 0..count;
            rows.try_for_each(|row| {
                // Nobody waits for what is left.
                let is_cancelled = row % FEW == 0 && cancel.load(Ordering::Relaxed);
                if is_cancelled {
                    return ControlFlow::Break(Ok(()));
                }
                match answer(row) {
                    Ok(()) => ControlFlow::Continue(()),
                    refused => ControlFlow::Break(refused),
                }
            })
            .break_value()
            .unwrap_or(Ok(()))
        },
    )?
}

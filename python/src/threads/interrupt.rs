//! Long work: Ctrl-C and limits of time end it, and a bar shows how far it is. The library reads no clock.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::Outcome;
use voxnav::batch::BatchObserver;
use voxnav::search::Limit;
use voxnav_lab::SearchClock;

use crate::failure::Answer;

/// The time between two looks for signals: an interruption is noticed within 50 ms.
const PATIENCE: Duration = Duration::from_millis(20);

/// Returns the name of an outcome: a search whose time was up reached a limit. Searches that Ctrl-C cancels
/// have no answer, so that every other one that is cancelled was.
pub(crate) fn name_of<P>(outcome: &Outcome<P>) -> &'static str {
    match outcome {
        Outcome::Cancelled { .. } => "limit reached",
        outcome => outcome.name(),
    }
}

/// Returns the option that sets a limit.
pub(crate) const fn option_of(limit: Limit) -> &'static str {
    match limit {
        Limit::Expanded => "limit_expanded",
        Limit::Memory => "limit_memory",
        _ => "limit_cost",
    }
}

/// Does work on another thread that ends soon after the token is set, which Ctrl-C does. Other Python
/// threads run meanwhile.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> Answer<T> {
    limited(py, None, |_| Ok(()), work)
}

/// Does work as [`interruptible`] does; the token is set as well once the work has taken so long. `tell` is
/// called every now and then.
pub(crate) fn limited<T: Send>(
    py: Python<'_>,
    limit: Option<Duration>,
    tell: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> Answer<T> {
    timed(py, limit, Some(NonZeroUsize::MIN), tell, |cancel, watch| {
        work(watch.map_or(cancel, BatchObserver::begins))
    })
}

/// Does work as [`interruptible`] does, in which each search that is given the watch may take so long, on so
/// many threads: looks at the token ten times within the limit, and once more after Ctrl-C.
pub(crate) fn timed<T: Send>(
    py: Python<'_>,
    limit: Option<Duration>,
    threads: Option<NonZeroUsize>,
    mut tell: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce(&AtomicBool, Option<&dyn BatchObserver>) -> T + Send,
) -> Answer<T> {
    let count = threads.or(thread::available_parallelism().ok());
    let count = count.map_or(1, NonZeroUsize::get);
    let clock = &SearchClock::new(limit.unwrap_or(Duration::MAX), count);
    let cancel = &AtomicBool::new(false);
    let look = || clock.look(cancel.load(Ordering::Relaxed));
    let answer = py.detach(|| {
        thread::scope(|scope| {
            let (done, answer) = mpsc::channel();
            scope.spawn(move || {
                let watch = limit.map(|_| clock as &dyn BatchObserver);
                // Nobody listens any more after an interruption.
                let _ = done.send(work(cancel, watch));
            });
            let waited = waited(&answer, limit, look, &mut tell);
            if waited.is_err() {
                cancel.store(true, Ordering::Relaxed);
                look();
            }
            waited
        })
    })?;
    tell(py)?;
    Ok(answer)
}

/// Does work that takes no token on a thread of its own, which Ctrl-C leaves to itself.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    py.detach(|| {
        let (done, answer) = mpsc::channel();
        thread::spawn(move || {
            let _ = done.send(work());
        });
        waited(&answer, None, || (), |_| Ok(()))
    })?
}

/// Waits for an answer, and looks for signals meanwhile.
fn waited<T>(
    answer: &Receiver<T>,
    limit: Option<Duration>,
    look: impl Fn(),
    mut tell: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let pause = limit.map_or(PATIENCE, |limit| limit / 10);
    let pause = pause.clamp(Duration::from_millis(1), PATIENCE);
    let mut looked = Instant::now();
    loop {
        match answer.recv_timeout(pause) {
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Timeout) => look(),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without an answer"));
            }
        }
        if looked.elapsed() >= PATIENCE {
            Python::attach(|py| py.check_signals().and_then(|()| tell(py)))?;
            looked = Instant::now();
        }
    }
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
    interruptible(py, |cancel| {
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
    })?
}

/// The progress of a batch, in a bar of `tqdm` if one was asked for and can be shown.
pub(crate) struct Progress {
    pub(crate) done: AtomicU64,
    bar: Option<Py<PyAny>>,
}

impl Progress {
    pub(crate) fn new(py: Python<'_>, is_wanted: bool, total: usize) -> PyResult<Self> {
        let tqdm = is_wanted.then(|| py.import("tqdm.auto").ok()).flatten();
        let bar = tqdm.map(|tqdm| {
            let named = PyDict::new(py);
            named.set_item("total", total)?;
            named.set_item("unit", "path")?;
            PyResult::Ok(tqdm.call_method("tqdm", (), Some(&named))?.unbind())
        });
        Ok(Self {
            done: AtomicU64::new(0),
            bar: bar.transpose()?,
        })
    }

    /// Shows how many are done.
    pub(crate) fn show(&self, py: Python<'_>) -> PyResult<()> {
        let done = self.done.load(Ordering::Relaxed);
        (self.bar.iter()).try_for_each(|bar| {
            let shown: u64 = bar.getattr(py, "n")?.extract(py)?;
            let more = done.saturating_sub(shown);
            bar.call_method1(py, "update", (more,)).map(drop)
        })
    }

    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        (self.bar.iter()).try_for_each(|bar| bar.call_method0(py, "close").map(drop))
    }
}

//! Long work that Ctrl-C ends: Python looks for signals while others work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::failure::{Answer, Failure};

/// How often signals are looked for: an interruption is noticed within 50 ms.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does work on another thread that ends soon after the token is set, which Ctrl-C does. Other Python
/// threads run meanwhile.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> Answer<T> {
    let cancel = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (done, answer) = mpsc::channel();
            let cancel = &cancel;
            scope.spawn(move || {
                // Nobody is left to be told only where the caller panicked.
                let _ = done.send(work(cancel));
            });
            loop {
                match answer.recv_timeout(PATIENCE) {
                    Ok(answer) => return Ok(answer),
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        if let Err(raised) = Python::attach(|py| py.check_signals()) {
                            cancel.store(true, Ordering::Relaxed);
                            return Err(raised.into());
                        }
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        return Err(Failure::Raised(
                            pyo3::exceptions::PyRuntimeError::new_err("the work ended without an answer"),
                        ));
                    }
                }
            }
        })
    })
}

//! The border: nothing unwinds over it, and callbacks do not come back over it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{Object, change, read};

thread_local! {
    /// True while the thread runs a function of the caller's.
    static CALLS_BACK: Cell<bool> = const { Cell::new(false) };
}

/// Runs the body of an exported function. A panic in it is an error, and its message is kept.
pub(crate) fn call<S: Into<VoxnavStatus>>(
    body: impl FnOnce() -> Result<S, Refusal>,
) -> VoxnavStatus {
    if CALLS_BACK.try_with(Cell::get).unwrap_or(false) {
        let message = "a callback called a function of voxnav, which it must not";
        return Refusal::new(VoxnavStatus::ErrorInCallback, message).told();
    }
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(status)) => status.into(),
        Ok(Err(refusal)) => refusal.told(),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            let message = format!(
                "the library panicked, which is a bug: {}",
                text.unwrap_or_default()
            );
            Refusal::new(VoxnavStatus::ErrorPanic, message).told()
        }
    }
}

/// Runs the body of an exported function about one object, which others may use meanwhile.
pub(crate) fn reading<T: Object, S: Into<VoxnavStatus>>(
    handle: u64,
    body: impl FnOnce(&T) -> Result<S, Refusal>,
) -> VoxnavStatus {
    call(|| read(handle, body))
}

/// Runs the body of an exported function that may change one object.
pub(crate) fn changing<T: Object, S: Into<VoxnavStatus>>(
    handle: u64,
    body: impl FnOnce(&mut T) -> Result<S, Refusal>,
) -> VoxnavStatus {
    call(|| change(handle, body))
}

/// Runs a function of the caller's, during which the thread is refused by [`call`].
pub(crate) fn calling_back<R>(run: impl FnOnce() -> R) -> R {
    let before = CALLS_BACK.replace(true);
    let answer = run();
    CALLS_BACK.set(before);
    answer
}

impl From<()> for VoxnavStatus {
    fn from((): ()) -> Self {
        Self::Ok
    }
}

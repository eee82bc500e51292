//! Callbacks, during which the thread may call no function of the library.

use std::cell::Cell;

thread_local! {
    /// True while the thread runs a callback.
    static CALLS_BACK: Cell<bool> = const { Cell::new(false) };
}

/// Runs a callback.
pub(crate) fn calling_back<R>(run: impl FnOnce() -> R) -> R {
    let before = CALLS_BACK.replace(true);
    let answer = run();
    CALLS_BACK.set(before);
    answer
}

/// Returns whether the thread runs a callback.
pub(crate) fn is_calling_back() -> bool {
    CALLS_BACK.try_with(Cell::get).unwrap_or(false)
}

//! The border: nothing unwinds over it, and callbacks do not come back over it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::callback::is_calling_back;
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{Object, change, read};

/// Runs the body of an exported function. A panic in it is an error, and its message is kept.
pub(crate) fn call<S: Into<VoxnavStatus>>(
    body: impl FnOnce() -> Result<S, Refusal>,
) -> VoxnavStatus {
    if is_calling_back() {
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

impl From<()> for VoxnavStatus {
    fn from((): ()) -> Self {
        Self::Ok
    }
}

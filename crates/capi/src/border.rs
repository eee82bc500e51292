//! The border: nothing unwinds over it, and callbacks do not come back over it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::callback::is_calling_back;
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{Handle, change, read};

/// Runs the body of an exported function. A panic in it is an error, and its message is kept.
pub(crate) fn call<S: Into<VoxnavStatus>>(
    body: impl FnOnce() -> Result<S, Refusal>,
) -> VoxnavStatus {
    let mut body = Some(body);
    let mut status = VoxnavStatus::Ok;
    guarded(&mut || {
        if let Some(body) = body.take() {
            status = body()?.into();
        }
        Ok(())
    })
    .unwrap_or(status)
}

/// Runs what every call does around its body, once for all bodies: returns the status of an error, if there is one.
fn guarded(body: &mut dyn FnMut() -> Result<(), Refusal>) -> Option<VoxnavStatus> {
    if is_calling_back() {
        let message = "a callback called a function of voxnav, which it must not";
        return Some(Refusal::new(VoxnavStatus::ErrorInCallback, message).told());
    }
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => None,
        Ok(Err(refusal)) => Some(refusal.told()),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            let message = format!(
                "the library panicked, which is a bug: {}",
                text.unwrap_or_default()
            );
            Some(Refusal::new(VoxnavStatus::ErrorPanic, message).told())
        }
    }
}

/// Runs the body of an exported function about one object, which others may use meanwhile.
pub(crate) fn reading<H: Handle, S: Into<VoxnavStatus>>(
    handle: H,
    body: impl FnOnce(&H::Object) -> Result<S, Refusal>,
) -> VoxnavStatus {
    call(|| read(handle, body))
}

/// Runs the body of an exported function that may change one object.
pub(crate) fn changing<H: Handle, S: Into<VoxnavStatus>>(
    handle: H,
    body: impl FnOnce(&mut H::Object) -> Result<S, Refusal>,
) -> VoxnavStatus {
    call(|| change(handle, body))
}

impl From<()> for VoxnavStatus {
    fn from((): ()) -> Self {
        Self::Ok
    }
}

//! Functions about the library itself, errors, and handles of any type.

use std::ffi::CStr;

use crate::border::call;
use crate::error::{VoxnavStatus, with_last};
use crate::handles::{free_any, live};
use crate::memory::{Out, Text};

/// The version of the binary interface: a program that was compiled with a header of another one cannot use the
/// library. Structs that grow and functions that are added do not change it.
pub const VOXNAV_ABI_VERSION: u32 = 1;

/// Returns the version of the binary interface, to be compared with `VOXNAV_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_abi_version() -> u32 {
    VOXNAV_ABI_VERSION
}

/// Returns the version of the library as a text, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_version() -> Text {
    const VERSION: &[u8] = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();
    Text::of(CStr::from_bytes_until_nul(VERSION).unwrap_or_default())
}

/// Returns the message of the last error of the calling thread, in English; empty where there was none. It is valid
/// until the next error of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_last_error() -> Text {
    with_last(Text::kept).unwrap_or_else(|| Text::of(c""))
}

/// Returns the name of a status, such as "found"; empty for a number that is none.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_status_name(status: i32) -> Text {
    let named = VoxnavStatus::NAMES
        .iter()
        .find(|row| row.0 as i32 == status);
    Text::of(named.map_or(c"", |row| row.1))
}

/// Frees the object with an `id`, that of a handle of any type; the handle is stale from then on, and an error wherever it
/// is passed.
///
/// An agent is removed from its navigator. With a navigator its agents are freed; views, routes and what was made of
/// them live on. A call with the handle that is under way on another thread is waited for.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_free(id: u64) -> VoxnavStatus {
    call(|| free_any(id))
}

/// Writes the number of objects that were made and not freed, in the whole process: 0 at the end of a program that
/// leaks none.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_live_objects(count: Out<u64>) -> VoxnavStatus {
    call(|| count.put(live(), "count"))
}

/// Frees the search memory that the calling thread keeps for its next search.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_release_memory() -> VoxnavStatus {
    call(|| {
        drop(crate::workspaces::taken());
        Ok(())
    })
}

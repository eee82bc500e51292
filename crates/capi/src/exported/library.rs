//! Functions about the library itself, errors, and handles of any type.

use std::ffi::CStr;

use crate::border::call;
use crate::error::{VoxnavStatus, with_last};
use crate::memory::{Out, Text};
use crate::objects::{free_any, live};

/// The handle of a navigator: obstacles, cells, links and agents in one world. 0 is none.
pub type VoxnavNavigator = u64;

/// The handle of an agent of a navigator, flying or on the ground. 0 is none.
pub type VoxnavAgent = u64;

/// The handle of a view: a snapshot of the world of one agent, with options, which any number of threads may search
/// at the same time. 0 is none.
pub type VoxnavView = u64;

/// The handle of a route. 0 is none.
pub type VoxnavRoute = u64;

/// The handle of a search in slices. 0 is none.
pub type VoxnavSearch = u64;

/// The handle of a smooth path. 0 is none.
pub type VoxnavPath = u64;

/// The handle of a follower: an agent's place on its smooth path. 0 is none.
pub type VoxnavFollower = u64;

/// The handle of a trajectory: where an agent is at each moment of its way. 0 is none.
pub type VoxnavTrajectory = u64;

/// The handle of a replanner: the keeper of the route of one agent while the world changes. 0 is none.
pub type VoxnavReplanner = u64;

/// The handle of a path watcher. 0 is none.
pub type VoxnavPathWatcher = u64;

/// The handle of a batch: the answers to many questions. 0 is none.
pub type VoxnavBatch = u64;

/// The handle of a field: the lengths from every place to the nearest of some goals. 0 is none.
pub type VoxnavField = u64;

/// The handle of a world of cells that is being edited. 0 is none.
pub type VoxnavWorld = u64;

/// The handle of a file in memory. 0 is none.
pub type VoxnavBytes = u64;

/// The handle of the ground around a smooth path. 0 is none.
pub type VoxnavPlane = u64;

/// The handle of a crowd: agents that are sent somewhere and get there by themselves. 0 is none.
pub type VoxnavCrowd = u64;

/// The handle of a joint plan: collision-free paths of many agents in discrete time. 0 is none.
pub type VoxnavMapf = u64;

/// The handle of a lifelong planner: agents in discrete time that are sent on and on. 0 is none.
pub type VoxnavLifelongPlanner = u64;

/// The handle of a scheduler: many searches that share a budget of expansions a frame. 0 is none.
pub type VoxnavScheduler = u64;

/// The handle of a view, a flying agent, or a plane: the space that straight ways are checked against.
pub type VoxnavSpace = u64;

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

/// Frees the object of a handle of any type; the handle is stale from then on, and an error wherever it is passed.
///
/// An agent is removed from its navigator. With a navigator its agents are freed; views, routes and what was made of
/// them live on. A call with the handle that is under way on another thread is waited for.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_free(handle: u64) -> VoxnavStatus {
    call(|| free_any(handle))
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

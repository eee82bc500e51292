//! Worlds that change under moving agents: which paths an edit concerns, and what to do about each.
//!
//! A [`Replanner`] keeps the route of one agent: given the world and the position of the agent, it does as little as
//! keeps the route free and good enough. A [`PathWatcher`] knows many paths, and names those that an edit breaks, mends
//! or may shorten, so that no other agent has to check. A [`SharedWorld`] takes edits from any thread and hands whole
//! snapshots to all that search, while one of them brings it up to date.
//!
//! Both rest on two facts. A cell blocked next to a path leaves it as good as it was. What is freed can only help
//! where a path through it, in free space, would cost less than the one at hand: two estimates tell.

mod flight;
mod followed_path;
mod ground;
mod handover;
mod moves;
mod path_watcher;
mod plan;
mod policy;
mod register;
mod replanner;
mod shared;
mod status;
mod workspace;

/// The primitives that [`handover`] takes its locks from.
mod locks {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}

pub use path_watcher::{PathEvent, PathWatcher};
pub use policy::ReplanPolicy;
pub use register::PathId;
pub use replanner::Replanner;
pub use shared::{SharedWorld, WorldSnapshot, WorldWorker};
pub use status::ReplanStatus;
pub use workspace::ReplanWorkspace;

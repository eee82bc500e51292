//! The values that callers give to a crowd and get from it: agents, targets, settings, events and errors.
//!
//! INVARIANT: nothing here knows the state of an agent.

pub(super) mod agent;
pub(super) mod error;
pub(super) mod event;
pub(super) mod id;
pub(super) mod move_target;
pub(super) mod place;
pub(super) mod settings;

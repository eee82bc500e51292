//! Agents among each other: they claim ways, make way, wait for goals that are taken, and look for ways around jams.
//!
//! `bodies.rs` has the bodies by which they [avoid](crate::avoidance) each other.

mod around;
pub(super) mod away;
mod back;
pub(super) mod bodies;
pub(super) mod claims;
pub(super) mod jams;
pub(super) mod short;
pub(super) mod taken;

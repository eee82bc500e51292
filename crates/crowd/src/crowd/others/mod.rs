//! Agents among each other: who goes first, who makes way, who waits, and who looks for a way around.
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

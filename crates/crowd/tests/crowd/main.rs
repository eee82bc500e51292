//! Crowds in random worlds, by the public API and an oracle of boxes against boxes.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod anywhere;
mod avoiding;
mod braking;
mod changing;
mod closing;
mod controllers;
mod corners;
mod corridors;
mod doors;
mod far;
mod following;
mod formations;
mod groups;
mod halves;
mod heights;
mod jams;
mod joint;
mod keeping_away;
mod laws;
mod legs;
mod links;
mod liveness;
mod narrow;
mod off_floor;
#[path = "../avoidance/oracle.rs"]
mod oracle;
mod pits;
mod refusals;
mod saved;
mod shore;
mod short;
mod shut;
#[cfg(feature = "serde")]
mod specs;
mod standing;
mod turning_back;
mod walled;
mod ways;
mod worlds;

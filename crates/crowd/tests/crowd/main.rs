//! Crowds in random worlds, by the public API and an oracle of boxes against boxes.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod avoiding;
mod changing;
mod closing;
mod doors;
mod halves;
mod heights;
mod jams;
mod joint;
mod laws;
mod legs;
mod narrow;
#[path = "../avoidance/oracle.rs"]
mod oracle;
mod refusals;
mod saved;
mod ways;
mod worlds;

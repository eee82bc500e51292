//! Tests of avoidance from outside, a module for each subject.
//!
//! Bodies that avoid each other never overlap, and touch no cell where they cannot be, at any time during a tick.
//! The tests sweep between ticks; `src/avoidance/mod.rs` has the proof.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod alone;
mod arrivals;
mod avoidance;
mod equal;
mod laws;
mod oracle;
mod outside;
mod refusals;
mod worlds;

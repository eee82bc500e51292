//! Tests of avoidance from outside, a module for each subject.

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

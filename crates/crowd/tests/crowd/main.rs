//! Crowds in random worlds, by the public API and an oracle of boxes against boxes.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod joint;
mod laws;
mod refusals;
mod worlds;

//! Apps without a window that run by ticks, as a game would see the plugin.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod agents;
mod arrive;
mod chunks;
mod crossing;
mod equal;
mod ground;
mod harness;
mod law;
mod obstacles;
mod questions;
mod sets;
mod settings;
mod targets;
mod trajectories;
mod worlds;

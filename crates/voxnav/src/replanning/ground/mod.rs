//! Agents on the ground.

mod changes;
mod moves;

//! Agents on the ground.

mod changes;
mod moves;

pub(super) use changes::GroundChanges;

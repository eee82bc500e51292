//! Ground agents.

mod changes;
mod moves;

pub(super) use changes::GroundChanges;

//! Half-spaces of velocities and ways, and the best velocity in them.

pub(super) mod orca;
pub(super) mod program;
pub(super) mod separation;

//! Bodies that make way: turns aside, pushes, and ways out of narrow places.

pub(super) mod aside;
mod chain;
mod escape;
pub(super) mod push;

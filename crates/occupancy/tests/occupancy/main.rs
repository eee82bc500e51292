//! Tests of the crate from outside, a module for each subject: one program, so that it is linked once.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod building;
mod changes;
mod clearance;
mod connectivity;
mod dilation;
mod distances;
mod ends_of_range;
mod jump_index;
mod laws;
mod materials;
mod memory;
#[cfg(feature = "colliders")]
mod obstacles;
mod overlay;
mod places;
mod planes;
mod rays;
mod repeated_moves;
mod sources;
mod stances;

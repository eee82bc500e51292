//! Agents on the ground in worlds that change: what an edit of cells, materials or links means for their legs.

mod changes;
mod view;
mod watch;
mod way;

pub use watch::GroundWatch;

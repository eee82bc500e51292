//! Agents on the ground in worlds that change: what an edit of cells, materials or links means for their legs.

mod changes;
mod detours;
mod replanner;
mod searching;
mod watch;
mod way;

pub use replanner::GroundReplanner;
pub use watch::GroundWatch;

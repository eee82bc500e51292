//! Agents that move: smooth paths, following, and worlds that change meanwhile.

mod following;
mod replanning;
mod smoothing;
mod timing;
mod watching;

pub use following::*;
pub use replanning::*;
pub use smoothing::*;
pub use timing::*;
pub use watching::*;

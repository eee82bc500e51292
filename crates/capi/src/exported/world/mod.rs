//! Navigators: their obstacles, cells, links and agents.

mod agents;
mod locomotion;
mod navigator;
mod obstacles;
mod shapes;

pub use agents::*;
pub use locomotion::*;
pub use navigator::*;
pub use obstacles::*;
pub use shapes::*;

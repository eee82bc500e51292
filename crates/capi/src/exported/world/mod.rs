//! Navigators: their obstacles, cells, links and agents.

mod agents;
mod cells;
mod files;
mod links;
mod locomotion;
mod navigator;
mod obstacles;
mod shapes;

pub use agents::*;
pub use cells::*;
pub use files::*;
pub use links::*;
pub use locomotion::*;
pub use navigator::*;
pub use obstacles::*;
pub use shapes::*;

//! Navigators: their obstacles, cells, links and agents.

mod agents;
mod cells;
mod costs;
mod files;
mod links;
mod locomotion;
mod navigator;
mod obstacles;
mod shapes;

pub use agents::*;
pub use cells::*;
pub use costs::*;
pub use files::*;
pub use links::*;
pub use locomotion::*;
pub use navigator::*;
pub use obstacles::*;
pub use shapes::*;

//! Obstacles: the touching rule, what is refused, agreement with parry3d.

mod against_parry;
mod baking;
mod between_cells;
mod editing;
mod extremes;
mod refusals;
mod scenes;
mod slopes;
mod sweeping;
mod thresholds;
mod touching;

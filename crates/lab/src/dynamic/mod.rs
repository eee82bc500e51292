//! Worlds that change, and searches that use what the last one learned, against a search from scratch.
//!
//! The contestants answer the same moments of a play, in turns: a world of which some cells changed, where
//! the agent is and where its goal. Costs have to be equal, and paths legal. Strict corners, 26 moves (8 in
//! worlds of one layer).
//!
//! D* Lite is a specimen, a loop of its own over an array with a place for each cell of the world; nothing
//! outside this folder uses it.

mod contestants;
mod dstar_lite;
mod grid;
mod play;
mod scene;
mod table;

pub use play::{DynamicLine, DynamicReport, Dynamics};
pub use scene::{UnknownWorldChange, WorldChange};
pub use table::{write_dynamic_markdown, write_dynamic_table};

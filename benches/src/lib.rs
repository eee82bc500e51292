//! Benchmarks of voxnav and its comparison with what a user could take instead.
//!
//! Every program in `src/bin` answers one question and prints tables of [`Numbers`], timed by a [`Clock`]
//! on a [`problem_set`]. The program `peers` asks several [engines](engine) the same problems, row by row, and
//! verifies every answer (see [`comparison`]).

mod clock;
pub mod comparison;
pub mod engine;
mod found;
mod grid;
pub mod memory;
mod numbers;
mod packed;
mod problem_set;
mod textbook;

pub use clock::Clock;
pub use numbers::Numbers;
pub use problem_set::{problem_set, with_index};

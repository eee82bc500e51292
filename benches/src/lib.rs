//! Benchmarks of voxnav and its comparison with what a user could take instead.
//!
//! Every program in `src/bin` answers one question and prints tables of [`Numbers`], timed by a [`Clock`]
//! on a [`course`]. The program `peers` asks several [engines](engine) the same problems, row by row, and
//! verifies every answer (see [`comparison`]).

mod clock;
pub mod comparison;
mod course;
pub mod engine;
mod grid;
pub mod memory;
mod numbers;
mod packed;
mod textbook;

pub use clock::Clock;
pub use course::{course, with_portals};
pub use numbers::Numbers;

//! The tools that the tests of all crates share. Not published.
//!
//! - [`Draws`]: random numbers, cells and boxes from a seed.
//! - [`Frame`]: where a world lies that a law draws: off the cells, far away, turned, with feet off the floor.
//! - [`ends`]: small worlds at the ends of the coordinates.
//! - [`grid`]: small worlds as plain vectors, random ones and drawn ones, and how to make one smaller.
//! - [`cases`]: draws for a loop over cases, more of them where `VOXNAV_CASES` asks for more.
//! - [`drawn_sizes`]: sizes of cells, cubes and others.
//! - [`drawn_support`] and [`drawn_slope`]: what bears ground agents.
//! - [`hold`]: tries a law on many seeds, with all cores.
//! - [`Symmetry`]: the 48 ways to map the cube onto itself.

#![expect(
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests fail by panicking, and tell seeds"
)]

mod draws;
pub mod ends;
mod frame;
pub mod grid;
mod law;
mod sides;
mod standing;
mod symmetry;

pub use draws::{Draws, Real};
pub use frame::Frame;
pub use law::{cases, hold, seeds};
pub use sides::{drawn_sizes, drawn_uneven_sizes};
pub use standing::{drawn_slope, drawn_support};
pub use symmetry::Symmetry;

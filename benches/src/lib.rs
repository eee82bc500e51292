//! Benchmarks of voxnav and its comparison with what a user could take instead.
//!
//! The program `peers` runs the same problems through every engine, row by row, and verifies every
//! answer. This library holds its parts:
//!
//! - [`world`]: the world, from a file or generated, and what loading it took;
//! - [`problems`]: the rows to answer;
//! - [`engine`]: the engines behind one interface, voxnav's own and its peers in [`textbook`],
//!   [`packed`], [`plain`] and [`grid`];
//! - [`rules`]: which moves there are, and whether they cut corners;
//! - [`comparison`]: the interleaved run, and the judgment of each answer;
//! - [`clock`]: which time is measured;
//! - [`report`]: the figures, as a table and as JSON;
//! - [`memory`]: what the process used.

pub mod clock;
pub mod comparison;
pub mod engine;
pub mod grid;
pub mod memory;
pub mod packed;
pub mod plain;
pub mod problems;
pub mod report;
pub mod rules;
pub mod textbook;
pub mod world;

//! The generated worlds, from outside.

mod kinds;
mod names;
mod terrain;

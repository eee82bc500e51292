//! The generated worlds, from outside.

mod kinds;
mod terrain;

//! Bodies that make way: chains of pushes, and ways out of narrow places.

mod chain;
mod escape;

//! Cells where paths on the ground may begin and end: the nearest cell to rest at, and the boundary
//! of known space.

mod boundary;
mod nearest;

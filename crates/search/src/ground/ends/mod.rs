//! Where paths on the ground may begin and end: at the nearest cell to rest at, and where known space ends.

mod boundary;
mod nearest;

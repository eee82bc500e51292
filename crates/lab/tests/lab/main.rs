//! Laws of contests, stated through the public API.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod buckets;
mod map_files;
mod own_moves;
mod resume;

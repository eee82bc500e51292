//! Laws of contests, stated through the public API.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod own_moves;
mod resume;

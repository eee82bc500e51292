//! What the tests of all crates share. Not published.

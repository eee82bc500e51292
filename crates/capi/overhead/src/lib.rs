//! The bench of this package measures what a call through the C interface takes over the same call of the library.

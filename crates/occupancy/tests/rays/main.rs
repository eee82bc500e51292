//! Rays, sweeps and lines of sight through snapshots.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]
#![expect(clippy::cast_precision_loss, reason = "numbers drawn are small")]

mod definition;
mod oracle;
mod rules;
mod symmetry;

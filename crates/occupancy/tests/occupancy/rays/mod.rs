//! Rays, sweeps and lines of sight through snapshots.

#![expect(clippy::cast_precision_loss, reason = "numbers drawn are small")]

mod definition;
mod oracle;
mod rules;
mod symmetry;
mod viewpoint;

//! Files of other programs, made by those programs or by public writers: `fixtures` says how.

#![cfg(feature = "all")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod export;
mod fixtures;
mod heights;
mod hostile;
mod memory;
mod mesh;
mod minecraft;
mod npy;
mod octomap;
mod origin;
mod pairs;
mod ply;
mod points;
mod vox;

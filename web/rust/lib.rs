//! voxnav as a WebAssembly module with plain exports, for the TypeScript in `web/src`.
//!
//! A call takes handles and small numbers as arguments, other numbers from a block of `state::IN` places, and arrays
//! and texts as bytes from a buffer that the caller has filled. It returns zero or the code of a
//! `Failure`, and leaves its answers in a block and in lists of numbers, to be read before
//! the next call. The module never calls its host.
//!
//! INVARIANT: whatever the arguments are, a call that fails has changed nothing.

mod agents;
mod answers;
mod batches;
mod costs;
#[cfg(feature = "whole")]
mod crowds;
mod dense;
mod exports;
mod failure;
#[cfg(feature = "whole")]
mod fields;
mod files;
mod followers;
mod handles;
#[cfg(feature = "whole")]
mod joint;
#[cfg(feature = "whole")]
mod meshes;
#[cfg(feature = "whole")]
mod places;
#[cfg(feature = "whole")]
mod recordings;
mod request;
mod routes;
mod scene;
mod searches;
mod settings;
mod state;
#[cfg(feature = "whole")]
mod trajectories;
mod worlds;

pub use exports::*;

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
#[cfg(feature = "whole")]
mod crowds;
mod exports;
mod failure;
mod handles;
#[cfg(feature = "whole")]
mod joint;
mod request;
mod scenes;
mod searching;
mod state;

pub use exports::*;

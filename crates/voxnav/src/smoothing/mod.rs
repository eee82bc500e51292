//! Smoothing of paths: from many cells to few straight and rounded segments.
//!
//! A [`Smoothing`] is a chain of steps, [`Curve`] how corners are rounded. Every step
//! replaces a part of a path by another only if the agent's box, swept along the new part, meets nothing.

// INVARIANT: every segment of a result is clear, or a piece of a segment of the input that was not. Over terrain it takes
// the place of no cheaper part: see `way_cost`.

mod clear;
mod colliders;
mod polyline;
mod pulling;
mod rounding;
mod shortening;
mod spacing;
pub(crate) mod steps;
#[cfg(feature = "serde")]
mod stored;
mod way_cost;

pub use clear::Space;
pub use rounding::Curve;
pub use steps::{Smoothing, SmoothingError};

pub(crate) use colliders::Colliders;
pub(crate) use polyline::{MAX_LISTED, NoPolyline, Polyline};
pub(crate) use pulling::foot;

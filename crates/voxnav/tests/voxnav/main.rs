//! Tests of the crate from outside, a module for each subject: one program, so that it is linked once.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod bodies;
mod drawing;
mod following;
mod ground;
mod improving;
mod index_of_passages;
mod index_of_rooms;
mod keeping_away;
#[cfg(feature = "store")]
mod kept;
mod navigator;
mod place_queries;
mod places;
mod play;
mod reach;
mod refusals;
mod replanning;
mod smoothing;
#[cfg(feature = "serde")]
mod spec_types;
#[cfg(feature = "serde")]
mod specs;
mod steering;
#[cfg(feature = "serde")]
mod stored;
mod trajectories;
mod values;
mod views;

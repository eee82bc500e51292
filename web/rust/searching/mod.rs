//! Routes and what is found along them: batches, fields, places, followers, trajectories, recordings.

pub(crate) mod batches;
#[cfg(feature = "whole")]
pub(crate) mod fields;
pub(crate) mod followers;
#[cfg(feature = "whole")]
pub(crate) mod places;
#[cfg(feature = "whole")]
pub(crate) mod recordings;
pub(crate) mod routes;
pub(crate) mod searches;
#[cfg(feature = "whole")]
pub(crate) mod trajectories;

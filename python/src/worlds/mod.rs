//! Worlds: made, read, edited, saved and asked about their space.

pub(crate) mod colliders;
pub(crate) mod costs;
pub(crate) mod edits;
pub(crate) mod estimates;
pub(crate) mod export;
pub(crate) mod files;
pub(crate) mod import;
pub(crate) mod materials;
pub(crate) mod options;
pub(crate) mod spatial;
pub(crate) mod states;
pub(crate) mod world;

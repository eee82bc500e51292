//! Worlds: cells, colliders, costs, files and meshes.

pub(crate) mod costs;
pub(crate) mod dense;
pub(crate) mod files;
#[cfg(feature = "whole")]
pub(crate) mod meshes;
pub(crate) mod scene;
pub(crate) mod worlds;

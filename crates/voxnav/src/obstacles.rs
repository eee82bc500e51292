//! The obstacles of worlds: those of parry3d, or without the feature `colliders` a stand-in of which there are none.
//!
//! INVARIANT: worlds without obstacles give equal answers with the feature and without it.

#[cfg(not(feature = "colliders"))]
mod none;

#[cfg(not(feature = "colliders"))]
pub(crate) use none::Obstacles;
#[cfg(feature = "colliders")]
pub(crate) use voxnav_occupancy::colliders::Obstacles;

//! Tests whether a box and a convex shape share a point, in double precision and relative to the
//! box.

pub(crate) mod convex;
pub(crate) mod gjk;
pub(crate) mod separating_axes;

//! The parts that obstacles are taken apart into, and the refusal of shapes that cannot be answered
//! for.

pub(crate) mod decompose;
pub(crate) mod error;
pub(crate) mod mesh_interior;
pub(crate) mod part;

//! The search that is asked for: algorithm and moves, limits, and the agent in the air or on the ground.

pub(crate) mod agent;
pub(crate) mod indexes;
pub(crate) mod keep_away;
pub(crate) mod limits;
pub(crate) mod locomotion;
pub(crate) mod mode;
pub(crate) mod options;
pub(crate) mod walker;

//! The names of a first program: `use voxnav::prelude::*`.

pub use crate::{
    Agent, AgentId, Destination, Follower, Navigator, Outcome, Route, RouteOptions, SmoothPath,
    SmoothPathOptions, View,
};
#[cfg(feature = "colliders")]
pub use crate::{colliders::Obstacle, parry3d::shape::SharedShape};

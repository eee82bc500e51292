//! The names of a first program: `use voxnav::prelude::*`.

pub use crate::{
    Agent, AgentView, Destination, Follower, Outcome, Route, RouteOptions, SmoothPath,
    SmoothPathOptions,
};
#[cfg(feature = "colliders")]
pub use crate::{AgentId, Navigator, colliders::Obstacle, parry3d::shape::SharedShape};

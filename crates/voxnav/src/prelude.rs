//! The names of a first program: `use voxnav::prelude::*`.

pub use crate::{
    Agent, AgentView, Destination, Follower, Lattice, Outcome, Route, RouteOptions, SmoothPath,
    SmoothPathOptions, Workspace,
};
#[cfg(feature = "colliders")]
pub use crate::{AgentId, Navigator, colliders::Obstacle, parry3d::shape::SharedShape};

//! 3D navigation in voxel worlds: exact, fast, for agents of any size.
//!
//! This is the crate to depend on. It re-exports the rooms below it: occupancy (lattice, snapshots,
//! traversability) and search (queries, outcomes, paths). [`Navigator`] joins them in world space: it
//! keeps obstacles and agents, and finds routes. [`Smoothing`] makes them few straight pieces, a
//! [`Follower`] leads an agent along them.
//!
//! The [`guide`] walks from colliders to a moving agent.
//!
//! # Features
//!
//! `serde`, off by default, writes and reads plain values: lattices, agents, goals, options,
//! smoothings, polylines, paths, solutions and routes. What breaks the rules of a type is refused
//! when it is read. Worlds are not among them: what they were made from is smaller, and
//! `voxnav-formats` reads and writes maps.

#[cfg(all(doctest, feature = "colliders"))]
mod book;
mod following;
#[cfg(feature = "colliders")]
pub mod guide;
#[cfg(feature = "colliders")]
mod navigator;
mod routes;
mod smoothing;

pub use following::{
    Anchor, Blockage, Follower, Progress, SmoothPath, SmoothPathError, SmoothPathOptions, Steering,
};
#[cfg(feature = "colliders")]
pub use navigator::{AgentId, Navigator, NavigatorError};
pub use routes::{
    AgentView, Destination, Enclosure, Explain, KeepAway, Route, RouteEnd, RouteError,
    RouteOptions, RouteSearch,
};
pub use smoothing::{Curve, Polyline, PolylineError, Smoothing, SmoothingError, Space};
pub use voxnav_occupancy::*;
pub use voxnav_search::*;

//! 3D navigation in voxel worlds: exact, fast, for agents of any size.
//!
//! This is the crate to depend on. A [`Navigator`] keeps obstacles and agents and finds routes in world
//! units; an [`AgentView`] is a snapshot of one agent's world that other threads search in the meantime.
//! [`Smoothing`] turns routes into few straight pieces, and a [`Follower`] leads an agent along them.
//! The crates below are re-exported: occupancy (lattice, snapshots, traversability) and search (queries,
//! outcomes, paths).
//!
//! Begin with the [`guide`], which walks from colliders to a moving agent.
//!
//! [`prelude`] has the names of a first program:
//!
#![cfg_attr(feature = "colliders", doc = "```")]
#![cfg_attr(not(feature = "colliders"), doc = "```ignore")]
//! use voxnav::prelude::*;
//!
//! let mut navigator = Navigator::in_region(0.5, [-10.0, 0.0, -10.0], [10.0, 4.0, 10.0])?;
//! navigator.insert(Obstacle::new(SharedShape::cuboid(0.25, 2.0, 4.0)).at([0.0, 2.0, 0.0]))?;
//! let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
//! let route = navigator.find_route(drone, [-5.0, 2.0, 0.0], [5.0, 2.0, 0.0])?;
//! assert!(route.is_found() && route.length > 10.0);
//! # Ok::<(), voxnav::NavigatorError>(())
//! ```
//!
//! # Features
//!
//! `colliders`, on by default, is everything that needs parry3d: obstacles, and navigators among them.
//! Without it an [`AgentView`] is made of cells.
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
pub mod prelude;
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

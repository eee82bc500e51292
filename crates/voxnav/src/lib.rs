//! 3D navigation in voxel worlds: exact, fast, for agents of any size.
//!
//! This is the crate to depend on. A [`Navigator`] keeps obstacles and agents and finds routes in world
//! units; a [`View`] is a snapshot of one agent's world that other threads search in the meantime.
//! [`Smoothing`](smoothing::Smoothing) turns routes into few straight pieces, and a [`Follower`] leads an agent along
//! them.
//!
//! Begin with the [`guide`], which walks from colliders to a moving agent. The names below are those of
//! most programs; a module has the rest of its subject:
//!
//! | module | for |
//! |---|---|
//! | [`colliders`] | obstacles: shapes, placements, box queries, sweeps |
//! | [`grid`] | worlds made of cells: occupancy, boxes, what an agent covers, traversability |
//! | [`ground`] | what cells are made of, and where a body stands, swims or climbs |
//! | [`spatial`] | the nearest and random cells, rays, lines of sight, clearance; [places](spatial::places) to hide, see, flee |
//! | [`search`] | queries in cells, goals of many cells, costs, statistics, searches in slices |
//! | [`ground`] | agents that walk, jump, climb and swim: materials, locomotion, links, custom moves |
//! | [`fields`] | one cost field for many agents with the same goals |
//! | [`batch`] | many queries at once, on all processors |
//! | [`guidance`] | smooth routes of all agents, followers that go over all of their legs, and trajectories within limits of motion |
//! | [`replanning`] | worlds that change under moving agents: which paths an edit concerns, what to do about it |
//! | [`smoothing`], [`following`] | parameters and answers of smooth paths and of agents on them |
//! | [`drawing`] | worlds as lines, to be looked at |
//! | [`experiment`] | heuristics, ties and events, for comparing searches |
//!
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
//! `colliders`, on by default, is everything that needs parry3d: the obstacles of a navigator. Without it a
//! [`Navigator`] has cells alone, and gives the same answers among these.
//!
//! `serde`, off by default, writes and reads plain values: lattices, agents, goals, options,
//! smoothings, paths, solutions, routes and smooth paths. What breaks the rules of a type is refused
//! when it is read. Worlds are not among them: they have files of their own.
//!
//! `store`, off by default, saves worlds and navigators to `.voxnav` files, which load at once: see
//! `grid::store`.

#[cfg(all(doctest, feature = "colliders"))]
mod book;
mod navigator;
mod obstacles;
mod routes;
mod trajectory;

pub mod batch;
pub mod drawing;
pub mod experiment;
pub mod fields;
pub mod following;
pub mod grid;
pub mod ground;
pub mod guidance;
#[cfg(feature = "colliders")]
pub mod guide;
pub mod prelude;
pub mod replanning;
pub mod search;
pub mod smoothing;
pub mod spatial;
pub mod specs;

pub use following::options::SmoothPathOptions;
pub use following::smooth_path::SmoothPath;
pub use guidance::follower::Follower;
pub use navigator::{AgentId, Navigator, NavigatorError};
pub use routes::{Destination, Route, RouteEnd, RouteError, RouteOptions, View};
#[cfg(feature = "colliders")]
#[doc(inline)]
pub use voxnav_occupancy::colliders;
#[doc(inline)]
pub use voxnav_occupancy::{Agent, Lattice, UnknownPolicy};
#[doc(hidden)]
pub use voxnav_search::setters;
#[doc(inline)]
pub use voxnav_search::{Algorithm, CornerRule, MoveSet, Outcome, Path, Terrain, Workspace};

pub use voxnav_occupancy::glam;
#[cfg(feature = "colliders")]
pub use voxnav_occupancy::parry3d;

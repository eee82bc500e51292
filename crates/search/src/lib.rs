//! Exact and bounded search over voxel worlds.
//!
//! - [`Query`] asks for one path over a [`Traversability`](voxnav_occupancy::Traversability), with a
//!   [`Workspace`] to keep from one query to the next; [`Solution`] and [`Outcome`] are what comes
//!   back. [`Goal`] is for goals of many cells.
//! - [`Search`] is a query in slices, [`Batch`] many queries on all processors.
//! - [`CostField`] has the cost from every cell to the nearest of some goals.
//! - [`SearchSettings`] describes what moves there are and how to search ([`MoveSet`], [`CornerRule`],
//!   [`Algorithm`], [`Heuristic`], [`TieBreaking`], [`Limits`]), [`Terrain`] what moves cost,
//!   [`Guarantee`] what follows for the path.
//!
//! - [`Ground`] is a world as an agent walks, jumps, climbs and swims through it ([`Locomotion`]);
//!   [`Successors`] are custom moves. All are searched by [`Query::solve`].
//!
//! All positions are cells, as [`IVec3`](voxnav_occupancy::glam::IVec3) of x, y and z, and no axis is
//! up. All lengths are in cells: a [`Cost`] is a length times the terrain's weights, in integers. Cells may have three
//! sizes ([`CellShape`]), and lengths are in units of the longest then. World units are the lattice's affair ([`Lattice`](voxnav_occupancy::Lattice)). Where cells are put in an
//! order, z counts first, then y, then x.
//!
//! Nothing panics on any input. That there is no path is an outcome; errors are for what was put
//! together wrongly.
//!
//! ```
//! use voxnav_occupancy::glam::IVec3;
//! use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
//! use voxnav_search::{Query, Workspace};
//!
//! let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 4)))?.commit();
//! let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
//! let query = Query::new(IVec3::new(1, 1, 0), IVec3::new(18, 9, 0));
//! let solution = query.solve(&world, &mut Workspace::new());
//! let path = solution.outcome.path().ok_or(solution.outcome.name())?;
//! assert_eq!(path.cells().count(), 18);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent_moves;
mod arithmetic;
mod batch;
mod clusters;
mod cost;
mod dense;
mod engine;
mod expansion;
mod field;
mod field_search;
mod goal;
mod ground;
mod heuristic;
mod index;
mod kernel;
mod memory;
mod movement;
mod open;
mod outcome;
mod path;
mod query;
mod solve;
mod workspace;

pub use agent_moves::AgentMoves;
pub use batch::{
    AgentIndex, Answer, Batch, BatchError, BatchObserver, BatchSharing, Counts, PathDetail,
    PathRecord, Request, Source,
};
pub use cost::Cost;
pub use field::{CostField, FieldError, FieldQuery, FlowField, LegField};
pub use field_search::FieldSearch;
pub use goal::{Contact, Goal};
pub use ground::{
    Compass, Crouch, Fall, Ground, GroundMoves, Hazards, Jump, JumpReach, LegError, Link,
    LinkDirection, LinkError, LinkState, Locomotion, LocomotionError, Reach, Remedy, Swim, Wading,
    verify_legs,
};
pub use heuristic::{
    Estimator, EstimatorGuarantee, Heuristic, HeuristicBound, Weight, WeightError,
};
pub use movement::{
    Action, CellShape, CellShapeError, CornerRule, CostConvention, CostError, CostScale,
    CostVolume, Direction, Flight, Move, MoveSet, Predecessors, Successors, Terrain,
};
pub use outcome::{
    EndFault, Limit, Observer, Outcome, Parents, PartialReason, Side, Snapped, Solution, Statistics,
};
pub use path::{Leg, Path, PathError, PathRun, verify_cells, verify_flight};
pub use query::{
    Algorithm, Guarantee, Limits, NameError, Partial, Query, SearchSettings, SnapPolicy,
    TieBreaking,
};
#[doc(hidden)]
pub use solve::Scheduler;
pub use solve::{EstimatorError, Movement, Nearest, Priority, Search, Ticket};
#[doc(hidden)]
pub use voxnav_occupancy::setters;
pub use workspace::Workspace;

/// The program in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

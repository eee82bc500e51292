//! Instruments for comparing searches: heuristics, the order of ties, events.
//!
//! No program needs these to find its way: what [`Algorithm::Auto`](crate::Algorithm::Auto) chooses is as
//! fast as is known. A [`Heuristic`] estimates the cost to the goal, [`TieBreaking`] orders entries of
//! equal f, and an [`Observer`] sees each cell that is queued or expanded.
//!
//! ```
//! use voxnav::experiment::{Observer, Side};
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
//! use voxnav::search::{Cost, Query};
//! use voxnav::{Algorithm, UnknownPolicy, Workspace};
//!
//! #[derive(Default)]
//! struct Expanded(Vec<IVec3>);
//!
//! impl Observer for Expanded {
//!     fn expanded(&mut self, _side: Side, cell: IVec3, _g: Cost, _f: Cost) {
//!         self.0.push(cell);
//!     }
//! }
//!
//! let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
//! let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
//! let query = Query::new(IVec3::ZERO, IVec3::splat(8)).algorithm(Algorithm::AStar);
//! let mut seen = Expanded::default();
//! let solution = query.solve_observed(&world, &mut Workspace::new(), &mut seen);
//! assert_eq!(seen.0.len() as u64, solution.statistics.expanded);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use voxnav_search::{
    Estimator, EstimatorError, EstimatorGuarantee, Heuristic, HeuristicBound, Observer, Parents,
    Side, TieBreaking,
};

//! Cost fields: what it costs from every cell to the nearest of some goals, and which way to go.
//!
//! One [`CostField`] serves any number of agents on their way to the same goals, and is repaired where the
//! world is edited; a [`FlowField`] is the next move for every cell.
//!
//! ```
//! use voxnav::UnknownPolicy;
//! use voxnav::fields::FieldQuery;
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
//! use voxnav::search::Cost;
//!
//! let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
//! let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
//! let exits = [IVec3::ZERO, IVec3::new(8, 0, 0)];
//! let field = FieldQuery::to_nearest_of(exits).solve(&world)?;
//! assert_eq!(field.cost(IVec3::new(6, 0, 0)), Some(Cost::STRAIGHT * 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use voxnav_search::{CostField, FieldError, FieldQuery, FieldSearch, FlowField};

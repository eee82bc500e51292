//! Searches in cells: queries, their answers, goals of many cells, searches in slices.
//!
//! A [`Query`] asks for one path over a [`Traversability`](crate::grid::Traversability), a [`Solution`] is
//! the answer. [`Search`] runs a query in slices. A [`View`](crate::View) asks all this in world units, where that will
//! do: [`RouteSearch`] finds a route in slices, [`Scheduler`] shares a budget among many of them.
//!
//! All lengths are in cells: a [`Cost`] is a length times the terrain's weights, as an integer.
//!
//! ```
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
//! use voxnav::search::{Cost, Query};
//! use voxnav::{UnknownPolicy, Workspace};
//!
//! let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 4)))?.commit();
//! let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
//! let query = Query::new(IVec3::new(1, 1, 0), IVec3::new(18, 9, 0));
//! let solution = query.solve(&world, &mut Workspace::new());
//! let path = solution.outcome.path().ok_or(solution.outcome.name())?;
//! assert_eq!(path.cost(), Cost::FACE_DIAGONAL * 8 + Cost::STRAIGHT * 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::routes::{Explain, FlightView, RouteSearch, Scheduled, Scheduler};

#[doc(inline)]
pub use voxnav_search::{
    AgentMoves, CellShape, CellShapeError, Contact, Cost, CostConvention, CostError, CostScale,
    CostVolume, Direction, EndFault, Flight, Goal, Guarantee, Limit, Limits, Movement, NameError,
    Nearest, Partial, PartialReason, PathError, PathRun, Priority, Query, Search, SearchSettings,
    SnapPolicy, Snapped, Solution, Statistics, Ticket, Weight, WeightError, verify_cells,
    verify_flight,
};

//! Many queries at once, on all processors, with the same answers on any number of threads.
//!
//! A [`Batch`] answers [`Request`]s for agents of several shapes over one snapshot, in their order, and
//! builds a cost field where that is cheaper than searches. For routes of one agent in world units there
//! is [`View::find_routes`](crate::View::find_routes).
//!
//! ```
//! use voxnav::UnknownPolicy;
//! use voxnav::batch::{Batch, PathDetail, Request};
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
//! use voxnav::search::{Cost, Query};
//!
//! let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(50)))?.commit();
//! let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
//! let requests = [9, 49].map(|n| Request::from(Query::new(IVec3::ZERO, IVec3::splat(n))));
//! let answers = Batch::new(world).detail(PathDetail::Cost).solve(&requests)?;
//! let farthest = answers[1].outcome.path().map(|kept| kept.cost());
//! assert_eq!(farthest, Some(Cost::BODY_DIAGONAL * 49));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use voxnav_search::{
    AgentIndex, Answer, Batch, BatchError, BatchObserver, BatchSharing, Counts, PathDetail,
    PathRecord, Request, Source,
};

//! Places: where to hide, from where to see, where to flee to, the best spot around.
//!
//! A [`PlaceQuery`] describes, as plain data, the cells that come into question, the [filters](PlaceFilter) that they
//! have to pass and the [scores](PlaceScore) that order them. [`View::find_places`](crate::View::find_places) answers it at
//! once, a [`PlaceSearch`] in slices. Some are ready made: [`PlaceQuery::hide_from`], [`see`](PlaceQuery::see) and
//! [`ambush`](PlaceQuery::ambush); [`View::flee_from`](crate::View::flee_from) and
//! [`View::surround`](crate::View::surround) ask more than one.
//!
//! INVARIANT: an answer is a function of the view, the position and the query: of equally good places the first in cell
//! order (z, y, x) comes first, and nothing depends on how a search is sliced.
//!
//! # References
//!
//! The parts of a query are those of Unreal's Environment Query System: generators, filters and scoring tests. It samples
//! points and tests them within a time; this looks at every cell, within counted work. Fields over dangers: Pettengill and
//! others, "The Incredible Power of Dijkstra Maps", `RogueBasin`.
//!
//! ```
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
//! use voxnav::spatial::places::PlaceQuery;
//! use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
//!
//! // A pillar, and an eye on its other side.
//! let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 1)))?;
//! world.set_box(CellBox::new(IVec3::new(9, 9, 0), IVec3::new(12, 12, 1)), CellState::Occupied)?;
//! let world = Traversability::new(&world.commit(), UnknownPolicy::Blocked);
//! let view = View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
//! let eye = [2.0, 10.0, 0.0].into();
//! let found = view.find_places([8.0, 4.0, 0.0], &PlaceQuery::hide_from([eye], 20.0))?;
//! let place = found.best.first().ok_or("nowhere to hide")?;
//! assert_eq!(place.position, [11.0, 8.0, 0.0].into());
//! let route = place.route.as_ref().ok_or("no way there")?;
//! assert!(route.is_found() && found.is_complete);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod error;
mod judge;
mod query;
mod ready;
mod search;
mod sight;
mod surround;
mod ways;

pub use answer::{Place, PlaceWork, Places};
pub use error::PlaceError;
pub use query::{Area, PlaceFilter, PlaceMeasure, PlaceQuery, PlaceScore};
pub use ready::{Escape, EscapeSearch};
pub use search::PlaceSearch;
pub use sight::Sight;
pub use surround::Surround;

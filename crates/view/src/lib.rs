//! A voxel world, and a search in it, as one HTML page to look at.
//!
//! A [`Scene`] is what is to be seen; [`Scene::page`] makes a [`Page`] of it, one file with everything in it:
//! the surfaces of the world, the cells of the search in the order in which they came, and the program that
//! draws them (WebGL 2). Its sources are the files in the folder `page`. A [`Recording`] watches a search for
//! it, and [`SearchFacts`] is what the page says of one.
//!
//! ```
//! use voxnav::Workspace;
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
//! use voxnav::search::{Query, SearchSettings};
//! use voxnav_view::{Recording, Scene, SearchFacts, Searched};
//!
//! let cells = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
//! let world = Traversability::new(&cells, voxnav::UnknownPolicy::Blocked);
//! let (search, ends) = (SearchSettings::default(), [IVec3::ZERO, IVec3::splat(8)]);
//! let mut recording = Recording::new(1000);
//! let query = Query::new(ends[0], ends[1]).settings(search);
//! let solution = query.solve_observed(&world, &mut Workspace::new(), &mut recording);
//!
//! let facts = SearchFacts::of(&Searched::of(&search, ends, &solution), &recording);
//! let page = Scene::new("room", &cells).search(facts, &recording).page()?;
//! let mut html = Vec::new();
//! page.write(&mut html)?;
//! assert!(html.starts_with(b"<!doctype html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coarse;
mod density;
mod json;
mod page;
mod payload;
mod plane;
mod play;
mod recording;
mod routes;
mod scene;
mod search;
mod speed;
mod stages;
mod surface;

pub use play::{MOST_VERSIONS, Moment, Play};
pub use recording::Recording;
pub use routes::ShownRoute;
pub use scene::{
    Facts, LONGEST_SIDE, MapFacts, Page, PlayFacts, RoutesFacts, Scene, Story, ViewError,
};
pub use search::{LegFacts, SearchFacts, Searched};
pub use speed::SpeedFacts;
pub use stages::StageFacts;

/// The title that every page has near its beginning, and hardly any other file.
pub const TITLE: &str = "<title>voxnav view</title>";

/// The program in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

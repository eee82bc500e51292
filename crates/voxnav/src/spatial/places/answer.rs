//! Answers to queries for places.

use glam::{DVec3, IVec3};

use crate::routes::Route;

/// A place that was found.
///
/// ```
/// use voxnav::spatial::places::{Area, PlaceQuery};
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0; 3])?;
/// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
/// let view = navigator.view(drone, &RouteOptions::default())?;
/// let query = PlaceQuery::new(Area::Way { least: 2.0, most: 2.0 });
/// let found = view.find_places([4.0; 3], &query)?;
/// assert_eq!(found.best[0].position, [4.0, 4.0, 2.0].into());
/// assert_eq!(found.best[0].way, Some(2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Place {
    /// The cell.
    pub cell: IVec3,
    /// The position of the agent there, in world units; [on the floor](crate::RouteOptions::on_floor), if the view has that
    /// option.
    pub position: DVec3,
    /// The score: the weighted sum of the measures of the query.
    pub score: f64,
    /// The cost of the cheapest way from the start, in world units, where the query asks for ways and it is known.
    pub way: Option<f64>,
    /// The route there, as [`View::find_route`](crate::View::find_route) finds it; none until the search has ended, and for
    /// queries that ask for no ways from the start.
    pub route: Option<Route>,
}

/// The work of a search for places.
///
/// ```
/// use voxnav::spatial::places::PlaceWork;
///
/// assert_eq!(PlaceWork::default().total(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlaceWork {
    /// The cells of the area that were listed.
    pub listed: u64,
    /// The cells expanded for the costs of ways.
    pub expanded: u64,
    /// The listed cells that were judged.
    pub judged: u64,
    /// The rays that were asked for.
    pub rays: u64,
}

impl PlaceWork {
    /// Returns the sum, which limits and slices count.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.listed + self.expanded + self.judged + self.rays
    }
}

/// The best places of an area.
///
/// ```
/// use voxnav::spatial::places::{Area, PlaceQuery};
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0; 3])?;
/// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
/// let view = navigator.view(drone, &RouteOptions::default())?;
/// let all = Area::Inside { min: [0.0; 3].into(), max: [8.0; 3].into() };
/// let found = view.find_places([4.0; 3], &PlaceQuery::new(all).best(1000).limit(600))?;
/// assert!(!found.is_complete && found.best.len() < 9 * 9 * 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Places {
    /// The best places, best first; of equally good ones the first in cell order (z, y, x).
    pub best: Vec<Place>,
    /// True if all cells of the area were judged, so that there are no better ones. Else a limit ended the search, or it
    /// has not ended yet: each of the best meets all conditions, but others may be better.
    pub is_complete: bool,
    /// The work so far, routes aside.
    pub work: PlaceWork,
}

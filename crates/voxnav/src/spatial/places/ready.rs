//! Queries that are ready made: to hide, to see, to lie in wait, to flee.

use glam::DVec3;

use super::{
    Area, Place, PlaceError, PlaceFilter, PlaceMeasure, PlaceQuery, PlaceSearch, PlaceWork,
};
use crate::routes::View;

impl PlaceQuery {
    /// Makes a query for the nearest place that none of some eyes sees, at most `within` world units away by way.
    ///
    /// ```
    /// use voxnav::spatial::places::PlaceQuery;
    ///
    /// // A person of whom eyes must see neither the feet nor the head, 10 units from danger.
    /// let eye = [1.0, 2.0, 1.7].into();
    /// let hide = PlaceQuery::hide_from([eye], 20.0)
    ///     .body([[0.0, 0.0, 0.1].into(), [0.0, 0.0, 1.8].into()])
    ///     .away_from([eye], 10.0);
    /// assert!(hide.check().is_ok());
    /// ```
    #[must_use]
    pub fn hide_from(eyes: impl IntoIterator<Item = DVec3>, within: f64) -> Self {
        let eyes = eyes.into_iter().collect();
        Self::nearest(within).filter(PlaceFilter::Hidden { eyes })
    }

    /// Makes a query for the nearest place that one of some targets sees, at most `within` world units away by way: from
    /// there the agent sees it, too.
    ///
    /// ```
    /// use voxnav::spatial::places::PlaceQuery;
    ///
    /// assert!(PlaceQuery::see([[1.0; 3].into()], 20.0).check().is_ok());
    /// ```
    #[must_use]
    pub fn see(targets: impl IntoIterator<Item = DVec3>, within: f64) -> Self {
        let (eyes, by) = (targets.into_iter().collect(), 1);
        Self::nearest(within).filter(PlaceFilter::Seen { eyes, by })
    }

    /// Makes a query for a place to lie in wait, at most `within` world units away by way: hidden from a target where it is
    /// now, in sight of some position that it will pass, and as near to one of these as can be.
    ///
    /// ```
    /// use voxnav::spatial::places::PlaceQuery;
    ///
    /// let passed = [[5.0, 1.0, 1.0].into(), [9.0, 1.0, 1.0].into()];
    /// assert!(PlaceQuery::ambush([1.0; 3].into(), passed, 20.0).check().is_ok());
    /// ```
    #[must_use]
    pub fn ambush(target: DVec3, passed: impl IntoIterator<Item = DVec3>, within: f64) -> Self {
        let passed: Vec<DVec3> = passed.into_iter().collect();
        let near = PlaceMeasure::Distance {
            from: passed.clone(),
        };
        let eyes = vec![target];
        Self::new(Area::way(within))
            .filter(PlaceFilter::Hidden { eyes })
            .filter(PlaceFilter::Seen {
                eyes: passed,
                by: 1,
            })
            .score(near, -1.0)
    }

    /// Adds the condition to be so far from each of some positions, in a straight line and in world units: from dangers, or
    /// from places that others have taken.
    ///
    /// ```
    /// use voxnav::spatial::places::PlaceQuery;
    ///
    /// let taken = [[4.0, 4.0, 0.0].into()];
    /// let see = PlaceQuery::see([[1.0; 3].into()], 20.0).away_from(taken, 1.5);
    /// assert_eq!(see.filters.len(), 2);
    /// ```
    #[must_use]
    pub fn away_from(self, positions: impl IntoIterator<Item = DVec3>, distance: f64) -> Self {
        let from: Vec<DVec3> = positions.into_iter().collect();
        if from.is_empty() {
            return self;
        }
        self.filter(PlaceFilter::Away { from, distance })
    }

    fn nearest(within: f64) -> Self {
        Self::new(Area::way(within)).score(PlaceMeasure::Way, -1.0)
    }

    /// Makes the query for the place of those from `least` to `most` world units away that dangers reach last, and later
    /// than the agent.
    fn escape(dangers: &[DVec3], [least, most]: [f64; 2]) -> Self {
        let ahead = PlaceFilter::Ahead {
            of: dangers.to_vec(),
            speed: 1.0,
        };
        let far = PlaceMeasure::WayFrom {
            from: dangers.to_vec(),
            most: 4.0 * most,
        };
        Self::new(Area::Way { least, most })
            .filter(ahead)
            .score(far, 1.0)
    }
}

impl Area {
    fn way(most: f64) -> Self {
        Self::Way { least: 0.0, most }
    }
}

/// A place to flee to.
///
/// ```
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [30.0, 4.0, 4.0])?;
/// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
/// let view = navigator.view(drone, &RouteOptions::default())?;
/// let escape = view.flee_from([10.0, 2.0, 2.0], [[8.0, 2.0, 2.0].into()], 8.0)?.ok_or("caught")?;
/// assert!(!escape.is_dead_end && escape.place.position.x == 18.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Escape {
    /// The place, with the route there: the way out.
    pub place: Place,
    /// True if no way leads on for three quarters of the length asked for on which the agent stays ahead of the dangers:
    /// then this is the place where it takes them the longest to get.
    pub is_dead_end: bool,
}

/// A search for the place to flee to that is done a little at a time.
///
/// # Guarantees
///
/// However it is sliced, the answer is that of [`View::flee_from`], and so is the work.
///
/// ```
/// use voxnav::spatial::places::EscapeSearch;
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [30.0, 4.0, 4.0])?;
/// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
/// let view = navigator.view(drone, &RouteOptions::default())?;
/// let (from, dangers) = ([10.0, 2.0, 2.0], [[8.0, 2.0, 2.0].into()]);
/// let mut search = EscapeSearch::new(&view, from, dangers, 8.0)?;
/// while !search.step(100)? {}
/// assert_eq!(search.finish()?, view.flee_from(from, dangers, 8.0)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EscapeSearch {
    search: PlaceSearch,
    length: f64,
    /// True once nearer places are searched, too.
    is_dead_end: bool,
    best: Option<Place>,
}

impl EscapeSearch {
    /// Begins the search of [`View::flee_from`].
    ///
    /// # Errors
    ///
    /// As [`View::find_places`].
    pub fn new(
        view: &View,
        from: impl Into<DVec3>,
        dangers: impl IntoIterator<Item = DVec3>,
        length: f64,
    ) -> Result<Self, PlaceError> {
        let dangers: Vec<DVec3> = dangers.into_iter().collect();
        let query = PlaceQuery::escape(&dangers, [0.75 * length, length]);
        Ok(Self {
            search: PlaceSearch::new(view, from, &query)?,
            length,
            is_dead_end: false,
            best: None,
        })
    }

    /// Searches on for at most so much work, counted as by [`PlaceSearch::step`], and returns whether the search has ended.
    ///
    /// # Errors
    ///
    /// As [`View::find_places`].
    pub fn step(&mut self, most: u64) -> Result<bool, PlaceError> {
        let until = self.work().total().saturating_add(most);
        loop {
            let left = until.saturating_sub(self.work().total());
            let Some(places) = self.search.step(left)? else {
                return Ok(false);
            };
            self.best = places.best.first().cloned();
            if self.best.is_some() || self.is_dead_end {
                return Ok(true);
            }
            self.is_dead_end = true;
            self.search.search_nearer(self.length);
        }
    }

    /// Searches on to the end, and returns the place; `None` if the dangers are at the agent already.
    ///
    /// # Errors
    ///
    /// As [`View::find_places`].
    pub fn finish(mut self) -> Result<Option<Escape>, PlaceError> {
        while !self.step(u64::MAX)? {}
        Ok(self.escape())
    }

    /// Returns the place, if there is one and the search has ended.
    #[must_use]
    pub fn escape(&self) -> Option<Escape> {
        let is_dead_end = self.is_dead_end;
        let place = self.best.clone();
        place.map(|place| Escape { place, is_dead_end })
    }

    /// Returns the work so far.
    #[must_use]
    pub fn work(&self) -> PlaceWork {
        self.search.work()
    }
}

impl View {
    /// Finds the place to flee to from some dangers: of those that the agent gets to before any of them, the one that they
    /// get to last, by ways of the agent. Positions are those of agents, where the agent of the view can be.
    ///
    /// Places from which the agent has come three quarters of `length` world units, and `length` at most, are preferred to
    /// nearer ones, which are dead ends: a way that goes on farther passes such a place. `None` if the dangers are at the
    /// agent already.
    ///
    /// # Guarantees
    ///
    /// The agent gets to each cell of a cheapest way there sooner than any danger that is as fast, wherever these go.
    ///
    /// # Errors
    ///
    /// As [`View::find_places`].
    pub fn flee_from(
        &self,
        from: impl Into<DVec3>,
        dangers: impl IntoIterator<Item = DVec3>,
        length: f64,
    ) -> Result<Option<Escape>, PlaceError> {
        EscapeSearch::new(self, from, dangers, length)?.finish()
    }
}

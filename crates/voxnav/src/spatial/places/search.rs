//! Searches for places: the cells of an area are listed, then the costs of ways are worked out, then cells are judged one
//! by one.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fmt;

use glam::{DVec3, IVec3};
use voxnav_search::AgentMoves;

use super::judge::{Judge, ReplanStatus};
use super::ways::{Fields, Way};
use super::{Area, Place, PlaceError, PlaceQuery, PlaceWork, Places, Sight};
use crate::routes::View;

/// A search for places that is done a little at a time.
///
/// # Guarantees
///
/// However it is sliced, the answer is that of [`View::find_places`], and so is the work.
///
/// ```
/// use voxnav::spatial::places::{PlaceQuery, PlaceSearch};
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [30.0; 3])?;
/// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
/// let view = navigator.view(drone, &RouteOptions::default())?;
/// let see = PlaceQuery::see([[20.0; 3].into()], 9.0);
/// let mut search = PlaceSearch::new(&view, [9.0; 3], &see)?;
/// while search.step(100)?.is_none() {
///     // The best until now, for agents that cannot wait.
///     assert!(!search.best_so_far().is_complete);
/// }
/// assert_eq!(search.finish()?, view.find_places([9.0; 3], &see)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PlaceSearch {
    view: View,
    from: DVec3,
    query: PlaceQuery,
    own: Option<Box<Own>>,
    fields: Fields,
    /// The field of ways from the start, if any is asked for.
    start: Option<usize>,
    judge: Judge,
    stage: Stage,
    /// The cells of the area, in cell order once ways are known.
    listed: Vec<IVec3>,
    best: Best,
    work: PlaceWork,
    is_cut: bool,
    answer: Option<Places>,
}

/// A score of the caller.
type Own = dyn Fn(IVec3, DVec3) -> f64 + Send + Sync;

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The cell of a box to look at next, and the last corner.
    Listing(Option<IVec3>),
    /// The field to go on with, and the expansions that it may take.
    Costs(usize, u64),
    /// The listed cell to judge next.
    Judging(usize),
}

impl fmt::Debug for PlaceSearch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = formatter.debug_struct("PlaceSearch");
        debug
            .field("query", &self.query)
            .field("stage", &self.stage);
        debug.field("work", &self.work).finish_non_exhaustive()
    }
}

impl View {
    /// Finds the best places for the agent that is at a position, with a route to each.
    ///
    /// # Guarantees
    ///
    /// Exact among the cells of the area, unless a [limit](PlaceQuery::limit) ends the search before all are judged.
    ///
    /// # Complexity
    ///
    /// One expansion for each cell within the costs that matter, for each set of positions from which ways count; then a few
    /// comparisons for each cell of the area, and a ray for each eye where no cheaper condition decides.
    ///
    /// # Errors
    ///
    /// [`PlaceError`]: those of [`PlaceQuery::check`]; [`PlaceError::Blocked`] if ways are asked for from a position where
    /// the agent cannot be; [`PlaceError::ClearOnGround`]; [`PlaceError::Field`] past the memory that the options allow;
    /// [`PlaceError::Route`] for the errors of [`View::find_route`].
    ///
    /// ```
    /// use voxnav::spatial::places::PlaceQuery;
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [30.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    /// let view = navigator.view(drone, &RouteOptions::default())?;
    /// let found = view.find_places([9.0; 3], &PlaceQuery::see([[20.0; 3].into()], 9.0))?;
    /// assert_eq!(found.best[0].position, [9.0; 3].into(), "it is seen from here");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_places(
        &self,
        from: impl Into<DVec3>,
        query: &PlaceQuery,
    ) -> Result<Places, PlaceError> {
        PlaceSearch::new(self, from, query)?.finish()
    }
}

impl PlaceSearch {
    /// Begins a search from a position, with eyes that look through the cells of the view ([`Sight::of`]).
    ///
    /// # Errors
    ///
    /// As [`View::find_places`].
    pub fn new(
        view: &View,
        from: impl Into<DVec3>,
        query: &PlaceQuery,
    ) -> Result<Self, PlaceError> {
        Self::begun(view, from.into(), query, None)
    }

    /// Begins a search from a position, with eyes that look through cells of a sight.
    ///
    /// # Errors
    ///
    /// As [`View::find_places`].
    pub fn with_sight(
        view: &View,
        from: impl Into<DVec3>,
        query: &PlaceQuery,
        sight: &Sight,
    ) -> Result<Self, PlaceError> {
        Self::begun(view, from.into(), query, Some(sight))
    }

    fn begun(
        view: &View,
        from: DVec3,
        query: &PlaceQuery,
        sight: Option<&Sight>,
    ) -> Result<Self, PlaceError> {
        query.check()?;
        let mut fields = Fields::default();
        let judge = Judge::new(view, from, query, &mut fields, sight)?;
        let mut search = Self {
            view: view.clone(),
            from,
            query: query.clone(),
            own: None,
            fields,
            start: judge.start(),
            judge,
            stage: Stage::Listing(None),
            listed: Vec::new(),
            best: Best::new(query),
            work: PlaceWork::default(),
            is_cut: false,
            answer: None,
        };
        search.stage = match search.start {
            Some(_) if matches!(query.area, Area::Way { .. }) => search.costs(0),
            _ => Stage::Listing(None),
        };
        Ok(search)
    }

    /// Adds a custom score, by the cell and the position of a place: places for which it is not a number are left out.
    /// It must answer alike during the search.
    ///
    /// ```
    /// use voxnav::spatial::places::{Area, PlaceQuery, PlaceSearch};
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [30.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    /// let view = navigator.view(drone, &RouteOptions::default())?;
    /// let near = PlaceQuery::new(Area::Way { least: 0.0, most: 4.0 });
    /// let search = PlaceSearch::new(&view, [9.0; 3], &near)?;
    /// let found = search.scored_by(|_, position| position.x).finish()?;
    /// assert_eq!(found.best[0].position.x, 13.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scored_by(
        mut self,
        score: impl Fn(IVec3, DVec3) -> f64 + Send + Sync + 'static,
    ) -> Self {
        self.own = Some(Box::new(score));
        self
    }

    /// Searches on for at most so much work, and returns the places once there are any: one unit for each cell of the area
    /// that is listed, each cell that is expanded for the costs of ways, each cell that is judged and each ray that is asked
    /// for. The rays of one cell are cast together; the routes to the best, in the last step, do not count.
    ///
    /// # Errors
    ///
    /// As [`View::find_places`].
    pub fn step(&mut self, most: u64) -> Result<Option<&Places>, PlaceError> {
        let until = self.work.total().saturating_add(most);
        while self.answer.is_none() && self.work.total() < until {
            match self.stage {
                Stage::Listing(next) => self.list(next, until),
                Stage::Costs(field, cut) => self.spread(field, cut, until)?,
                Stage::Judging(index) => self.judge(index, until)?,
            }
        }
        Ok(self.answer.as_ref())
    }

    /// Searches on to the end, and returns the places.
    ///
    /// # Errors
    ///
    /// As [`View::find_places`].
    pub fn finish(mut self) -> Result<Places, PlaceError> {
        while self.step(u64::MAX)?.is_none() {}
        Ok(self.answer.unwrap_or_default())
    }

    /// Searches again, for all places up to a way of a length, by the costs that are known.
    pub(super) fn search_nearer(&mut self, most: f64) {
        self.query.area = Area::Way { least: 0.0, most };
        self.judge.set_area(self.query.area);
        self.fields.look_again();
        self.answer = None;
        self.stage = self.costs(0);
    }

    /// Returns the best places among the cells judged so far, without routes until the search has ended.
    #[must_use]
    pub fn best_so_far(&self) -> Places {
        let places = || Places {
            best: self.places(),
            is_complete: false,
            work: self.work,
        };
        self.answer.clone().unwrap_or_else(places)
    }

    /// Returns the work so far.
    #[must_use]
    pub fn work(&self) -> PlaceWork {
        self.work
    }

    /// Returns the work after which no more cells are listed and no more costs worked out: half of the limit.
    fn gathered(&self) -> u64 {
        self.query.limit.map_or(u64::MAX, |limit| limit / 2)
    }

    /// Lists cells of a box from one on.
    fn list(&mut self, next: Option<IVec3>, until: u64) {
        let cells = self.judge.cells();
        let mut next = next.unwrap_or(cells.min);
        let stop = until.min(self.gathered());
        while !cells.is_empty() && next.z < cells.max.z {
            if self.work.total() >= stop {
                if stop < until {
                    self.is_cut = true;
                    break;
                }
                self.stage = Stage::Listing(Some(next));
                return;
            }
            self.work.listed += 1;
            if can_be_at(&self.view, next) && self.judge.is_in_area(self.view.position_at(next)) {
                self.listed.push(next);
            }
            next.x += 1;
            if next.x == cells.max.x {
                (next.x, next.y) = (cells.min.x, next.y + 1);
            }
            if next.y == cells.max.y {
                (next.y, next.z) = (cells.min.y, next.z + 1);
            }
        }
        self.stage = self.costs(0);
    }

    /// Returns the stage of a field, with its share of the work; that of judging where there are no more fields.
    fn costs(&self, field: usize) -> Stage {
        let left = (self.fields.len() - field) as u64;
        let share = self.gathered().saturating_sub(self.work.total());
        match share.checked_div(left) {
            Some(cut) => Stage::Costs(field, cut),
            None => Stage::Judging(0),
        }
    }

    /// Goes on with a field.
    fn spread(&mut self, field: usize, cut: u64, until: u64) -> Result<(), PlaceError> {
        let is_area = matches!(self.query.area, Area::Way { .. }) && self.start == Some(field);
        let listed = (!is_area).then_some(&self.listed[..]);
        let most = until - self.work.total();
        let world = (&self.view, listed);
        let (gone, end) = self.fields.advance(field, world, (most, cut))?;
        self.work.expanded += gone;
        let Some(is_cut) = end else {
            return Ok(());
        };
        self.is_cut |= is_cut;
        if is_area {
            let reached = self.fields.reached(field);
            let is_inside = |cell: &IVec3| match self.fields.way(field, &self.view, *cell) {
                Way::Known(way) => self.judge.is_way_in_area(way) && can_be_at(&self.view, *cell),
                Way::Beyond(_) => false,
            };
            self.listed = reached.filter(is_inside).collect();
            self.listed.sort_unstable_by_key(|cell| order(*cell));
            self.work.listed += self.listed.len() as u64;
        }
        self.stage = self.costs(field + 1);
        Ok(())
    }

    /// Judges cells from one on.
    fn judge(&mut self, first: usize, until: u64) -> Result<(), PlaceError> {
        let limit = self.query.limit.unwrap_or(u64::MAX);
        for index in first..self.listed.len() {
            if self.work.total() >= until.min(limit) {
                self.stage = Stage::Judging(index);
                if self.work.total() < limit {
                    return Ok(());
                }
                self.is_cut = true;
                break;
            }
            self.work.judged += 1;
            let cell = self.listed[index];
            let own = |position| self.own.as_ref().map_or(0.0, |own| own(cell, position));
            let position = self.view.position_at(cell);
            let scored = |score| Scored {
                score,
                cell,
                position,
            };
            let enters = |score| self.best.takes(&scored(score));
            let status = self
                .judge
                .judge((&self.view, &self.fields), cell, own, enters);
            let ReplanStatus { score, rays } = status;
            self.work.rays += rays;
            if let Some(score) = score {
                self.best.add(scored(score));
            }
        }
        self.end()
    }

    /// Ends the search: picks the best, and finds the routes to them.
    fn end(&mut self) -> Result<(), PlaceError> {
        let mut best = self.places();
        if self.start.is_some() {
            for place in &mut best {
                place.route = Some(self.view.find_route(self.from, place.position)?);
            }
        }
        for place in &mut best {
            place.position = self.view.shown(place.position)?;
        }
        self.answer = Some(Places {
            best,
            is_complete: !self.is_cut,
            work: self.work,
        });
        Ok(())
    }

    /// Returns the best places so far, without routes.
    fn places(&self) -> Vec<Place> {
        let best = self.best.sorted().into_iter();
        best.map(|scored| self.place(scored)).collect()
    }

    fn place(&self, scored: Scored) -> Place {
        let Scored {
            score,
            cell,
            position,
        } = scored;
        let way = |field| match self.fields.way(field, &self.view, cell) {
            Way::Known(way) => Some(way),
            Way::Beyond(_) => None,
        };
        Place {
            cell,
            position,
            score,
            way: self.start.and_then(way),
            route: None,
        }
    }
}

/// Returns whether the agent can be at a cell.
pub(super) fn can_be_at(view: &View, cell: IVec3) -> bool {
    match view.moves() {
        AgentMoves::Flying(flight) => flight.world.is_traversable(cell),
        AgentMoves::OnGround(ground) => ground.can_rest(cell),
    }
}

/// The order of cells.
pub(super) fn order(cell: IVec3) -> [i32; 3] {
    [cell.z, cell.y, cell.x]
}

/// A cell that meets all conditions.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scored {
    score: f64,
    cell: IVec3,
    position: DVec3,
}

impl Eq for Scored {}

impl Ord for Scored {
    /// The better one comes first: by score, then by cell.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = other.score.total_cmp(&self.score);
        by_score.then_with(|| order(self.cell).cmp(&order(other.cell)))
    }
}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The best cells so far. If places have to be apart all are kept, since the best choice among them follows only from all.
#[derive(Debug)]
struct Best {
    count: usize,
    /// The least distance, in world units.
    apart: f64,
    /// The worst one on top.
    kept: BinaryHeap<Scored>,
}

impl Best {
    fn new(query: &PlaceQuery) -> Self {
        Self {
            count: query.count,
            apart: query.apart,
            kept: BinaryHeap::new(),
        }
    }

    /// Returns whether a cell would be among the best so far.
    fn takes(&self, scored: &Scored) -> bool {
        let is_full = self.apart <= 0.0 && self.kept.len() >= self.count;
        !is_full || self.kept.peek().is_some_and(|worst| scored < worst)
    }

    fn add(&mut self, scored: Scored) {
        if self.takes(&scored) {
            self.kept.push(scored);
        }
        if self.apart <= 0.0 && self.kept.len() > self.count {
            self.kept.pop();
        }
    }

    /// Returns the best cells, best first, none too near to a better one.
    fn sorted(&self) -> Vec<Scored> {
        let mut best: Vec<Scored> = Vec::new();
        for scored in self.kept.clone().into_sorted_vec() {
            let is_far = |it: &Scored| it.position.distance(scored.position) >= self.apart;
            if best.len() == self.count {
                break;
            }
            if self.apart <= 0.0 || best.iter().all(is_far) {
                best.push(scored);
            }
        }
        best
    }
}

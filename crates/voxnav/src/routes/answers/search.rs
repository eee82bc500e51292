//! A search for a route in slices.

use glam::{DVec3, IVec3};
use voxnav_search::{AgentMoves, Outcome, Path, Search, Weight, Workspace};

use crate::routes::answers::route::Route;
use crate::routes::error::RouteError;
use crate::routes::questions::destination::Destination;
use crate::routes::questions::question::{Pair, Question, leads_nowhere};
use crate::routes::questions::setting_out::SettingOut;
use crate::routes::questions::stand::PairAnswer;
use crate::routes::views::view::View;

/// A search for a route that is done a few cells at a time.
///
/// # Guarantees
///
/// However it is sliced, the answer is that of [`View::find_route`].
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
///
/// let mut room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
/// room.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
/// let world = Traversability::new(&room.commit(), UnknownPolicy::Blocked);
/// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
/// let view = View::flying(lattice, world, &Terrain::new(), &RouteOptions::default())?;
///
/// let (from, to) = ([1.0, 1.0, 1.0], [18.0, 1.0, 1.0]);
/// let mut search = view.search(from, to)?;
/// while search.step(20)?.is_none() {
///     // Something to walk along until the answer is there.
///     assert_eq!(search.best_so_far()?.waypoints[0], DVec3::ONE);
/// }
/// assert_eq!(search.route(), Some(&view.find_route(from, to)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RouteSearch {
    view: View,
    question: Question,
    setting_out: SettingOut,
    /// The two cells between which the search runs.
    pair: Pair,
    /// The result for the nearest cells, once they turned out to be apart.
    first: Option<Box<Tried>>,
    /// The pairs to be tried then, last first.
    others: Vec<Pair>,
    search: Search<AgentMoves>,
    expanded_before: u64,
    route: Option<Route>,
    /// The route that is to be improved.
    known: Option<Route>,
}

/// A pair of cells that leads nowhere.
#[derive(Debug)]
struct Tried {
    pair: Pair,
    search: Search<AgentMoves>,
    route: Route,
}

impl RouteSearch {
    pub(in crate::routes) fn new(
        view: View,
        (from, to): (DVec3, &Destination),
        setting_out: SettingOut,
        workspace: Workspace,
    ) -> Result<Self, RouteError> {
        let question = Question::new(&view, from, to)?;
        let pair = question.first();
        let kind = view.kind();
        let (query, route) = match kind.query(&question, pair) {
            PairAnswer::Query(query) => (query, None),
            PairAnswer::Answered(route) => {
                let ends = [IVec3::ZERO; 2];
                let query = view.options().query(view.lattice(), ends[0], ends[1]);
                (query, Some(view.finished(route, &question, setting_out)?))
            }
        };
        let search = Search::with_workspace(&query, view.moves(), workspace);
        Ok(Self {
            view,
            question,
            setting_out,
            pair,
            first: None,
            others: Vec::new(),
            search,
            expanded_before: 0,
            route,
            known: None,
        })
    }

    /// Searches on for at most `most` expansions, and returns the route once there is one.
    ///
    /// # Errors
    ///
    /// [`RouteError::TooLong`] for a path of more than 2^24 cells, and those of bakes for smaller agents, with [`Explain::LargestAgent`](crate::search::Explain::LargestAgent). They
    /// are done in the last step, as a whole.
    pub fn step(&mut self, most: u64) -> Result<Option<&Route>, RouteError> {
        let mut left = most;
        while self.route.is_none() {
            let before = self.search.expanded();
            let Some(solution) = self.search.step(left) else {
                break;
            };
            left = left.saturating_sub(solution.statistics.expanded - before);
            let solution = solution.clone();
            let (view, question) = (&self.view, &self.question);
            let answer = view.kind().answered(question, self.pair, solution)?;
            if self.known.take().is_some() || !leads_nowhere(&answer) {
                self.route = Some(view.finished(answer, question, self.setting_out)?);
                break;
            }
            if self.first.is_none() {
                self.others = view.kind().others(question);
                self.others.reverse();
            }
            let Some(next) = self.others.pop() else {
                let route = match self.first.take() {
                    Some(first) => {
                        // It counts among those before, until it is the one at hand again.
                        self.expanded_before += self.search.expanded();
                        self.expanded_before -= first.search.expanded();
                        (self.pair, self.search) = (first.pair, first.search);
                        first.route
                    }
                    None => answer,
                };
                self.route = Some(view.finished(route, question, self.setting_out)?);
                break;
            };
            self.expanded_before += self.search.expanded();
            match view.kind().query(question, next) {
                PairAnswer::Query(query) if self.first.is_none() => {
                    let search = Search::new(&query, self.view.moves());
                    self.first = Some(Box::new(Tried {
                        pair: self.pair,
                        search: std::mem::replace(&mut self.search, search),
                        route: answer,
                    }));
                }
                PairAnswer::Query(query) => self.search.restart(&query, self.view.moves()),
                // Joined ends are never refused.
                PairAnswer::Answered(route) => self.route = Some(route),
            }
            self.pair = next;
        }
        Ok(self.route.as_ref())
    }

    /// Returns the route, if the search has ended.
    #[must_use]
    pub fn route(&self) -> Option<&Route> {
        self.route.as_ref()
    }

    /// Returns the route, if the search has ended, and the memory for other searches.
    #[must_use]
    pub fn finish(self) -> (Option<Route>, Workspace) {
        (self.route, self.search.finish().1)
    }

    /// Goes on from the route for one whose path costs at most so many times the optimum, or the proof that
    /// this one's does: with [`Weight::ONE`] for an optimal path. Whether there is anything to do: not
    /// before the search has ended, nor where no route was found or that is proved already. The next steps
    /// do it.
    ///
    /// # Guarantees
    ///
    /// The path of [`best_so_far`](Self::best_so_far) never gets more expensive, and
    /// [`lower_bound`](Self::lower_bound) never falls. Limits hold for each stage alone; where one ends it, or
    /// [`cancel`](Self::cancel) does, the route is the best that is known by then.
    ///
    /// ```
    /// # use voxnav::glam::{DVec3, IVec3};
    /// # use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
    /// # use voxnav::search::Weight;
    /// # use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    /// # let mut room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
    /// # room.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
    /// # let world = Traversability::new(&room.commit(), UnknownPolicy::Blocked);
    /// # let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    /// let options = RouteOptions::default().within(Weight::new(1.2)?);
    /// let view = View::flying(lattice, world, &Terrain::new(), &options)?;
    /// let mut search = view.search([1.0; 3], [18.0, 1.0, 1.0])?;
    /// while search.step(20)?.is_none() {}
    /// let first = search.best_so_far()?; // good enough to set off
    /// assert!(first.proved_factor().is_some_and(|factor| factor <= 1.2));
    ///
    /// if search.improve(Weight::ONE) {
    ///     while search.step(20)?.is_none() {}
    /// }
    /// let best = search.best_so_far()?;
    /// assert!(best.length <= first.length && best.proved_factor() == Some(1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn improve(&mut self, within: Weight) -> bool {
        self.goes_on(|search| search.improve(within))
    }

    /// Continues from the route found to the next better one, up to the optimal one: see
    /// [`Search::improve_next`](voxnav_search::Search::improve_next). Returns whether there is anything to do.
    ///
    /// ```
    /// # use voxnav::glam::{DVec3, IVec3};
    /// # use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
    /// # use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    /// # let mut room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
    /// # room.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
    /// # let world = Traversability::new(&room.commit(), UnknownPolicy::Blocked);
    /// # let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    /// let options = RouteOptions::default().anytime();
    /// let view = View::flying(lattice, world, &Terrain::new(), &options)?;
    /// let mut search = view.search([1.0; 3], [18.0, 1.0, 1.0])?;
    /// while search.step(20)?.is_none() {}
    /// let first = search.best_so_far()?; // something to walk along in the frame it was asked for
    /// while search.improve_next() {
    ///     while search.step(20)?.is_none() {}
    /// }
    /// let best = search.best_so_far()?;
    /// assert!(best.length <= first.length && best.proved_factor() == Some(1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn improve_next(&mut self) -> bool {
        self.goes_on(Search::improve_next)
    }

    fn goes_on(&mut self, improves: impl FnOnce(&mut Search<AgentMoves>) -> bool) -> bool {
        let goes_on = self.route.is_some() && improves(&mut self.search);
        if goes_on {
            self.known = self.route.take();
        }
        goes_on
    }

    /// Returns a lower bound on the cost of any path between the cells of the ends, as proved so far, in world
    /// units; [`Route::proved_factor`] sets the cost of a path against it.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        self.search.lower_bound().length() * self.view.lattice().longest_side()
    }

    /// Returns the best route found so far: to the goal, if one is known, else to the reached cell with the smallest
    /// estimate. Its outcome is [`Outcome::Cancelled`] until the search has ended, but for a route that is being
    /// [improved](Self::improve).
    ///
    /// # Complexity
    ///
    /// Linear in the moves of the path.
    ///
    /// # Errors
    ///
    /// [`RouteError::TooLong`] for a path of more than 2^24 cells.
    pub fn best_so_far(&mut self) -> Result<Route, RouteError> {
        if let Some(route) = &self.route {
            return Ok(route.clone());
        }
        let path = self.search.best_so_far().clone();
        let outcome = match &self.known {
            Some(known) if !self.is_better(known, &path) => known.outcome.clone(),
            Some(_) => Outcome::Found(path),
            None => Outcome::Cancelled { path },
        };
        let mut statistics = self
            .known
            .as_ref()
            .map_or_else(Default::default, |it| it.statistics);
        statistics.expanded = self.search.expanded();
        statistics.lower_bound = self.search.lower_bound();
        let route = self.view.route_of(outcome, statistics)?;
        let route = self.view.kind().with_ends(&self.question, route, self.pair);
        match self.setting_out {
            SettingOut::Straight => self.view.kind().set_out(&self.question, route),
            SettingOut::OverCenter => Ok(route),
        }
    }

    /// Returns whether a path is a way to the goal that costs less than the one known; not known of a path that the
    /// agent may have to stop on.
    fn is_better(&self, known: &Route, path: &Path) -> bool {
        let is_whole = !self.view.kind().stops_at_unknown();
        let before = known.outcome.path();
        is_whole && before.is_some_and(|before| path.cost() < before.cost())
    }

    /// Returns the number of cells expanded so far.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded_before + self.search.expanded()
    }

    /// Ends the search with the best path so far, unless it has ended: the next step gives the route.
    pub fn cancel(&mut self) {
        self.search.cancel();
    }

    /// Returns the view that is searched.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }
}

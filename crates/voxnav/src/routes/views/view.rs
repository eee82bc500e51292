//! The view that an agent has of the world at one moment: all that routes are searched in.

use std::sync::Arc;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, LatticeError};
use voxnav_search::{
    AgentMoves, Algorithm, Cost, Estimator, Ground, Limits, Outcome, Partial, Path, Query,
    Statistics, Workspace,
};

use crate::following::Anchor;
use crate::routes::answers::parallel::answer_all;
use crate::routes::answers::route::Route;
use crate::routes::answers::search::RouteSearch;
use crate::routes::error::RouteError;
use crate::routes::questions::destination::Destination;
use crate::routes::questions::options::{RouteOptions, without_first_path};
use crate::routes::questions::question::Question;
use crate::routes::questions::setting_out::SettingOut;
use crate::routes::questions::sides::check_ground;
use crate::routes::views::flight_view::FlightView;
use crate::routes::views::ground_view::GroundView;
use crate::routes::views::kind::Kind;
use crate::routes::views::surroundings::Surroundings;

/// A snapshot of the world of one agent, with options: finds routes in world units, on any thread,
/// while the world is edited.
///
/// Taken by [`Navigator::view`](crate::Navigator::view), or made of any cells by [`View::flying`] and
/// [`View::on_ground`]. It owns what it needs, and later edits do not change it. Clones are cheap. What only one kind of
/// agents has is behind [`flight`](Self::flight) and [`ground`](Self::ground).
///
/// # Guarantees
///
/// The routes of a view are those that the navigator would have found at the moment when it was taken.
///
#[cfg_attr(feature = "colliders", doc = "```")]
#[cfg_attr(not(feature = "colliders"), doc = "```ignore")]
/// use voxnav::colliders::Obstacle;
/// use voxnav::parry3d::shape::SharedShape;
/// use voxnav::{Agent, Navigator, RouteOptions, glam::Vec3};
///
/// let mut navigator = Navigator::in_region(0.5, [-10.0, 0.0, -10.0], [10.0, 4.0, 10.0])?;
/// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
/// let (from, to) = ([-5.0, 2.0, 0.0], [5.0, 2.0, 0.0]);
/// let before = navigator.view(drone, &RouteOptions::default())?;
/// let search = std::thread::spawn(move || before.find_route(from, to));
/// let wall = Obstacle::new(SharedShape::cuboid(0.25, 8.0, 8.0)).at([0.0, 2.0, 0.0]);
/// navigator.insert(wall)?;
/// let straight = search.join().map_err(|_| "the thread died")??;
/// assert_eq!(straight.length, 10.0);
/// assert!(navigator.find_route(drone, from, to)?.length > 10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct View {
    pub(crate) held: Arc<ViewInner>,
}

/// The contents of a view, which its clones share.
#[derive(Clone, Debug)]
pub(crate) struct ViewInner {
    pub(crate) lattice: Lattice,
    /// The moves, with what keeping away adds to the terrain.
    pub(crate) moves: AgentMoves,
    pub(crate) options: RouteOptions,
    /// The estimator of the caller, of flying agents.
    pub(crate) guide: Option<Arc<dyn Estimator>>,
    pub(crate) surroundings: Option<Surroundings>,
    /// True for a view that leaves out the obstacles which its world was baked from.
    pub(crate) leaves_out_obstacles: bool,
}

impl ViewInner {
    pub(crate) fn new(
        lattice: Lattice,
        moves: impl Into<AgentMoves>,
        options: &RouteOptions,
    ) -> Self {
        Self {
            lattice,
            moves: moves.into(),
            options: *options,
            guide: None,
            surroundings: None,
            leaves_out_obstacles: false,
        }
    }
}

impl From<ViewInner> for View {
    fn from(held: ViewInner) -> Self {
        Self {
            held: Arc::new(held),
        }
    }
}

impl View {
    /// Makes the view of a ground agent of moves over cells, such as those of a map file.
    ///
    /// # Errors
    ///
    /// [`RouteError::Length`] and [`RouteError::Weight`] for options that are none; [`RouteError::KeepAwayOnGround`] for
    /// those that keep away from what blocks; [`RouteError::Cells`] unless cells are as long as wide, and no higher.
    pub fn on_ground(
        lattice: Lattice,
        ground: Ground,
        options: &RouteOptions,
    ) -> Result<Self, RouteError> {
        options.check()?;
        if options.keep_away.is_some() {
            return Err(RouteError::KeepAwayOnGround);
        }
        check_ground(&lattice, ground.locomotion())?;
        Ok(ViewInner::new(lattice, ground, options).into())
    }

    /// Returns the view as that of a world that was baked from obstacles, which it keeps or leaves out.
    pub(crate) fn baked_from(mut self, surroundings: Option<Surroundings>) -> Self {
        let held = Arc::make_mut(&mut self.held);
        held.leaves_out_obstacles = surroundings.is_none();
        held.surroundings = surroundings;
        self
    }

    /// Returns the view as that of a flying agent; `None` for one of a ground agent.
    #[must_use]
    pub fn flight(&self) -> Option<FlightView<'_>> {
        let flight = self.held.moves.flight()?;
        Some(FlightView { view: self, flight })
    }

    /// Returns the view as that of a ground agent; `None` for one of a flying agent.
    #[must_use]
    pub fn ground(&self) -> Option<GroundView<'_>> {
        let ground = self.held.moves.ground()?;
        Some(GroundView { view: self, ground })
    }

    /// Returns the view as that of an agent of its kind.
    pub(crate) fn kind(&self) -> Kind<'_> {
        let view = self;
        match &self.held.moves {
            AgentMoves::Flying(flight) => Kind::Flying(FlightView { view, flight }),
            AgentMoves::OnGround(ground) => Kind::OnGround(GroundView { view, ground }),
        }
    }

    /// Returns the view with another algorithm, as for one search alone: one that counts what cells cost instead of a
    /// [first path](RouteOptions::anytime), which counts it only once it is improved.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::{Algorithm, Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    ///
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let options = RouteOptions::default().anytime();
    /// let view = View::flying(Lattice::default(), world, &Terrain::new(), &options)?;
    /// let view = view.with_algorithm(Algorithm::Auto);
    /// assert_eq!(view.options().settings.algorithm, Algorithm::Auto);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_algorithm(mut self, algorithm: Algorithm) -> Self {
        Arc::make_mut(&mut self.held).options.settings.algorithm = algorithm;
        self
    }

    /// Returns the view whose routes may stop short of the goal, or not, as for one search alone.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::search::Partial;
    /// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    ///
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let view = View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
    /// let outside = view.with_partial(Partial::Allowed).find_route([1.0; 3], [20.0, 1.0, 1.0])?;
    /// assert!(outside.path().is_some() && !outside.is_found());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_partial(&self, partial: Partial) -> Self {
        let mut other = self.clone();
        Arc::make_mut(&mut other.held).options.partial = partial;
        other
    }

    /// Returns the lattice.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.held.lattice
    }

    /// Returns the moves of the agent that searches see: the cells, the corners and the weights of a flying one, or the
    /// cells, the abilities and the links of a ground agent.
    #[must_use]
    pub fn moves(&self) -> &AgentMoves {
        &self.held.moves
    }

    /// Returns the options of all searches of the view.
    #[must_use]
    pub fn options(&self) -> &RouteOptions {
        &self.held.options
    }

    /// Returns whether both see one snapshot of the world, at the same costs and under the same options, so that their
    /// routes are equal: as two views that were taken with no edit between.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    /// let view = navigator.view(drone, &RouteOptions::default())?;
    /// assert!(navigator.view(drone, &RouteOptions::default())?.is_same_as(&view));
    /// assert!(!navigator.view(drone, &RouteOptions::default().anytime())?.is_same_as(&view));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        let (own, others) = (&*self.held, &*other.held);
        let is_same_guide = match (&own.guide, &others.guide) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        let are_same_surroundings = own.surroundings == others.surroundings;
        self.is_clone_of(other)
            || own.lattice == others.lattice
                && own.options == others.options
                && self.kind().is_same(&other.held.moves)
                && is_same_guide
                && are_same_surroundings
    }

    /// Returns whether one is a clone of the other.
    pub(crate) fn is_clone_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.held, &other.held)
    }

    /// Takes over another view and returns the one before, unless it is a clone: agents of many threads that keep one
    /// view do not count how many they are.
    pub(crate) fn replaced(&mut self, other: &Self) -> Option<Self> {
        let is_other = !self.is_clone_of(other);
        is_other.then(|| std::mem::replace(self, other.clone()))
    }

    /// Finds the best route from a position to a destination.
    ///
    /// The route of a flying agent begins at the position with the straight, clear way to the nearest cell that
    /// has one, goes on from cell to cell, and ends likewise: an agent that stands clear gets a route though the center
    /// of the cell that it is in may be blocked. Where the nearest cells are not connected, others are
    /// tried, up to two cells away on each axis. An agent whose box overlaps something starts from the
    /// center of its cell if it can be there. A ground agent
    /// [settles](crate::ground::GroundView#positions); destinations of many cells are then the cells where it is,
    /// whose centers count. [`Route::start`] and [`Route::goal`] report which it was.
    ///
    /// That there is none, or that an end is blocked or outside the bounds, is an outcome.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for positions that are not finite or too far away for any cell;
    /// [`RouteError::Length`] for a destination whose radius is negative or NaN; [`RouteError::TooLong`] for a
    /// path of more than 2^24 cells. With
    /// [`Explain::LargestAgent`](crate::search::Explain::LargestAgent) those of bakes for smaller agents.
    #[doc(alias = "find_path")]
    pub fn find_route(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<Route, RouteError> {
        self.find_route_in(from, to, &mut Workspace::new())
    }

    /// Finds a route as [`find_route`](Self::find_route) does, with memory to be kept from one search to the next: once
    /// it is warm, a search allocates nothing but its answer.
    ///
    /// # Errors
    ///
    /// As [`View::find_route`].
    pub fn find_route_in(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        workspace: &mut Workspace,
    ) -> Result<Route, RouteError> {
        let question = Question::new(self, from.into(), &to.into())?;
        let route = question.solved(self, workspace)?;
        self.finished(route, &question, SettingOut::Straight)
    }

    /// Returns a route as it is handed out: with its beginning, and the reason why it leads nowhere.
    pub(in crate::routes) fn finished(
        &self,
        route: Route,
        question: &Question,
        setting_out: SettingOut,
    ) -> Result<Route, RouteError> {
        let route = match setting_out {
            SettingOut::Straight => {
                let mut route = self.kind().set_out(question, route)?;
                for waypoint in &mut route.waypoints {
                    *waypoint = self.shown(*waypoint)?;
                }
                route
            }
            SettingOut::OverCenter => route,
        };
        self.kind().explained(route, question)
    }

    /// Finds many routes on all processors. Answers are in the order of the requests, and each is that
    /// of [`find_route`](Self::find_route). Runs in the rayon pool of the caller.
    ///
    /// ```
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    ///
    /// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
    /// let world = Traversability::new(&room, UnknownPolicy::Blocked);
    /// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    /// let view = View::flying(lattice, world, &Terrain::new(), &RouteOptions::default())?;
    /// let routes = view.find_routes((1..9).map(|x| ([0.0; 3], [f64::from(x), 0.0, 0.0])));
    /// let lengths: Vec<f64> = routes.into_iter().flatten().map(|route| route.length).collect();
    /// assert_eq!(lengths, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_routes<F: Into<DVec3>, T: Into<Destination>>(
        &self,
        requests: impl IntoIterator<Item = (F, T)>,
    ) -> Vec<Result<Route, RouteError>> {
        answer_all(requests, |from, to, workspace| {
            self.find_route_in(from, to, workspace)
        })
    }

    /// Begins a search that is done in slices, such as a few in every frame.
    ///
    /// # Errors
    ///
    /// As [`find_route`](Self::find_route).
    pub fn search(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<RouteSearch, RouteError> {
        self.search_in(from, to, Workspace::new())
    }

    /// Begins a search as [`search`](Self::search) does, with the memory of an earlier search
    /// ([`RouteSearch::finish`]).
    ///
    /// # Errors
    ///
    /// As [`find_route`](Self::find_route).
    pub fn search_in(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        workspace: Workspace,
    ) -> Result<RouteSearch, RouteError> {
        let ends = (from.into(), &to.into());
        RouteSearch::new(self.clone(), ends, SettingOut::Straight, workspace)
    }

    /// Begins a search as [`search_in`](Self::search_in) does, for a route over the center of its first cell.
    pub(crate) fn search_over_center(
        &self,
        from: DVec3,
        to: &Destination,
        workspace: Workspace,
    ) -> Result<RouteSearch, RouteError> {
        RouteSearch::new(self.clone(), (from, to), SettingOut::OverCenter, workspace)
    }

    /// Returns the view with its searches limited to paths of at most this cost, and exact.
    pub(crate) fn up_to(&self, cost: Cost) -> Self {
        let mut limited = self.clone();
        Arc::make_mut(&mut limited.held).options = self.options().up_to(cost);
        limited
    }

    /// Returns the point of the body that positions mean.
    pub(crate) fn anchor(&self) -> Anchor {
        self.kind().anchor()
    }

    /// Returns the position of an agent at a cell: of a flying one the center of the cell, of a ground agent that of
    /// its feet.
    ///
    /// ```
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0; 3])?;
    /// let walker = navigator.add_agent((Agent::new([0.3, 0.3, 0.9].into()), &Locomotion::walker()))?;
    /// let view = navigator.view(walker, &RouteOptions::default())?;
    /// let cell = [2, 3, 0].into();
    /// let feet = view.position_at(cell);
    /// assert!(feet.z < view.lattice().center(cell).z);
    /// assert_eq!(view.ground().ok_or("it walks")?.cell_at(feet)?, Some(cell));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position_at(&self, cell: IVec3) -> DVec3 {
        self.held.lattice.center(cell) + self.anchor().offset()
    }

    /// Returns where an agent at a position is shown: on the floor, if the options ask for that and it stands.
    pub(crate) fn shown(&self, position: DVec3) -> Result<DVec3, RouteError> {
        let ground = self.ground().filter(|_| self.held.options.on_floor);
        let floor = ground.map(|view| view.floor_under(position)).transpose()?;
        Ok(floor.flatten().unwrap_or(position))
    }

    /// Returns the cell whose [position](Self::position_at) a point of a route is.
    pub(crate) fn cell_of(&self, waypoint: DVec3) -> Result<IVec3, LatticeError> {
        (self.held.lattice).cell_at(waypoint - self.anchor().offset())
    }

    /// Returns a position in cells: that of an agent at a cell is the cell.
    pub(crate) fn in_cells(&self, position: DVec3) -> Result<DVec3, LatticeError> {
        (self.held.lattice).coordinates_of(position - self.anchor().offset())
    }

    /// Returns the cell to which paths to a destination lead, if that is a single position.
    pub(crate) fn goal_cell(
        &self,
        from: DVec3,
        to: &Destination,
    ) -> Result<Option<IVec3>, RouteError> {
        Ok(Question::new(self, from, to)?.first()[1])
    }

    /// Returns the best path between two cells within some limits, and how many cells were expanded.
    pub(crate) fn short_path(
        &self,
        [from, to]: [IVec3; 2],
        limits: Limits,
        workspace: &mut Workspace,
    ) -> (Option<Path>, u64) {
        let settings = without_first_path(self.held.options.settings);
        let query = Query::new(from, to).settings(settings);
        let solution = query.limits(limits).solve(&self.held.moves, workspace);
        let path = match solution.outcome {
            Outcome::Found(path) => Some(path),
            _ => None,
        };
        (path, solution.statistics.expanded)
    }

    /// Returns an outcome in world units, of a search whose ends were not moved.
    pub(crate) fn route_of(
        &self,
        outcome: Outcome<Path>,
        statistics: Statistics,
    ) -> Result<Route, RouteError> {
        let route = Route::of(outcome, statistics, &self.held.lattice, self.anchor())?;
        let up = (self.ground()).map(|view| view.moves().locomotion().up.axis);
        Ok(Route { up, ..route })
    }

    /// Returns the route from a position to the path of an outcome, along it, and from its end to the destination if
    /// it leads there.
    pub(crate) fn route_along(
        &self,
        outcome: Outcome<Path>,
        from: DVec3,
        to: &Destination,
    ) -> Result<Route, RouteError> {
        let ends = outcome.any_path().map(|path| [path.start(), path.goal()]);
        let ends = ends.map_or([None; 2], |ends| ends.map(Some));
        let route = self.route_of(outcome, Statistics::default())?;
        let question = Question::new(self, from, to)?;
        Ok(self.kind().with_ends(&question, route, ends))
    }
}

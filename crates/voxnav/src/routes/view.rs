//! The view that an agent has of the world at one moment: all that routes are searched in.

use std::sync::Arc;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, LatticeError, Traversability};
use voxnav_search::{
    Algorithm, Cost, Estimator, Flight, Limits, Movement, Outcome, Path, Query, Statistics,
    Terrain, Workspace,
};

use super::ends::Sweeps;
use super::options::without_first_path;
use super::question::Question;
use super::stand::Stand;
#[cfg(feature = "colliders")]
use super::surroundings::Surroundings;
use super::{Destination, Margin, Route, RouteError, RouteOptions, RouteSearch, answer_all};
use crate::following::{Anchor, SmoothPath, SmoothPathError, SmoothPathOptions};
use crate::smoothing::{Colliders, Space};

/// A snapshot of the world of one agent, with options: finds routes in world units, on any thread, while the world is
/// edited. [`AgentView`] for agents that fly, [`GroundView`](crate::ground::GroundView) for agents on the ground.
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav::{Lattice, RouteOptions, View};
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 4)))?.commit();
/// let ground = Ground::new(&room, &Locomotion::walker())?;
/// let view = View::<Ground>::new(Lattice::new(DVec3::ZERO, 1.0)?, ground, &RouteOptions::default())?;
/// assert_eq!(view.find_route([1.0, 1.0, -0.5], [5.0, 1.0, -0.5])?.length, 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct View<M: Movement> {
    pub(crate) lattice: Lattice,
    /// The moves, with what keeping away adds to the terrain.
    pub(crate) moves: M,
    pub(crate) options: RouteOptions,
    /// The estimator of the caller, of agents that fly.
    pub(crate) guide: Option<Arc<dyn Estimator>>,
    #[cfg(feature = "colliders")]
    pub(crate) surroundings: Option<Surroundings>,
}

/// A snapshot of the world of one agent, with options: finds routes in world units, on any thread,
/// while the world is edited.
///
/// Taken by [`Navigator::view`](crate::Navigator::view), or made of any cells by [`AgentView::new`]. It
/// owns what it needs, and later edits do not change it. Clones are cheap.
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
pub type AgentView = View<Flight>;

#[expect(
    private_bounds,
    reason = "there are two kinds of agents, and no others"
)]
impl<M: Stand> View<M> {
    /// Returns the lattice.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the moves of the agent that searches see: the cells, the corners and the weights of one that flies, or the
    /// cells, the abilities and the links of one on the ground.
    #[must_use]
    pub fn moves(&self) -> &M {
        &self.moves
    }

    /// Returns the options of all searches of the view.
    #[must_use]
    pub fn options(&self) -> &RouteOptions {
        &self.options
    }

    /// Finds the best route from a position to a destination.
    ///
    /// The route of an agent that flies begins at the position with the straight, clear way to the nearest cell that
    /// has one, goes on from cell to cell, and ends likewise: an agent that stands clear gets a route though the center
    /// of the cell that it is in may be blocked. Where the nearest cells are not connected, others are
    /// tried, up to two cells away on each axis. An agent whose box overlaps something starts from the
    /// center of its cell if it can be there. An agent on the ground
    /// [settles](crate::ground::GroundView#positions); destinations of many cells are then the cells where it is,
    /// whose centers count. [`Route::start`] and [`Route::goal`] say which it was.
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
    ) -> Result<Route<M::Action>, RouteError> {
        self.find_route_in(from, to, &mut Workspace::new())
    }

    /// Finds a route as [`find_route`](Self::find_route) does, with memory to be kept from one search to the next: once
    /// it is warm, a search allocates nothing but its answer.
    ///
    /// # Errors
    ///
    /// As [`AgentView::find_route`].
    pub fn find_route_in(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        workspace: &mut Workspace,
    ) -> Result<Route<M::Action>, RouteError> {
        let question = Question::new(self, from.into(), &to.into())?;
        M::explained(self, question.solved(self, workspace)?, &question)
    }

    /// Finds many routes on all processors. Answers are in the order of the requests, and each is that
    /// of [`find_route`](Self::find_route). Runs in the rayon pool of the caller.
    ///
    /// ```
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::{AgentView, Lattice, RouteOptions, Terrain, UnknownPolicy};
    ///
    /// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
    /// let world = Traversability::new(&room, UnknownPolicy::Blocked);
    /// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    /// let view = AgentView::new(lattice, world, &Terrain::new(), &RouteOptions::default())?;
    /// let routes = view.find_routes((1..9).map(|x| ([0.0; 3], [f64::from(x), 0.0, 0.0])));
    /// let lengths: Vec<f64> = routes.into_iter().flatten().map(|route| route.length).collect();
    /// assert_eq!(lengths, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_routes<F: Into<DVec3>, T: Into<Destination>>(
        &self,
        requests: impl IntoIterator<Item = (F, T)>,
    ) -> Vec<Result<Route<M::Action>, RouteError>> {
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
    ) -> Result<RouteSearch<M>, RouteError> {
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
    ) -> Result<RouteSearch<M>, RouteError> {
        RouteSearch::new(self.clone(), from.into(), &to.into(), workspace)
    }

    /// Returns the view with its searches limited to paths of at most this cost, and exact.
    pub(crate) fn up_to(&self, cost: Cost) -> Self {
        Self {
            options: self.options.up_to(cost),
            ..self.clone()
        }
    }

    /// Returns the point of the body that positions mean.
    pub(crate) fn anchor(&self) -> Anchor {
        self.moves.anchor(&self.lattice)
    }

    /// Returns the position of an agent at a cell: of one that flies the center of the cell, of one on the ground that of
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
    /// assert_eq!(view.cell_at(feet)?, Some(cell));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position_at(&self, cell: IVec3) -> DVec3 {
        self.lattice.center(cell) + self.anchor().offset()
    }

    /// Returns a position in cells: that of an agent at a cell is the cell.
    pub(crate) fn in_cells(&self, position: DVec3) -> Result<DVec3, LatticeError> {
        (self.lattice).coordinates_of(position - self.anchor().offset())
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
    ) -> (Option<Path<M::Action>>, u64) {
        let settings = without_first_path(self.options.settings);
        let query = Query::new(from, to).settings(settings);
        let solution = query.limits(limits).solve(&self.moves, workspace);
        let path = match solution.outcome {
            Outcome::Found(path) => Some(path),
            _ => None,
        };
        (path, solution.statistics.expanded)
    }

    /// Returns an outcome in world units, of a search whose ends were not moved.
    pub(crate) fn route_of(
        &self,
        outcome: Outcome<Path<M::Action>>,
        statistics: Statistics,
    ) -> Result<Route<M::Action>, RouteError> {
        Route::of(outcome, statistics, &self.lattice, self.anchor())
    }

    /// Returns the route from a position to the path of an outcome, along it, and from its end to the destination if
    /// it leads there.
    pub(crate) fn route_along(
        &self,
        outcome: Outcome<Path<M::Action>>,
        from: DVec3,
        to: &Destination,
    ) -> Result<Route<M::Action>, RouteError> {
        let ends = outcome.any_path().map(|path| [path.start(), path.goal()]);
        let ends = ends.map_or([None; 2], |ends| ends.map(Some));
        let route = self.route_of(outcome, Statistics::default())?;
        let question = Question::new(self, from, to)?;
        Ok(M::with_ends(self, &question, route, ends))
    }
}

impl View<Flight> {
    /// Makes a view of cells that were not baked from colliders, such as those of a map file. Ends of routes off the
    /// centers of cells are checked against the cells.
    ///
    /// # Errors
    ///
    /// [`RouteError::Length`] and [`RouteError::Weight`] for options that are none.
    pub fn new(
        lattice: Lattice,
        world: Traversability,
        terrain: &Terrain,
        options: &RouteOptions,
    ) -> Result<Self, RouteError> {
        options.check()?;
        let mut terrain = terrain.clone();
        if let Some(keep_away) = options.keep_away {
            let baked = (world.occupancy(), world.unknown_policy());
            terrain = Margin::of(keep_away, None, baked, &lattice).over(terrain);
        }
        Ok(Self {
            lattice,
            moves: Flight {
                terrain,
                moves: options.settings.moves,
                corners: options.settings.corners,
                world,
            },
            options: *options,
            guide: None,
            #[cfg(feature = "colliders")]
            surroundings: None,
        })
    }

    /// Makes a view of a world baked from colliders, with terrain that has all in it, under options that were checked.
    #[cfg(feature = "colliders")]
    pub(crate) fn among(
        surroundings: Surroundings,
        world: Traversability,
        terrain: Terrain,
        options: RouteOptions,
    ) -> Self {
        Self {
            lattice: surroundings.scene.lattice,
            moves: Flight {
                terrain,
                moves: options.settings.moves,
                corners: options.settings.corners,
                world,
            },
            options,
            guide: None,
            surroundings: Some(surroundings),
        }
    }

    /// Estimates by an estimator of the caller in place of the heuristic of the options, in all searches of the view.
    ///
    /// Its [law](crate::experiment::EstimateLaw) decides which algorithms may run, and what is guaranteed: see
    /// [`Query::guided_by`].
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use voxnav::experiment::{EstimateLaw, Estimator};
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::search::Cost;
    /// use voxnav::{AgentView, Lattice, RouteOptions, Terrain, UnknownPolicy};
    ///
    /// #[derive(Debug)]
    /// struct Nothing;
    /// impl Estimator for Nothing {
    ///     fn estimate(&self, _: IVec3, _: IVec3) -> Cost {
    ///         Cost::ZERO
    ///     }
    ///     fn law(&self) -> EstimateLaw {
    ///         EstimateLaw::Symmetric
    ///     }
    /// }
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let options = RouteOptions::default();
    /// let view = AgentView::new(Lattice::default(), world, &Terrain::new(), &options)?.guided_by(Arc::new(Nothing));
    /// assert_eq!(view.find_route([0.0; 3], [8.0, 0.0, 0.0])?.length, 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn guided_by(mut self, estimator: Arc<dyn Estimator>) -> Self {
        self.guide = Some(estimator);
        self
    }

    /// Returns the view with other costs of moves, as for one search alone: in place of the terrain of all agents and of
    /// what [`KeepAway`](crate::KeepAway) adds.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::{AgentView, Lattice, RouteOptions, Terrain, UnknownPolicy};
    ///
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let view = AgentView::new(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
    /// let mut crowded = view.terrain().clone();
    /// crowded.set(IVec3::new(4, 0, 0), 20)?;
    /// let around = view.clone().with_terrain(crowded).find_route([0.0; 3], [8.0, 0.0, 0.0])?;
    /// assert!(around.length > view.find_route([0.0; 3], [8.0, 0.0, 0.0])?.length);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_terrain(mut self, terrain: Terrain) -> Self {
        self.moves.terrain = terrain;
        self
    }

    /// Returns the view with another algorithm, as for one search alone: one that counts what cells cost in place of a
    /// [first path](RouteOptions::first_path), which counts it only once it is improved.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::{AgentView, Algorithm, Lattice, RouteOptions, Terrain, UnknownPolicy};
    ///
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let options = RouteOptions::default().first_path();
    /// let view = AgentView::new(Lattice::default(), world, &Terrain::new(), &options)?;
    /// let view = view.with_algorithm(Algorithm::Auto);
    /// assert_eq!(view.options().settings.algorithm, Algorithm::Auto);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_algorithm(mut self, algorithm: Algorithm) -> Self {
        self.options.settings.algorithm = algorithm;
        self
    }

    /// Returns the cells that searches see.
    #[must_use]
    pub fn world(&self) -> &Traversability {
        &self.moves.world
    }

    /// Returns what moves cost: the terrain of all agents, and what [`KeepAway`](crate::KeepAway) adds.
    #[must_use]
    pub fn terrain(&self) -> &Terrain {
        &self.moves.terrain
    }

    /// Returns whether the agent gets straight from a position to the center of a cell.
    pub(crate) fn is_joined(&self, from: DVec3, cell: IVec3) -> bool {
        self.sweeps().reach(from, cell)
    }

    /// Returns whether the agent gets straight from one position to another.
    pub(crate) fn is_clear(&self, from: DVec3, to: DVec3) -> bool {
        self.sweeps().are_clear(from, to)
    }

    /// Returns the smooth path that an agent follows along a route of this view, as
    /// [`Navigator::smooth_path`](crate::Navigator::smooth_path) does, in the world of the view. `None` if the route
    /// has no path.
    ///
    /// # Errors
    ///
    /// [`SmoothPathError`] for ends of the options that are not finite or too far away for any cell, or
    /// have no clear way to the path.
    pub fn smooth_path(
        &self,
        route: &Route,
        options: &SmoothPathOptions,
    ) -> Result<Option<SmoothPath>, SmoothPathError> {
        let Some(path) = route.path() else {
            return Ok(None);
        };
        let entered = Space::entered(&self.moves.world);
        let (space, at_ends) = self.with_colliders(entered);
        let joined = route.joined_ends();
        let is_joined = |position: DVec3, cell: IVec3| self.is_joined(position, cell);
        let spaces = [&space, &at_ends];
        SmoothPath::between(path, joined, is_joined, &self.lattice, spaces, options).map(Some)
    }

    /// Returns the space that straight ways of the agent are checked against in the world of the view, for
    /// [`Follower::clear_look_ahead`](crate::Follower::clear_look_ahead) and
    /// [`Follower::check`](crate::Follower::check): as [`Navigator::space`](crate::Navigator::space), of the moment
    /// when the view was taken. Where cells were not baked from colliders, the cells alone count.
    ///
    /// ```
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::{AgentView, Follower, Lattice, RouteOptions, SmoothPathOptions, Terrain, UnknownPolicy};
    ///
    /// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
    /// let world = Traversability::new(&room, UnknownPolicy::Blocked);
    /// let view = AgentView::new(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
    /// let route = view.find_route([1.0; 3], [15.0, 7.0, 3.0])?;
    /// let path = view.smooth_path(&route, &SmoothPathOptions::default())?.ok_or("no way")?;
    /// let mut follower = Follower::new(path);
    /// assert_eq!(follower.check(view.space()), None);
    /// let told = follower.clear_look_ahead([1.5, 1.0, 1.0], 2.0, view.space())?;
    /// assert!(told.target().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn space(&self) -> Space<'_> {
        let planned = Space::planned(&self.moves.world);
        #[cfg(feature = "colliders")]
        if let (Some(surroundings), Some(colliders)) = (&self.surroundings, self.colliders()) {
            return planned
                .among(colliders)
                .or_among(colliders, surroundings.scene.bounds);
        }
        planned
    }

    pub(super) fn sweeps(&self) -> Sweeps<'_> {
        Sweeps {
            lattice: &self.lattice,
            world: &self.moves.world,
            colliders: self.colliders(),
            layer: self.options.settings.moves.fixed_axis(),
        }
    }
}

#[cfg(feature = "colliders")]
impl AgentView {
    fn colliders(&self) -> Option<Colliders<'_>> {
        let surroundings = self.surroundings.as_ref()?;
        Some(surroundings.scene.colliders(&surroundings.agent))
    }

    /// Returns the spaces that segments are checked against, in general and at the ends.
    fn with_colliders<'s>(&'s self, space: Space<'s>) -> (Space<'s>, Space<'s>) {
        use voxnav_occupancy::UnknownPolicy;

        let (Some(surroundings), Some(mut colliders)) = (&self.surroundings, self.colliders())
        else {
            return (space.clone(), space);
        };
        if colliders.unknown == UnknownPolicy::StopAtBoundary {
            colliders.unknown = UnknownPolicy::Blocked;
        }
        let space = space.among(colliders);
        let at_ends = space.clone().or_among(colliders, surroundings.scene.bounds);
        (space, at_ends)
    }
}

#[cfg(not(feature = "colliders"))]
#[expect(clippy::unused_self, reason = "as where there are colliders")]
impl AgentView {
    fn colliders(&self) -> Option<Colliders<'_>> {
        None
    }

    fn with_colliders<'s>(&'s self, space: Space<'s>) -> (Space<'s>, Space<'s>) {
        (space.clone(), space)
    }
}

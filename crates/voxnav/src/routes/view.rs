//! The view that an agent has of the world at one moment: all that routes are searched in.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, Traversability};
use voxnav_search::{Cost, Flight, Outcome, Statistics, Terrain, Workspace};

use super::ends::Sweeps;
use super::question::Question;
#[cfg(feature = "colliders")]
use super::surroundings::Surroundings;
use super::{Destination, Margin, Route, RouteError, RouteOptions, RouteSearch, answer_all};
use crate::following::{SmoothPath, SmoothPathError, SmoothPathOptions};
use crate::smoothing::{Colliders, Space};

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
#[derive(Clone, Debug)]
pub struct AgentView {
    lattice: Lattice,
    /// The moves, with what keeping away adds to the terrain.
    flight: Flight,
    options: RouteOptions,
    #[cfg(feature = "colliders")]
    surroundings: Option<Surroundings>,
}

impl AgentView {
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
            flight: Flight {
                terrain,
                moves: options.settings.moves,
                corners: options.settings.corners,
                world,
            },
            options: *options,
            #[cfg(feature = "colliders")]
            surroundings: None,
        })
    }

    /// Makes a view of a world baked from colliders, with terrain that has all in it, under options that were checked.
    #[cfg(feature = "colliders")]
    pub(crate) fn among(
        surroundings: Surroundings,
        lattice: Lattice,
        world: Traversability,
        terrain: Terrain,
        options: RouteOptions,
    ) -> Self {
        Self {
            lattice,
            flight: Flight {
                terrain,
                moves: options.settings.moves,
                corners: options.settings.corners,
                world,
            },
            options,
            surroundings: Some(surroundings),
        }
    }

    /// Returns the lattice.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the cells that searches see.
    #[must_use]
    pub fn world(&self) -> &Traversability {
        &self.flight.world
    }

    /// Returns what moves cost: the terrain of all agents, and what [`KeepAway`](crate::KeepAway) adds.
    #[must_use]
    pub fn terrain(&self) -> &Terrain {
        &self.flight.terrain
    }

    /// Returns the moves of the agent: the cells, corners and weights that searches see.
    #[must_use]
    pub fn flight(&self) -> &Flight {
        &self.flight
    }

    /// Returns the options of all searches of the view.
    #[must_use]
    pub fn options(&self) -> &RouteOptions {
        &self.options
    }

    /// Finds the best route from a position to a destination.
    ///
    /// It begins at the position with the straight, clear way to the nearest cell that has one, goes on
    /// from cell to cell, and ends likewise: an agent that stands clear gets a route though the center
    /// of the cell that it is in may be blocked. Where the nearest cells are not connected, others are
    /// tried, up to two cells away on each axis. An agent whose box overlaps something starts from the
    /// center of its cell if it can be there. [`Route::start`] and [`Route::goal`] say which it was.
    ///
    /// That there is none, or that an end is blocked or outside the bounds, is an outcome.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for positions that are not finite or too far away for any cell;
    /// [`RouteError::Length`] for a destination whose radius is negative or NaN; [`RouteError::TooLong`] for a
    /// path of more than 2^24 cells. With
    /// [`Explain::LargestAgent`](crate::Explain::LargestAgent) those of bakes for smaller agents.
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
    /// As [`AgentView::find_route`].
    pub fn find_route_in(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        workspace: &mut Workspace,
    ) -> Result<Route, RouteError> {
        let question = self.question(from.into(), &to.into())?;
        self.explained(question.solved(workspace)?, &question)
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
    ) -> Vec<Result<Route, RouteError>> {
        answer_all(requests, |from, to, workspace| {
            self.find_route_in(from, to, workspace)
        })
    }

    /// Begins a search that is done in slices, such as a few in every frame.
    ///
    /// # Errors
    ///
    /// As [`AgentView::find_route`].
    pub fn search(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<RouteSearch, RouteError> {
        RouteSearch::new(self.clone(), from.into(), to.into(), Workspace::new())
    }

    /// Begins a search as [`search`](Self::search) does, in the memory of an earlier one.
    pub(crate) fn search_in(
        &self,
        from: DVec3,
        to: &Destination,
        workspace: Workspace,
    ) -> Result<RouteSearch, RouteError> {
        RouteSearch::new(self.clone(), from, to.clone(), workspace)
    }

    /// Returns the view with its searches limited to paths of at most this cost.
    pub(crate) fn up_to(&self, cost: Option<Cost>) -> Self {
        Self {
            options: self.options.up_to(cost),
            ..self.clone()
        }
    }

    /// Returns the nearest cells that two ends are joined to.
    pub(crate) fn joined_cells(
        &self,
        from: DVec3,
        to: &Destination,
    ) -> Result<[Option<IVec3>; 2], RouteError> {
        Ok(self.question(from, to)?.first())
    }

    /// Returns whether the agent gets straight from a position to the center of a cell.
    pub(crate) fn is_joined(&self, from: DVec3, cell: IVec3) -> bool {
        let center = self.lattice.center(cell);
        center == from || self.is_clear(from, center)
    }

    /// Returns whether the agent gets straight from one position to another.
    pub(crate) fn is_clear(&self, from: DVec3, to: DVec3) -> bool {
        let sweeps = Sweeps {
            lattice: &self.lattice,
            world: &self.flight.world,
            colliders: self.colliders(),
        };
        sweeps.are_clear(from, to)
    }

    /// Returns the route from a position straight to the path of an outcome, along it, and from its end to the
    /// destination if it leads there.
    pub(crate) fn route_along(
        &self,
        outcome: Outcome,
        from: DVec3,
        to: &Destination,
    ) -> Result<Route, RouteError> {
        let ends = outcome.any_path().map(|path| [path.start(), path.goal()]);
        let ends = ends.map_or([None; 2], |ends| ends.map(Some));
        let route = Route::of(outcome, Statistics::default(), &self.lattice)?;
        Ok(self.question(from, to)?.with_ends(route, ends))
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
        let entered = Space::entered(&self.flight.world);
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
        let planned = Space::planned(&self.flight.world);
        #[cfg(feature = "colliders")]
        if let (Some(surroundings), Some(colliders)) = (&self.surroundings, self.colliders()) {
            return planned
                .among(colliders)
                .or_among(colliders, surroundings.bounds);
        }
        planned
    }

    pub(super) fn question(
        &self,
        from: DVec3,
        to: &Destination,
    ) -> Result<Question<'_>, RouteError> {
        let sweeps = Sweeps {
            lattice: &self.lattice,
            world: &self.flight.world,
            colliders: self.colliders(),
        };
        Question::new(sweeps, &self.options, &self.flight.terrain, from, to)
    }
}

#[cfg(feature = "colliders")]
impl AgentView {
    fn colliders(&self) -> Option<Colliders<'_>> {
        let surroundings = self.surroundings.as_ref()?;
        Some(surroundings.colliders(&self.lattice))
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
        let at_ends = space.clone().or_among(colliders, surroundings.bounds);
        (space, at_ends)
    }

    /// Adds to a route what the options ask to be told of a goal out of reach.
    pub(super) fn explained(
        &self,
        mut route: Route,
        question: &Question<'_>,
    ) -> Result<Route, RouteError> {
        if let Some(surroundings) = &self.surroundings {
            let sources = surroundings.sources(&self.lattice);
            route.enclosure =
                sources.enclosure(&route, question, &surroundings.agent, &self.options)?;
        }
        Ok(route)
    }
}

#[cfg(not(feature = "colliders"))]
#[expect(
    clippy::unused_self,
    clippy::unnecessary_wraps,
    reason = "as where there are colliders"
)]
impl AgentView {
    fn colliders(&self) -> Option<Colliders<'_>> {
        None
    }

    fn with_colliders<'s>(&'s self, space: Space<'s>) -> (Space<'s>, Space<'s>) {
        (space.clone(), space)
    }

    pub(super) fn explained(
        &self,
        route: Route,
        _question: &Question<'_>,
    ) -> Result<Route, RouteError> {
        Ok(route)
    }
}

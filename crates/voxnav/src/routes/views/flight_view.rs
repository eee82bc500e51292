//! Views of flying agents: made of cells, guided, and smoothed in.

use std::ops::Deref;
use std::sync::Arc;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, Traversability};
use voxnav_search::{AgentMoves, Estimator, Flight, Terrain};

use crate::following::{SmoothPath, SmoothPathError, SmoothPathOptions};
use crate::routes::answers::route::Route;
use crate::routes::error::RouteError;
use crate::routes::questions::ends::Sweeps;
use crate::routes::questions::options::RouteOptions;
use crate::routes::questions::sides::shape_of;
use crate::routes::views::surroundings::Surroundings;
use crate::routes::views::view::{View, ViewInner};
use crate::smoothing::{Colliders, Space};

/// Returns the moves of a flying agent, under some options.
fn flight(world: Traversability, terrain: Terrain, options: &RouteOptions) -> Flight {
    Flight {
        terrain,
        moves: options.settings.moves,
        corners: options.settings.corners,
        shape: options.settings.shape,
        world,
    }
}

impl View {
    /// Makes the view of a flying agent of cells that were not baked from colliders, such as those of a map file. Ends of routes off the
    /// centers of cells are checked against the cells.
    ///
    /// # Errors
    ///
    /// [`RouteError::Length`] and [`RouteError::Weight`] for options that are none; [`RouteError::Cells`] for sides of
    /// cells that searches cannot count with.
    pub fn flying(
        lattice: Lattice,
        world: Traversability,
        terrain: &Terrain,
        options: &RouteOptions,
    ) -> Result<Self, RouteError> {
        options.check()?;
        let mut terrain = terrain.clone();
        if let Some(keep_away) = options.keep_away {
            terrain = keep_away.over(terrain, &world, &lattice)?;
        }
        let options = options.shape(shape_of(&lattice)?);
        Ok(ViewInner::new(lattice, flight(world, terrain, &options), &options).into())
    }

    /// Makes a view of a world baked from colliders, with terrain that has all in it, under options that were checked.
    pub(crate) fn among(
        surroundings: Surroundings,
        world: Traversability,
        terrain: Terrain,
        options: &RouteOptions,
    ) -> Result<Self, RouteError> {
        let lattice = surroundings.scene.lattice;
        let options = options.shape(shape_of(&lattice)?);
        let held = ViewInner {
            surroundings: Some(surroundings),
            ..ViewInner::new(lattice, flight(world, terrain, &options), &options)
        };
        Ok(held.into())
    }
}

/// The view of a flying agent: what it has besides what all [views](View) have.
///
/// ```
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0; 3])?;
/// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
/// let view = navigator.view(drone, &RouteOptions::default())?;
/// let flight = view.flight().ok_or("it flies")?;
/// assert!(flight.world().is_traversable([3; 3].into()) && flight.terrain().is_uniform());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FlightView<'v> {
    pub(crate) view: &'v View,
    pub(crate) flight: &'v Flight,
}

impl Deref for FlightView<'_> {
    type Target = View;

    fn deref(&self) -> &View {
        self.view
    }
}

impl<'v> FlightView<'v> {
    /// Returns the moves: the cells, the corners and the weights.
    #[must_use]
    pub fn moves(&self) -> &'v Flight {
        self.flight
    }

    /// Returns the view with an estimator of the caller instead of the heuristic of the options, in all its searches.
    ///
    /// Its [law](crate::experiment::EstimatorGuarantee) decides which algorithms may run, and what is guaranteed: see
    /// [`Query::guided_by`](crate::search::Query::guided_by).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use voxnav::experiment::{EstimatorGuarantee, Estimator};
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::search::Cost;
    /// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    ///
    /// #[derive(Debug)]
    /// struct Nothing;
    /// impl Estimator for Nothing {
    ///     fn estimate(&self, _: IVec3, _: IVec3) -> Cost {
    ///         Cost::ZERO
    ///     }
    ///     fn law(&self) -> EstimatorGuarantee {
    ///         EstimatorGuarantee::Symmetric
    ///     }
    /// }
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let options = RouteOptions::default();
    /// let view = View::flying(Lattice::default(), world, &Terrain::new(), &options)?;
    /// let view = view.flight().ok_or("it flies")?.guided_by(Arc::new(Nothing));
    /// assert_eq!(view.find_route([0.0; 3], [8.0, 0.0, 0.0])?.length, 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn guided_by(&self, estimator: Arc<dyn Estimator>) -> View {
        let held = ViewInner::clone(&self.held);
        let guide = Some(estimator);
        ViewInner { guide, ..held }.into()
    }

    /// Returns the view with other costs of moves, as for one search alone: instead of the terrain of all agents and of
    /// what [`KeepAway`](crate::spatial::KeepAway) adds.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    ///
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let view = View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
    /// let flight = view.flight().ok_or("it flies")?;
    /// let mut crowded = flight.terrain().clone();
    /// crowded.set(IVec3::new(4, 0, 0), 20)?;
    /// let around = flight.with_terrain(crowded).find_route([0.0; 3], [8.0, 0.0, 0.0])?;
    /// assert!(around.length > view.find_route([0.0; 3], [8.0, 0.0, 0.0])?.length);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_terrain(&self, terrain: Terrain) -> View {
        let held = ViewInner::clone(&self.held);
        let flight = self.flight.clone();
        let moves = AgentMoves::Flying(Flight { terrain, ..flight });
        ViewInner { moves, ..held }.into()
    }

    /// Returns the cells that searches see.
    #[must_use]
    pub fn world(&self) -> &'v Traversability {
        &self.flight.world
    }

    /// Returns what moves cost: the terrain of all agents, and what [`KeepAway`](crate::spatial::KeepAway) adds.
    #[must_use]
    pub fn terrain(&self) -> &'v Terrain {
        &self.flight.terrain
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
        let entered = Space::entered(&self.flight.world).over(&self.flight.terrain);
        let (space, at_ends) = self.with_colliders(entered);
        let joined = route.joined_ends();
        let is_joined = |position: DVec3, cell: IVec3| self.is_joined(position, cell);
        let spaces = [&space, &at_ends];
        SmoothPath::between(path, joined, is_joined, &self.held.lattice, spaces, options).map(Some)
    }

    /// Returns the space that straight ways of the agent are checked against in the world of the view, for
    /// [`Follower::clear_look_ahead`](crate::Follower::clear_look_ahead) and
    /// [`Follower::check`](crate::Follower::check): as [`Navigator::space`](crate::Navigator::space), of the moment
    /// when the view was taken. Where cells were not baked from colliders, the cells alone count.
    ///
    /// ```
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::{Follower, Lattice, RouteOptions, SmoothPathOptions, Terrain, UnknownPolicy, View};
    ///
    /// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
    /// let world = Traversability::new(&room, UnknownPolicy::Blocked);
    /// let view = View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
    /// let route = view.find_route([1.0; 3], [15.0, 7.0, 3.0])?;
    /// let view = view.flight().ok_or("it flies")?;
    /// let path = view.smooth_path(&route, &SmoothPathOptions::default())?.ok_or("no way")?;
    /// let mut follower = Follower::new(path);
    /// assert_eq!(follower.check(view.space()), None);
    /// let told = follower.clear_look_ahead([1.5, 1.0, 1.0], 2.0, view.space())?;
    /// assert!(told.target().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn space(&self) -> Space<'v> {
        let planned = Space::planned(&self.flight.world);
        if let (Some(surroundings), Some(colliders)) =
            (&self.view.held.surroundings, self.colliders())
        {
            return planned
                .among(colliders)
                .or_among(colliders, surroundings.scene.bounds);
        }
        planned
    }

    pub(in crate::routes) fn sweeps(&self) -> Sweeps<'v> {
        Sweeps {
            lattice: &self.view.held.lattice,
            world: &self.flight.world,
            colliders: self.colliders(),
            layer: self.view.held.options.settings.moves.fixed_axis(),
        }
    }
}

impl<'v> FlightView<'v> {
    fn colliders(&self) -> Option<Colliders<'v>> {
        let surroundings = self.view.held.surroundings.as_ref()?;
        Some(surroundings.scene.colliders(&surroundings.agent))
    }

    /// Returns the spaces that segments are checked against, in general and at the ends.
    fn with_colliders(&self, space: Space<'v>) -> (Space<'v>, Space<'v>) {
        use voxnav_occupancy::UnknownPolicy;

        let (Some(surroundings), Some(mut colliders)) =
            (&self.view.held.surroundings, self.colliders())
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

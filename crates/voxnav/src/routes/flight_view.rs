//! Views of agents that fly: made of cells, guided, and smoothed in.

use std::sync::Arc;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, Traversability};
use voxnav_search::{Algorithm, Estimator, Flight, Terrain};

use super::ends::Sweeps;
use super::surroundings::Surroundings;
use super::{AgentView, Held, Margin, Route, RouteError, RouteOptions, View};
use crate::following::{SmoothPath, SmoothPathError, SmoothPathOptions};
use crate::smoothing::{Colliders, Space};

/// Returns the moves of an agent that flies, under some options.
fn flight(world: Traversability, terrain: Terrain, options: &RouteOptions) -> Flight {
    Flight {
        terrain,
        moves: options.settings.moves,
        corners: options.settings.corners,
        world,
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
        Ok(Held::new(lattice, flight(world, terrain, options), options).into())
    }

    /// Makes a view of a world baked from colliders, with terrain that has all in it, under options that were checked.
    pub(crate) fn among(
        surroundings: Surroundings,
        world: Traversability,
        terrain: Terrain,
        options: &RouteOptions,
    ) -> Self {
        let (lattice, moves) = (surroundings.scene.lattice, flight(world, terrain, options));
        let held = Held {
            surroundings: Some(surroundings),
            ..Held::new(lattice, moves, options)
        };
        held.into()
    }

    /// Estimates by an estimator of the caller in place of the heuristic of the options, in all searches of the view.
    ///
    /// Its [law](crate::experiment::EstimateLaw) decides which algorithms may run, and what is guaranteed: see
    /// [`Query::guided_by`](crate::search::Query::guided_by).
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
        Arc::make_mut(&mut self.held).guide = Some(estimator);
        self
    }

    /// Returns the view with other costs of moves, as for one search alone: in place of the terrain of all agents and of
    /// what [`KeepAway`](crate::spatial::KeepAway) adds.
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
        Arc::make_mut(&mut self.held).moves.terrain = terrain;
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
        Arc::make_mut(&mut self.held).options.settings.algorithm = algorithm;
        self
    }

    /// Returns the cells that searches see.
    #[must_use]
    pub fn world(&self) -> &Traversability {
        &self.held.moves.world
    }

    /// Returns what moves cost: the terrain of all agents, and what [`KeepAway`](crate::spatial::KeepAway) adds.
    #[must_use]
    pub fn terrain(&self) -> &Terrain {
        &self.held.moves.terrain
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
        let entered = Space::entered(&self.held.moves.world);
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
        let planned = Space::planned(&self.held.moves.world);
        if let (Some(surroundings), Some(colliders)) = (&self.held.surroundings, self.colliders()) {
            return planned
                .among(colliders)
                .or_among(colliders, surroundings.scene.bounds);
        }
        planned
    }

    pub(super) fn sweeps(&self) -> Sweeps<'_> {
        Sweeps {
            lattice: &self.held.lattice,
            world: &self.held.moves.world,
            colliders: self.colliders(),
            layer: self.held.options.settings.moves.fixed_axis(),
        }
    }
}

impl AgentView {
    fn colliders(&self) -> Option<Colliders<'_>> {
        let surroundings = self.held.surroundings.as_ref()?;
        Some(surroundings.scene.colliders(&surroundings.agent))
    }

    /// Returns the spaces that segments are checked against, in general and at the ends.
    fn with_colliders<'s>(&'s self, space: Space<'s>) -> (Space<'s>, Space<'s>) {
        use voxnav_occupancy::UnknownPolicy;

        let (Some(surroundings), Some(mut colliders)) = (&self.held.surroundings, self.colliders())
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

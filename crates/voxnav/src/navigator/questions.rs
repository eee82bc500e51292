//! Searches of a navigator: in the world as it is now, and in snapshots of it.

use glam::DVec3;
use voxnav_occupancy::Traversability;
use voxnav_search::{Terrain, Workspace};

use super::keep_away::Margin;
use super::{AgentId, Navigator, NavigatorError, Route, RouteOptions};

impl Navigator {
    /// The best route of an agent from one position to another, in the world as it is now.
    ///
    /// That there is none, or that an end is blocked or outside the bounds, is an outcome.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Lattice`] for positions that are not finite or too far away for any cell;
    /// else as [`Navigator::traversability`].
    pub fn find_path(
        &mut self,
        agent: AgentId,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
    ) -> Result<Route, NavigatorError> {
        let options = self.options;
        self.find_path_with(agent, from, to, &options)
    }

    /// The same with options for this one search.
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_path`].
    pub fn find_path_with(
        &mut self,
        agent: AgentId,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
        options: &RouteOptions,
    ) -> Result<Route, NavigatorError> {
        let (world, terrain) = self.world_and_terrain(agent, options)?;
        let (lattice, ends) = (&self.lattice, [from.into(), to.into()]);
        let workspace = &mut self.workspace;
        let route = Route::find(lattice, &world, ends, options, &terrain, workspace)?;
        self.explained(route, agent, ends, options)
    }

    /// What moves of an agent cost under some options in the world as it is now: the terrain of all
    /// agents, and what [`KeepAway`](crate::KeepAway) adds. Goes with the snapshot that
    /// [`traversability`](Self::traversability) returns, for searches elsewhere.
    ///
    /// # Errors
    ///
    /// As [`Navigator::traversability`].
    pub fn terrain_for(
        &mut self,
        agent: AgentId,
        options: &RouteOptions,
    ) -> Result<Terrain, NavigatorError> {
        Ok(self.world_and_terrain(agent, options)?.1)
    }

    pub(super) fn world_and_terrain(
        &mut self,
        agent: AgentId,
        options: &RouteOptions,
    ) -> Result<(Traversability, Terrain), NavigatorError> {
        let world = self.traversability(agent)?;
        let mut terrain = self.terrain.clone();
        if let Some(keep_away) = options.keep_away
            && let Some(resident) = self.residents.get_mut(&agent)
        {
            terrain = resident
                .margin(keep_away, &world, &self.lattice)
                .over(terrain);
        }
        Ok((world, terrain))
    }

    /// The best route in a snapshot that [`traversability`](Self::traversability) handed out, on
    /// any thread.
    ///
    /// Under [`RouteOptions::keep_away`] distances are derived anew for each call; search with
    /// [`find_path_on`](Self::find_path_on) to have many calls share them.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Lattice`], as [`Navigator::find_path`].
    ///
    /// ```
    /// use voxnav::{Agent, Navigator, Workspace, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?;
    /// let crates = navigator.add_agent(Agent::new(Vec3::splat(0.5)))?;
    /// let world = navigator.traversability(crates)?;
    /// let (navigator, options) = (&navigator, navigator.options());
    /// std::thread::scope(|scope| {
    ///     for y in 0..2 {
    ///         let (from, to) = ([0.0, f64::from(y), 0.0], [9.0, f64::from(y), 0.0]);
    ///         let world = &world;
    ///         scope.spawn(move || {
    ///             let mut workspace = Workspace::new();
    ///             let route = navigator.find_path_in(world, from, to, options, &mut workspace);
    ///             assert_eq!(route.map(|route| route.length), Ok(9.0));
    ///         });
    ///     }
    /// });
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn find_path_in(
        &self,
        world: &Traversability,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
        options: &RouteOptions,
        workspace: &mut Workspace,
    ) -> Result<Route, NavigatorError> {
        let mut terrain = self.terrain.clone();
        if let Some(keep_away) = options.keep_away {
            let baked = (world.occupancy(), world.unknown_policy());
            terrain = Margin::of(keep_away, None, baked, &self.lattice).over(terrain);
        }
        self.find_path_on(&terrain, world, from, to, options, workspace)
    }

    /// The best route in a snapshot, with moves that cost what `terrain` says and nothing else:
    /// one of [`terrain_for`](Self::terrain_for), or any other.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Lattice`], as [`Navigator::find_path`].
    pub fn find_path_on(
        &self,
        terrain: &Terrain,
        world: &Traversability,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
        options: &RouteOptions,
        workspace: &mut Workspace,
    ) -> Result<Route, NavigatorError> {
        let ends = [from.into(), to.into()];
        Route::find(&self.lattice, world, ends, options, terrain, workspace)
    }
}

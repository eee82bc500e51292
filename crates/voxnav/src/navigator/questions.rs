//! Searches of a navigator: in the world as it is now, and in snapshots of it.

use glam::DVec3;
use voxnav_occupancy::Traversability;
use voxnav_search::{Terrain, Workspace};

use super::keep_away::Margin;
use super::question::Question;
use super::{AgentId, Navigator, NavigatorError, Route, RouteOptions};

impl Navigator {
    /// The best route of an agent from one position to another, in the world as it is now.
    ///
    /// It begins at the first position with the straight, clear way to the nearest cell that has one,
    /// goes on from cell to cell, and ends likewise: an agent that stands clear gets a route though the
    /// center of the cell that it is in may be blocked. Where the nearest cells are not connected, others
    /// are tried, up to two cells away on each axis. An agent whose box overlaps something starts from the
    /// center of its cell if it can be there. [`Route::start`] and [`Route::goal`] say which it was.
    ///
    /// That there is none, or that an end is blocked or outside the bounds, is an outcome.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Lattice`] for positions that are not finite or too far away for any cell;
    /// [`NavigatorError::Length`] and [`NavigatorError::Weight`] for options that are none; else as
    /// [`Navigator::traversability`].
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
        let ends = [from.into(), to.into()];
        let mut workspace = std::mem::take(&mut self.workspace);
        let question = self.question(agent, &world, options, &terrain);
        let route = question.and_then(|question| question.between(ends, &mut workspace));
        self.workspace = workspace;
        self.explained(route?, agent, ends, options)
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

    pub(super) fn question<'a>(
        &'a self,
        agent: AgentId,
        world: &'a Traversability,
        options: &'a RouteOptions,
        terrain: &'a Terrain,
    ) -> Result<Question<'a>, NavigatorError> {
        options.check()?;
        Ok(Question {
            world,
            colliders: self.colliders_of(agent)?,
            options,
            terrain,
        })
    }

    pub(super) fn world_and_terrain(
        &mut self,
        agent: AgentId,
        options: &RouteOptions,
    ) -> Result<(Traversability, Terrain), NavigatorError> {
        options.check()?;
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

    /// The best route in a snapshot that [`traversability`](Self::traversability) handed out for an
    /// agent, on any thread. The ways from the start and to the goal are those among the obstacles as
    /// they are now.
    ///
    /// Under [`RouteOptions::keep_away`] distances are derived anew for each call; search with
    /// [`find_path_on`](Self::find_path_on) to have many calls share them.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Lattice`] and [`NavigatorError::UnknownAgent`], as [`Navigator::find_path`].
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
    ///             let route = navigator.find_path_in(crates, world, from, to, options, &mut workspace);
    ///             assert_eq!(route.map(|route| route.length), Ok(9.0));
    ///         });
    ///     }
    /// });
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn find_path_in(
        &self,
        agent: AgentId,
        world: &Traversability,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
        options: &RouteOptions,
        workspace: &mut Workspace,
    ) -> Result<Route, NavigatorError> {
        options.check()?;
        let mut terrain = self.terrain.clone();
        if let Some(keep_away) = options.keep_away {
            let baked = (world.occupancy(), world.unknown_policy());
            terrain = Margin::of(keep_away, None, baked, &self.lattice).over(terrain);
        }
        self.find_path_on(agent, &terrain, world, from, to, options, workspace)
    }

    /// The best route in a snapshot, with moves that cost what `terrain` says and nothing else:
    /// one of [`terrain_for`](Self::terrain_for), or any other.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Lattice`] and [`NavigatorError::UnknownAgent`], as [`Navigator::find_path`].
    #[expect(
        clippy::too_many_arguments,
        reason = "all that a question takes, kept elsewhere"
    )]
    pub fn find_path_on(
        &self,
        agent: AgentId,
        terrain: &Terrain,
        world: &Traversability,
        from: impl Into<DVec3>,
        to: impl Into<DVec3>,
        options: &RouteOptions,
        workspace: &mut Workspace,
    ) -> Result<Route, NavigatorError> {
        let ends = [from.into(), to.into()];
        let question = self.question(agent, world, options, terrain)?;
        question.between(ends, workspace)
    }
}

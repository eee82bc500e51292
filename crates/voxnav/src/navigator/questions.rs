//! Routes of a navigator's agents, in the world as it is now, and views of it for searches elsewhere.

use glam::DVec3;

use super::residents::Resident;
use super::{AgentId, Navigator, NavigatorError};
use crate::following::{SmoothPath, SmoothPathOptions};
use crate::routes::views::surroundings::Surroundings;
use crate::routes::{Destination, Route, RouteOptions, View};
use crate::smoothing::Space;

impl Navigator {
    /// Finds the best route of an agent from a position to a destination, in the world as it is now,
    /// under the [options](Self::options) of the navigator.
    ///
    /// A destination is a position, or a [`Destination`] for the nearest of many.
    /// [`View::find_route`](crate::View::find_route) describes how routes begin and end; positions of agents on the
    /// ground are where the feet are, and [settle](crate::ground::GroundView#positions) on the ground below. That there is no
    /// route, or that an end is blocked or outside the bounds, is an [`Outcome`](crate::Outcome), not an error.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for positions that are not finite or too far away for any cell;
    /// [`RouteError::Length`](crate::RouteError::Length) and [`RouteError::Weight`](crate::RouteError::Weight) for options
    /// with a negative length, NaN, or a weight of zero; else as
    /// [`Navigator::traversability`].
    ///
    /// ```
    /// use voxnav::{Agent, Destination, Navigator, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
    /// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
    /// let near = Destination::within([12.0, 1.0, 1.0], 3.0);
    /// let route = navigator.find_route(drone, [1.0; 3], near)?;
    /// assert_eq!(route.waypoints.last().map(|at| at.x), Some(9.0));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    #[doc(alias = "find_path")]
    pub fn find_route(
        &mut self,
        agent: AgentId,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<Route, NavigatorError> {
        let options = self.options;
        self.find_route_with(agent, from, to, &options)
    }

    /// Finds a route as [`find_route`](Self::find_route) does, under options for this one search.
    ///
    /// # Errors
    ///
    /// As [`Navigator::find_route`].
    pub fn find_route_with(
        &mut self,
        agent: AgentId,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        options: &RouteOptions,
    ) -> Result<Route, NavigatorError> {
        let view = self.view(agent, options)?;
        Ok(view.find_route_in(from, to, &mut self.workspace)?)
    }

    /// Returns a snapshot of an agent's world as it is now, with all that searches need, for any thread: later edits do
    /// not change it.
    ///
    /// # Complexity
    ///
    /// Constant if nothing was edited since the last question about the agent; else that of baking the cells near what
    /// was edited ([`traversability`](Self::traversability)), and with
    /// [`keep_away`](RouteOptions::keep_away) that of the distances near what changed, for the 16 of an agent that were
    /// asked for last. Where the body of an agent on
    /// the ground stands is derived by the first search that comes near. The first edit of
    /// an obstacle while a view is alive copies the table of obstacles.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`]; [`RouteError::Bake`](crate::RouteError::Bake) if too many chunks are near
    /// obstacles; [`RouteError::Length`](crate::RouteError::Length) and
    /// [`RouteError::Weight`](crate::RouteError::Weight) for options with a negative length, NaN, or a weight
    /// of zero; [`RouteError::KeepAwayOnGround`](crate::RouteError::KeepAwayOnGround) for a ground agent with
    /// [`keep_away`](RouteOptions::keep_away).
    pub fn view(&mut self, agent: AgentId, options: &RouteOptions) -> Result<View, NavigatorError> {
        options.check()?;
        match self.resident(agent)? {
            Resident::Flying(_) => self.flight_view(agent, options),
            Resident::OnGround(_) => self.ground_view(agent, options),
        }
    }

    /// Returns the view of a ground agent: with the obstacles, where the options ask for the floor.
    pub(super) fn ground_view(
        &mut self,
        id: AgentId,
        options: &RouteOptions,
    ) -> Result<View, NavigatorError> {
        let ground = self.ground(id)?.clone();
        let (agent, scene) = (*self.resident(id)?.agent(), &self.scene);
        let view = View::on_ground(scene.lattice, ground, options)?;
        if scene.obstacles.is_empty() {
            return Ok(view);
        }
        let surroundings = options.on_floor.then(|| Surroundings {
            agent,
            scene: scene.clone(),
        });
        Ok(view.baked_from(surroundings))
    }

    /// Returns the view of a flying agent, under options that were checked.
    fn flight_view(&mut self, id: AgentId, options: &RouteOptions) -> Result<View, NavigatorError> {
        let world = self.traversability(id)?;
        let mut terrain = self.terrain.clone();
        let (resident, scene) = self.flying(id)?;
        if let Some(keep_away) = options.keep_away {
            let margin = resident.margin(keep_away, &world, &scene.lattice);
            terrain = margin.over(terrain);
        }
        let surroundings = Surroundings {
            agent: resident.agent,
            scene: self.scene.clone(),
        };
        Ok(View::among(surroundings, world, terrain, options)?)
    }

    /// Returns the smooth path that an agent follows along a route: its path smoothed in the world as it is
    /// now, from the position that the route starts from to the one that it ends at ([`Route::start`],
    /// [`Route::goal`]), or those of the options. `None` if the route has no path.
    ///
    /// Segments are checked against the cells; those at the two ends, where the agent may stand clear
    /// though its cell is not, also against the obstacles. Where no clear segment can replace a stretch of
    /// the route, that stretch stays as it is.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::SmoothPath`] for ends of the options that are not finite or too far away for any
    /// cell, or have no clear way to the path; else as [`Navigator::traversability`].
    ///
    /// ```
    /// use voxnav::{Agent, Follower, Navigator, SmoothPathOptions, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
    /// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
    /// let (from, to) = ([1.1, 1.0, 1.0], [18.0, 1.0, 5.2]);
    /// let route = navigator.find_route(drone, from, to)?;
    /// let smooth_path = navigator.smooth_path(drone, &route, &SmoothPathOptions::default())?;
    /// let mut follower = Follower::new(smooth_path.ok_or("no way")?);
    /// assert!(follower.path().length() < route.length);
    /// assert!(follower.update(from)?.off_path < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn smooth_path(
        &mut self,
        agent: AgentId,
        route: &Route,
        options: &SmoothPathOptions,
    ) -> Result<Option<SmoothPath>, NavigatorError> {
        let view = self.view(agent, &RouteOptions::default())?;
        let id = agent.to_bits();
        let flight = view.flight().ok_or(NavigatorError::OnGround { id })?;
        Ok(flight.smooth_path(route, options)?)
    }

    /// Returns the space that straight ways of an agent are checked against in the world as it is now, for
    /// [`Follower::clear_look_ahead`](crate::Follower::clear_look_ahead) and
    /// [`Follower::check`](crate::Follower::check): the cells of its world, and the obstacles themselves, among
    /// which it may stand clear where its cell is not.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Navigator::traversability`].
    pub fn space(&mut self, agent: AgentId) -> Result<Space<'_>, NavigatorError> {
        let world = self.traversability(agent)?;
        let colliders = (self.scene).colliders(&self.flying_resident(agent)?.agent);
        let space = Space::planned(&world).among(colliders);
        Ok(space.or_among(colliders, self.scene.bounds))
    }
}

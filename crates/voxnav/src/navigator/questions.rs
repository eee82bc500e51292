//! Routes of a navigator's agents, in the world as it is now, and views of it for searches elsewhere.

use std::sync::Arc;

use glam::DVec3;

use super::{AgentId, Navigator, NavigatorError};
use crate::routes::surroundings::Surroundings;
use crate::routes::{AgentView, Destination, Route, RouteOptions};

impl Navigator {
    /// Finds the best route of an agent from a position to a destination, in the world as it is now,
    /// under the [options](Self::options) of the navigator.
    ///
    /// A destination is a position, or a [`Destination`] for the nearest of many.
    /// [`AgentView::find_route`] says how routes begin and end. That there is no route, or that an end is
    /// blocked or outside the bounds, is an [`Outcome`](crate::Outcome), not an error.
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
    /// That of [`traversability`](Self::traversability), and with
    /// [`keep_away`](RouteOptions::keep_away) that of the distances near what changed. The first edit of
    /// an obstacle while a view is alive copies the table of obstacles.
    ///
    /// # Errors
    ///
    /// [`RouteError::Length`](crate::RouteError::Length) and [`RouteError::Weight`](crate::RouteError::Weight) for options
    /// with a negative length, NaN, or a weight of zero; else as
    /// [`Navigator::traversability`].
    pub fn view(
        &mut self,
        agent: AgentId,
        options: &RouteOptions,
    ) -> Result<AgentView, NavigatorError> {
        options.check()?;
        let world = self.traversability(agent)?;
        let mut terrain = self.terrain.clone();
        let (resident, sources) = self.resident(agent)?;
        if let Some(keep_away) = options.keep_away {
            let margin = resident.margin(keep_away, &world, sources.lattice);
            terrain = margin.over(terrain);
        }
        let agent = resident.agent;
        let surroundings = Surroundings {
            obstacles: Arc::clone(&self.obstacles),
            agent,
            cells: self.cells.clone(),
            bounds: self.bounds,
        };
        let lattice = self.lattice;
        Ok(AgentView::among(
            surroundings,
            lattice,
            world,
            terrain,
            *options,
        ))
    }
}

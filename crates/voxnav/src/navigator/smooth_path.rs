//! Smooth paths along routes.

use super::residents::unknown;
use super::{AgentId, Navigator, NavigatorError};
use crate::following::{SmoothPath, SmoothPathOptions};
use crate::routes::{Route, RouteOptions};
use crate::smoothing::Space;

impl Navigator {
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
        Ok(view.smooth_path(route, options)?)
    }

    /// Returns the space that straight ways of an agent are checked against in the world as it is now, for
    /// [`Follower::clear_look_ahead`](crate::Follower::clear_look_ahead) and
    /// [`Follower::check`](crate::Follower::check): the cells of its world, and the obstacles themselves, among
    /// which it may stand clear where its cell is not.
    ///
    /// # Errors
    ///
    /// As [`Navigator::traversability`].
    pub fn space(&mut self, agent: AgentId) -> Result<Space<'_>, NavigatorError> {
        let world = self.traversability(agent)?;
        let colliders = (self.scene).colliders(self.agent(agent).ok_or(unknown(agent))?);
        let space = Space::planned(&world).among(colliders);
        Ok(space.or_among(colliders, self.scene.bounds))
    }
}

//! From routes to trails.

use super::{AgentId, Navigator, NavigatorError, Route};
use crate::following::{Trail, TrailOptions};
use crate::smoothing::{Colliders, Space};

impl Navigator {
    /// What an agent follows to get along a route: its path smoothed in the world as it is now.
    /// `None` if the route has no path.
    ///
    /// Segments are checked against the cells, and for an agent whose box is thinner than a cell
    /// also against the obstacles themselves, which may be thinner than what is between two cells.
    /// Moves of the path itself, from cell to cell, are kept where nothing clear replaces them.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Lattice`] for ends that are not finite or too far away for any cell; else
    /// as [`Navigator::traversability`].
    ///
    /// ```
    /// use voxnav::{Agent, Follower, Navigator, TrailOptions, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
    /// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
    /// let (from, to) = ([1.1, 1.0, 1.0], [18.0, 1.0, 5.2]);
    /// let route = navigator.find_path(drone, from, to)?;
    /// let options = TrailOptions::default().starting_at(from).ending_at(to);
    /// let trail = navigator.trail(drone, &route, &options)?;
    /// let mut follower = Follower::new(trail.ok_or("no way")?);
    /// assert!(follower.trail().length() < route.length);
    /// assert!(follower.update(from)?.off_path < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trail(
        &mut self,
        agent: AgentId,
        route: &Route,
        options: &TrailOptions,
    ) -> Result<Option<Trail>, NavigatorError> {
        let world = self.traversability(agent)?;
        let Some(path) = route.path() else {
            return Ok(None);
        };
        let agent = self
            .agent(agent)
            .ok_or(NavigatorError::UnknownAgent { id: agent })?;
        let space = Space::entered(&world).among(Colliders {
            obstacles: &self.obstacles,
            agent,
            lattice: &self.lattice,
        });
        let trail = Trail::along_path_in(path, &self.lattice, &space, options)?;
        Ok(Some(trail))
    }
}

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
        let space = Space::entered(&world).among(self.colliders_of(agent)?);
        let trail = Trail::along_path_in(path, &self.lattice, &space, options)?;
        Ok(Some(trail))
    }

    /// What straight ways of an agent are checked against in the world as it is now, for
    /// [`Follower::clear_look_ahead`](crate::Follower::clear_look_ahead): the cells of its world, and
    /// the obstacles themselves, among which it may stand clear where its cell is not.
    ///
    /// # Errors
    ///
    /// As [`Navigator::traversability`].
    pub fn space(&mut self, agent: AgentId) -> Result<Space<'_>, NavigatorError> {
        let world = self.traversability(agent)?;
        let colliders = self.colliders_of(agent)?;
        let space = Space::planned(&world).among(colliders);
        // Cells are in the way too where there are any, and are no obstacles.
        Ok(match self.cells {
            None => space.or_among(colliders, self.bounds),
            Some(_) => space,
        })
    }

    fn colliders_of(&self, id: AgentId) -> Result<Colliders<'_>, NavigatorError> {
        let agent = self.agent(id).ok_or(NavigatorError::UnknownAgent { id })?;
        Ok(Colliders {
            obstacles: &self.obstacles,
            agent,
            lattice: &self.lattice,
        })
    }
}

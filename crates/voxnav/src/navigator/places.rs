//! Places where agents can be.

use glam::DVec3;

use super::{AgentId, Navigator, NavigatorError};
use crate::routes::RouteOptions;

impl Navigator {
    /// Returns the place where an agent can be that is put at a position, in world units; `None` where there is none within
    /// a radius. See [`View::nearest_place`](crate::View::nearest_place).
    ///
    /// # Errors
    ///
    /// As [`Navigator::view`]; [`RouteError::Lattice`](crate::RouteError::Lattice) for a position without a cell, and
    /// [`RouteError::Length`](crate::RouteError::Length) for a radius that is negative or NaN.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::glam::DVec3;
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    /// level.insert(Obstacle::between([4.0, 4.0, 0.0], [6.0, 6.0, 2.0]))?;
    /// let drone = level.add_agent(Agent::new([0.2; 3].into()))?;
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
    /// let [free, inside] = [[2.1, 2.1, 1.0], [4.3, 5.0, 1.0]];
    /// assert_eq!(level.nearest_place(drone, free, 2.0)?, Some(free.into()), "where it is");
    /// assert_eq!(level.nearest_place(walker, free, 2.0)?, Some(DVec3::new(2.25, 2.25, 0.0)));
    /// assert_eq!(level.nearest_place(drone, inside, 2.0)?.map(|at| at.x), Some(3.75));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn nearest_place(
        &mut self,
        agent: AgentId,
        position: impl Into<DVec3>,
        radius: f64,
    ) -> Result<Option<DVec3>, NavigatorError> {
        let view = self.view(agent, &RouteOptions::default())?;
        Ok(view.nearest_place(position, radius)?)
    }

    /// Returns a random place where an agent can be, in world units, the same for the same seed; `None` where a thousand
    /// draws find none. See [`View::random_places`](crate::View::random_places), which draws many.
    ///
    /// # Errors
    ///
    /// As [`Navigator::view`].
    ///
    /// ```
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
    /// let feet = level.random_place(walker, 7)?.ok_or("there is a floor")?;
    /// assert_eq!(level.find_route(walker, feet, feet)?.waypoints, [feet]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_place(
        &mut self,
        agent: AgentId,
        seed: u64,
    ) -> Result<Option<DVec3>, NavigatorError> {
        let view = self.view(agent, &RouteOptions::default())?;
        let place = view.random_places(seed).next();
        Ok(place)
    }
}

//! Places where agents can be.

use glam::DVec3;

use super::residents::Resident;
use super::{AgentId, Navigator, NavigatorError};
use crate::ground::Floor;
use crate::routes::{RouteOptions, View};

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
        let view = self.view_of_places(agent)?;
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
        let view = self.view_of_places(agent)?;
        let place = view.random_places(seed).next();
        Ok(place)
    }

    /// Returns the view of an agent that places are asked for in.
    fn view_of_places(&mut self, agent: AgentId) -> Result<View, NavigatorError> {
        let options = RouteOptions::default().on_floor(self.options.on_floor);
        self.view(agent, &options)
    }

    /// Returns the point of the floor below a ground agent, in the world as it is now: see
    /// [`GroundView::floor_under`](crate::ground::GroundView::floor_under).
    ///
    /// # Errors
    ///
    /// As [`Navigator::view`]; [`NavigatorError::Flying`] for a flying agent, and
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for a position without a cell.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces([0.5, 0.5, 0.125], [0.0; 3], [20.0, 20.0, 4.0])?;
    /// level.insert(Obstacle::between([4.0, 4.0, -1.0], [6.0, 6.0, 0.3]))?;
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
    /// let on_slab = level.floor_under(walker, [5.1, 5.2, 0.35])?.ok_or("a slab")?;
    /// assert!((on_slab.z - 0.3).abs() < 1e-3, "{on_slab}");
    /// let beside = level.floor_under(walker, [8.0, 8.0, 0.1])?.ok_or("the floor of all")?;
    /// assert_eq!(beside.z, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn floor_under(
        &mut self,
        agent: AgentId,
        position: impl Into<DVec3>,
    ) -> Result<Option<DVec3>, NavigatorError> {
        let flying = NavigatorError::Flying {
            id: agent.to_bits(),
        };
        if matches!(self.resident(agent)?, Resident::Flying(_)) {
            return Err(flying);
        }
        self.ground(agent)?;
        let scene = &self.scene;
        let Resident::OnGround(resident) = self.resident(agent)? else {
            return Err(flying);
        };
        let Some(ground) = resident.last_ground() else {
            return Ok(None);
        };
        let floor = Floor {
            ground,
            lattice: &scene.lattice,
            among: (!scene.obstacles.is_empty()).then_some((scene, &resident.agent)),
        };
        Ok(floor.under(position.into())?)
    }
}

//! Places where agents can be, and obstacles that would come where agents are.

use glam::DVec3;
use voxnav_occupancy::colliders::{Matter, ObstacleId, Obstacles, Placement};

use super::residents::Resides;
use super::{AgentId, Navigator, NavigatorError};
use crate::routes::RouteOptions;

#[expect(
    private_bounds,
    reason = "there are two kinds of agents, and no others"
)]
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
    pub fn nearest_place<M: Resides>(
        &mut self,
        agent: AgentId<M>,
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
    pub fn random_place<M: Resides>(
        &mut self,
        agent: AgentId<M>,
        seed: u64,
    ) -> Result<Option<DVec3>, NavigatorError> {
        let view = self.view(agent, &RouteOptions::default())?;
        let place = view.random_places(seed).next();
        Ok(place)
    }

    /// Returns an obstacle as if it were placed elsewhere, to be asked whom it would touch there.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Obstacle`] for an unknown id or a bad placement.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    /// let door = level.insert(Obstacle::between([9.0, 9.0, 0.0], [10.0, 11.0, 3.0]))?;
    /// let drone = level.add_agent(Agent::new([0.2; 3].into()))?;
    /// let shut = level.if_moved(door, [4.0, 4.0, 1.5])?;
    /// assert!(shut.touches(drone, [4.6, 4.0, 1.0])?);
    /// assert!(!shut.touches(drone, [4.8, 4.0, 1.0])?);
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn if_moved(
        &self,
        id: ObstacleId,
        placement: impl Into<Placement>,
    ) -> Result<IfMoved<'_>, NavigatorError> {
        let alone = self.scene.obstacles.alone(id, placement)?;
        let navigator = self;
        Ok(IfMoved { navigator, alone })
    }
}

/// An obstacle as if it were placed elsewhere, made by [`Navigator::if_moved`].
///
/// ```
/// use voxnav::colliders::Obstacle;
/// use voxnav::ground::Locomotion;
/// use voxnav::{Agent, Navigator};
///
/// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
/// let lift = level.insert(Obstacle::between([9.0, 9.0, 0.0], [10.0, 11.0, 0.5]))?;
/// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker()))?;
/// let lowered = level.if_moved(lift, [4.0, 4.0, 1.0])?;
/// assert!(lowered.touches(walker, [4.25, 4.25, 0.0])?, "who stands below");
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Debug)]
pub struct IfMoved<'n> {
    navigator: &'n Navigator,
    /// The obstacle at the other place.
    alone: Obstacles,
}

#[expect(
    private_bounds,
    reason = "there are two kinds of agents, and no others"
)]
impl IfMoved<'_> {
    /// Returns whether the obstacle would touch an agent at a position.
    ///
    /// It touches an agent that flies where it would overlap its box, and one on the ground where it would fill a cell that
    /// the body covers, of which one between two cells covers those of both. An obstacle touches nobody on whose layers it
    /// is not, and none that may be entered, such as water, touches anybody.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`]; [`NavigatorError::Agent`] and
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for a position that is not finite or too far away.
    pub fn touches<M: Resides>(
        &self,
        agent: AgentId<M>,
        position: impl Into<DVec3>,
    ) -> Result<bool, NavigatorError> {
        let resident = self.navigator.resident(agent)?;
        let mut matters = self.alone.ids().filter_map(|id| self.alone.matter(id));
        if !matters.any(Matter::fills_cells) {
            return Ok(false);
        }
        let (position, scene) = (position.into(), &self.navigator.scene);
        scene.lattice.coordinates_of(position)?;
        // No body covers cells farther from its position than it is long, and two cells.
        let longest = f64::from(M::agent(resident).half_extents.max_element()) * 2.0;
        let reach = DVec3::splat(longest + scene.lattice.size() * 2.0);
        let mut bounds = self.alone.ids().filter_map(|id| self.alone.bounds(id));
        if !bounds.any(|it| {
            (it.min - position)
                .max(position - it.max)
                .cmple(reach)
                .all()
        }) {
            return Ok(false);
        }
        M::is_touched(resident, scene, &self.alone, position)
    }
}

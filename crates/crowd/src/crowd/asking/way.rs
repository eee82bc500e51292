//! The ways of agents, and how fast they are gone.

use voxnav::glam::DVec3;

use crate::crowd::keeper::Keeper;
use crate::crowd::{Crowd, CrowdError, MoverId, NoWay};

impl Crowd {
    /// Returns the waypoints of the smooth route of an agent, in world units: from where it was when it was given the
    /// route to the end, on the ground of its feet; none if it has no route.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, Mover, Policy};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(Policy::default());
    /// let ann = crowd.add(&mut navigator, Mover::new(drone, [1.0; 3]))?;
    /// crowd.send(ann, [8.0; 3])?;
    /// crowd.update(&mut navigator, 0.1)?;
    /// assert_eq!(crowd.waypoints(ann)?, [[1.0; 3].into(), [8.0; 3].into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn waypoints(&self, id: MoverId) -> Result<Vec<DVec3>, CrowdError> {
        let keeper = self.member(id)?.keeper.as_ref();
        Ok(keeper.map(Keeper::waypoints).unwrap_or_default())
    }

    /// Returns why the route of an agent ends before its destination; `None` if it leads all the way, or there is none.
    ///
    /// Routes end early where the options of the searches allow parts of a way, and where agents stop at unknown space.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn stops_short(&self, id: MoverId) -> Result<Option<NoWay>, CrowdError> {
        let keeper = self.member(id)?.keeper.as_ref();
        Ok(keeper.and_then(Keeper::stops_short))
    }

    /// Returns whether the way of an agent is blocked ahead, as an [`Event::Waits`](crate::crowd::Event::Waits) has told; there is
    /// no event for the moment at which it is free again.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn is_blocked(&self, id: MoverId) -> Result<bool, CrowdError> {
        Ok(self.member(id)?.told.waits)
    }
}

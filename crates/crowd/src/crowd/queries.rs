//! Questions about agents: where they go, and why they do not.

use voxnav::glam::DVec3;
use voxnav::ground::Remedy;
use voxnav::guidance::{MotionLimits, Trajectory};
use voxnav::search::Explain;
use voxnav::{Agent, Navigator, View};

use super::Crowd;
use super::keeper::Keeper;
use super::values::error::CrowdError;
use super::values::event::NoPathReason;
use super::values::id::CrowdAgentId;
use super::values::move_target::MoveTarget;
use super::view::Kind;
use super::view::wary;

impl Crowd {
    /// Returns the waypoints of the smooth route of an agent, in world units: from where it was when it was given the
    /// route to the end, on the ground of its feet; none if it has no route.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]))?;
    /// crowd.send(ann, [8.0; 3])?;
    /// crowd.update(&mut navigator, 0.1)?;
    /// assert_eq!(crowd.waypoints(ann)?, [[1.0; 3].into(), [8.0; 3].into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn waypoints(&self, id: CrowdAgentId) -> Result<Vec<DVec3>, CrowdError> {
        let keeper = self.member(id)?.keeper.as_ref();
        Ok(keeper.map(Keeper::waypoints).unwrap_or_default())
    }

    /// Returns the view of the last update in which an agent plans, for questions such as those for
    /// [places](voxnav::spatial::places); `None` before its first update.
    ///
    /// ```
    /// use voxnav::spatial::places::PlaceQuery;
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]))?;
    /// crowd.update(&mut navigator, 0.0)?;
    /// let view = crowd.view(ann)?.ok_or("it was not updated")?;
    /// let see = PlaceQuery::see([[8.0; 3].into()], 5.0);
    /// let found = view.find_places(crowd.position(ann)?, &see)?;
    /// assert_eq!(found.best[0].position, [1.0; 3].into(), "it is seen from here");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn view(&self, id: CrowdAgentId) -> Result<Option<&View>, CrowdError> {
        let agent = &self.member(id)?.agent;
        let own = wary(agent).and_then(|place| self.wary.get(&place));
        Ok(own
            .or_else(|| self.views.get(&agent.body))
            .map(|view| &**view))
    }

    /// Returns the trajectory of the rest of the route of an agent, from its place in the last update: where it would be at
    /// each moment within limits of its motion, if no other was in its way. `None` if it has no route.
    ///
    /// ```
    /// use voxnav::guidance::MotionLimits;
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]))?;
    /// crowd.send(ann, [8.0, 1.0, 1.0])?;
    /// crowd.update(&mut navigator, 0.0)?;
    /// let timed = crowd.trajectory(ann, &MotionLimits::new(2.0))?.ok_or("no route")?;
    /// assert_eq!(timed.duration(), 3.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Trajectory`], also in the middle of a jump or another move.
    pub fn trajectory(
        &self,
        id: CrowdAgentId,
        limits: &MotionLimits,
    ) -> Result<Option<Trajectory>, CrowdError> {
        let keeper = self.member(id)?.keeper.as_ref();
        let found = keeper.and_then(|keeper| keeper.trajectory(limits));
        let refused = |source| CrowdError::Trajectory { id, source };
        found.transpose().map_err(refused)
    }

    /// Returns why the route of an agent ends before its destination, or why the agent has stopped before that; `None` if it
    /// goes all the way, or there is no route.
    ///
    /// Routes end early where the options of the searches allow parts of a way, and where agents stop at unknown space. Agents
    /// stop where the destination is [taken](NoPathReason::Taken). There is an [`Event::StopsShort`](super::Event::StopsShort) when
    /// the agent has come to such an end.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn partial_reason(&self, id: CrowdAgentId) -> Result<Option<NoPathReason>, CrowdError> {
        let member = self.member(id)?;
        let by_route = member.keeper.as_ref().and_then(Keeper::partial_reason);
        Ok(by_route.or(member.waiting.reason()))
    }

    /// Returns whether the way of an agent is blocked ahead, as an [`Event::PathBlocked`](super::Event::PathBlocked) has told; there is
    /// no event for the moment at which it is free again.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn is_blocked(&self, id: CrowdAgentId) -> Result<bool, CrowdError> {
        Ok(self.member(id)?.told.waits)
    }

    /// Returns the largest agent of the shape of a flying one that would get to its destination; `None` if not even a
    /// point does, there is a way, or the agent is on the ground or has no target with a destination.
    ///
    /// # Complexity
    ///
    /// Up to nine bakes of the world: for a message to a person.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Navigator`] as [`Navigator::find_route_with`].
    pub fn largest_passable_agent(
        &self,
        navigator: &mut Navigator,
        id: CrowdAgentId,
    ) -> Result<Option<Agent>, CrowdError> {
        let member = self.member(id)?;
        let body = member.agent.body;
        let Some(MoveTarget::Destination(to)) = member
            .move_target
            .as_ref()
            .filter(|_| member.kind == Kind::Flying)
        else {
            return Ok(None);
        };
        let options = self.settings.options.explain(Explain::LargestAgent);
        let position = member.agent.position;
        let route = navigator.find_route_with(body, position, to.clone(), &options);
        let route = route.map_err(CrowdError::navigator(id))?;
        Ok(route.enclosure.and_then(|enclosure| enclosure.largest))
    }

    /// Returns whether the body of an agent goes on the ground: what a loaded crowd was saved with, until the next update.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn is_on_ground(&self, id: CrowdAgentId) -> Result<bool, CrowdError> {
        Ok(self.member(id)?.kind == Kind::OnGround)
    }

    /// Returns what would have to change in the world of the last update for a ground agent to get to its
    /// destination; nothing for a flying one, or that has no target with a destination.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Navigator`] as
    /// [`GroundView::remedies`](voxnav::ground::GroundView::remedies).
    pub fn remedies(&self, id: CrowdAgentId) -> Result<Vec<Remedy>, CrowdError> {
        let member = self.member(id)?;
        let view = self.views.get(&member.agent.body);
        let (Some(view), Some(MoveTarget::Destination(to))) = (view, &member.move_target) else {
            return Ok(Vec::new());
        };
        let remedies = view.remedies(member.agent.position, to);
        remedies.map_err(CrowdError::navigator(id))
    }
}

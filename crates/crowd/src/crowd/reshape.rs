//! Agents that change while they are on their way: their speed, radius, priority and body.

use voxnav::spatial::KeepAway;
use voxnav::{AgentId, Navigator, RouteError};

use super::Crowd;
use super::values::agent::CrowdAgent;
use super::values::error::CrowdError;
use super::values::id::CrowdAgentId;
use super::values::place;
use super::view::Kind;
use super::view::View;

impl Crowd {
    /// Sets the speed of an agent, in world units a second. With 0 it stays where it is, and keeps its target.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Speed`] for one that is negative or not finite.
    pub fn set_speed(&mut self, id: CrowdAgentId, speed: f64) -> Result<(), CrowdError> {
        self.change(id, |agent| agent.speed(speed))
    }

    /// Sets the priority of an agent: others make way for one of a higher one.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn set_priority(&mut self, id: CrowdAgentId, priority: i32) -> Result<(), CrowdError> {
        self.change(id, |agent| agent.priority(priority))
    }

    /// Sets the radius of an agent for others, in world units; `None` for that of its body. One that now overlaps
    /// others parts from them, and is reported as [run into](super::Event::Overlaps).
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Radius`] for one that is not finite or not above zero;
    /// [`CrowdError::TooFar`] for one that is too small where the agent is.
    pub fn set_radius(&mut self, id: CrowdAgentId, radius: Option<f64>) -> Result<(), CrowdError> {
        self.change(id, |agent| CrowdAgent { radius, ..agent })
    }

    /// Gives an agent another body of the navigator, such as a larger one. It keeps its position and its target, and is
    /// given another route.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdError, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [9.0; 3])?;
    /// navigator.insert(Obstacle::new(SharedShape::ball(0.5)).at([7.0; 3]))?;
    /// let [small, large] = [0.2, 1.0].map(|half| Agent::new([half; 3].into()));
    /// let [small, large] = [navigator.add_agent(small)?, navigator.add_agent(large)?];
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(small, [3.0; 3]))?;
    /// let bob = crowd.add(&mut navigator, CrowdAgent::new(small, [6.0; 3]))?;
    /// crowd.set_body(&mut navigator, ann, large)?;
    /// let refused = crowd.set_body(&mut navigator, bob, large);
    /// assert!(matches!(refused, Err(CrowdError::NoRoom { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::NoRoom`] where the body does not fit; [`CrowdError::TooFar`] for one that is
    /// too small there; [`CrowdError::Navigator`] for a body of another navigator, or one that was removed, and for one on
    /// the ground of an agent that [keeps away](CrowdAgent::keep_away) from what blocks it.
    pub fn set_body(
        &mut self,
        navigator: &mut Navigator,
        id: CrowdAgentId,
        body: AgentId,
    ) -> Result<(), CrowdError> {
        let agent = CrowdAgent {
            body,
            ..self.member(id)?.agent
        };
        let kind = self.check_room(navigator, id, &agent)?;
        self.leave_plans(id);
        let member = self.member_mut(id)?;
        member.kind = kind;
        member.become_other(agent);
        Ok(())
    }

    /// Sets the room that a flying agent keeps from what blocks it; `None` for that of the crowd. It keeps its target,
    /// and is given another route at its next turn to plan. One that follows a joint plan goes on in it.
    ///
    /// ```
    /// use voxnav::spatial::KeepAway;
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let agent = CrowdAgent::new(drone, [1.0; 3]).keep_away(KeepAway::new(2.0, 4));
    /// let ann = crowd.add(&mut navigator, agent)?;
    /// crowd.set_keep_away(ann, None)?;
    /// assert_eq!(crowd.agent(ann)?.keep_away, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Navigator`] for a distance that is negative or NaN, a weight of zero, and
    /// a ground agent.
    pub fn set_keep_away(
        &mut self,
        id: CrowdAgentId,
        keep_away: Option<KeepAway>,
    ) -> Result<(), CrowdError> {
        self.check_keep_away(id, keep_away)?;
        self.leave_deadlock(id);
        let member = self.member_mut(id)?;
        let is_new = member.agent.keep_away != keep_away;
        let agent = CrowdAgent {
            keep_away,
            ..member.agent
        };
        if member.is_planned {
            member.agent = agent;
        } else if is_new {
            member.become_other(agent);
        }
        Ok(())
    }

    /// Refuses what [`set_keep_away`](Self::set_keep_away) refuses, and changes nothing: for callers that change all agents
    /// of a list or none.
    ///
    /// ```
    /// use voxnav::spatial::KeepAway;
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]))?;
    /// assert!(crowd.check_keep_away(ann, Some(KeepAway::new(-1.0, 4))).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`set_keep_away`](Self::set_keep_away).
    pub fn check_keep_away(
        &self,
        id: CrowdAgentId,
        keep_away: Option<KeepAway>,
    ) -> Result<(), CrowdError> {
        let member = self.member(id)?;
        if member.kind == Kind::OnGround && keep_away.is_some() {
            return Err(CrowdError::navigator(id)(RouteError::KeepAwayOnGround));
        }
        let agent = CrowdAgent {
            keep_away,
            ..member.agent
        };
        agent.check(id)
    }

    /// Refuses an agent whose body does not fit where it is, or that is too far from zero there. Returns the kind of
    /// the body.
    pub(super) fn check_room(
        &mut self,
        navigator: &mut Navigator,
        id: CrowdAgentId,
        agent: &CrowdAgent,
    ) -> Result<Kind, CrowdError> {
        let view = View::of(navigator, (id, agent.body), &self.settings)?;
        if let Some(keep_away) = agent.keep_away {
            View::keeping_away(navigator, (id, agent.body), keep_away, &self.settings)?;
        }
        let is_room = view.is_room_at(agent.position);
        let is_room = is_room.map_err(CrowdError::navigator(id))?;
        place::check(id, agent.position, Some(view.lattice()))?;
        if self.settings.avoidance.is_some() && !self.avoiding.knows(agent.body) {
            self.avoiding.learn(navigator, agent.body, &view);
        }
        self.avoiding.check_reach(id, agent)?;
        self.avoiding.set_lattice(*view.lattice());
        if is_room {
            return Ok(view.kind());
        }
        let position = agent.position;
        Err(CrowdError::NoRoom { id, position })
    }

    fn change(
        &mut self,
        id: CrowdAgentId,
        changed: impl FnOnce(CrowdAgent) -> CrowdAgent,
    ) -> Result<(), CrowdError> {
        let agent = changed(self.member(id)?.agent);
        agent.check(id)?;
        self.avoiding.check_reach(id, &agent)?;
        self.member_mut(id)?.agent = agent;
        Ok(())
    }
}

//! Agents that are sent somewhere, and get there by themselves.
//!
//! A [`Crowd`] has [`CrowdAgent`]s, each with a body of a [`Navigator`], a speed and a [`MoveTarget`]. One
//! [`update`](Crowd::update) a frame notices what was edited, keeps, mends or finds routes within a budget of work,
//! smooths them, steers and moves; it returns [`Event`]s. Agents [avoid](crate::avoidance) each other and never overlap.
//!
//! INVARIANT: an update reads no clock and depends on no hash order: equal calls give equal crowds.

#[cfg(feature = "colliders")]
mod closing;
#[cfg(feature = "mapf")]
mod deadlocks;
mod formations;
mod groups;
#[cfg(feature = "mapf")]
mod joint;
mod keeper;
mod member;
mod others;
mod queries;
mod reasons;
mod reshape;
mod saved;
#[cfg(not(feature = "mapf"))]
mod unplanned;
mod update;
mod values;
mod view;

use std::collections::BTreeMap;

use voxnav::glam::DVec3;
use voxnav::replanning::ReplanWorkspace;
use voxnav::{AgentId, Navigator};

#[cfg(feature = "colliders")]
pub use closing::MoveOutcome;
pub use formations::{Formation, FormationShape};
pub use saved::SavedError;
pub use values::agent::{AgentMotion, Arrival, CrowdAgent, MovedBy};
pub use values::error::CrowdError;
pub use values::event::{Event, Neighbor, NoPathReason};
pub use values::id::CrowdAgentId;
pub use values::move_target::MoveTarget;
pub use values::settings::{CrowdSettings, PlanningStats};

use crate::avoidance::Character;
use formations::Formed;
#[cfg(feature = "mapf")]
use joint::Joint;
use member::Member;
use others::bodies::AvoidanceBodies;
#[cfg(not(feature = "mapf"))]
use unplanned::Joint;
use view::{View, WaryViews};

/// Agents of one world that are sent somewhere and get there.
///
/// # Guarantees
///
/// For each other agents are balls, on the ground upright cylinders. Those that are moved by the crowd never overlap, at
/// no time during an update, but for 2^-30 of their radii, as rounding; where they were put into each other, they part. An
/// agent goes straight for points that its body gets to without touching anything, in the world of the update, and no
/// farther; where nothing better is known it goes on along the route that it has. Where there is a way it arrives.
/// The work of an update is at most that of the [`CrowdSettings`] and of one more search, mended and smoothed: see
/// [`PlanningStats`]. Equal crowds in equal worlds are equal after equal calls.
///
/// Agents that come against each other turn to their right. Where two cannot pass, one goes back to the nearest place
/// out of the way. With the feature `mapf`, agents of one body that stand before each other for ten seconds, if none
/// gets on, get an order from a joint plan over the cells around. They follow it until they are apart, without routes.
/// So all arrive in a room of up to 64 agents of one body and radius, no wider than a cell, where a joint plan is found
/// within its limit, once each has got to the center of a cell of its own. That they get there is tested, not proved:
/// of 408 drawn rooms with corridors, bays, dead ends and doors as wide as one agent, not all arrive in two.
///
/// ```
/// use voxnav::{Agent, Navigator};
/// use voxnav_crowd::crowd::{Crowd, MoveTarget, Event, CrowdAgent, CrowdSettings};
///
/// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
/// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
/// let mut crowd = Crowd::new(CrowdSettings::default());
/// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]).speed(3.0))?;
/// let bob = crowd.add(&mut navigator, CrowdAgent::new(drone, [18.0, 2.0, 3.0]).speed(2.0))?;
/// crowd.send(ann, [12.0, 3.0, 15.0])?;
/// crowd.send(bob, MoveTarget::following(ann, 1.0))?;
/// let mut arrived = Vec::new();
/// while arrived.len() < 2 {
///     for event in crowd.update(&mut navigator, 1.0 / 60.0)? {
///         if let Event::Arrived(who) = event {
///             arrived.push(who);
///         }
///     }
/// }
/// assert!(crowd.position(bob)?.distance(crowd.position(ann)?) <= 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Crowd {
    settings: CrowdSettings,
    members: BTreeMap<CrowdAgentId, Member>,
    next: u32,
    /// The number of updates.
    updates: u64,
    /// The world of each body, as of the last update.
    views: BTreeMap<AgentId, View>,
    wary: WaryViews,
    workspace: ReplanWorkspace,
    work: PlanningStats,
    /// The number of the next group or formation.
    groups: u32,
    formations: BTreeMap<u32, Formed>,
    /// The joint plans that agents follow.
    joints: Vec<Joint>,
    /// The deadlock that is being solved.
    #[cfg(feature = "mapf")]
    solving: Option<Box<deadlocks::Solving>>,
    /// The bodies of agents, as they avoid each other.
    avoiding: AvoidanceBodies,
}

impl Crowd {
    /// Makes an empty crowd.
    #[must_use]
    pub fn new(settings: CrowdSettings) -> Self {
        Self {
            avoiding: AvoidanceBodies::new(settings.avoidance.unwrap_or_default()),
            settings,
            members: BTreeMap::new(),
            next: 0,
            updates: 0,
            views: BTreeMap::new(),
            wary: BTreeMap::new(),
            workspace: ReplanWorkspace::default(),
            work: PlanningStats::default(),
            groups: 0,
            formations: BTreeMap::new(),
            joints: Vec::new(),
            #[cfg(feature = "mapf")]
            solving: None,
        }
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &CrowdSettings {
        &self.settings
    }

    /// Adds an agent of a body of the navigator; it stays where it is until it is [sent](Self::send) somewhere.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Speed`], [`CrowdError::Acceleration`], [`CrowdError::Distance`], [`CrowdError::Radius`] and
    /// [`CrowdError::Position`] for numbers that are none, negative or too large; [`CrowdError::Coarse`] and
    /// [`CrowdError::TooFar`] too far from zero; [`CrowdError::NoRoom`] where the body does not fit;
    /// [`CrowdError::Navigator`] for a body of another navigator, or one that was removed, and for a
    /// [distance to keep](CrowdAgent::keep_away) that is none or of a ground agent; [`CrowdError::TooMany`] after 2^32
    /// agents.
    pub fn add(
        &mut self,
        navigator: &mut Navigator,
        agent: CrowdAgent,
    ) -> Result<CrowdAgentId, CrowdError> {
        let id = CrowdAgentId(self.next);
        let after = self.next.checked_add(1).ok_or(CrowdError::TooMany)?;
        agent.check(id)?;
        let mut member = Member::new(agent);
        member.kind = self.check_room(navigator, id, &agent)?;
        self.members.insert(id, member);
        self.next = after;
        Ok(id)
    }

    /// Removes an agent, and returns it as it was last. If it led a [formation](Self::follow_in_formation), another agent leads
    /// it from then on.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn remove(&mut self, id: CrowdAgentId) -> Result<CrowdAgent, CrowdError> {
        self.leave_plans(id);
        self.hand_over(id);
        let member = self.members.remove(&id).ok_or(CrowdError::Unknown { id })?;
        self.avoiding.forget(&member);
        Ok(member.agent)
    }

    /// Sends an agent somewhere, at once or while it is on its way: it goes on along what it has until there is a better
    /// route.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`], also for an agent to follow that is unknown; [`CrowdError::Position`],
    /// [`CrowdError::Distance`] and [`CrowdError::Velocity`] for targets that are none.
    pub fn send(
        &mut self,
        id: CrowdAgentId,
        move_target: impl Into<MoveTarget>,
    ) -> Result<(), CrowdError> {
        let move_target = move_target.into();
        move_target.check(id)?;
        if let MoveTarget::Follow { leader, .. } = move_target {
            self.member(leader)?;
        }
        self.member(id)?;
        self.leave_plans(id);
        self.member_mut(id)?.send(move_target);
        Ok(())
    }

    /// Has an agent stay where it is, at the next place where it can rest.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn stop(&mut self, id: CrowdAgentId) -> Result<(), CrowdError> {
        self.leave_deadlock(id);
        let member = self.member_mut(id)?;
        if member.move_target.take().is_some() {
            member.home = Some(member.position_at_rest());
        }
        (member.is_planned, member.own_place) = (false, None);
        Ok(())
    }

    /// Puts an agent somewhere: as physics moved it, pushed it, or as a teleport did. If it is off its way, it gets
    /// another.
    ///
    /// The position of a ground agent is that of its feet, at whatever height physics has them: up to half a cell
    /// below the floor counts as on the floor, and in the air it is where it settles below. So a height decides
    /// between two storeys, and a body that is held a little above the floor is on it.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Position`] for one that is not finite, and, once the first agent was added,
    /// [`CrowdError::Navigator`] beyond the cells that there can be, [`CrowdError::Coarse`] and [`CrowdError::TooFar`]: the
    /// agent stays where it was.
    pub fn set_position(
        &mut self,
        id: CrowdAgentId,
        position: impl Into<DVec3>,
    ) -> Result<(), CrowdError> {
        let position = position.into();
        self.check_position(id, position)?;
        // Controllers hold feet anywhere above the ground: heights below that of the body do not count.
        let upright = self.avoiding.upright(self.member(id)?);
        let level = |way: DVec3| match upright {
            Some((up, height)) if way.dot(up).abs() < height => way - up * way.dot(up),
            _ => way,
        };
        self.member_mut(id)?.put(position, level);
        Ok(())
    }

    /// Returns whether [`set_position`](Self::set_position) takes a position: for programs that move all agents or none.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdError, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]))?;
    /// assert_eq!(crowd.check_position(ann, [2.0; 3]), Ok(()));
    /// let far = crowd.check_position(ann, [0.0, 0.0, 5e8]);
    /// assert!(matches!(far, Err(CrowdError::TooFar { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`set_position`](Self::set_position).
    pub fn check_position(
        &self,
        id: CrowdAgentId,
        position: impl Into<DVec3>,
    ) -> Result<(), CrowdError> {
        let position = position.into();
        let agent = CrowdAgent {
            position,
            ..self.member(id)?.agent
        };
        values::place::check(id, position, self.avoiding.lattice())?;
        self.avoiding.check_reach(id, &agent)
    }

    /// Returns an agent as it is.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn agent(&self, id: CrowdAgentId) -> Result<&CrowdAgent, CrowdError> {
        Ok(&self.member(id)?.agent)
    }

    /// Sets the neighbors that do not cooperate, such as a player or vehicles, instead of those set before: agents keep
    /// clear of all that they sweep if they keep their velocities.
    ///
    /// ```
    /// use voxnav_crowd::avoidance::{Shape, Character};
    /// use voxnav_crowd::crowd::{Crowd, CrowdSettings};
    ///
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let player = Shape::Disc { radius: 0.4, height: 1.8 };
    /// crowd.set_characters(&[Character::new(player, [4.0, 1.0, 0.0], [0.0, 2.0, 0.0])])?;
    /// # Ok::<(), voxnav_crowd::crowd::CrowdError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CrowdError::Character`]; those set before stay then.
    pub fn set_characters(&mut self, characters: &[Character]) -> Result<(), CrowdError> {
        self.avoiding.set_characters(characters)
    }

    /// Returns the position of an agent: of a ground agent, of its feet.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn position(&self, id: CrowdAgentId) -> Result<DVec3, CrowdError> {
        Ok(self.member(id)?.agent.position)
    }

    /// Returns the step that an agent makes, or made, in the last update.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn motion(&self, id: CrowdAgentId) -> Result<AgentMotion, CrowdError> {
        Ok(self.member(id)?.motion)
    }

    /// Returns the distance that an agent has still to go, in world units; `None` if it has no route.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn remaining(&self, id: CrowdAgentId) -> Result<Option<f64>, CrowdError> {
        Ok(self.member(id)?.remaining())
    }

    /// Returns the target of an agent, unless it has arrived or stopped.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`].
    pub fn move_target(&self, id: CrowdAgentId) -> Result<Option<&MoveTarget>, CrowdError> {
        Ok(self.member(id)?.move_target.as_ref())
    }

    /// Returns all agents with their ids, in the order in which they were added.
    pub fn agents(&self) -> impl Iterator<Item = (CrowdAgentId, &CrowdAgent)> {
        self.members.iter().map(|(id, member)| (*id, &member.agent))
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the work of the last update.
    #[must_use]
    pub fn work(&self) -> PlanningStats {
        self.work
    }

    fn member(&self, id: CrowdAgentId) -> Result<&Member, CrowdError> {
        self.members.get(&id).ok_or(CrowdError::Unknown { id })
    }

    fn member_mut(&mut self, id: CrowdAgentId) -> Result<&mut Member, CrowdError> {
        self.members.get_mut(&id).ok_or(CrowdError::Unknown { id })
    }
}

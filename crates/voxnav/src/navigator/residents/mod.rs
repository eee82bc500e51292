//! The agents of a navigator, whichever way they move.

mod agent_id;
mod flying;
mod on_ground;
mod stale;

use std::borrow::Borrow;

#[cfg(feature = "colliders")]
use glam::DVec3;
#[cfg(feature = "colliders")]
use voxnav_occupancy::colliders::Obstacles;
use voxnav_occupancy::{Agent, Heading};
use voxnav_search::Locomotion;

#[cfg(feature = "colliders")]
use super::obstacles::is_vast;
use super::{Navigator, NavigatorError};
use crate::routes::questions::sides::shape_of;
#[cfg(feature = "colliders")]
use crate::routes::views::surroundings::Scene;

pub use agent_id::AgentId;
pub(super) use flying::FlyingResident;
pub(super) use on_ground::{GroundCells, GroundResident};

/// The state of an agent: its world, and what has to be done to bring that up to date.
pub(super) enum Resident<'n> {
    Flying(&'n FlyingResident),
    OnGround(&'n GroundResident),
}

impl<'n> Resident<'n> {
    /// Returns the box of the agent.
    pub(super) fn agent(&self) -> &'n Agent {
        match self {
            Self::Flying(resident) => &resident.agent,
            Self::OnGround(resident) => &resident.agent,
        }
    }

    /// Returns whether some obstacles touch the agent at a position.
    #[cfg(feature = "colliders")]
    pub(super) fn is_touched(
        &self,
        scene: &Scene,
        obstacles: &Obstacles,
        position: DVec3,
    ) -> Result<bool, NavigatorError> {
        match self {
            Self::Flying(resident) => resident.is_touched(obstacles, position),
            Self::OnGround(resident) => resident.is_touched(scene, obstacles, position),
        }
    }
}

/// An agent to be [added](Navigator::add_agent) to a navigator: an [`Agent`] flies, an agent with a [`Locomotion`]
/// goes on the ground, and one that also has a [`Heading`] has its own up axis. An
/// [`AgentSpec`](crate::specs::AgentSpec) is one of these, as data.
pub trait Body {
    /// Adds the agent.
    #[doc(hidden)]
    fn join(self, navigator: &mut Navigator) -> Result<AgentId, NavigatorError>;
}

impl Body for Agent {
    fn join(self, navigator: &mut Navigator) -> Result<AgentId, NavigatorError> {
        navigator.check_box(self.half_extents)?;
        shape_of(&navigator.scene.lattice)?;
        #[cfg(feature = "colliders")]
        if is_vast(navigator.scene.bounds) {
            let obstacles = &navigator.scene.obstacles;
            obstacles.check_bake(&navigator.scene.lattice, &self, navigator.scene.bounds)?;
        }
        let id = navigator.next_id()?;
        navigator.flying.insert(id, FlyingResident::new(self));
        Ok(id)
    }
}

impl Body for &crate::specs::AgentSpec {
    fn join(self, navigator: &mut Navigator) -> Result<AgentId, NavigatorError> {
        let body = self.body()?;
        let locomotion = self.locomotion(&navigator.scene.lattice)?;
        let up = self.ground.as_ref().and_then(|ground| ground.up);
        match (locomotion, up) {
            (None, _) => body.join(navigator),
            (Some(locomotion), None) => (body, locomotion).join(navigator),
            (Some(locomotion), Some(up)) => (body, locomotion, up).join(navigator),
        }
    }
}

impl<L: Borrow<Locomotion>> Body for (Agent, L) {
    fn join(self, navigator: &mut Navigator) -> Result<AgentId, NavigatorError> {
        let (agent, locomotion) = (self.0, self.1.borrow());
        let up = up_of(&agent, locomotion, navigator.up)?;
        (agent, locomotion, up).join(navigator)
    }
}

impl<L: Borrow<Locomotion>> Body for (Agent, L, Heading) {
    fn join(self, navigator: &mut Navigator) -> Result<AgentId, NavigatorError> {
        let (agent, locomotion, up) = (self.0, self.1.borrow(), self.2);
        let turned = (locomotion.up != up).then(|| locomotion.clone().with_up(up));
        let locomotion = turned.as_ref().unwrap_or(locomotion);
        let resident = GroundResident::new(agent, locomotion, &navigator.scene)?;
        navigator.check_links(&resident)?;
        let id = navigator.next_id()?;
        navigator.on_ground.insert(id, resident);
        Ok(id)
    }
}

/// Returns the direction of up of an agent: its own unless that is the one of all presets, else that of the navigator.
///
/// Refuses a body tallest along y if no up axis was set: its routes would lead through the air.
fn up_of(
    agent: &Agent,
    locomotion: &Locomotion,
    said: Option<Heading>,
) -> Result<Heading, NavigatorError> {
    let own = locomotion.up;
    if own != Heading::Z {
        return Ok(own);
    }
    let half = agent.half_extents;
    if said.is_none() && half.y > half.x && half.y > half.z {
        return Err(NavigatorError::UpUnsaid);
    }
    Ok(said.unwrap_or(own))
}

impl Navigator {
    /// Adds an agent: an [`Agent`] flies, or goes wherever cells are free; an agent with a [`Locomotion`] walks, jumps,
    /// climbs, swims or flies by the moves of that. Nothing is derived before the first question about it.
    ///
    /// # Agents on the ground
    ///
    /// The body is the box of the agent, in world units: it covers the cells that the box overlaps
    /// across, and as many from its feet up as the box is high. That and the policy for unknown cells
    /// take the place of those of the locomotion, whose heights and gaps are in cells. Up is that of the navigator
    /// ([`with_up`](Self::with_up)), unless the locomotion has one other than +z, or is followed by another.
    ///
    /// The agent moves among the cells that obstacles on its layers fill, in part or whole, and those that were
    /// [set](Self::set_cells), with their [materials](Self::set_material). What lies outside the bounds
    /// bears it, too.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::TooManyAgents`]; [`NavigatorError::UpUnsaid`] for a body on the ground that is highest along y
    /// where nothing reports which way is up. For a flying agent, [`NavigatorError::Agent`] unless its half extents are
    /// finite and not negative, or if the bounds lie too far out for box queries;
    /// [`RouteError::Bake`](crate::RouteError::Bake) if obstacles come near too many chunks to be baked for it. For a
    /// ground agent, [`NavigatorError::Locomotion`] for abilities that are contradictory or out of range;
    /// [`RouteError::Footprint`](crate::RouteError::Footprint) for half extents that are negative, not finite or more
    /// than 63 cells; [`NavigatorError::Link`] if a link lies outside the bounds for its feet.
    ///
    /// ```
    /// use voxnav::colliders::Obstacle;
    /// use voxnav::grid::Heading;
    /// use voxnav::ground::{Action, Jump, Locomotion};
    /// use voxnav::parry3d::shape::SharedShape;
    /// use voxnav::{Agent, Navigator};
    ///
    /// // Two roofs, y up, with a gap of a meter between them.
    /// let navigator = Navigator::in_region(0.5, [0.0, 0.0, 0.0], [12.0, 8.0, 4.0])?;
    /// let mut navigator = navigator.with_up(Heading::Y);
    /// for x in [2.0, 8.5] {
    ///     let house = Obstacle::new(SharedShape::cuboid(2.7, 2.2, 2.2)).at([x, 2.0, 2.0]);
    ///     navigator.insert(house)?;
    /// }
    /// let jump = Some(Jump { gap: 3, ..Jump::over_one() });
    /// let hero = Locomotion { jump, ..Locomotion::walker() };
    /// let hero = navigator.add_agent((Agent::new([0.2, 0.9, 0.2].into()), hero))?;
    /// let route = navigator.find_route(hero, [1.0, 5.0, 2.0], [10.0, 5.0, 2.0])?;
    /// let actions: Vec<_> = route.legs().iter().map(|leg| leg.action).collect();
    /// assert_eq!(actions, [Action::Walk, Action::Jump, Action::Walk]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_agent(&mut self, body: impl Body) -> Result<AgentId, NavigatorError> {
        body.join(self)
    }

    /// Returns whether an id may be one of this navigator.
    pub(super) fn owns(&self, id: AgentId) -> bool {
        id.is_of((!self.takes_all_ids).then_some(self.number))
    }

    /// Returns an id that was never given out.
    fn next_id(&mut self) -> Result<AgentId, NavigatorError> {
        let id = AgentId::of(self.number, self.next_agent);
        self.next_agent = (self.next_agent.checked_add(1)).ok_or(NavigatorError::TooManyAgents)?;
        Ok(id)
    }

    /// Removes an agent and its world. Views and snapshots of that world stay valid.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`].
    pub fn remove_agent(&mut self, id: AgentId) -> Result<Agent, NavigatorError> {
        let agent = *self.resident(id)?.agent();
        self.flying.remove(&id);
        self.on_ground.remove(&id);
        let left = &self.on_ground;
        let is_left = |cells: &GroundCells| left.values().any(|it| cells.are_of(&it.agent));
        self.ground_cells.retain(is_left);
        Ok(agent)
    }

    /// Returns the agents with their ids, in the order in which they were added; ground agents with their
    /// locomotion, which has the body in cells.
    ///
    /// ```
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0; 3])?;
    /// let walker = navigator.add_agent((Agent::new([0.3, 0.3, 0.9].into()), &Locomotion::walker()))?;
    /// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    /// let agents = navigator.agents().map(|(id, _, locomotion)| (id, locomotion.is_some()));
    /// assert_eq!(agents.collect::<Vec<_>>(), [(walker, true), (drone, false)]);
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn agents(&self) -> impl Iterator<Item = (AgentId, &Agent, Option<&Locomotion>)> {
        let flying = self.flying.iter().map(|(id, it)| (*id, &it.agent, None));
        let on_ground = self.on_ground.iter();
        let on_ground = on_ground.map(|(id, it)| (*id, &it.agent, Some(&it.locomotion)));
        let mut agents: Vec<_> = flying.chain(on_ground).collect();
        agents.sort_by_key(|agent| agent.0);
        agents.into_iter()
    }

    /// Returns the agent of an id; `None` for an unknown one, or one of another navigator.
    #[must_use]
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        Some(self.resident(id).ok()?.agent())
    }

    /// Returns the state of an agent of this navigator.
    pub(super) fn resident(&self, id: AgentId) -> Result<Resident<'_>, NavigatorError> {
        let flying = self.flying.get(&id).map(Resident::Flying);
        let resident = flying.or_else(|| self.on_ground.get(&id).map(Resident::OnGround));
        let resident = resident.filter(|_| self.owns(id));
        resident.ok_or(NavigatorError::UnknownAgent { id: id.to_bits() })
    }

    /// Returns the state of a flying agent.
    pub(super) fn flying_resident(&self, id: AgentId) -> Result<&FlyingResident, NavigatorError> {
        match self.resident(id)? {
            Resident::Flying(resident) => Ok(resident),
            Resident::OnGround(_) => Err(NavigatorError::OnGround { id: id.to_bits() }),
        }
    }

    /// Returns the state of a ground agent.
    pub(super) fn ground_resident(&self, id: AgentId) -> Result<&GroundResident, NavigatorError> {
        match self.resident(id)? {
            Resident::Flying(_) => Err(NavigatorError::Flying { id: id.to_bits() }),
            Resident::OnGround(resident) => Ok(resident),
        }
    }
}

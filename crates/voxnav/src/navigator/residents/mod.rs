//! The agents of a navigator, whichever way they move.

mod agent_id;
mod flying;
mod on_ground;
mod stale;

use std::borrow::Borrow;
use std::collections::BTreeMap;

#[cfg(feature = "colliders")]
use glam::DVec3;
#[cfg(feature = "colliders")]
use voxnav_occupancy::colliders::Obstacles;
use voxnav_occupancy::{Agent, Heading};
use voxnav_search::{Flight, Ground, Locomotion};

#[cfg(feature = "colliders")]
use super::obstacles::is_vast;
use super::{Navigator, NavigatorError};
#[cfg(feature = "colliders")]
use crate::routes::surroundings::Scene;
use crate::routes::{RouteOptions, Stand, View};

pub use agent_id::AgentId;
pub(super) use flying::FlyingResident;
pub(super) use on_ground::{GroundCells, GroundResident};

/// The agents of one kind, by their ids.
pub(super) type Residents<M> = BTreeMap<AgentId<M>, <M as Resides>::Resident>;

/// Moves of agents that a navigator keeps.
pub(crate) trait Resides: Stand + 'static {
    /// The state of an agent: its world, and what has to be done to bring that up to date.
    type Resident: 'static;

    /// Returns the agents of a navigator that move this way.
    fn residents(navigator: &Navigator) -> &Residents<Self>;

    /// Returns the agents of a navigator that move this way, to be changed.
    fn residents_mut(navigator: &mut Navigator) -> &mut Residents<Self>;

    /// Returns the box of an agent.
    fn agent(resident: &Self::Resident) -> &Agent;

    /// Returns whether some obstacles touch an agent at a position.
    #[cfg(feature = "colliders")]
    fn is_touched(
        resident: &Self::Resident,
        scene: &Scene,
        obstacles: &Obstacles,
        position: DVec3,
    ) -> Result<bool, NavigatorError>;

    /// Returns a snapshot of the world of an agent.
    fn view(
        navigator: &mut Navigator,
        id: AgentId<Self>,
        options: &RouteOptions,
    ) -> Result<View<Self>, NavigatorError>;
}

/// An agent to be [added](Navigator::add_agent) to a navigator: an [`Agent`] flies, an agent with a [`Locomotion`]
/// goes on the ground, and one with a [`Heading`] beside it has an up of its own.
pub trait Body {
    /// The moves of the agent.
    type Moves;

    /// Adds the agent.
    #[doc(hidden)]
    fn join(self, navigator: &mut Navigator) -> Result<AgentId<Self::Moves>, NavigatorError>;
}

impl Body for Agent {
    type Moves = Flight;

    fn join(self, navigator: &mut Navigator) -> Result<AgentId, NavigatorError> {
        navigator.check_box(self.half_extents)?;
        #[cfg(feature = "colliders")]
        if is_vast(navigator.scene.bounds) {
            let obstacles = &navigator.scene.obstacles;
            obstacles.check_bake(&navigator.scene.lattice, &self, navigator.scene.bounds)?;
        }
        navigator.take_in(FlyingResident::new(self))
    }
}

impl<L: Borrow<Locomotion>> Body for (Agent, L) {
    type Moves = Ground;

    fn join(self, navigator: &mut Navigator) -> Result<AgentId<Ground>, NavigatorError> {
        let (agent, locomotion) = (self.0, self.1.borrow());
        let up = up_of(&agent, locomotion, navigator.up)?;
        (agent, locomotion, up).join(navigator)
    }
}

impl<L: Borrow<Locomotion>> Body for (Agent, L, Heading) {
    type Moves = Ground;

    fn join(self, navigator: &mut Navigator) -> Result<AgentId<Ground>, NavigatorError> {
        let (agent, locomotion, up) = (self.0, self.1.borrow(), self.2);
        let turned = (locomotion.up != up).then(|| locomotion.clone().with_up(up));
        let locomotion = turned.as_ref().unwrap_or(locomotion);
        let resident = GroundResident::new(agent, locomotion, &navigator.scene)?;
        navigator.check_links(&resident)?;
        navigator.take_in(resident)
    }
}

/// Returns the direction of up of an agent: its own unless that is the one of all presets, else that of the navigator.
///
/// Refuses a person of a world with y up whom nobody told so, who would be found routes in the air.
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

#[expect(
    private_bounds,
    reason = "there are two kinds of agents, and no others"
)]
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
    /// [`NavigatorError::TooManyAgents`]; [`NavigatorError::UpUnsaid`] for a body on the ground that is highest along y where
    /// nothing says which way is up. For an agent that flies, [`NavigatorError::Agent`] unless its half extents
    /// are finite and not negative, or if the bounds lie too far out for box queries;
    /// [`RouteError::Bake`](crate::RouteError::Bake) if obstacles come near too many chunks to be baked for it. For an
    /// agent on the ground, [`NavigatorError::Locomotion`] for abilities that are contradictory or out of range;
    /// [`RouteError::Footprint`](crate::RouteError::Footprint) for half extents that are negative, not
    /// finite or more than 63 cells; [`NavigatorError::Link`] if a link lies outside the bounds for its feet.
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
    pub fn add_agent<B: Body>(&mut self, body: B) -> Result<AgentId<B::Moves>, NavigatorError> {
        body.join(self)
    }

    /// Returns whether an id may be one of this navigator.
    pub(super) fn owns<M>(&self, id: AgentId<M>) -> bool {
        id.is_of((!self.takes_all_ids).then_some(self.number))
    }

    /// Gives an agent an id that was never given out.
    fn take_in<M: Resides>(&mut self, resident: M::Resident) -> Result<AgentId<M>, NavigatorError> {
        let id = AgentId::of(self.number, self.next_agent);
        self.next_agent = (self.next_agent.checked_add(1)).ok_or(NavigatorError::TooManyAgents)?;
        M::residents_mut(self).insert(id, resident);
        Ok(id)
    }

    /// Removes an agent and its world. Views and snapshots of that world stay valid.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownAgent`].
    pub fn remove_agent<M: Resides>(&mut self, id: AgentId<M>) -> Result<Agent, NavigatorError> {
        let own = self.owns(id);
        let resident = own.then(|| M::residents_mut(self).remove(&id)).flatten();
        let left = &self.on_ground;
        let is_left = |cells: &GroundCells| left.values().any(|it| cells.are_of(&it.agent));
        self.ground_cells.retain(is_left);
        resident
            .map(|resident| *M::agent(&resident))
            .ok_or(unknown(id))
    }

    /// Returns the agents that fly with their ids, in the order in which they were added.
    pub fn agents(&self) -> impl Iterator<Item = (AgentId, &Agent)> {
        let agents = self.flying.iter();
        agents.map(|(id, resident)| (*id, &resident.agent))
    }

    /// Returns the agents on the ground with their ids, in the order in which they were added; the locomotion has the
    /// body in cells.
    pub fn ground_agents(&self) -> impl Iterator<Item = (AgentId<Ground>, &Agent, &Locomotion)> {
        let agents = self.on_ground.iter();
        agents.map(|(id, resident)| (*id, &resident.agent, &resident.locomotion))
    }

    /// Returns the agent of an id; `None` for an unknown one, or one of another navigator.
    #[must_use]
    pub fn agent<M: Resides>(&self, id: AgentId<M>) -> Option<&Agent> {
        self.resident(id).ok().map(M::agent)
    }

    /// Returns the state of an agent of this navigator.
    pub(super) fn resident<M: Resides>(
        &self,
        id: AgentId<M>,
    ) -> Result<&M::Resident, NavigatorError> {
        let resident = M::residents(self).get(&id).filter(|_| self.owns(id));
        resident.ok_or(unknown(id))
    }
}

/// Returns the error for an id that no agent has.
pub(super) fn unknown<M>(id: AgentId<M>) -> NavigatorError {
    NavigatorError::UnknownAgent { id: id.to_bits() }
}

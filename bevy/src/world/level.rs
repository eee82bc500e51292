//! The state behind a world: its navigator, its crowd, and which entity is which.

use std::collections::BTreeMap;
use std::fmt;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use voxnav::colliders::{ObstacleId, Placement};
use voxnav::glam::DVec3;
use voxnav::search::{Partial, Weight};
use voxnav::{Agent, CornerRule, Navigator, NavigatorError, RouteOptions};
use voxnav_crowd::crowd::{Body, Crowd, Event, MoverId, Policy};

use super::{NavCorners, NavSettings, NavUnreachable, NavWorld};
use crate::agent::Shape;
use crate::{NavAgent, NavReason, NavStatus};

/// The navigator and the crowd of a world, for questions that the components do not answer. The plugin adds it to every
/// [`NavWorld`].
#[derive(Component, Default)]
pub struct NavState {
    level: Option<Box<Level>>,
}

impl NavState {
    /// Returns the navigator; `None` until the world is loaded, or if it is refused.
    #[must_use]
    pub fn navigator(&self) -> Option<&Navigator> {
        self.level.as_ref().map(|level| &level.navigator)
    }

    /// Returns the navigator to ask for routes, room and the like. Obstacles, agents and links that are edited here and
    /// not by components last until the world is loaded anew.
    #[must_use]
    pub fn navigator_mut(&mut self) -> Option<&mut Navigator> {
        self.level.as_mut().map(|level| &mut level.navigator)
    }

    /// Returns the crowd; `None` until the world is loaded, or if it is refused.
    #[must_use]
    pub fn crowd(&self) -> Option<&Crowd> {
        self.level.as_ref().map(|level| &level.crowd)
    }

    /// Returns the agent of the crowd that an entity is; `None` if it is none of this world.
    #[must_use]
    pub fn mover(&self, entity: Entity) -> Option<MoverId> {
        Some(self.level.as_ref()?.agents.get(&entity)?.id)
    }

    pub(crate) fn level(&mut self) -> Option<&mut Level> {
        self.level.as_deref_mut()
    }

    pub(super) fn set(&mut self, level: Option<Level>) {
        self.level = level.map(Box::new);
    }
}

impl fmt::Debug for NavState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.level.as_ref();
        formatter
            .debug_struct("NavState")
            .field("obstacles", &level.map(|level| level.obstacles.len()))
            .field("agents", &level.map(|level| level.agents.len()))
            .finish_non_exhaustive()
    }
}

/// A loaded world.
pub(crate) struct Level {
    pub(crate) navigator: Navigator,
    pub(crate) crowd: Crowd,
    /// The bodies of all agents, each with the number of its agents.
    bodies: Vec<(Shape, Body, usize)>,
    pub(crate) obstacles: BTreeMap<Entity, Placed>,
    pub(crate) agents: BTreeMap<Entity, Rider>,
    pub(crate) movers: BTreeMap<MoverId, Entity>,
    /// The number of edits since the last tick.
    pub(crate) edits: usize,
    /// The events of the last update that have not been told.
    pub(crate) events: Vec<Event>,
}

/// An obstacle as it is in the navigator.
pub(crate) struct Placed {
    pub(crate) id: ObstacleId,
    pub(crate) scale: Vec3,
    pub(crate) placement: Placement,
}

/// An agent as it is in the crowd.
pub(crate) struct Rider {
    pub(crate) id: MoverId,
    pub(crate) body: Body,
    pub(crate) agent: NavAgent,
    /// The position of the anchor above that of the crowd.
    pub(crate) above: DVec3,
    /// The global position that was written or read last.
    pub(crate) position: Vec3,
    /// The positions that the agent was sent to, if it was.
    pub(crate) sent: Vec<DVec3>,
    /// True if the agent was sent to the target that it has.
    pub(crate) has_target: bool,
    /// True from the moment that the agent is sent until it has a route.
    pub(crate) is_new: bool,
    pub(crate) status: NavStatus,
    pub(crate) is_paused: bool,
    /// True if the route is another one than the path that was written.
    pub(crate) is_rerouted: bool,
}

impl Rider {
    /// Makes an agent that has no target yet.
    pub(crate) fn new(
        id: MoverId,
        body: Body,
        agent: NavAgent,
        position: Vec3,
        is_paused: bool,
    ) -> Self {
        Self {
            id,
            body,
            agent,
            above: agent.anchor_above(),
            position,
            sent: Vec::new(),
            has_target: false,
            is_new: false,
            status: NavStatus::Idle,
            is_paused,
            is_rerouted: true,
        }
    }

    /// Sets out for a target, at the positions of the entities that it is, if it is any.
    pub(crate) fn set_out(&mut self, sent: Vec<DVec3>) {
        self.sent = sent;
        self.has_target = true;
        self.is_new = true;
        self.status = NavStatus::Planning;
    }

    /// Gives the target up, for a reason if there is one.
    pub(crate) fn give_up(&mut self, reason: Option<NavReason>) {
        self.sent.clear();
        self.has_target = false;
        self.is_rerouted = true;
        self.status = reason.map_or(NavStatus::Idle, NavStatus::Stuck);
    }
}

impl Level {
    /// Loads an empty world.
    pub(super) fn new(world: &NavWorld, settings: &NavSettings) -> Result<Self, NavigatorError> {
        let (min, max) = (world.min.as_dvec3(), world.max.as_dvec3());
        let navigator = Navigator::between_faces(f64::from(world.cell_size), min, max)?;
        Ok(Self {
            navigator,
            crowd: Crowd::new(settings.policy()),
            bodies: Vec::new(),
            obstacles: BTreeMap::new(),
            agents: BTreeMap::new(),
            movers: BTreeMap::new(),
            edits: 0,
            events: Vec::new(),
        })
    }

    /// Returns the body of a shape, which all agents of the shape share.
    pub(crate) fn take_body(&mut self, shape: &Shape) -> Result<Body, NavigatorError> {
        if let Some((_, body, agents)) = self.bodies.iter_mut().find(|it| it.0 == *shape) {
            *agents += 1;
            return Ok(*body);
        }
        let agent = Agent::new(shape.half_extents).with_unknown(shape.unknown);
        let body: Body = match &shape.locomotion {
            None => self.navigator.add_agent(agent)?.into(),
            Some(locomotion) => self.navigator.add_agent((agent, locomotion))?.into(),
        };
        self.bodies.push((shape.clone(), body, 1));
        Ok(body)
    }

    /// Gives a body back, which is removed with its last agent.
    pub(crate) fn leave_body(&mut self, body: Body) {
        let Some(place) = self.bodies.iter().position(|it| it.1 == body) else {
            return;
        };
        self.bodies[place].2 -= 1;
        if self.bodies[place].2 == 0 {
            self.bodies.remove(place);
            // Of this navigator, or gone: an error would say nothing new.
            let _ = match body {
                Body::Flying(id) => self.navigator.remove_agent(id),
                Body::OnGround(id) => self.navigator.remove_agent(id),
                _ => return,
            };
        }
    }

    /// Removes an agent.
    pub(crate) fn remove_agent(&mut self, entity: Entity) {
        if let Some(rider) = self.agents.remove(&entity) {
            self.movers.remove(&rider.id);
            let _ = self.crowd.remove(rider.id);
            self.leave_body(rider.body);
        }
    }

    /// Removes an obstacle; false if there is none.
    pub(crate) fn remove_obstacle(&mut self, entity: Entity) -> bool {
        let Some(placed) = self.obstacles.remove(&entity) else {
            return false;
        };
        let _ = self.navigator.remove(placed.id);
        self.edits += 1;
        true
    }

    /// Returns the side of a cell, in world units.
    pub(crate) fn cell_size(&self) -> f64 {
        self.navigator.lattice().size()
    }
}

impl NavSettings {
    /// Returns the policy of the crowd.
    fn policy(&self) -> Policy {
        let corners = match self.corners {
            NavCorners::Strict => CornerRule::Strict,
            NavCorners::OneSide => CornerRule::OneSide,
            NavCorners::Lenient => CornerRule::Lenient,
        };
        let partial = match self.unreachable {
            NavUnreachable::Stay => Partial::Refused,
            NavUnreachable::GoNear => Partial::Allowed,
        };
        let options = RouteOptions::default().corners(corners).partial(partial);
        Policy::default()
            .work(self.work)
            .detour(Weight::new(f64::from(self.detour)).unwrap_or(Weight::ONE))
            .look_ahead(f64::from(self.look_ahead))
            .stray(f64::from(self.stray))
            .patience(self.patience)
            .longest_wait(self.longest_wait)
            .options(options)
    }
}

//! The state behind a world: its navigator, its crowd, and which entity is which.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_platform::time::Instant;
use bevy_tasks::{AsyncComputeTaskPool, Task, TaskPool, block_on};
use voxnav::colliders::{ObstacleId, Placement};
use voxnav::glam::DVec3;
use voxnav::grid::{Axis, CellState};
use voxnav::ground::{LinkId, WorldLink};
use voxnav::guidance::{MotionLimits, Trajectory};
use voxnav::search::{Partial, Weight};
use voxnav::smoothing::Smoothing;
use voxnav::spatial::places::{PlaceError, PlaceQuery, Places};
use voxnav::{Agent, AgentId, CornerRule, Lattice, Navigator, NavigatorError, RouteOptions, View};
use voxnav_crowd::crowd::{Crowd, CrowdAgentId, CrowdError, CrowdSettings, Event, Neighbor};

use super::{
    NavCorners, NavSettings, NavSmoothing, NavThread, NavUnloaded, NavUnreachable, NavWorld,
};
use crate::agent::Shape;
use crate::matter::MaterialIds;
use crate::motion::TimedMotion;
use crate::target::Formed;
use crate::{NavAgent, NavReason, NavStatus};

/// The navigator and the crowd of a world, for questions that the components do not answer. The plugin adds it to every
/// [`NavWorld`].
#[derive(Component, Default)]
pub struct NavState {
    held: WorldSource,
}

/// The place of a loaded world.
#[derive(Default)]
enum WorldSource {
    /// No world: it is not loaded yet, or refused.
    #[default]
    Nowhere,
    /// Here.
    Here(Box<Level>),
    /// A task updates its crowd.
    Away(Task<Box<Level>>),
}

impl NavState {
    /// Returns the navigator; `None` until the world is loaded, if it is refused, and while a task has it
    /// ([`NavThread::Task`]).
    #[must_use]
    pub fn navigator(&self) -> Option<&Navigator> {
        self.here().map(|level| &level.navigator)
    }

    /// Returns the navigator, for routes and other queries. Obstacles, agents and links that are edited here and
    /// not by components last until the world is loaded again.
    #[must_use]
    pub fn navigator_mut(&mut self) -> Option<&mut Navigator> {
        self.level().map(|level| &mut level.navigator)
    }

    /// Returns the crowd; `None` as [`navigator`](Self::navigator).
    #[must_use]
    pub fn crowd(&self) -> Option<&Crowd> {
        self.here().map(|level| &level.crowd)
    }

    /// Returns the crowd, for systems instead of those of the plugin: see
    /// [`NavSystems::Avoid`](crate::NavSystems::Avoid). Agents that are added or sent here are unknown to the components.
    #[must_use]
    pub fn crowd_mut(&mut self) -> Option<&mut Crowd> {
        self.level().map(|level| &mut level.crowd)
    }

    /// Returns both, for questions such as [`Crowd::largest_passable_agent`].
    #[must_use]
    pub fn both_mut(&mut self) -> Option<(&mut Navigator, &mut Crowd)> {
        let level = self.level()?;
        Some((&mut level.navigator, &mut level.crowd))
    }

    /// Returns the agent of the crowd that an entity is; `None` if it is none of this world.
    #[must_use]
    pub fn agent_id(&self, entity: Entity) -> Option<CrowdAgentId> {
        Some(self.here()?.agents.get(&entity)?.id)
    }

    /// Returns the view of the world that an agent has, as of the last tick, and where the agent is in it: its feet if it
    /// walks, else its center. `None` as [`agent_id`](Self::agent_id), and before the first tick.
    #[must_use]
    pub fn view(&self, entity: Entity) -> Option<(&View, DVec3)> {
        let level = self.here()?;
        let id = level.agents.get(&entity)?.id;
        let view = level.crowd.view(id).ok().flatten()?;
        Some((view, level.crowd.position(id).ok()?))
    }

    /// Finds the best places for an agent, such as by [`PlaceQuery::hide_from`]; `None` as [`view`](Self::view), by which a
    /// system asks for the places of [`View::flee_from`] and [`View::surround`].
    #[must_use]
    pub fn find_places(
        &self,
        entity: Entity,
        query: &PlaceQuery,
    ) -> Option<Result<Places, PlaceError>> {
        let (view, at) = self.view(entity)?;
        Some(view.find_places(at, query))
    }

    /// Returns the trajectory of the rest of an agent's route, y up: where it would be at each moment within limits of its
    /// motion, if no other was in its way. `None` as [`agent_id`](Self::agent_id), and without a route.
    #[must_use]
    pub fn trajectory(
        &self,
        entity: Entity,
        limits: &MotionLimits,
    ) -> Option<Result<Trajectory, CrowdError>> {
        let level = self.here()?;
        let id = level.agents.get(&entity)?.id;
        level.crowd.trajectory(id, &limits.up(Axis::Y)).transpose()
    }

    fn here(&self) -> Option<&Level> {
        match &self.held {
            WorldSource::Here(level) => Some(level),
            _ => None,
        }
    }

    pub(crate) fn level(&mut self) -> Option<&mut Level> {
        match &mut self.held {
            WorldSource::Here(level) => Some(level),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, level: Option<Level>) {
        self.held = level.map_or(WorldSource::Nowhere, |level| {
            WorldSource::Here(Box::new(level))
        });
    }

    /// Waits for the task that has the world, if one does.
    pub(crate) fn fetch(&mut self) {
        self.held = match std::mem::take(&mut self.held) {
            WorldSource::Away(task) => WorldSource::Here(block_on(task)),
            held => held,
        };
    }

    /// Has a task update the crowd, if that is where it is to be updated.
    pub(crate) fn send_away(&mut self, dt: f64) {
        self.held = match std::mem::take(&mut self.held) {
            WorldSource::Here(mut level) if level.thread == NavThread::Task => {
                let pool = AsyncComputeTaskPool::get_or_init(TaskPool::default);
                WorldSource::Away(pool.spawn(async move {
                    level.update(dt);
                    level
                }))
            }
            held => held,
        };
    }
}

impl fmt::Debug for NavState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.here();
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
    bodies: Vec<(Shape, AgentId, usize)>,
    pub(crate) obstacles: BTreeMap<Entity, PlacedObstacle>,
    pub(crate) agents: BTreeMap<Entity, Rider>,
    /// The formations, by their leaders.
    pub(crate) formed: BTreeMap<Entity, Formed>,
    pub(crate) entities: BTreeMap<CrowdAgentId, Entity>,
    /// The thread that updates the crowd.
    pub(crate) thread: NavThread,
    /// The time after which no agent begins to plan in a tick.
    limit: Option<Duration>,
    /// The events of this tick, until they are triggered.
    pub(crate) events: Result<Vec<Event>, CrowdError>,
    /// The number of edits since the last tick.
    pub(crate) edits: usize,
    pub(crate) links: BTreeMap<Entity, (LinkId, WorldLink)>,
    /// The entities of links by the labels that legs name.
    pub(crate) labels: BTreeMap<u32, Entity>,
    /// The entities of the characters, by their places in the list that the crowd has.
    pub(crate) characters: Vec<Entity>,
    /// The materials, once one is needed.
    pub(crate) materials: Option<MaterialIds>,
    /// The state of cells without a chunk.
    pub(crate) unloaded: CellState,
}

/// An obstacle as it is in the navigator.
pub(crate) struct PlacedObstacle {
    pub(crate) id: ObstacleId,
    pub(crate) scale: Vec3,
    pub(crate) placement: Placement,
}

/// An agent as it is in the crowd.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one thing was noted"
)]
pub(crate) struct Rider {
    pub(crate) id: CrowdAgentId,
    pub(crate) body: AgentId,
    pub(crate) agent: NavAgent,
    /// The position of the anchor above that of the crowd.
    pub(crate) above: DVec3,
    /// The global position that was written or read last.
    pub(crate) position: Vec3,
    /// The translation of the transform that was written last; `None` after other code has moved it.
    pub(crate) written: Option<Vec3>,
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
    /// The motion of an agent that goes by the time.
    pub(crate) timed: Option<TimedMotion>,
}

impl Rider {
    /// Makes an agent that has no target yet.
    pub(crate) fn new(
        id: CrowdAgentId,
        body: AgentId,
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
            written: None,
            sent: Vec::new(),
            has_target: false,
            is_new: false,
            status: NavStatus::Idle,
            is_paused,
            is_rerouted: true,
            timed: None,
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
        self.status = reason.map_or(NavStatus::Idle, NavStatus::NoPath);
    }
}

impl Level {
    /// Loads an empty world.
    pub(super) fn new(world: &NavWorld, settings: &NavSettings) -> Result<Self, NavigatorError> {
        let (min, max) = (world.min.as_dvec3(), world.max.as_dvec3());
        let [side, height] = [
            world.cell_size,
            world.cell_height.unwrap_or(world.cell_size),
        ];
        let sizes = [side, height, side].map(f64::from);
        let mut navigator = Navigator::between_faces(sizes, min, max)?;
        let unloaded = match world.unloaded {
            NavUnloaded::Free => CellState::Free,
            NavUnloaded::Unknown => CellState::Unknown,
        };
        if unloaded != CellState::Free {
            navigator.set_cells(navigator.bounds(), unloaded)?;
        }
        Ok(Self {
            navigator,
            crowd: Crowd::new(settings.of_crowd()),
            bodies: Vec::new(),
            obstacles: BTreeMap::new(),
            agents: BTreeMap::new(),
            formed: BTreeMap::new(),
            entities: BTreeMap::new(),
            thread: settings.thread,
            limit: settings.limit(),
            events: Ok(Vec::new()),
            edits: 0,
            links: BTreeMap::new(),
            labels: BTreeMap::new(),
            characters: Vec::new(),
            materials: None,
            unloaded,
        })
    }

    /// Takes the crowd on by a time in seconds, and notes what happened.
    fn update(&mut self, dt: f64) {
        self.plan(dt);
        self.update_positions(dt);
    }

    /// Has the agents plan and steer for a tick of a time in seconds, and notes what happened.
    pub(crate) fn plan(&mut self, dt: f64) {
        let limit = self.limit.map(|limit| (Instant::now(), limit));
        let may_plan = || limit.is_none_or(|(began, limit)| began.elapsed() < limit);
        self.events = self.crowd.update_plans(&mut self.navigator, dt, may_plan);
        self.note_routes();
    }

    /// Has the agents avoid each other and move, unless they could not plan, and notes what happened.
    pub(crate) fn update_positions(&mut self, dt: f64) {
        if let Ok(events) = &mut self.events {
            match self.crowd.update_positions(dt) {
                Ok(more) => events.extend(more),
                Err(refused) => self.events = Err(refused),
            }
            self.lead(dt);
        }
    }

    /// Returns the body of a shape, which all agents of the shape share.
    pub(crate) fn take_body(&mut self, shape: &Shape) -> Result<AgentId, NavigatorError> {
        if let Some((_, body, agents)) = self.bodies.iter_mut().find(|it| it.0 == *shape) {
            *agents += 1;
            return Ok(*body);
        }
        let agent = Agent::new(shape.half_extents).with_unknown(shape.unknown);
        let body = match &shape.locomotion {
            None => self.navigator.add_agent(agent)?,
            Some(locomotion) => self.navigator.add_agent((agent, locomotion))?,
        };
        self.bodies.push((shape.clone(), body, 1));
        Ok(body)
    }

    /// Gives a body back, which is removed with its last agent.
    pub(crate) fn leave_body(&mut self, body: AgentId) {
        let Some(place) = self.bodies.iter().position(|it| it.1 == body) else {
            return;
        };
        self.bodies[place].2 -= 1;
        if self.bodies[place].2 == 0 {
            self.bodies.remove(place);
            // Of this navigator, or gone: an error would say nothing new.
            let _ = self.navigator.remove_agent(body);
        }
    }

    /// Removes an agent.
    pub(crate) fn remove_agent(&mut self, entity: Entity) {
        if let Some(rider) = self.agents.remove(&entity) {
            self.entities.remove(&rider.id);
            let _ = self.crowd.remove(rider.id);
            self.leave_body(rider.body);
        }
    }

    /// Removes an obstacle, if it is one.
    pub(crate) fn remove_obstacle(&mut self, entity: Entity) {
        if let Some(placed) = self.obstacles.remove(&entity) {
            let _ = self.navigator.remove(placed.id);
            self.edits += 1;
        }
    }

    /// Returns the entity of an agent or a character.
    pub(crate) fn entity_of(&self, other: Neighbor) -> Option<Entity> {
        match other {
            Neighbor::Agent(id) => self.entities.get(&id).copied(),
            Neighbor::Character(number) => self.characters.get(number as usize).copied(),
        }
    }

    /// Removes a link.
    pub(crate) fn remove_link(&mut self, entity: Entity) {
        if let Some((id, _)) = self.links.remove(&entity) {
            let _ = self.navigator.remove_link(id);
            self.edits += 1;
        }
    }

    /// Returns the place and the sides of cells.
    pub(crate) fn lattice(&self) -> &Lattice {
        self.navigator.lattice()
    }
}

impl NavSettings {
    /// Returns the limit by time; an invalid one is zero, so that no agent plans.
    fn limit(&self) -> Option<Duration> {
        let seconds = f64::from(self.milliseconds?) / 1000.0;
        Some(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    }

    /// Returns the settings of the crowd.
    fn of_crowd(&self) -> CrowdSettings {
        let corners = match self.corners {
            NavCorners::Strict => CornerRule::Strict,
            NavCorners::OneSide => CornerRule::OneSide,
            NavCorners::Lenient => CornerRule::Lenient,
        };
        let partial = match self.unreachable {
            NavUnreachable::Stay => Partial::Refused,
            NavUnreachable::GoNear => Partial::Allowed,
        };
        let smoothing = match self.smoothing {
            NavSmoothing::Rounded => Smoothing::default(),
            NavSmoothing::Straight => Smoothing::new().pull_string(),
            NavSmoothing::Cells => Smoothing::new(),
        };
        let mut options = RouteOptions::default().corners(corners).partial(partial);
        options.keep_away = self.keep_away.map(Into::into);
        let settings = CrowdSettings::default()
            .budget(self.budget)
            .searches(self.searches)
            .smoothing(smoothing)
            .max_suboptimality(
                Weight::new(f64::from(self.max_suboptimality)).unwrap_or(Weight::ONE),
            )
            .look_ahead(f64::from(self.look_ahead))
            .max_deviation(f64::from(self.max_deviation))
            .min_replan_interval(self.min_replan_interval)
            .max_retry_interval(self.max_retry_interval)
            .options(options);
        if self.anytime {
            settings.anytime()
        } else {
            settings
        }
    }
}

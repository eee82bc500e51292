//! The bodies of agents, as others and the world see them.
//!
//! INVARIANT: positions of bodies count from the origin of the lattice: far from zero, `f64` is coarse.

use std::collections::BTreeMap;

use voxnav::glam::DVec3;
use voxnav::grid::{Axis, Baking};
use voxnav::{Agent, AgentId, Lattice, Navigator};

use crate::avoidance::{
    self, Avoidance, AvoidanceError, BodyId, Character, FreeSpace, FreeSpaceId, MotionGoal,
    Settings, Shape,
};
use crate::crowd::member::Member;
use crate::crowd::values::agent::CrowdAgent;
use crate::crowd::values::error::CrowdError;
use crate::crowd::values::event::Neighbor;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::place::check_reach;
use crate::crowd::view::View;

/// The bodies of all agents.
#[derive(Debug)]
pub(in crate::crowd) struct AvoidanceBodies {
    avoidance: Avoidance,
    kinds: BTreeMap<AgentId, BodyShape>,
    agents: BTreeMap<BodyId, CrowdAgentId>,
    /// The neighbors that do not cooperate, in the world.
    characters: Vec<Character>,
    /// The lattice of the worlds of all bodies; `None` before the first is known.
    lattice: Option<Lattice>,
}

/// The body of an agent of the navigator, as others and the world see it.
#[derive(Clone, Copy, Debug)]
struct BodyShape {
    half: DVec3,
    up: Option<Up>,
    lattice: Lattice,
    room: FreeSpaceId,
}

/// The axis along which ground agents are tall, and the place of the lower face of a body from its feet: its head
/// is below them, by the axis, where up is down the axis.
#[derive(Clone, Copy, Debug)]
struct Up {
    axis: Axis,
    lower: DVec3,
}

/// The least radius of a body, in cells, for agents that are points.
const LEAST: f64 = 1.0 / 1024.0;

/// The part by which bodies are smaller than agents: what bodies keep apart beyond their radii, and a thousandth of that. So
/// agents as wide as a cell pass each other in a corridor two cells wide, between walls that give way by nothing.
const HAIR: f64 = (1.0 + 1.0 / 1024.0) / 1_048_576.0;

/// The distance from its place within which an agent that stands still rests, in cells: above rounding, below what is seen.
/// A diver next to another one may get no nearer.
const THERE: f64 = 1.0 / 65_536.0;

impl AvoidanceBodies {
    pub(in crate::crowd) fn new(settings: Settings) -> Self {
        Self {
            avoidance: Avoidance::new(settings),
            kinds: BTreeMap::new(),
            agents: BTreeMap::new(),
            characters: Vec::new(),
            lattice: None,
        }
    }

    pub(in crate::crowd) fn characters(&self) -> &[Character] {
        &self.characters
    }

    pub(in crate::crowd) fn knows(&self, body: AgentId) -> bool {
        self.kinds.contains_key(&body)
    }

    pub(in crate::crowd) const fn lattice(&self) -> Option<&Lattice> {
        self.lattice.as_ref()
    }

    pub(in crate::crowd) const fn set_lattice(&mut self, lattice: Lattice) {
        self.lattice = Some(lattice);
    }

    /// Returns the time of all ticks together, in seconds.
    pub(in crate::crowd) fn seconds(&self) -> f64 {
        self.avoidance.seconds()
    }

    pub(in crate::crowd) fn set_seconds(&mut self, seconds: f64) {
        self.avoidance.set_seconds(seconds);
    }

    pub(in crate::crowd) fn set_characters(
        &mut self,
        characters: &[Character],
    ) -> Result<(), CrowdError> {
        let refused = |source| CrowdError::Character { source };
        if self.lattice.is_some() {
            self.place_characters(characters).map_err(refused)?;
        } else {
            // How far they are is known with the first body.
            let mut numbers = characters.iter().map(Character::check_numbers);
            numbers.try_for_each(|it| it.map_err(refused))?;
        }
        self.characters = characters.to_vec();
        Ok(())
    }

    fn place_characters(&mut self, characters: &[Character]) -> Result<(), AvoidanceError> {
        let origin = self.lattice.map_or(DVec3::ZERO, |it| it.origin());
        let placed = characters.iter().map(|it| Character {
            position: it.position - origin,
            ..*it
        });
        self.avoidance.set_characters(&placed.collect::<Vec<_>>())
    }

    /// Takes the world of each body as it is now.
    pub(in crate::crowd) fn look(
        &mut self,
        navigator: &Navigator,
        views: &BTreeMap<AgentId, View>,
    ) -> Result<(), CrowdError> {
        self.lattice = (views.values().next().map(|view| *view.lattice())).or(self.lattice);
        let placed = self.place_characters(&self.characters.clone());
        placed.map_err(|source| CrowdError::Character { source })?;
        self.kinds.retain(|body, _| views.contains_key(body));
        for (&body, view) in views {
            self.learn(navigator, body, view);
        }
        Ok(())
    }

    /// Takes the world of a body as it is now.
    pub(in crate::crowd) fn learn(&mut self, navigator: &Navigator, body: AgentId, view: &View) {
        let agent = navigator.agent(body);
        let Some((agent, room)) = agent.and_then(|it| Some((it, room_of(view, it)?))) else {
            return;
        };
        let up = view.up().map(|up| Up {
            axis: up.axis,
            lower: up.step().as_dvec3().min(DVec3::ZERO)
                * (2.0 * f64::from(agent.half_extents[up.axis.index()])),
        });
        let has_ground = self.kinds.values().any(|kind| kind.up.is_some());
        let of_world = || navigator.up().map(|it| it.axis).filter(|_| !has_ground);
        if let Some(axis) = up.map(|it| it.axis).or_else(of_world) {
            self.avoidance.set_up(axis);
        }
        let room = room.of_point_above_feet(up.map_or(DVec3::ZERO, |up| up.lower));
        let room = match self.kinds.get(&body) {
            Some(kind) => {
                // The room was added with the kind.
                let _ = self.avoidance.set_free_space(kind.room, room);
                kind.room
            }
            None => self.avoidance.add_free_space(room),
        };
        let kind = BodyShape {
            half: agent.half_extents.as_dvec3(),
            up,
            lattice: *view.lattice(),
            room,
        };
        self.kinds.insert(body, kind);
    }

    /// Refuses an agent that is too far from the origin for its radius, as far as its body is known.
    pub(in crate::crowd) fn check_reach(
        &self,
        id: CrowdAgentId,
        agent: &CrowdAgent,
    ) -> Result<(), CrowdError> {
        let Some(kind) = self.kinds.get(&agent.body) else {
            return Ok(());
        };
        let origin = kind.lattice.origin();
        check_reach(id, agent.position, kind.shape(agent).radius(), origin)
    }

    /// Takes the body of an agent that leaves the crowd away.
    pub(in crate::crowd) fn forget(&mut self, member: &Member) {
        if let Some(body) = member.body {
            let _ = self.avoidance.remove(body);
            self.agents.remove(&body);
        }
    }

    /// Returns the size of an agent, half of it on each axis, and all of its height.
    pub(in crate::crowd) fn half_of(&self, member: &Member) -> DVec3 {
        let Some(kind) = self.kinds.get(&member.agent.body) else {
            return DVec3::ZERO;
        };
        let radius = DVec3::splat(kind.shape(&member.agent).radius());
        match kind.up {
            Some(up) => radius.max(up.axis.unit().as_dvec3() * (2.0 * kind.half)),
            None => radius,
        }
    }

    /// Returns the axis along which ground agents are tall.
    pub(in crate::crowd) fn axis(&self) -> DVec3 {
        self.avoidance.up().unit().as_dvec3()
    }

    /// Returns the axis along which a ground agent is tall, and its height.
    pub(in crate::crowd) fn upright(&self, member: &Member) -> Option<(DVec3, f64)> {
        let kind = self.kinds.get(&member.agent.body)?;
        let axis = kind.up?.axis;
        Some((axis.unit().as_dvec3(), 2.0 * kind.half[axis.index()]))
    }

    /// Returns the radius of an agent for others; 0 where agents do not avoid each other.
    pub(in crate::crowd) fn radius_of(&self, member: &Member) -> f64 {
        let kind = self.kinds.get(&member.agent.body);
        kind.map_or(0.0, |kind| kind.shape(&member.agent).radius())
    }

    /// Returns the distance between two agents where they touch: next to each other the sum of their radii, above each other
    /// that of their centers or feet.
    pub(in crate::crowd) fn touching(&self, one: &Member, other: &Member) -> f64 {
        let radii = self.radius_of(one) + self.radius_of(other);
        let upright = [one, other].map(|it| self.upright(it));
        let Some((up, _)) = upright[0].or(upright[1]) else {
            return radii;
        };
        let way = one.agent.position - other.agent.position;
        let rise = up.dot(way);
        if (way - up * rise).length() >= radii {
            return radii;
        }
        // Feet are at the lower end, centers of balls in the middle; up may be down the axis.
        let extents = [one, other].map(|it| self.extent(it));
        let [upper, lower] = if rise > 0.0 { [0, 1] } else { [1, 0] };
        extents[lower][1] + extents[upper][0]
    }

    /// Returns how far a body reaches below and above the position of its agent, along the axis along which others are tall.
    pub(in crate::crowd) fn extent(&self, member: &Member) -> [f64; 2] {
        let radius = self.radius_of(member);
        let Some(kind) = self.kinds.get(&member.agent.body) else {
            return [radius; 2];
        };
        match (self.upright(member), kind.up) {
            (Some((_, height)), Some(up)) if up.lower == DVec3::ZERO => [0.0, height],
            (Some((_, height)), _) => [height, 0.0],
            (None, _) => [radius; 2],
        }
    }

    /// Gives each body the place, the velocity and the goal of its agent, and a body to each agent that has none. Returns the
    /// agents that are farther from the origin than a body can be.
    pub(in crate::crowd) fn follow_agents(
        &mut self,
        members: &mut BTreeMap<CrowdAgentId, Member>,
        dt: f64,
    ) -> Vec<CrowdAgentId> {
        let owners = members.values();
        let owners: Vec<_> = owners.filter_map(|it| Some((it.body?, it))).collect();
        let kinds = &self.kinds;
        let refused = (self.avoidance).replace_all(&owners, |member| {
            Some(kinds.get(&member.agent.body)?.body(member, dt))
        });
        let mut without = Vec::new();
        for (&id, member) in members {
            if member.body.is_some_and(|body| !refused.contains(&body)) {
                continue;
            }
            let Some(kind) = self.kinds.get(&member.agent.body) else {
                continue;
            };
            let body = kind.body(member, dt);
            self.forget(member);
            member.body = self.avoidance.add(body).ok();
            self.agents.extend(member.body.map(|body| (body, id)));
            without.extend(member.body.is_none().then_some(id));
        }
        without
    }

    /// Has all bodies choose velocities for a time in seconds at which none touches another.
    pub(in crate::crowd) fn choose_velocities(&mut self, dt: f64) {
        // A time that is none was refused.
        let _ = self.avoidance.tick(dt);
    }

    /// Returns the body of an agent, with the velocity that it has chosen.
    pub(in crate::crowd) fn body_of(&self, member: &Member) -> Option<&avoidance::Body> {
        self.avoidance.body(member.body?).ok()
    }

    /// Returns what happened to the body of an agent in the last tick.
    pub(in crate::crowd) fn events_of(&self, member: &Member) -> &[avoidance::Event] {
        let body = member.body;
        body.map_or(&[], |body| self.avoidance.events_of(body))
    }

    /// Returns the distance from its place within which an agent that stands still rests.
    pub(in crate::crowd) fn there(&self, member: &Member) -> f64 {
        let kind = self.kinds.get(&member.agent.body);
        kind.map_or(0.0, |kind| THERE * kind.lattice.longest_side())
    }

    /// Returns the agent or the character that a body met.
    pub(in crate::crowd) fn other(&self, met: avoidance::Neighbor) -> Option<Neighbor> {
        match met {
            avoidance::Neighbor::Body(body) => Some(Neighbor::Agent(*self.agents.get(&body)?)),
            avoidance::Neighbor::Character(number) => Some(Neighbor::Character(number)),
        }
    }
}

impl BodyShape {
    fn shape(&self, agent: &CrowdAgent) -> Shape {
        let across = match self.up {
            Some(up) => self.half * (1.0 - up.axis.unit().as_dvec3()),
            None => self.half,
        };
        let least = self.lattice.shortest_side() * LEAST;
        let radius = agent.radius.unwrap_or(across.max_element());
        let radius = (radius * (1.0 - HAIR)).max(least);
        match self.up {
            Some(up) => Shape::Disc {
                radius,
                height: (2.0 * self.half[up.axis.index()]).max(least),
            },
            None => Shape::Ball { radius },
        }
    }

    /// Returns where a body is whose agent is at a position in the world.
    fn place(&self, position: DVec3) -> DVec3 {
        let lower = self.up.map_or(DVec3::ZERO, |up| up.lower);
        position - self.lattice.origin() + lower
    }

    fn body(&self, member: &Member, dt: f64) -> avoidance::Body {
        let agent = &member.agent;
        let at = self.place(member.place);
        let mut body = match self.shape(agent) {
            Shape::Disc { radius, height } => avoidance::Body::disc(radius, height, at),
            shape => avoidance::Body::ball(shape.radius(), at),
        };
        body.velocity = member.velocity;
        body.goal = match (member.motion.to, member.home) {
            (Some(to), _) if member.is_planned => {
                MotionGoal::move_along(self.place(to), agent.speed)
            }
            (Some(to), _) if member.claim.is_some() => {
                let in_time = agent.acceleration.map(|_| member.speed_in_time(dt));
                MotionGoal::move_along(self.place(to), in_time.unwrap_or(agent.speed))
            }
            (None, _) if member.is_planned => MotionGoal::move_along(body.position, 0.0),
            (Some(to), _) if member.is_returning => MotionGoal::hold(self.place(to)),
            (Some(to), _) => MotionGoal::move_to(self.place(to), member.speed_in_time(dt)),
            (None, home) => {
                let at = member.yielding.place().or(home).unwrap_or(member.place);
                member
                    .wanted_velocity()
                    .map_or_else(|| MotionGoal::hold(self.place(at)), MotionGoal::velocity)
            }
        };
        body.max_speed = agent.speed;
        body.max_acceleration = agent.acceleration;
        body.priority = agent.priority;
        body.remaining = member.left_to_go();
        body.key = agent.key;
        body.room = Some(self.room);
        body
    }
}

fn room_of(view: &View, agent: &Agent) -> Option<FreeSpace> {
    let room = FreeSpace::of_view(view)?.from_origin();
    Some(if agent.baking == Baking::Centers {
        room.by_sweeps()
    } else {
        room
    })
}

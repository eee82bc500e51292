//! Agents as bodies that avoid each other.
//!
//! Each update, agents tell their bodies where they are and where they want to go next; one tick of an
//! [`Avoidance`](crate::avoidance::Avoidance) moves all; and agents move as their bodies do.
//!
//! INVARIANT: positions of bodies count from the origin of the lattice: far from zero, `f64` is coarse.

mod around;
pub(super) mod away;
mod back;
pub(super) mod claims;
pub(super) mod jams;
pub(super) mod short;
pub(super) mod taken;

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::glam::DVec3;
use voxnav::grid::{Axis, Baking};
use voxnav::{Agent, AgentId, Lattice, Navigator};

use jams::RerouteCosts;

use super::Crowd;
use super::agent::MovedBy;
use super::agent::{AgentMotion, CrowdAgent, CrowdAgentId};
use super::error::CrowdError;
use super::event::{Event, Neighbor, NoPathReason};
use super::member::{Member, in_parallel};
use super::place::{check_reach, spacing_at};
use super::view::View;
use crate::avoidance::{
    self, Avoidance, AvoidanceError, BodyId, Character, FreeSpace, FreeSpaceId, MotionGoal,
    Settings, Shape,
};

/// The bodies of all agents.
#[derive(Debug)]
pub(super) struct AvoidanceBodies {
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

/// The distance by which an agent at rest counts as pushed aside, in what it goes in a second.
const ASIDE: f64 = 0.0625;

/// The part of its speed by which the velocity of an agent may be rounded.
const ROUNDING: f64 = 1e-12;

impl AvoidanceBodies {
    pub(super) fn new(settings: Settings) -> Self {
        Self {
            avoidance: Avoidance::new(settings),
            kinds: BTreeMap::new(),
            agents: BTreeMap::new(),
            characters: Vec::new(),
            lattice: None,
        }
    }

    pub(super) fn characters(&self) -> &[Character] {
        &self.characters
    }

    pub(super) fn knows(&self, body: AgentId) -> bool {
        self.kinds.contains_key(&body)
    }

    pub(super) const fn lattice(&self) -> Option<&Lattice> {
        self.lattice.as_ref()
    }

    pub(super) const fn set_lattice(&mut self, lattice: Lattice) {
        self.lattice = Some(lattice);
    }

    /// Returns the time of all ticks together, in seconds.
    pub(super) fn seconds(&self) -> f64 {
        self.avoidance.seconds()
    }

    pub(super) fn set_seconds(&mut self, seconds: f64) {
        self.avoidance.set_seconds(seconds);
    }

    pub(super) fn set_characters(&mut self, characters: &[Character]) -> Result<(), CrowdError> {
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
    pub(super) fn look(
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
    pub(super) fn learn(&mut self, navigator: &Navigator, body: AgentId, view: &View) {
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
    pub(super) fn check_reach(
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
    pub(super) fn forget(&mut self, member: &Member) {
        if let Some(body) = member.body {
            let _ = self.avoidance.remove(body);
            self.agents.remove(&body);
        }
    }

    /// Returns the size of an agent, half of it on each axis, and all of its height.
    pub(super) fn half_of(&self, member: &Member) -> DVec3 {
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
    pub(super) fn axis(&self) -> DVec3 {
        self.avoidance.up().unit().as_dvec3()
    }

    /// Returns the axis along which a ground agent is tall, and its height.
    pub(super) fn upright(&self, member: &Member) -> Option<(DVec3, f64)> {
        let kind = self.kinds.get(&member.agent.body)?;
        let axis = kind.up?.axis;
        Some((axis.unit().as_dvec3(), 2.0 * kind.half[axis.index()]))
    }

    /// Returns the radius of an agent for others; 0 where agents do not avoid each other.
    pub(super) fn radius_of(&self, member: &Member) -> f64 {
        let kind = self.kinds.get(&member.agent.body);
        kind.map_or(0.0, |kind| kind.shape(&member.agent).radius())
    }

    /// Returns the distance between two agents where they touch: next to each other the sum of their radii, above each other
    /// that of their centers or feet.
    pub(super) fn touching(&self, one: &Member, other: &Member) -> f64 {
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
    pub(super) fn extent(&self, member: &Member) -> [f64; 2] {
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

    /// Tells the body of an agent what the agent is and wants; returns the body that it has then.
    fn tell(
        &mut self,
        id: CrowdAgentId,
        known: Option<BodyId>,
        body: avoidance::Body,
    ) -> Option<BodyId> {
        if let Some(known) = known {
            if self.avoidance.replace(known, body).is_ok() {
                return Some(known);
            }
            // Beyond all places that bodies can be at.
            let _ = self.avoidance.remove(known);
            self.agents.remove(&known);
        }
        let added = self.avoidance.add(body).ok();
        self.agents.extend(added.map(|added| (added, id)));
        added
    }

    fn other(&self, met: avoidance::Neighbor) -> Option<Neighbor> {
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

impl Crowd {
    /// Moves all agents such that they avoid each other, and tells what happened.
    pub(super) fn avoid(&mut self, dt: f64, events: &mut Vec<Event>) {
        let avoiding = &mut self.avoiding;
        let kinds = &avoiding.kinds;
        let bodies = in_parallel(&mut self.members).filter_map(|(id, member)| {
            let kind = kinds.get(&member.agent.body);
            member.settle_down(
                kind.map_or(0.0, |kind| THERE * kind.lattice.longest_side()),
                dt,
            );
            let kind = kind?;
            Some((id, member.body, kind.body(member, dt)))
        });
        for (id, known, body) in bodies.collect::<Vec<_>>() {
            let told = avoiding.tell(id, known, body);
            let is_other = told != known;
            let Some(member) = self
                .members
                .get_mut(&id)
                .filter(|_| is_other || told.is_none())
            else {
                continue;
            };
            member.body = told;
            if told.is_none() && member.move_target.is_some() {
                // It got farther from the origin than a body can be.
                member.told.no_way(id, NoPathReason::OutOfRange, events);
            }
        }
        // A time that is none was refused.
        let told = avoiding.avoidance.tick(dt).map(<[_]>::to_vec);
        let avoiding = &self.avoiding;
        in_parallel(&mut self.members).for_each(|(_, member)| avoiding.take(member, dt));
        let mut still = BTreeMap::new();
        for event in told.unwrap_or_default() {
            let Some(&id) = avoiding.agents.get(&event.body()) else {
                continue;
            };
            match event {
                avoidance::Event::Waits { behind, .. } => {
                    let other = avoiding.other(behind);
                    events.extend(other.map(|it| Event::WaitsFor(id, it)));
                    if let Some(member) = self.members.get_mut(&id) {
                        member.yielding.behind = other;
                    }
                }
                avoidance::Event::Stuck { since, .. } => {
                    events.push(Event::Stuck(id, since));
                    let mut member = self.members.get_mut(&id);
                    if let Some(member) = &mut member {
                        member.jam = member.jam.take().or(Some(RerouteCosts::new()));
                    }
                    // Its place was taken meanwhile: it rests here from now on. In a group, places are exchanged.
                    // With joint plans it may be led back.
                    let rests = |it: &&mut Member| {
                        let is_led_back = cfg!(feature = "mapf");
                        !is_led_back && it.move_target.is_none() && it.own_place.is_none()
                    };
                    if let Some(member) = member.filter(rests) {
                        member.home = member.home.map(|_| member.place);
                        member.is_returning = false;
                    }
                }
                avoidance::Event::Overlaps { with, .. } => {
                    still.entry(id).or_insert((None, false)).0 = avoiding.other(with);
                }
                avoidance::Event::Enclosed { .. } => {
                    still.entry(id).or_insert((None, false)).1 = true;
                }
            }
        }
        if dt > 0.0 {
            let told = in_parallel(&mut self.members).flat_map_iter(|(id, member)| {
                let (run_into, is_enclosed) = still.get(&id).copied().unwrap_or_default();
                member.tell_state(id, run_into, is_enclosed)
            });
            events.extend(told.collect::<Vec<_>>());
        }
    }
}

impl AvoidanceBodies {
    /// Takes over where the body of an agent is.
    fn take(&self, member: &mut Member, dt: f64) {
        let body = member.body.and_then(|body| self.avoidance.body(body).ok());
        let Some(body) = body else {
            member.motion = AgentMotion::default();
            return;
        };
        if dt <= 0.0 {
            return;
        }
        let velocity = if member.stays_by_rounding(body.velocity * dt) {
            DVec3::ZERO
        } else {
            body.velocity
        };
        member.motion.velocity = member.over_step(velocity, dt);
        member.velocity = velocity;
        member.led = (member.agent.position, member.motion.velocity.length() * dt);
        if member.agent.moved_by == MovedBy::Others {
            return;
        }
        let (before, speed) = (member.place, member.agent.speed);
        let position = before + velocity * dt;
        // Without the rounding of the way there.
        let to = member.motion.to.filter(|to| {
            let off = position.distance(*to);
            off <= ROUNDING * speed * dt + 2.0 * spacing_at(*to)
                && before.distance(*to) <= speed * dt
        });
        member.agent.position = to.unwrap_or(position);
        member.place = member.agent.position;
    }
}

impl Member {
    /// Tells what has become of the agent among others, where that is news.
    fn tell_state(
        &mut self,
        id: CrowdAgentId,
        run_into: Option<Neighbor>,
        is_enclosed: bool,
    ) -> impl Iterator<Item = Event> {
        let was = std::mem::replace(&mut self.told.run_into, run_into);
        let run_into = run_into.filter(|_| was != run_into);
        let was = std::mem::replace(&mut self.told.is_enclosed, is_enclosed);
        let is_newly_enclosed = is_enclosed && !was;
        let back = (self.home).map_or(DVec3::ZERO, |it| it - self.place);
        let (aside, far) = (back.length(), ASIDE * self.agent.speed);
        // One that brakes has not been where it rests, and is on its way there.
        let is_pushed = aside > far && self.velocity.dot(back) <= 0.0;
        let is_aside = is_pushed || self.told.is_aside && aside > 0.0;
        let is_newly_aside = is_aside && !self.told.is_aside;
        self.told.is_aside = is_aside;
        let told = [
            run_into.map(|other| Event::Overlaps(id, other)),
            is_newly_enclosed.then_some(Event::Enclosed(id)),
            is_newly_aside.then_some(Event::PushedAside(id)),
        ];
        told.into_iter().flatten()
    }

    /// Returns whether the agent rests, and a way is too short to change its position.
    fn stays_by_rounding(&self, way: DVec3) -> bool {
        let rests = self.home.is_some() && self.motion.to.is_none();
        rests && self.place + way == self.place
    }

    /// Takes note of where the agent rests, if it does: where it stands, if that is no farther than a distance from where it
    /// rested, and where it stops, if it moves on for longer than an update.
    fn settle_down(&mut self, near: f64, dt: f64) {
        let stands = self.velocity == DVec3::ZERO;
        let rest = if self.can_rest(dt) {
            self.place
        } else {
            self.position_at_rest()
        };
        let is_left = |home: &DVec3| !stands || home.distance(self.place) > near;
        self.home = match self.motion.to {
            _ if self.is_planned => self.home,
            _ if self.yielding.away.is_some() => self.home.filter(|_| self.move_target.is_none()),
            Some(_) if !self.is_returning => None,
            None if self.is_moving() => None,
            None if self.waiting.waits() => Some(self.place),
            _ => self.home.filter(is_left).or(Some(rest)),
        };
    }
}

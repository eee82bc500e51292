//! The state of one agent of a crowd.

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::Destination;
use voxnav::glam::DVec3;
use voxnav::ground::Action;
use voxnav::guidance::{Braking, MotionLimits};

#[cfg(feature = "mapf")]
use super::deadlocks::Standstill;
use super::formations::Post;
use super::groups::OwnPlace;
use super::keeper::Keeper;
use super::others::away::Yielding;
use super::others::claims::Claim;
use super::others::jams::{Progress, RerouteCosts};
use super::others::short::Waiting;
use super::reasons::Inquiry;
use super::values::agent::MovedBy;
use super::values::agent::{AgentMotion, CrowdAgent};
use super::values::event::{Event, Neighbor, NoPathReason};
use super::values::id::CrowdAgentId;
use super::values::move_target::MoveTarget;
use super::values::place::rounding_at;
use super::values::settings::CrowdSettings;
use super::view::{Kind, View};
use crate::avoidance::{BodyId, stopping};

/// The end of the way of an agent that follows another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Follows {
    /// The place of that one.
    #[default]
    There,
    /// The nearest place that a way leads to.
    Near,
}

/// An agent with its route.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) agent: CrowdAgent,
    /// The kind of the body, as it was last seen.
    pub(super) kind: Kind,
    /// The place from which the agent goes: its position, where it walks on the ground below its feet.
    pub(super) place: DVec3,
    /// The target, unless it is done.
    pub(super) move_target: Option<MoveTarget>,
    /// The place in a group to which it is sent, or where it rests.
    pub(super) own_place: Option<OwnPlace>,
    /// The post in a formation, in which it follows a leader.
    pub(super) post: Option<Post>,
    /// The share of its speed at which it goes, while it waits for its followers.
    pub(super) pace: f64,
    /// True if the target is new to the keeper.
    pub(super) is_sent: bool,
    pub(super) keeper: Option<Keeper>,
    /// True while the agent follows a joint plan, which then reports where it goes.
    pub(super) is_planned: bool,
    pub(super) motion: AgentMotion,
    /// The last state reported as an event.
    pub(super) told: ReportedState,
    /// The number of updates for which nothing is searched, and how long that was the last time.
    pub(super) wait: u32,
    pub(super) waited: u32,
    /// The body of the agent among others, and its velocity.
    pub(super) body: Option<BodyId>,
    pub(super) velocity: DVec3,
    /// The position of the agent in the last update, and how far its velocity led from there.
    pub(super) led: (DVec3, f64),
    /// The place where it came to rest, to which it goes back.
    pub(super) home: Option<DVec3>,
    /// True while it goes back there by a route.
    pub(super) is_returning: bool,
    /// The way that it makes for others that it stands before.
    pub(super) yielding: Yielding,
    /// The way that it has to itself until it is over.
    pub(super) claim: Option<Claim>,
    /// The wait for its goal, at which another one rests.
    pub(super) waiting: Waiting,
    /// The costs by which it looks for a way since it was stuck.
    pub(super) jam: Option<RerouteCosts>,
    /// The distance that it has left at least, and the time since it came nearer.
    pub(super) progress: Progress,
    /// The time for which it has come no nearer.
    #[cfg(feature = "mapf")]
    pub(super) standstill: Standstill,
    /// The end of its way, if it follows another one.
    pub(super) follows: Follows,
    /// The search for the reason for which it has no way.
    pub(super) inquiry: Option<Box<Inquiry>>,
}

/// The part of a way by which the length that an agent goes may be rounded.
const ROUNDING: f64 = 1e-9;

/// The shares of its acceleration by which an agent brakes and turns on its route. Their squares add up to 1, so that it can do
/// both at once: one that brakes with all of it cannot turn, and goes straight on past a corner before which it has to brake.
const BRAKES: f64 = 0.8;
const TURNS: f64 = 0.6;

/// The share of the way of its velocity up to which an agent that others move obeys: their frames may be longer than the
/// updates of the crowd.
const OBEYS: f64 = 2.0;

/// The least number of agents that one task takes.
const BLOCK: usize = 64;

/// Returns all agents, in their order, for many threads.
pub(super) fn in_parallel(
    members: &mut BTreeMap<CrowdAgentId, Member>,
) -> impl IndexedParallelIterator<Item = (CrowdAgentId, &mut Member)> {
    let members: Vec<_> = members
        .iter_mut()
        .map(|(&id, member)| (id, member))
        .collect();
    members.into_par_iter().with_min_len(BLOCK)
}

/// The state of an agent as its events have told it.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one kind of event was told"
)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ReportedState {
    pub(super) route_version: u64,
    pub(super) waits: bool,
    pub(super) no_way: Option<NoPathReason>,
    pub(super) action: Option<Action>,
    pub(super) partial_reason: Option<NoPathReason>,
    pub(super) has_arrived: bool,
    pub(super) is_aside: bool,
    pub(super) run_into: Option<Neighbor>,
    pub(super) is_enclosed: bool,
    pub(super) waits_for: Option<CrowdAgentId>,
}

impl ReportedState {
    /// Reports that there is no way, unless the same reason was reported last.
    pub(super) fn no_way(&mut self, id: CrowdAgentId, why: NoPathReason, events: &mut Vec<Event>) {
        if self.no_way.replace(why) != Some(why) {
            events.push(Event::NoPath(id, why));
        }
    }
}

impl Member {
    pub(super) fn new(agent: CrowdAgent) -> Self {
        Self {
            place: agent.position,
            agent,
            kind: Kind::Flying,
            move_target: None,
            own_place: None,
            post: None,
            pace: 1.0,
            is_sent: false,
            keeper: None,
            is_planned: false,
            motion: AgentMotion::default(),
            told: ReportedState::default(),
            wait: 0,
            waited: 0,
            body: None,
            velocity: DVec3::ZERO,
            led: (agent.position, 0.0),
            home: None,
            is_returning: false,
            yielding: Yielding::default(),
            claim: None,
            waiting: Waiting::default(),
            jam: None,
            progress: Progress::default(),
            #[cfg(feature = "mapf")]
            standstill: Standstill::default(),
            follows: Follows::default(),
            inquiry: None,
        }
    }

    /// Puts the agent somewhere. If others move it along its step, it keeps its resting place and the agents that it
    /// makes way for; `level` returns the part of a way that counts for that.
    pub(super) fn put(&mut self, position: DVec3, level: impl Fn(DVec3) -> DVec3) {
        let (from, far) = self.led;
        let way = level(position - from).length();
        let is_led = way <= OBEYS * far + rounding_at(position);
        self.move_to(position);
        if is_led && self.agent.moved_by == MovedBy::Others {
            return;
        }
        (self.home, self.is_returning) = (None, false);
        self.waiting = Waiting::default();
        self.stop_yielding();
        if self.agent.moved_by == MovedBy::Crowd {
            self.velocity = DVec3::ZERO;
        }
    }

    /// Sets the position, from which the agent goes on.
    pub(super) const fn move_to(&mut self, position: DVec3) {
        (self.agent.position, self.place) = (position, position);
    }

    /// Finds the place from which the agent goes.
    pub(super) fn find_place(&mut self, view: &View) {
        let position = self.agent.position;
        let is_walk = matches!(self.told.action, None | Some(Action::Walk));
        let follows = if self.is_planned {
            (!is_walk).then_some(position)
        } else {
            self.keeper
                .as_ref()
                .filter(|_| self.is_on_its_way())
                .and_then(Keeper::place)
        };
        self.place = follows.unwrap_or_else(|| view.grounded(position));
    }

    /// Returns whether the agent follows a route: to its destination, back to where it rests, or out of the way.
    pub(super) fn is_on_its_way(&self) -> bool {
        let is_sent = self.move_target.is_some() && !self.is_moving() && !self.told.has_arrived;
        self.is_returning
            || self.yielding.away.is_some()
            || is_sent
            || !self.keeper.as_ref().is_none_or(Keeper::is_at_rest)
    }

    pub(super) fn send(&mut self, move_target: MoveTarget) {
        (self.move_target, self.own_place, self.post) = (Some(move_target), None, None);
        (self.is_sent, self.is_returning) = (true, false);
        (self.wait, self.waited) = (0, 0);
        (self.jam, self.waiting) = (None, Waiting::default());
        self.yielding = Yielding::default();
        self.progress = Progress::default();
        self.inquiry = None;
        let ReportedState {
            route_version,
            action,
            run_into,
            is_enclosed,
            ..
        } = self.told;
        self.told = ReportedState {
            route_version,
            action,
            run_into,
            is_enclosed,
            ..ReportedState::default()
        };
    }

    /// Returns the agent as it arrives: at its place in a group it stops nearer than elsewhere.
    pub(super) fn arriving(&self) -> CrowdAgent {
        let within = self.own_place.map_or(f64::INFINITY, |it| it.within);
        CrowdAgent {
            stopping_distance: self.agent.stopping_distance.min(within),
            ..self.agent
        }
    }

    /// Has the keeper lead somewhere else, or a new one, where there is none yet.
    pub(super) fn set_goal(&mut self, view: &View, to: Destination, settings: &CrowdSettings) {
        if let Some(keeper) = &mut self.keeper {
            keeper.set_goal(to);
        } else {
            let smoothing = settings.smoothing.clone();
            self.keeper = Some(Keeper::new(view, to, settings, smoothing));
        }
    }

    /// Becomes another agent, which has no way yet and keeps its target.
    pub(super) fn become_other(&mut self, agent: CrowdAgent) {
        (self.agent, self.keeper, self.claim) = (agent, None, None);
        (self.is_sent, self.is_returning) = (true, false);
        (self.jam, self.progress) = (None, Progress::default());
        self.waiting = Waiting::default();
        self.yielding = Yielding::default();
    }

    /// Has the agent wait for another one in this update. Returns the event, unless it waited for it before.
    pub(super) fn wait_for(&mut self, id: CrowdAgentId, other: CrowdAgentId) -> Option<Event> {
        (self.motion.to, self.motion.velocity) = (None, DVec3::ZERO);
        let was = self.told.waits_for.replace(other);
        (was != Some(other)).then_some(Event::WaitsFor(id, Neighbor::Agent(other)))
    }

    pub(super) fn remaining(&self) -> Option<f64> {
        self.move_target.as_ref()?;
        if let Some((to, _)) = self.led_to() {
            return Some(self.place.distance(to));
        }
        self.keeper.as_ref()?.remaining()
    }

    /// Returns the distance that counts where two agents are in each other's way: none that is known for one that makes way,
    /// and zero for one that rests at the goal of others.
    pub(super) fn left_to_go(&self) -> f64 {
        if self.move_target.is_none() && self.waiting.is_wanted() {
            return 0.0;
        }
        let left = match self.post() {
            Some(post) => Some(post.left_to_go),
            None => self.remaining(),
        };
        let left = left.filter(|_| self.yielding.away.is_none());
        left.unwrap_or(f64::INFINITY)
    }

    /// Returns whether the agent moves at a caller-supplied velocity, or to a point of a formation that it sees.
    pub(super) fn is_moving(&self) -> bool {
        matches!(self.move_target, Some(MoveTarget::Velocity { .. })) || self.led_to().is_some()
    }

    /// Returns the speed at which the agent goes where nothing is in its way.
    pub(super) fn speed(&self) -> f64 {
        self.agent.speed * self.pace
    }

    /// Returns the greatest speed at which the agent can go for a time and still slow down for the corners of its way, and come
    /// to rest at its end.
    pub(super) fn speed_in_time(&self, dt: f64) -> f64 {
        let speed = self.speed();
        let Some(most) = self.agent.acceleration else {
            return speed;
        };
        if let Some((to, _)) = self.led_to() {
            let law = Braking::new(most, dt);
            return speed.min(law.fastest(0.0, self.place.distance(to)));
        }
        let keeper = self.keeper.as_ref().filter(|_| self.is_on_its_way());
        let limits = MotionLimits::new(speed)
            .braking(BRAKES * most)
            .lateral(TURNS * most);
        let toward = |(keeper, to): (&Keeper, DVec3)| keeper.speed_toward(to, &limits, dt);
        (keeper.zip(self.motion.to).and_then(toward)).unwrap_or(speed)
    }

    /// Returns where the agent stops if it begins to brake now.
    pub(super) fn position_at_rest(&self) -> DVec3 {
        let most = self.agent.acceleration;
        self.place + most.map_or(DVec3::ZERO, |most| stopping(self.velocity, most))
    }

    /// Returns whether the agent can be at rest at the end of an update of some seconds, where it is.
    pub(super) fn can_rest(&self, seconds: f64) -> bool {
        let most = self.agent.acceleration;
        most.is_none_or(|most| self.velocity.length() <= Braking::new(most, seconds).gain())
    }

    /// Returns a velocity of an agent, straight to the end of a step up for one that others move: a controller that moves
    /// by the horizontal part alone would stand before a step for which it is to go straight up.
    pub(super) fn over_step(&self, velocity: DVec3, dt: f64) -> DVec3 {
        let is_led = self.agent.moved_by == MovedBy::Others && self.yielding.goes_back <= 0.0;
        let keeper = self.keeper.as_ref().filter(|_| is_led && !self.is_planned);
        // One that rests where its step has ended may be pushed aside.
        let end = keeper.and_then(Keeper::end_of_step).zip(self.motion.to);
        let Some((to, next)) = end else {
            return velocity;
        };
        let (way, speed) = (to - self.agent.position, velocity.length());
        // Where nothing holds it, it gets to the end, and not ever nearer to it.
        let left = self.place.distance(next);
        let is_free = speed > 0.0 && left <= speed * dt * (1.0 + ROUNDING);
        let speed = if is_free { self.agent.speed } else { speed };
        if dt > 0.0 && way.length() <= speed * dt {
            way / dt
        } else {
            way.normalize_or_zero() * speed
        }
    }

    /// Returns the velocity by which the agent gets to a point, or nearer to it, in some time.
    pub(super) fn toward(&self, to: DVec3, dt: f64) -> DVec3 {
        let way = to - self.place;
        let far = self.speed() * dt;
        if dt > 0.0 && way.length() <= far {
            way / dt
        } else {
            way.normalize_or_zero() * self.speed()
        }
    }
}

//! The post of an agent in a formation: the point that it heads for, how it goes there and when it has arrived.

use voxnav::glam::DVec3;
use voxnav::guidance::Braking;

use crate::crowd::keeper::Keeper;
use crate::crowd::member::Member;
use crate::crowd::others::jams::LONGEST;
use crate::crowd::values::agent::AgentMotion;
use crate::crowd::values::event::Event;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;
use crate::crowd::values::settings::CrowdSettings;
use crate::crowd::view::View;

/// The time in which an agent makes up for being off its point, in seconds.
const MAKES_UP: f64 = 0.5;

/// The time without coming nearer after which its leader goes on without an agent, and after which it rests with its leader, in
/// seconds: before a door there may be others.
const LEFT_BEHIND: f64 = 5.0;
const GIVES_UP: f64 = 10.0;

/// The part of a cell by which a point moves on before an agent that has arrived follows it.
const MOVED: f64 = 0.25;

/// The post of an agent in a formation.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one thing is so"
)]
#[derive(Clone, Copy, Debug)]
pub(in crate::crowd) struct Post {
    /// The number of the formation.
    pub(in crate::crowd) formation: u32,
    /// The point that it heads for; `None` where it follows its leader.
    pub(in crate::crowd) target: Option<DVec3>,
    /// The velocity of the point.
    pub(super) velocity: DVec3,
    /// True if the point is its place in the shape, and none on the trail.
    pub(super) is_open: bool,
    /// True if the agent sees the point.
    pub(super) is_straight: bool,
    /// True if the leader has come to rest.
    rests: bool,
    /// The distance within which the agent has arrived.
    pub(super) within: f64,
    /// The distance from the point.
    pub(super) off: f64,
    /// The least way that it had left to go since the leader stands, and the time since then, in seconds.
    least: f64,
    since: f64,
    /// The distance that counts where it is in the way of others: they go in the order in which they follow.
    pub(in crate::crowd) left_to_go: f64,
    /// True once the leader goes on without it.
    pub(super) is_cut_off: bool,
    /// The point, and the distance from it, at which the agent has arrived.
    rested: Option<(DVec3, f64)>,
}

impl Post {
    /// Makes the post of an agent that is new to a formation.
    pub(in crate::crowd) fn new(formation: u32) -> Self {
        Self {
            formation,
            target: None,
            velocity: DVec3::ZERO,
            is_open: false,
            is_straight: false,
            rests: false,
            within: 0.0,
            off: 0.0,
            left_to_go: f64::INFINITY,
            least: f64::INFINITY,
            since: 0.0,
            is_cut_off: false,
            rested: None,
        }
    }

    /// Takes note of whether the leader rests, and whether it did so far.
    pub(super) fn set_rest(&mut self, rests: bool) {
        if rests && !self.rests {
            (self.least, self.since) = (f64::INFINITY, 0.0);
        }
        self.rests = rests;
    }

    /// Takes note of how far the agent has left to go, while its leader stands, or goes.
    pub(super) fn pass(&mut self, left: f64, gain: f64, stands: bool, dt: f64) {
        if !stands || left <= self.within {
            (self.least, self.since) = (left, 0.0);
        } else if left + gain < self.least {
            (self.least, self.since, self.is_cut_off) = (left, 0.0, false);
        } else {
            self.since += dt.min(LONGEST);
        }
        self.is_cut_off |= self.since > LEFT_BEHIND;
    }
}

impl Member {
    /// Returns the point that the agent sees and heads for in a formation, with the velocity of the point.
    pub(in crate::crowd) fn led_to(&self) -> Option<(DVec3, DVec3)> {
        let post = self.post().filter(|it| it.is_straight)?;
        let is_free = !self.told.has_arrived && self.keeper.as_ref().is_none_or(Keeper::is_at_rest);
        Some((post.target?, post.velocity)).filter(|_| is_free)
    }

    /// Returns whether a follower with a point to head for has to plan, and tells of its arrival.
    pub(in crate::crowd) fn is_bound_to_post(
        &mut self,
        id: CrowdAgentId,
        view: &View,
        events: &mut Vec<Event>,
    ) -> bool {
        let is_at_rest = self.keeper.as_ref().is_none_or(Keeper::is_at_rest);
        let is_at_end = self.keeper.as_ref().is_some_and(|it| it.has_arrived(0.0));
        let at_rest = self.position_at_rest();
        let Some(post) = self.post.as_mut().filter(|_| is_at_rest) else {
            return true;
        };
        if self.told.has_arrived {
            return false;
        }
        // Routes on the ground end in the middle of cells.
        let comes_near = post
            .target
            .is_some_and(|it| it.distance(at_rest) <= post.within);
        let is_near = post.off <= post.within && comes_near
            || is_at_end && !post.is_straight && post.off <= view.cell_size();
        if post.rests && (is_near || post.since > GIVES_UP) {
            post.rested = post.target.map(|it| (it, post.off));
            self.told.has_arrived = true;
            events.push(Event::Arrived(id));
            return false;
        }
        !post.is_straight
    }

    /// Has an agent that has arrived go on if its point has moved on, or it was moved away.
    pub(super) fn leave_rest(&mut self, cell: f64) {
        let Some(post) = self.post.as_mut().filter(|_| self.told.has_arrived) else {
            return;
        };
        let Some(target) = post.target else {
            post.rested = None;
            return;
        };
        let (point, off) = *post.rested.get_or_insert((target, post.off));
        if !post.rests || point.distance(target) > MOVED * cell || post.off > off + cell {
            (self.told.has_arrived, post.rested) = (false, None);
            (post.least, post.since) = (f64::INFINITY, 0.0);
        }
    }

    /// Returns the step of an agent that heads for a point that it sees, which may move: in an update it goes with it, and
    /// makes up for being off.
    pub(in crate::crowd) fn step_to_post(
        &self,
        settings: &CrowdSettings,
        dt: f64,
    ) -> Option<AgentMotion> {
        let (to, velocity) = self.led_to()?;
        if velocity == DVec3::ZERO || dt <= 0.0 {
            let velocity = self.toward(to, dt);
            return Some(AgentMotion {
                to: Some(to),
                velocity,
                action: None,
            });
        }
        let off = to - self.place;
        let braking = self.agent.acceleration.map(|most| Braking::new(most, dt));
        let most = braking.map_or(f64::INFINITY, |it| it.fastest(0.0, off.length()));
        let closing = (off / MAKES_UP.max(dt)).clamp_length_max(most);
        let velocity = (velocity + closing).clamp_length_max(self.agent.speed);
        let next = self.place + velocity * dt;
        Some(AgentMotion {
            to: settings.avoidance.is_none().then_some(next),
            velocity,
            action: None,
        })
    }

    /// Returns the velocity that the agent wants, if it wants one and goes to no point.
    pub(in crate::crowd) fn wanted_velocity(&self) -> Option<DVec3> {
        let wanted = self.move_target.as_ref().and_then(MoveTarget::velocity);
        let led = self.led_to().filter(|_| self.motion.to.is_none());
        wanted.or(led.map(|_| self.motion.velocity))
    }
}

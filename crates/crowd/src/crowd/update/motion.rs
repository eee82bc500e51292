//! The last phase of an update: agents move at their velocities, and report what has become of them among others.

use rayon::prelude::*;
use voxnav::glam::DVec3;

use crate::avoidance::{self, Body};
use crate::crowd::Crowd;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::others::bodies::AvoidanceBodies;
use crate::crowd::others::jams::RerouteCosts;
use crate::crowd::values::agent::{AgentMotion, MovedBy};
use crate::crowd::values::event::{Event, Neighbor};
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::place::spacing_at;

/// The distance by which an agent at rest counts as pushed aside, in what it goes in a second.
const ASIDE: f64 = 0.0625;

/// The part of its speed by which the velocity of an agent may be rounded.
const ROUNDING: f64 = 1e-12;

impl Crowd {
    /// Moves all agents at the velocities that their bodies have chosen; without bodies, by their motions.
    pub(super) fn move_agents(&mut self, dt: f64, events: &mut Vec<Event>) {
        if self.settings.avoidance.is_none() {
            self.members.values_mut().for_each(|member| member.go(dt));
            return;
        }
        let avoiding = &self.avoiding;
        let told = in_parallel(&mut self.members).flat_map_iter(|(id, member)| {
            member.go_with(avoiding.body_of(member), dt);
            member.tell_state(id, avoiding, dt)
        });
        events.extend(told.collect::<Vec<_>>());
    }
}

impl Member {
    /// Moves the agent by its step, at most to where that leads.
    fn go(&mut self, dt: f64) {
        let Some(to) = self
            .motion
            .to
            .filter(|_| self.agent.moved_by == MovedBy::Crowd)
        else {
            return;
        };
        let next = self.place + self.motion.velocity * dt;
        let is_there = self.place.distance(to) <= self.speed() * dt;
        self.move_to(if is_there { to } else { next });
    }

    /// Moves the agent at the velocity of its body, unless others move it; without a body it stays.
    fn go_with(&mut self, body: Option<&Body>, dt: f64) {
        let Some(body) = body else {
            self.motion = AgentMotion::default();
            return;
        };
        if dt <= 0.0 {
            return;
        }
        let velocity = if self.stays_by_rounding(body.velocity * dt) {
            DVec3::ZERO
        } else {
            body.velocity
        };
        self.motion.velocity = self.over_step(velocity, dt);
        self.velocity = velocity;
        self.led = (self.agent.position, self.motion.velocity.length() * dt);
        if self.agent.moved_by == MovedBy::Others {
            return;
        }
        let (before, speed) = (self.place, self.agent.speed);
        let position = before + velocity * dt;
        // Without the rounding of the way there.
        let to = self.motion.to.filter(|to| {
            let off = position.distance(*to);
            off <= ROUNDING * speed * dt + 2.0 * spacing_at(*to)
                && before.distance(*to) <= speed * dt
        });
        self.move_to(to.unwrap_or(position));
    }

    /// Takes note of what happened to the body of the agent, and reports what has become of it, where that is news.
    fn tell_state(
        &mut self,
        id: CrowdAgentId,
        avoiding: &AvoidanceBodies,
        dt: f64,
    ) -> impl Iterator<Item = Event> + use<> {
        let (mut run_into, mut is_enclosed) = (None, false);
        let (mut waits, mut is_stuck) = (None, None);
        for event in avoiding.events_of(self) {
            match *event {
                avoidance::Event::Waits { behind, .. } => {
                    let other = avoiding.other(behind);
                    self.yielding.behind = other;
                    waits = other.map(|it| Event::WaitsFor(id, it));
                }
                avoidance::Event::Stuck { since, .. } => {
                    self.be_stuck();
                    is_stuck = Some(Event::Stuck(id, since));
                }
                avoidance::Event::Overlaps { with, .. } => run_into = avoiding.other(with),
                avoidance::Event::Enclosed { .. } => is_enclosed = true,
            }
        }
        let state = (dt > 0.0).then(|| self.news_of(id, run_into, is_enclosed));
        let state = state.into_iter().flatten();
        waits.into_iter().chain(is_stuck).chain(state.flatten())
    }

    /// Has the agent look for another way. Where its place was taken meanwhile, it rests where it is from now on. In a group,
    /// places are exchanged; with joint plans it may be led back.
    fn be_stuck(&mut self) {
        self.jam = self.jam.take().or(Some(RerouteCosts::new()));
        let is_led_back = cfg!(feature = "mapf");
        if !is_led_back && self.move_target.is_none() && self.own_place.is_none() {
            self.home = self.home.map(|_| self.place);
            self.is_returning = false;
        }
    }

    /// Returns what is new: that it overlaps another one, is enclosed, or was pushed aside.
    fn news_of(
        &mut self,
        id: CrowdAgentId,
        run_into: Option<Neighbor>,
        is_enclosed: bool,
    ) -> [Option<Event>; 3] {
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
        [
            run_into.map(|other| Event::Overlaps(id, other)),
            is_newly_enclosed.then_some(Event::Enclosed(id)),
            is_newly_aside.then_some(Event::PushedAside(id)),
        ]
    }

    /// Returns whether the agent rests, and a way is too short to change its position.
    fn stays_by_rounding(&self, way: DVec3) -> bool {
        let rests = self.home.is_some() && self.motion.to.is_none();
        rests && self.place + way == self.place
    }
}

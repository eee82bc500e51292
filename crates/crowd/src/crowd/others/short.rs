//! Goals that are taken: an agent at whose goal another one rests waits near it, or as near as others let it come.
//!
//! It waits two sums of radii before the goal. Farther out it stops where it touches others that rest or wait, once it has come
//! no nearer for a time: so a crowd that is sent to one point stops around it, from the inside out, and each
//! agent has an event. All go on when the goal is free.

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::glam::DVec3;

use super::bodies::AvoidanceBodies;
use super::jams::{LONGEST, STANDS};
use super::taken::{Rest, Resting};
use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::values::event::{Event, NoPathReason};
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;

/// The distance from a taken goal at which an agent waits, in sums of the two radii.
const RING: f64 = 2.0;

/// The distance within which agents touch each other, in sums of their radii: bodies keep a little apart.
const TOUCHES: f64 = 1.5;

/// The part of its radius by which an agent comes nearer, unless it comes no nearer.
const GAINS: f64 = 0.5;

/// The times after which an agent that comes no nearer waits next to agents that wait for the same goal, and next to
/// any other resting agent, in seconds: before a door there may be a guard.
const SOON: f64 = 0.25;
const LATE: f64 = 8.0;

/// The wait of an agent for its goal.
#[derive(Clone, Copy, Debug)]
pub(in crate::crowd) struct Waiting {
    /// The least distance that it had left to go, and the time since it came nearer, in seconds.
    least: f64,
    since: f64,
    /// The agent that has the goal, once this one waits for it.
    by: Option<CrowdAgentId>,
    /// True once there was an event.
    is_told: bool,
    /// True if others wait for the place of this one and touch it: it does not make way for them.
    is_wanted: bool,
}

impl Default for Waiting {
    fn default() -> Self {
        Self {
            least: f64::INFINITY,
            since: 0.0,
            by: None,
            is_told: false,
            is_wanted: false,
        }
    }
}

impl Waiting {
    /// Returns whether the agent waits, and rests wherever others push it.
    pub(in crate::crowd) const fn waits(&self) -> bool {
        self.by.is_some()
    }

    /// Returns why the agent has stopped, once there was an event.
    pub(in crate::crowd) fn reason(&self) -> Option<NoPathReason> {
        self.by.filter(|_| self.is_told).map(NoPathReason::Taken)
    }

    /// Returns whether others wait for the place of the agent.
    pub(in crate::crowd) const fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Returns the wait of an agent that goes on.
    fn over(self) -> Self {
        let is_wanted = self.is_wanted;
        Self {
            is_wanted,
            ..Self::default()
        }
    }

    fn pass(&mut self, left: f64, gain: f64, dt: f64) {
        if left + gain < self.least {
            (self.least, self.since) = (left, 0.0);
        } else {
            self.since += dt.min(LONGEST);
        }
    }
}

/// The agents that others wait for, or next to.
struct Others {
    /// The agents that have arrived, or rest.
    resting: Resting,
    /// The agents that wait, and the goals that they wait for.
    waiting: Resting,
    goals: BTreeMap<CrowdAgentId, Rest>,
    /// The largest radius of all.
    largest: f64,
}

impl Others {
    /// Returns the time for which an agent may come no nearer, where it is.
    fn patience(&self, one: &Rest, goal: &Rest) -> f64 {
        let touches = |it: &Rest| it.id != one.id && one.touches(it, TOUCHES);
        let waits = |it: &Rest| {
            let is_same = |other: &Rest| other.wider(RING).meets(&goal.wider(RING));
            touches(it) && self.goals.get(&it.id).is_some_and(is_same)
        };
        let has = |it: &Rest| touches(it) && it.wider(RING).meets(&goal.wider(RING));
        let is_beside = self.waiting.first(one.home, waits).is_some();
        if is_beside || self.resting.first(one.home, has).is_some() {
            return SOON;
        }
        let is_stopped = self.resting.first(one.home, touches).is_some();
        if is_stopped { LATE } else { f64::INFINITY }
    }
}

impl Crowd {
    /// Has agents wait whose goal is taken, and all take note of where they rest.
    pub(in crate::crowd) fn wait_for_goals(&mut self, dt: f64, events: &mut Vec<Event>) {
        let rests = |member: &Member| {
            let is_there =
                member.move_target.is_none() && (member.motion.to.is_none() || member.is_returning);
            is_there.then(|| member.home.unwrap_or(member.place))
        };
        let waits = |it: &Member| it.waiting.waits().then_some(it.place);
        let goals = self.members.iter().filter(|it| it.1.waiting.waits());
        let goals = goals.filter_map(|(&id, member)| {
            let goal = member.goal_at_rest()?;
            Some((id, self.avoiding.rest(id, member, goal)))
        });
        let radii = self.members.values().map(|it| self.avoiding.radius_of(it));
        let others = Others {
            largest: radii.fold(0.0, f64::max),
            goals: goals.collect(),
            resting: self.resting(2.0 * RING, rests),
            waiting: self.resting(2.0 * TOUCHES, waits),
        };
        let avoiding = &self.avoiding;
        let waiting = in_parallel(&mut self.members).flat_map_iter(|(id, member)| {
            let told = member.wait_for_goal(id, avoiding, &others, dt);
            member.settle_down(avoiding.there(member), dt);
            told
        });
        events.extend(waiting.collect::<Vec<_>>());
        let wanted: Vec<CrowdAgentId> = self
            .members
            .values()
            .filter_map(|it| it.waiting.by)
            .collect();
        for id in wanted {
            if let Some(member) = self.members.get_mut(&id) {
                member.waiting.is_wanted = true;
            }
        }
    }
}

impl Member {
    /// Returns where the agent would rest if it arrived.
    fn goal_at_rest(&self) -> Option<DVec3> {
        let end = self.keeper.as_ref().and_then(Keeper::end);
        end.or(self.motion.to)
    }

    /// Has the agent wait if its goal is taken, and returns what there is to tell.
    fn wait_for_goal(
        &mut self,
        id: CrowdAgentId,
        avoiding: &AvoidanceBodies,
        others: &Others,
        dt: f64,
    ) -> impl Iterator<Item = Event> + use<> {
        if self.waiting.is_wanted {
            let one = avoiding.rest(id, self, self.place);
            let touches = |it: &Rest| it.id != id && one.touches(it, TOUCHES);
            self.waiting.is_wanted = others.waiting.first(one.home, touches).is_some();
        }
        let by = self.goal_taken_by(id, avoiding, others, dt);
        self.waiting.by = by;
        let waits = by.and_then(|by| self.wait_for(id, by));
        let stands = self.velocity.length() <= STANDS * self.agent.speed;
        let news = by.filter(|_| stands && !self.waiting.is_told);
        self.waiting.is_told = by.is_some() && (self.waiting.is_told || news.is_some());
        let short = news.map(|by| Event::StopsShort(id, NoPathReason::Taken(by)));
        waits.into_iter().chain(short)
    }

    /// Returns the agent that rests at the goal of this one, if it is to wait for it.
    fn goal_taken_by(
        &mut self,
        id: CrowdAgentId,
        avoiding: &AvoidanceBodies,
        others: &Others,
        dt: f64,
    ) -> Option<CrowdAgentId> {
        let is_sent = matches!(self.move_target, Some(MoveTarget::Destination(_)))
            && self.yielding.away.is_none();
        if !is_sent || self.is_planned || self.is_sent {
            self.waiting = self.waiting.over();
            return None;
        }
        let radius = avoiding.radius_of(self);
        let left = self.remaining().unwrap_or(f64::INFINITY);
        self.waiting.pass(left, GAINS * radius, dt);
        let is_far = left > RING * (radius + others.largest);
        let comes_nearer = self.waiting.since < SOON && !self.waiting.waits();
        if self.claim.is_some() || is_far && comes_nearer {
            return None;
        }
        self.motion.to?;
        let goal = avoiding.rest(id, self, self.goal_at_rest()?);
        let narrow = goal.narrower(self.arriving().stopping_distance);
        let holds = |it: &Rest| it.id != id && it.priority >= goal.priority && it.meets(&narrow);
        let holder = others.resting.first(goal.home, holds)?;
        let one = avoiding.rest(id, self, self.place);
        let waits = self.waiting.waits()
            || left <= RING * (radius + holder.radius())
            || self.waiting.since >= others.patience(&one, &goal);
        waits.then_some(holder.id)
    }
}

//! The fourth phase of an update: agents give way, and their bodies choose velocities at which none touches another.

use voxnav::glam::DVec3;

use crate::crowd::Crowd;
use crate::crowd::member::Member;
use crate::crowd::values::event::{Event, NoPathReason};

impl Crowd {
    /// Has agents wait for ways and goals that others have, and all bodies choose velocities. Agents that do not avoid
    /// each other keep those that they steer at.
    pub(super) fn avoid(&mut self, dt: f64, events: &mut Vec<Event>) {
        if self.settings.avoidance.is_none() {
            return;
        }
        self.claim(events);
        self.wait_for_goals(dt, events);
        for id in self.avoiding.follow_agents(&mut self.members, dt) {
            let member = self.members.get_mut(&id);
            if let Some(member) = member.filter(|it| it.move_target.is_some()) {
                member.told.no_way(id, NoPathReason::OutOfRange, events);
            }
        }
        self.avoiding.choose_velocities(dt);
    }
}

impl Member {
    /// Takes note of where the agent rests, if it does: where it stands, if that is no farther than a distance from where it
    /// rested, and where it stops, if it moves on for longer than an update.
    pub(in crate::crowd) fn settle_down(&mut self, near: f64, dt: f64) {
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

//! The third phase of an update: each agent chooses the motion that it would make alone.

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::AgentId;
use voxnav::following::Steering;
use voxnav::glam::DVec3;
use voxnav::ground::Action;

use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::values::agent::AgentMotion;
use crate::crowd::values::event::Event;
use crate::crowd::values::move_target::MoveTarget;
use crate::crowd::values::settings::CrowdSettings;
use crate::crowd::view::View;

/// The distance from the end of its way at which an agent that makes way has come to rest, in cells.
const ASIDE: f64 = 0.25;

impl Crowd {
    /// Finds the motion of each agent: along its route, to its post, by its plan, or down to the ground.
    pub(super) fn steer(&mut self, dt: f64, events: &mut Vec<Event>) {
        let (views, settings) = (&self.views, &self.settings);
        in_parallel(&mut self.members).for_each(|(_, member)| member.steer(views, settings, dt));
        self.steer_joints(dt, events);
    }
}

impl Member {
    /// Returns whether the agent may stay in the middle of a move: it walks or swims.
    pub(in crate::crowd) fn may_hold(&self) -> bool {
        let action = self.keeper.as_ref().and_then(Keeper::action);
        matches!(action, None | Some(Action::Walk | Action::Swim))
    }

    /// Finds the step of the agent.
    fn steer(&mut self, views: &BTreeMap<AgentId, View>, settings: &CrowdSettings, dt: f64) {
        self.motion = AgentMotion::default();
        let Some(view) = views.get(&self.agent.body) else {
            return;
        };
        self.find_place(view);
        if self.is_planned {
            return;
        }
        let wanted = self.move_target.as_ref().and_then(MoveTarget::velocity);
        let is_at_rest = || self.keeper.as_ref().is_none_or(Keeper::is_at_rest);
        if let Some(wanted) = wanted.filter(|_| is_at_rest()) {
            self.motion.velocity = wanted.clamp_length_max(self.agent.speed);
            return;
        }
        if let Some(step) = self.step_to_post(settings, dt) {
            self.motion = step;
            return;
        }
        let follows = matches!(self.move_target, Some(MoveTarget::Follow { .. }));
        if follows && self.told.has_arrived && !is_at_rest() && self.may_hold() {
            return;
        }
        if !self.is_on_its_way() {
            self.fall(view, dt);
            return;
        }
        let Some(keeper) = &mut self.keeper else {
            return;
        };
        let near = ASIDE * view.cell_size();
        if self.yielding.away.is_some() && keeper.has_arrived(near) {
            // It rests there until it goes on, and others may push it.
            return;
        }
        let action = keeper.action();
        if action == Some(Action::Walk) && view.way_down(self.place).is_some() {
            // Others pushed it over an edge.
            return self.fall(view, dt);
        }
        // A position that has no cell leads nowhere.
        let distance = settings.look_ahead * view.cell_size();
        let steering = keeper.steer(distance);
        let mut to = steering.ok().and_then(Steering::target);
        if let Some(point) = to.filter(|_| settings.avoidance.is_some()) {
            let among_cells = keeper.among_cells(view, self.agent.position, point, distance);
            to = among_cells.or(to);
        }
        if self.yielding.goes_back > 0.0 {
            to = keeper.way_back().or(to);
        }
        let to = to.filter(|_| self.pace > 0.0);
        let velocity = to.map_or(DVec3::ZERO, |to| self.toward(to, dt));
        self.motion = AgentMotion {
            to,
            velocity,
            action,
        };
        self.motion.velocity = self.over_step(velocity, dt);
    }

    /// Has an agent at rest in the air fall, at its speed.
    fn fall(&mut self, view: &View, dt: f64) {
        if let Some(to) = view.way_down(self.place) {
            self.motion.to = Some(to);
            self.motion.velocity = self.toward(to, dt);
        }
    }
}

//! Agents that were pushed far from where they rest, and go back by a route.

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::AgentId;

use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::values::settings::CrowdSettings;
use crate::crowd::view::View;

/// The distance from the end of its way at which an agent is there, in cells.
const NEAR: f64 = 1.0 / 16.0;

impl Crowd {
    /// Sends agents back that are not where they rest and get there by no straight way. Others go back by themselves.
    pub(in crate::crowd) fn send_back(&mut self) {
        let (views, settings) = (&self.views, &self.settings);
        in_parallel(&mut self.members).for_each(|(_, member)| member.send_back(views, settings));
    }
}

impl Member {
    fn send_back(&mut self, views: &BTreeMap<AgentId, View>, settings: &CrowdSettings) {
        if self.yielding.away.is_some() {
            return;
        }
        let rests = self.move_target.is_none() && !self.is_planned;
        let home = self.home.filter(|_| rests);
        let (Some(view), Some(home)) = (views.get(&self.agent.body), home) else {
            self.is_returning = false;
            return;
        };
        // Others may have put it above or below the ground on which it stands.
        let place = view.grounded(self.agent.position);
        let is_far = || place.distance(home) > view.cell_size();
        if !self.is_returning {
            if is_far() && !view.is_straight(place, home) {
                self.is_returning = true;
                self.set_goal(view, home.into(), settings);
            }
            return;
        }
        let near = NEAR * view.cell_size();
        let is_there = self.keeper.as_ref().is_none_or(|it| it.has_arrived(near));
        let is_at_rest = self.keeper.as_ref().is_none_or(Keeper::is_at_rest);
        if is_at_rest && view.is_straight(place, home) {
            self.is_returning = false;
        } else if is_there {
            // No way leads nearer to it: on the ground, routes end in the middle of cells.
            (self.home, self.is_returning) = (Some(place), false);
        }
    }
}

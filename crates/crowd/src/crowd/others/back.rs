//! Agents that were pushed far from where they rest, and go back by a route.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::crowd::keeper::Keeper;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::view::View;
use crate::crowd::{Body, Crowd, Policy};

impl Crowd {
    /// Sends agents back that are not where they rest and get there by no straight way. Others go back by themselves.
    pub(in crate::crowd) fn send_back(&mut self) {
        let (views, policy) = (&self.views, &self.policy);
        in_parallel(&mut self.members).for_each(|(_, member)| member.send_back(views, policy));
    }
}

impl Member {
    fn send_back(&mut self, views: &BTreeMap<Body, View>, policy: &Policy) {
        if self.yielding.away.is_some() {
            return;
        }
        let rests = self.errand.is_none() && !self.is_planned;
        let home = self.home.filter(|_| rests);
        let (Some(view), Some(home)) = (views.get(&self.mover.body), home) else {
            self.is_returning = false;
            return;
        };
        let is_far = self.place.distance(home) > view.cell_size();
        if self.is_returning {
            self.is_returning = is_far || !self.keeper.as_ref().is_none_or(Keeper::is_at_rest);
        } else if is_far && !view.is_straight(self.place, home) {
            self.is_returning = true;
            self.set_goal(view, home.into(), policy);
        }
    }
}

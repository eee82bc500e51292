//! Crowds without joint plans, in builds without the feature `mapf`.

use super::Crowd;
use super::member::Member;
use super::values::event::Event;
use super::values::id::CrowdAgentId;

/// A plan with the agents that follow it: there is none.
#[derive(Debug)]
pub(super) enum Joint {}

impl Crowd {
    /// Takes an agent out of the plan that it follows.
    #[expect(clippy::unused_self, reason = "there are no plans")]
    pub(super) fn leave_plans(&mut self, _: CrowdAgentId) {}

    /// Finds the steps of agents that follow plans.
    #[expect(clippy::unused_self, reason = "there are no plans")]
    pub(super) fn steer_joints(&mut self, _: f64, _: &mut Vec<Event>) {}

    /// Returns the agents that follow plans.
    #[expect(clippy::unused_self, reason = "there are no plans")]
    pub(super) fn planned(&self) -> impl Iterator<Item = CrowdAgentId> {
        std::iter::empty()
    }

    /// Has an agent leave the order that it follows out of a deadlock.
    #[expect(clippy::unused_self, reason = "there are no plans")]
    pub(super) fn leave_deadlock(&mut self, _: CrowdAgentId) {}

    /// Forgets all plans.
    pub(super) fn forget_plans(&mut self) {
        self.joints.clear();
    }

    /// Gives the members of a deadlock an order.
    #[expect(clippy::unused_self, reason = "there are no plans")]
    pub(super) fn solve_deadlocks(&mut self) {}
}

impl Member {
    /// Takes note of a time in seconds.
    #[expect(clippy::unused_self, reason = "there are no plans")]
    pub(super) fn pass_standstill(&mut self, _: [f64; 2], _: f64) {}
}

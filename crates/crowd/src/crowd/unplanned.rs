//! Crowds without joint plans, in builds without the feature `together`.

use super::{Crowd, Event, MoverId};

/// A plan with the agents that follow it: there is none.
#[derive(Debug)]
pub(super) enum Joint {}

impl Crowd {
    /// Takes an agent out of the plan that it follows.
    #[expect(clippy::unused_self, reason = "there are no plans")]
    pub(super) fn leave_plans(&mut self, _: MoverId) {}

    /// Finds the steps of agents that follow plans.
    #[expect(clippy::unused_self, reason = "there are no plans")]
    pub(super) fn steer_joints(&mut self, _: f64, _: &mut Vec<Event>) {}
}

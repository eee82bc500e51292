//! Agents of a crowd that follow a joint plan.
//!
//! A plan is followed by order, not by clock: an agent goes on to the next cell of its path as soon as all have passed
//! there who were to pass before it. So it does not matter how fast agents are, or who is late.

use voxnav::Navigator;
use voxnav::glam::DVec3;

use super::keeper::View;
use super::mover::MovedBy;
use super::{Crowd, CrowdError, Event, MoverId, Step};
use crate::together::{Bodies, Following, JointPlan};

/// The distance at which an agent that is not moved by the crowd alone has reached a place, in cells.
const REACHED: f64 = 1.0 / 16.0;

/// A plan with the agents that follow it.
#[derive(Debug)]
pub(super) struct Joint {
    ids: Vec<MoverId>,
    following: Following,
    /// The agents that have not been at the center of their first cell yet.
    off: Vec<bool>,
}

impl Crowd {
    /// Has agents that fly follow a joint plan, the first agent of the plan being the first of `ids`: each goes straight
    /// from cell to cell, and waits for those that were to pass before it.
    ///
    /// An agent that is sent somewhere else, or is removed, leaves the plan: nobody waits for it anymore. One that is
    /// stopped is waited for.
    ///
    /// # Guarantees
    ///
    /// However fast agents are, and however late, all [arrive](Event::Arrived), and bodies that the plan keeps apart
    /// never meet, as long as the cells of the plan stay free; where one is not anymore, agents [wait](Event::Waits).
    /// That holds exactly where the crowd moves agents; where others do, each place is reached to within a sixteenth of
    /// a cell.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Agents`] for other numbers of agents than the plan has, or one twice; [`CrowdError::Unknown`];
    /// [`CrowdError::OffPlan`] for an agent that is not in its first cell, or on the ground; [`CrowdError::Navigator`];
    /// [`CrowdError::Joint`] for a plan that cannot be followed.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::{Agent, Navigator, RouteOptions};
    /// use voxnav_crowd::crowd::{Crowd, Mover, Policy};
    /// use voxnav_crowd::together::{Bodies, JointOptions, JointOutcome, plan_together};
    ///
    /// // Two drones change places; one is slow.
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.3; 3].into()))?;
    /// let view = navigator.view(drone, &RouteOptions::default())?;
    /// let ends = [IVec3::new(1, 1, 1), IVec3::new(5, 1, 1)];
    /// let bodies = Bodies::balls(3, 10)?;
    /// let options = JointOptions::new().bodies(bodies);
    /// let outcome = plan_together(view.world(), &ends, &[ends[1], ends[0]], &options)?;
    /// let JointOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
    /// let mut crowd = Crowd::new(Policy::default());
    /// let mut ids = Vec::new();
    /// for (end, speed) in ends.into_iter().zip([4.0, 0.5]) {
    ///     let mover = Mover::new(drone, view.lattice().center(end)).speed(speed);
    ///     ids.push(crowd.add(&mut navigator, mover)?);
    /// }
    /// crowd.follow(&mut navigator, &ids, &plan, bodies)?;
    /// while crowd.position(ids[1])? != view.lattice().center(ends[0]) {
    ///     crowd.update(&mut navigator, 0.1)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(
        &mut self,
        navigator: &mut Navigator,
        ids: &[MoverId],
        plan: &JointPlan,
        bodies: Bodies,
    ) -> Result<(), CrowdError> {
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if ids.len() != plan.agents() || sorted.len() != ids.len() {
            let (agents, planned) = (sorted.len(), plan.agents());
            return Err(CrowdError::Agents { agents, planned });
        }
        let mut off = Vec::new();
        for (agent, &id) in ids.iter().enumerate() {
            let member = self.member(id)?;
            let view = View::of(navigator, member.mover.body, &self.policy);
            let view = view.map_err(|source| CrowdError::Navigator { id, source })?;
            let cell = plan.at(agent, 0);
            let View::Flying(view) = view else {
                return Err(CrowdError::OffPlan { id, cell });
            };
            if view.lattice().cell_at(member.mover.position) != Ok(cell) {
                return Err(CrowdError::OffPlan { id, cell });
            }
            off.push(view.lattice().center(cell) != member.mover.position);
        }
        let following = Following::new(plan, bodies);
        let following = following.map_err(|source| CrowdError::Joint { source })?;
        for &id in ids {
            self.leave_plans(id);
            let member = self.member_mut(id)?;
            (member.errand, member.keeper, member.is_planned) = (None, None, true);
        }
        let ids = ids.to_vec();
        self.joints.push(Joint {
            ids,
            following,
            off,
        });
        Ok(())
    }

    /// Takes an agent out of the plan that it follows.
    pub(super) fn leave_plans(&mut self, id: MoverId) {
        for joint in &mut self.joints {
            if let Some(agent) = joint.ids.iter().position(|&it| it == id) {
                joint.following.leave(agent);
                joint.off[agent] = false;
            }
        }
        if let Some(member) = self.members.get_mut(&id) {
            member.is_planned = false;
        }
    }

    /// Finds the steps of agents that follow plans: first all report where they are, then each is told where to go.
    pub(super) fn steer_joints(&mut self, dt: f64, events: &mut Vec<Event>) {
        let mut joints = std::mem::take(&mut self.joints);
        for joint in &mut joints {
            for agent in 0..joint.ids.len() {
                self.report(joint, agent, events);
            }
            for agent in 0..joint.ids.len() {
                self.steer_planned(joint, agent, dt, events);
            }
        }
        joints.retain(|joint| !joint.following.is_done() || joint.off.contains(&true));
        self.joints = joints;
    }

    /// Reports that an agent is where it was to go, if it is.
    fn report(&mut self, joint: &mut Joint, agent: usize, events: &mut Vec<Event>) {
        let to = self.place_of(joint, agent);
        let id = joint.ids[agent];
        let Some(member) = self.members.get_mut(&id).filter(|it| it.is_planned) else {
            return;
        };
        let is_exact = member.mover.moved_by == MovedBy::Crowd;
        let cell = self
            .views
            .get(&member.mover.body)
            .map_or(0.0, View::cell_size);
        let near = if is_exact { 0.0 } else { cell * REACHED };
        if to.is_some_and(|to| member.mover.position.distance(to) <= near)
            && !std::mem::take(&mut joint.off[agent])
        {
            joint.following.arrived(agent);
        }
        if joint.following.has_arrived(agent) && !joint.off[agent] {
            member.is_planned = false;
            events.push(Event::Arrived(id));
        }
    }

    /// Returns where an agent may go now.
    fn place_of(&self, joint: &Joint, agent: usize) -> Option<DVec3> {
        let member = self.members.get(&joint.ids[agent])?;
        let View::Flying(view) = self.views.get(&member.mover.body)? else {
            return None;
        };
        let place = if joint.off[agent] {
            joint.following.cell(agent)?.as_dvec3()
        } else {
            joint.following.target(agent)?.place()
        };
        Some(view.lattice().position_of(place))
    }

    fn steer_planned(&mut self, joint: &Joint, agent: usize, dt: f64, events: &mut Vec<Event>) {
        let to = self.place_of(joint, agent);
        let id = joint.ids[agent];
        let Some(member) = self.members.get_mut(&id).filter(|it| it.is_planned) else {
            return;
        };
        let free = |view: &View| match (view, joint.following.target(agent)) {
            (View::Flying(view), Some(target)) => view.world().is_traversable(target.to),
            _ => true,
        };
        let is_free = self.views.get(&member.mover.body).is_some_and(free);
        if !std::mem::replace(&mut member.told.waits, !is_free) && !is_free {
            events.push(Event::Waits(id));
        }
        let to = to.filter(|_| is_free);
        member.step = Step {
            to,
            velocity: to.map_or(DVec3::ZERO, |to| member.toward(to, dt)),
            action: None,
        };
    }
}

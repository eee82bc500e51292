//! Agents of a crowd that follow a joint plan.
//!
//! A plan is followed by order, not by clock: an agent goes on to the next cell of its path as soon as all agents that
//! were to pass there before it have passed. So speeds and delays do not matter.

use voxnav::Navigator;
use voxnav::glam::{DVec3, IVec3};
use voxnav::ground::{Action, Successors};
use voxnav::search::CellShape;

use super::Crowd;
use super::deadlocks::Standstill;
use super::member::Member;
use super::others::away::Yielding;
use super::values::agent::AgentMotion;
use super::values::agent::MovedBy;
use super::values::error::CrowdError;
use super::values::event::Event;
use super::values::id::CrowdAgentId;
use super::view::View;
use crate::mapf::{CollisionModel, JointPlan, PlanExecutor};

/// The distance at which an agent that is not moved by the crowd alone has reached a place, in cells.
const REACHED: f64 = 1.0 / 16.0;

/// A plan with the agents that follow it.
#[derive(Debug)]
pub(super) struct Joint {
    /// The agents, without those that have left.
    ids: Vec<Option<CrowdAgentId>>,
    following: PlanExecutor,
    /// The agents that have not been at the center of their first cell yet.
    off: Vec<bool>,
    /// The agents that have arrived. They do not make way until all have.
    arrived: Vec<bool>,
    /// The time since one of them got on, in seconds, if they are the members of a deadlock: each leaves the plan when it
    /// has arrived, and goes on to where it was sent.
    deadlock: Option<f64>,
}

/// The time for which the members of a deadlock keep to their order though none gets on, in seconds and in times that the
/// slowest needs for a cell.
const KEEPS: f64 = 3.0;

impl Crowd {
    /// Has agents follow a joint plan, the first agent of the plan being the first of `ids`: each goes from cell to
    /// cell, and waits for those that were to pass before it. In flight, and over cells of one floor, it goes straight;
    /// by legs it steps and drops, jumps, climbs and takes links, and goes on to the end of a leg that it has begun.
    ///
    /// An agent that is sent somewhere else, or is removed, leaves the plan: no agent waits for it anymore. Agents wait
    /// for one that is stopped.
    ///
    /// # Guarantees
    ///
    /// However fast agents are, and however late, all [arrive](Event::Arrived), and bodies that the plan keeps apart
    /// never meet, as long as all moves of the plan stay possible; where one is not anymore, agents [wait](Event::PathBlocked).
    /// That holds exactly where the crowd moves agents; where others do, each place is reached to within a sixteenth of
    /// a cell. On legs over more than 512 cells, of which a plan holds the ends alone, agents may meet between these.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Agents`] for other numbers of agents than the plan has, or one twice; [`CrowdError::Unknown`];
    /// [`CrowdError::OffPlan`] for an agent that is not in its first cell; [`CrowdError::Navigator`];
    /// [`CrowdError::Joint`] for a plan that cannot be followed.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator, RouteOptions};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};
    /// use voxnav_crowd::mapf::{CollisionModel, JointOptions, JointOutcome, JointWorld, plan_joint};
    ///
    /// // Two walkers change places; one is slow.
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [8.0; 3])?;
    /// let body = Agent::new([0.3, 0.3, 0.9].into());
    /// let walker = navigator.add_agent((body, &Locomotion::walker()))?;
    /// let view = navigator.view(walker, &RouteOptions::default())?;
    /// let ends = [IVec3::new(1, 1, 0), IVec3::new(5, 1, 0)];
    /// let moves = view.ground().ok_or("it walks")?.moves().moves();
    /// let world = JointWorld::Legs(&moves);
    /// let outcome = plan_joint(world, &ends, &[ends[1], ends[0]], &JointOptions::new())?;
    /// let JointOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let mut ids = Vec::new();
    /// for (end, speed) in ends.into_iter().zip([4.0, 0.5]) {
    ///     let agent = CrowdAgent::new(walker, view.position_at(end)).speed(speed);
    ///     ids.push(crowd.add(&mut navigator, agent)?);
    /// }
    /// crowd.follow(&mut navigator, &ids, &plan, CollisionModel::Points)?;
    /// while crowd.position(ids[1])? != view.position_at(ends[0]) {
    ///     crowd.update(&mut navigator, 0.1)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(
        &mut self,
        navigator: &mut Navigator,
        ids: &[CrowdAgentId],
        plan: &JointPlan,
        bodies: CollisionModel,
    ) -> Result<(), CrowdError> {
        let following = PlanExecutor::new(plan, bodies);
        let following = following.map_err(|source| CrowdError::Joint { source });
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if ids.len() != plan.agents() || sorted.len() != ids.len() {
            let (agents, planned) = (sorted.len(), plan.agents());
            return Err(CrowdError::Agents { agents, planned });
        }
        let mut off = Vec::new();
        for (agent, &id) in ids.iter().enumerate() {
            let cell = plan.start(agent);
            let member = self.member(id)?;
            let view = View::of(navigator, (id, member.agent.body), &self.settings)?;
            if !view.has_cells_of(bodies) {
                let sizes = view.lattice().sizes();
                return Err(CrowdError::Cells { id, sizes });
            }
            if view.cell_at(member.agent.position) != Some(cell) {
                return Err(CrowdError::OffPlan { id, cell });
            }
            off.push(view.position_at(cell) != member.agent.position);
        }
        let following = following?;
        for &id in ids {
            self.leave_plans(id);
            let member = self.member_mut(id)?;
            (member.move_target, member.home) = (None, None);
            member.begin_following();
        }
        self.joints.push(Joint {
            ids: ids.iter().copied().map(Some).collect(),
            following,
            off,
            arrived: vec![false; ids.len()],
            deadlock: None,
        });
        Ok(())
    }

    /// Has the members of a deadlock follow an order.
    pub(super) fn begin_order(&mut self, ids: Vec<CrowdAgentId>, following: PlanExecutor) {
        let count = ids.len();
        for id in &ids {
            if let Some(member) = self.members.get_mut(id) {
                member.begin_following();
            }
        }
        self.joints.push(Joint {
            ids: ids.into_iter().map(Some).collect(),
            following,
            off: vec![true; count],
            arrived: vec![false; count],
            deadlock: Some(0.0),
        });
    }

    /// Returns the agents that follow plans of the caller: not those that were stopped, for which others of a plan wait.
    pub(super) fn planned(&self) -> impl Iterator<Item = CrowdAgentId> {
        let joints = self.joints.iter().filter(|it| it.deadlock.is_none());
        let follows = |id: &CrowdAgentId| self.members.get(id).is_some_and(|it| it.is_planned);
        joints
            .flat_map(|it| it.ids.iter().flatten().copied())
            .filter(follows)
    }

    /// Forgets all plans, and those that are being looked for.
    pub(super) fn forget_plans(&mut self) {
        self.joints.clear();
        self.solving = None;
    }

    /// Has an agent leave the order that it follows out of a deadlock, if it does.
    pub(super) fn leave_deadlock(&mut self, id: CrowdAgentId) {
        let mut deadlocks = self.joints.iter().filter(|it| it.deadlock.is_some());
        if self.is_held(id) || deadlocks.any(|it| it.ids.contains(&Some(id))) {
            self.leave_plans(id);
        }
    }

    /// Takes an agent out of the plan that it follows.
    pub(super) fn leave_plans(&mut self, id: CrowdAgentId) {
        let mut was_member = self.stop_solving(id);
        for joint in &mut self.joints {
            if let Some(agent) = joint.ids.iter().position(|&it| it == Some(id)) {
                joint.leave(agent);
                was_member |= joint.deadlock.is_some();
            }
        }
        if let Some(member) = self.members.get_mut(&id) {
            member.is_planned = false;
            if was_member {
                member.leave_deadlock();
            }
        }
    }

    /// Finds the steps of agents that follow plans: first all report where they are, then each gets its target.
    pub(super) fn steer_joints(&mut self, dt: f64, events: &mut Vec<Event>) {
        let mut joints = std::mem::take(&mut self.joints);
        joints.retain(|joint| !self.ends(joint));
        for joint in &mut joints {
            let mut gets_on = false;
            for agent in 0..joint.ids.len() {
                gets_on |= self.report(joint, agent, events);
            }
            self.end_deadlock(joint, gets_on, dt);
            for agent in 0..joint.ids.len() {
                self.steer_planned(joint, agent, dt, events);
            }
        }
        self.joints = joints;
    }

    /// Releases the agents of a plan if all have arrived, and come to rest since.
    fn ends(&mut self, joint: &Joint) -> bool {
        let mut agents = joint.ids.iter().zip(&joint.arrived);
        let is_over = agents.all(|(id, arrived)| id.is_none() || *arrived);
        for id in joint.ids.iter().flatten().filter(|_| is_over) {
            if let Some(member) = self.members.get_mut(id) {
                member.is_planned = false;
            }
        }
        is_over
    }

    /// Lets time pass for the members of a deadlock, and releases those that have arrived, or all if none gets on.
    fn end_deadlock(&mut self, joint: &mut Joint, gets_on: bool, dt: f64) {
        let Some(still) = joint.deadlock.map(|it| if gets_on { 0.0 } else { it + dt }) else {
            return;
        };
        joint.deadlock = Some(still);
        let members = joint.ids.iter().flatten();
        let members = members.filter_map(|id| self.members.get(id));
        let cells = members.filter_map(|it| {
            let cell = self.views.get(&it.agent.body)?.cell_size();
            Some(cell / it.agent.speed)
        });
        let is_over = still > KEEPS * (1.0 + cells.fold(0.0, f64::max));
        for agent in 0..joint.ids.len() {
            let Some(id) = joint.ids[agent].filter(|_| is_over || joint.arrived[agent]) else {
                continue;
            };
            joint.leave(agent);
            if let Some(member) = self.members.get_mut(&id) {
                member.leave_deadlock();
                member.standstill = Standstill::default();
            }
        }
    }

    /// Reports that an agent is where it was to go, if it is, and returns whether it got on.
    fn report(&mut self, joint: &mut Joint, agent: usize, events: &mut Vec<Event>) -> bool {
        let to = self.place_of(joint, agent);
        let Some(id) = joint.ids[agent] else {
            return false;
        };
        let Some(member) = self.members.get_mut(&id).filter(|it| it.is_planned) else {
            return false;
        };
        let is_exact = member.agent.moved_by == MovedBy::Crowd;
        let view = self.views.get(&member.agent.body);
        let cell = view.map_or(0.0, |view| view.lattice().shortest_side());
        let near = if is_exact { 0.0 } else { cell * REACHED };
        let is_at_place = to.is_some_and(|to| member.place.distance(to) <= near);
        if is_at_place && !std::mem::take(&mut joint.off[agent]) {
            joint.following.arrived(agent);
        }
        let is_there = joint.following.has_arrived(agent) && !joint.off[agent];
        let was_there = std::mem::replace(&mut joint.arrived[agent], is_there);
        if is_there && !was_there && joint.deadlock.is_none() {
            events.push(Event::Arrived(id));
        }
        is_at_place
    }

    /// Returns where an agent may go now.
    fn place_of(&self, joint: &Joint, agent: usize) -> Option<DVec3> {
        let member = self.members.get(&joint.ids[agent]?)?;
        let view = self.views.get(&member.agent.body)?;
        if joint.off[agent] {
            return Some(view.position_at(joint.following.cell(agent)?));
        }
        let target = joint.following.target(agent)?;
        let (from, to) = (view.position_at(target.from), view.position_at(target.to));
        Some(from.lerp(to, target.share()))
    }

    fn steer_planned(&mut self, joint: &Joint, agent: usize, dt: f64, events: &mut Vec<Event>) {
        let to = self.place_of(joint, agent);
        let Some(id) = joint.ids[agent] else {
            return;
        };
        let Some(member) = self.members.get_mut(&id).filter(|it| it.is_planned) else {
            return;
        };
        if let Some(view) = self.views.get(&member.agent.body) {
            member.find_place(view);
        }
        let target = joint.following.target(agent);
        let target = target.filter(|_| !joint.off[agent]);
        let (mut is_free, mut action) = (true, None);
        if let (Some(target), Some(view)) = (target, self.views.get(&member.agent.body)) {
            // One on the ground that is in the middle of a leg goes on: there it cannot stay.
            let has_begun = member.place != view.position_at(target.from);
            if has_begun && view.up().is_some() {
                action = member.told.action;
            } else {
                match view.hop(target.from, target.to) {
                    Hop::Free(found) => action = found,
                    Hop::Blocked => is_free = false,
                }
            }
        }
        if !std::mem::replace(&mut member.told.waits, !is_free) && !is_free {
            events.push(Event::PathBlocked(id));
        }
        let before = std::mem::replace(&mut member.told.action, action);
        if let Some(action) = action
            && Some(action) != before
            && action != Action::Walk
        {
            events.push(Event::ActionStarted(id, action));
        }
        let to = to.filter(|_| is_free);
        member.motion = AgentMotion {
            to,
            velocity: to.map_or(DVec3::ZERO, |to| member.toward(to, dt)),
            action,
        };
    }
}

impl Joint {
    /// Takes an agent out of the plan: no agent waits for it anymore.
    fn leave(&mut self, agent: usize) {
        self.following.leave(agent);
        self.ids[agent] = None;
        self.off[agent] = false;
    }
}

impl Member {
    /// Has the agent follow a plan, which then reports where it goes.
    fn begin_following(&mut self) {
        (self.keeper, self.jam, self.is_planned) = (None, None, true);
        (self.is_returning, self.yielding) = (false, Yielding::default());
    }

    /// Has the agent go on to where it was sent.
    fn leave_deadlock(&mut self) {
        self.is_planned = false;
        self.is_sent = self.move_target.is_some();
        (self.told.waits, self.told.route_version) = (false, 0);
    }
}

/// A move from cell to cell, as the world is.
#[derive(Clone, Copy, Debug)]
enum Hop {
    /// The agent can make it; on the ground with what it does.
    Free(Option<Action>),
    Blocked,
}

impl View {
    /// Returns whether bodies are measured in cells of the view: points are in all.
    fn has_cells_of(&self, bodies: CollisionModel) -> bool {
        let shape = CellShape::new(self.lattice().sizes());
        match bodies {
            CollisionModel::Points => true,
            CollisionModel::Balls(radius) => shape.is_ok_and(|shape| shape == radius.shape()),
        }
    }

    /// Returns whether an agent can go from a cell to one that a move leads to, and what it does on the way.
    fn hop(&self, from: IVec3, to: IVec3) -> Hop {
        let Some(view) = self.ground() else {
            let world = self.flight().map(|view| view.world());
            return match world {
                Some(world) if world.is_traversable(to) => Hop::Free(None),
                _ => Hop::Blocked,
            };
        };
        let mut moves = Vec::new();
        view.moves().moves().moves_from(from, &mut moves);
        let there = moves.into_iter().filter(|it| it.to == to);
        let cheapest = there.min_by_key(|it| it.cost);
        cheapest.map_or(Hop::Blocked, |it| Hop::Free(Some(it.action)))
    }
}

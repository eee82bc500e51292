//! One update of a crowd, in five phases; each is done for all agents before the next one begins.
//!
//! 1. *Sense* (`sense.rs`): the crowd takes the worlds as they are now, and agents take note of each other: of agents that
//!    rest at their places, push them, or stand in their way.
//! 2. *Plan* (`plan.rs`): agents check their routes, and those that need another one search in turn, within the budget.
//! 3. *Steer* (`steer.rs`): each agent chooses the motion that it would make alone.
//! 4. *Avoid* (`avoid.rs`): agents give way, and each body chooses a velocity at which it touches no other.
//! 5. *Move* (`motion.rs`): each agent moves at its velocity.
//!
//! INVARIANT: positions change in the last phase alone. `Member` has the position and the velocity of an agent; its body
//! is given both as the fourth phase begins, and returns a velocity. Phases collect events in one list, which is sorted
//! once, stably by agent, as the call ends.

mod avoid;
mod motion;
mod plan;
mod sense;
mod steer;

use voxnav::Navigator;

use super::Crowd;
use super::values::error::CrowdError;
use super::values::event::Event;

impl Crowd {
    /// Takes the crowd on by a time in seconds, in the world as it is now: agents check for edits, keep, mend or find
    /// routes, steer, and move. Agents that [others move](super::MovedBy::Others) get their [`motion`](Self::motion).
    /// Returns what happened, in the order of the agents.
    ///
    /// In an update of no time agents plan, and stay; in a long one they get no farther than to the next point of their
    /// way.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Time`]; [`CrowdError::Navigator`] for an agent whose body was removed from the navigator. All agents
    /// are as before. A place that is no place is an [`Event`] of its agent and stops no other.
    pub fn update(&mut self, navigator: &mut Navigator, dt: f64) -> Result<Vec<Event>, CrowdError> {
        check_time(dt)?;
        let mut events = Vec::new();
        self.first_half(navigator, dt, || true, &mut events)?;
        self.second_half(dt, &mut events);
        Ok(by_agent(events))
    }

    /// Does the first half of an [`update`](Self::update): agents check for edits, keep, mend or find routes, and
    /// steer. Their [`motion`](Self::motion)s are those that they would make alone.
    /// [`update_positions`](Self::update_positions) is the other half; a caller with custom avoidance calls
    /// [`set_position`](Self::set_position) instead.
    ///
    /// Before each agent plans, the crowd asks whether it may; one that may not keeps what it has, and is asked again
    /// in the next update. So a program that gives equal runs up can limit the time of planning.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]).speed(3.0))?;
    /// crowd.send(ann, [8.0, 1.0, 1.0])?;
    /// crowd.update_plans(&mut navigator, 0.1, || true)?;
    /// let goal = crowd.motion(ann)?.velocity;
    /// crowd.set_position(ann, crowd.position(ann)? + goal * 0.1)?;
    /// assert!(crowd.position(ann)?.x > 1.2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`update`](Self::update).
    pub fn update_plans(
        &mut self,
        navigator: &mut Navigator,
        dt: f64,
        may_plan: impl FnMut() -> bool,
    ) -> Result<Vec<Event>, CrowdError> {
        check_time(dt)?;
        let mut events = Vec::new();
        self.first_half(navigator, dt, may_plan, &mut events)?;
        Ok(by_agent(events))
    }

    /// Does the second half of an [`update`](Self::update): agents avoid each other, and move by the
    /// [`motion`](Self::motion)s that they end up with. Returns what happened, in the order of the agents.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Time`].
    pub fn update_positions(&mut self, dt: f64) -> Result<Vec<Event>, CrowdError> {
        check_time(dt)?;
        let mut events = Vec::new();
        self.second_half(dt, &mut events);
        Ok(by_agent(events))
    }

    fn first_half(
        &mut self,
        navigator: &mut Navigator,
        dt: f64,
        may_plan: impl FnMut() -> bool,
        events: &mut Vec<Event>,
    ) -> Result<(), CrowdError> {
        self.sense(navigator, dt)?;
        self.plan(navigator, dt, may_plan, events)?;
        self.steer(dt, events);
        Ok(())
    }

    fn second_half(&mut self, dt: f64, events: &mut Vec<Event>) {
        self.avoid(dt, events);
        self.move_agents(dt, events);
    }
}

/// Returns events in the order of the agents, those of one agent as they happened.
fn by_agent(mut events: Vec<Event>) -> Vec<Event> {
    events.sort_by_key(Event::agent);
    events
}

/// Refuses a time that is negative or not finite.
fn check_time(dt: f64) -> Result<(), CrowdError> {
    let is_time = dt >= 0.0 && dt.is_finite();
    is_time.then_some(()).ok_or(CrowdError::Time { dt })
}

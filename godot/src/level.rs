//! A world of shapes, and agents that go where they are sent in it.

use std::collections::HashMap;

use serde::de::DeserializeOwned;
use serde_json::Value;
use voxnav::colliders::{ObstacleId, Placement};
use voxnav::glam::{DQuat, DVec3};
use voxnav::grid::{Axis, CellSizes, Heading, Sign};
use voxnav::ground::{Action, Locomotion, LocomotionError, Reach};
use voxnav::guidance::{MotionLimits, Trajectory, TrajectoryError};
use voxnav::spatial::KeepAway;
use voxnav::spatial::places::PlaceError;
use voxnav::{Agent, AgentId, Navigator, NavigatorError, View};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event, Formation, MovedBy,
};

use crate::shapes::Shape;

/// An error of a level.
#[derive(Debug, thiserror::Error)]
pub enum LevelError {
    /// The world refuses an edit or an agent.
    #[error(transparent)]
    Navigator(#[from] NavigatorError),
    /// The crowd refuses a call.
    #[error(transparent)]
    Crowd(#[from] CrowdError),
    /// A query for places is refused.
    #[error(transparent)]
    Places(#[from] PlaceError),
    /// A trajectory is refused.
    #[error(transparent)]
    Trajectory(#[from] TrajectoryError),
    /// A query for places or limits of a motion are not what they have to be.
    #[error(transparent)]
    Data(#[from] serde_json::Error),
    /// The agent was in no update yet.
    #[error("the agent has no view of its world yet: ask after the first physics frame")]
    Early,
    /// A step or a drop is none, or is of more cells than a walker may have.
    #[error(transparent)]
    Locomotion(#[from] LocomotionError),
    /// The shape has no extent, or not as many numbers as it takes.
    #[error("the shape is none: it has too few points, or numbers that are not finite")]
    Shape,
}

/// Reads a query for places or limits of a motion, in the one form that they have in all languages.
///
/// # Errors
///
/// [`LevelError::Data`].
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, LevelError> {
    Ok(serde_json::from_value(value)?)
}

/// The size of an agent, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Half of the width.
    pub radius: f32,
    /// The height.
    pub height: f32,
    /// True for a flying one; else it walks on the ground.
    pub flies: bool,
    /// The largest height of a step up of one that walks; 0 for the side of a cell.
    pub step: f32,
    /// The largest drop of one that walks; 0 for three sides of a cell.
    pub drop: f32,
    /// The steepest ground on which one that walks stands, in degrees below 90; 0 for any.
    pub slope: u8,
}

/// The manner in which an agent goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// The speed, in units a second.
    pub speed: f64,
    /// The greatest change of the velocity, in units a second squared; 0 for an agent that starts and stops at once.
    pub acceleration: f64,
    /// The distance from its destination at which the agent has arrived.
    pub stopping_distance: f64,
    /// The radius that others keep away from; 0 for that of the body.
    pub radius: f64,
    /// The distance that a flying agent keeps from what blocks it, where there is room; 0 for none.
    pub keep_away: f64,
    /// The factor on the length of moves adjacent to obstacles, at least 1.
    pub keep_away_weight: u16,
    /// The priority: others make way for an agent of a higher one.
    pub priority: i32,
    /// The mover of the agent.
    pub moved_by: MovedBy,
}

impl Default for Gait {
    fn default() -> Self {
        Self {
            speed: 3.5,
            acceleration: 0.0,
            stopping_distance: 0.1,
            radius: 0.0,
            keep_away: 0.0,
            keep_away_weight: 4,
            priority: 0,
            moved_by: MovedBy::Crowd,
        }
    }
}

impl Gait {
    /// Returns the room that the agent keeps from what blocks it.
    fn room(&self) -> Option<KeepAway> {
        let room = KeepAway::new(self.keep_away, self.keep_away_weight);
        (self.keep_away != 0.0).then_some(room)
    }

    fn agent(&self, body: AgentId, position: DVec3) -> CrowdAgent {
        let mut agent = CrowdAgent::new(body, position)
            .speed(self.speed)
            .stopping_distance(self.stopping_distance)
            .priority(self.priority)
            .moved_by(self.moved_by);
        if self.acceleration != 0.0 {
            agent = agent.acceleration(self.acceleration);
        }
        if self.radius != 0.0 {
            agent = agent.radius(self.radius);
        }
        agent.keep_away = self.room();
        agent
    }
}

/// The state of an agent after an update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// The position where the agent is shown: of one that stands on the ground, of its feet on the floor.
    pub position: DVec3,
    /// The velocity that it wants.
    pub velocity: DVec3,
    /// The point that it goes straight to.
    pub target: DVec3,
    /// The distance that it has still to go; `None` without a route.
    pub remaining: Option<f64>,
    /// True for an agent that has somewhere to go.
    pub has_target: bool,
    /// The action of a ground agent that is on its way.
    pub action: Option<Action>,
}

/// A world of shapes with y up, and the agents in it.
#[derive(Debug)]
pub struct Level {
    navigator: Navigator,
    crowd: Crowd,
    /// Agents of the same size share a body.
    bodies: HashMap<[u32; 5], AgentId>,
}

impl Level {
    /// Makes an empty level in a box of a size around a center. The sides of cells are one number for cubes, or three
    /// along x, y and z.
    ///
    /// # Errors
    ///
    /// [`LevelError::Navigator`] for cells or a box that are none, or too large.
    pub fn new(
        cells: impl Into<CellSizes>,
        center: DVec3,
        size: DVec3,
        budget: u64,
    ) -> Result<Self, LevelError> {
        let (min, max) = (center - size / 2.0, center + size / 2.0);
        Ok(Self {
            navigator: Navigator::between_faces(cells, min, max)?,
            crowd: Crowd::new(CrowdSettings::default().budget(budget)),
            bodies: HashMap::new(),
        })
    }

    /// Returns the world as the library has it.
    #[must_use]
    pub fn navigator(&self) -> &Navigator {
        &self.navigator
    }

    /// Inserts an obstacle.
    ///
    /// # Errors
    ///
    /// [`LevelError::Shape`] and [`LevelError::Navigator`] for a shape or a placement that is none.
    pub fn insert(
        &mut self,
        shape: &Shape,
        at: DVec3,
        rotation: DQuat,
    ) -> Result<ObstacleId, LevelError> {
        let obstacle = shape.obstacle().ok_or(LevelError::Shape)?;
        let placement = Placement::new(at, rotation);
        Ok(self.navigator.insert(obstacle.at(placement))?)
    }

    /// Moves an obstacle.
    ///
    /// # Errors
    ///
    /// [`LevelError::Navigator`] for one that was removed, or a placement that is none.
    pub fn move_to(
        &mut self,
        id: ObstacleId,
        at: DVec3,
        rotation: DQuat,
    ) -> Result<(), LevelError> {
        Ok(self.navigator.move_to(id, Placement::new(at, rotation))?)
    }

    /// Removes an obstacle.
    ///
    /// # Errors
    ///
    /// [`LevelError::Navigator`] for one that was removed.
    pub fn remove(&mut self, id: ObstacleId) -> Result<(), LevelError> {
        Ok(self.navigator.remove(id)?)
    }

    /// Adds an agent at a position.
    ///
    /// # Errors
    ///
    /// [`LevelError::Navigator`] for a size that is none; [`LevelError::Crowd`] where it does not fit, and for numbers that
    /// are none.
    pub fn add(
        &mut self,
        size: Size,
        position: DVec3,
        gait: &Gait,
    ) -> Result<CrowdAgentId, LevelError> {
        let agent = gait.agent(self.body(size)?, position);
        Ok(self.crowd.add(&mut self.navigator, agent)?)
    }

    fn body(&mut self, size: Size) -> Result<AgentId, LevelError> {
        let key = [
            size.radius.to_bits(),
            size.height.to_bits(),
            u32::from(size.flies),
            size.step.to_bits(),
            size.drop.to_bits(),
        ];
        if let Some(body) = self.bodies.get(&key) {
            return Ok(*body);
        }
        let agent = Agent::new([size.radius, size.height / 2.0, size.radius].into());
        let body = if size.flies {
            self.navigator.add_agent(agent)?
        } else {
            let walker = self.walker(size)?;
            self.navigator.add_agent((agent, walker))?
        };
        self.bodies.insert(key, body);
        Ok(body)
    }

    /// Returns what one that walks can do: steps and drops are of the cells, whose height may be less than their width.
    fn walker(&self, size: Size) -> Result<Locomotion, LevelError> {
        let up = Heading {
            axis: Axis::Y,
            sign: Sign::Positive,
        };
        let walker = Locomotion::walker().with_up(up);
        let (lattice, width) = (self.navigator.lattice(), self.navigator.lattice().sizes().x);
        let or_sides = |length: f32, sides: f64| match length {
            0.0 => width * sides,
            length => length.into(),
        };
        let reach = Reach {
            step: or_sides(size.step, 1.0),
            drop: or_sides(size.drop, f64::from(walker.drop)),
            drop_into_liquid: width * f64::from(walker.drop_into_liquid),
            jump: None,
            slope: (size.slope > 0).then_some(size.slope),
        };
        Ok(walker.in_units(lattice, &reach)?)
    }

    /// Removes an agent.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for one that was removed.
    pub fn remove_agent(&mut self, id: CrowdAgentId) -> Result<(), LevelError> {
        self.crowd.remove(id)?;
        Ok(())
    }

    /// Has an agent keep the distance of a gait from what blocks it from now on, with another route.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for an agent that was removed or is on the ground, a distance below 0, and a weight of 0.
    pub fn set_keep_away(&mut self, id: CrowdAgentId, gait: &Gait) -> Result<(), LevelError> {
        Ok(self.crowd.set_keep_away(id, gait.room())?)
    }

    /// Sends an agent to a position.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for one that was removed, or a position that is none.
    pub fn send(&mut self, id: CrowdAgentId, to: DVec3) -> Result<(), LevelError> {
        Ok(self.crowd.send(id, to)?)
    }

    /// Sends agents to one point, where they settle next to each other, and returns the place of each.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for one that was removed or is named twice, and for a point with too few places.
    pub fn send_group(
        &mut self,
        group: &[CrowdAgentId],
        to: DVec3,
    ) -> Result<Vec<DVec3>, LevelError> {
        Ok(self.crowd.send_group(&mut self.navigator, group, to)?)
    }

    /// Has agents follow a leader in a formation.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for an agent that was removed or is named twice, and for distances that are none.
    pub fn follow_in_formation(
        &mut self,
        leader: CrowdAgentId,
        followers: &[CrowdAgentId],
        formation: Formation,
    ) -> Result<(), LevelError> {
        let done = self.crowd.follow_in_formation(leader, followers, formation);
        Ok(done?)
    }

    /// Returns the view that an agent has of the world since the last update, and where the agent is in it: for questions
    /// such as those for places.
    ///
    /// # Errors
    ///
    /// [`LevelError::Early`] before the first update of the agent; [`LevelError::Crowd`] for one that was removed.
    pub fn view(&self, id: CrowdAgentId) -> Result<(&View, DVec3), LevelError> {
        let view = self.crowd.view(id)?.ok_or(LevelError::Early)?;
        Ok((view, self.crowd.position(id)?))
    }

    /// Returns the trajectory of the rest of an agent's route within limits, y up; `None` without a route.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for limits that are none, in the middle of a jump, and for an agent that was removed.
    pub fn trajectory(
        &self,
        id: CrowdAgentId,
        limits: &MotionLimits,
    ) -> Result<Option<Trajectory>, LevelError> {
        Ok(self.crowd.trajectory(id, &limits.up(Axis::Y))?)
    }

    /// Has an agent stay where it is.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for one that was removed.
    pub fn stop(&mut self, id: CrowdAgentId) -> Result<(), LevelError> {
        Ok(self.crowd.stop(id)?)
    }

    /// Takes note of where an agent is that something else moves.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for one that was removed, or a position that is none.
    pub fn set_position(&mut self, id: CrowdAgentId, position: DVec3) -> Result<(), LevelError> {
        Ok(self.crowd.set_position(id, position)?)
    }

    /// Takes all agents on by some seconds, and returns what happened.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for a time that is none.
    pub fn update(&mut self, seconds: f64) -> Result<Vec<Event>, LevelError> {
        Ok(self.crowd.update(&mut self.navigator, seconds)?)
    }

    /// Returns the state of an agent.
    ///
    /// # Errors
    ///
    /// [`LevelError::Crowd`] for one that was removed.
    pub fn state(&mut self, id: CrowdAgentId) -> Result<State, LevelError> {
        let (step, position) = (self.crowd.motion(id)?, self.crowd.position(id)?);
        let body = self.crowd.agent(id)?.body;
        let floor = if self.crowd.is_on_ground(id)? {
            self.navigator.floor_under(body, position)?
        } else {
            None
        };
        Ok(State {
            position: floor.unwrap_or(position),
            velocity: step.velocity,
            target: step.to.unwrap_or(position),
            remaining: self.crowd.remaining(id)?,
            has_target: self.crowd.move_target(id)?.is_some(),
            action: step.action,
        })
    }
}
